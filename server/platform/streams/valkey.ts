import { type EventBackend, ValkeyBackend } from '@plumbline/sse'
import type { Redis } from 'iovalkey'
import type { Log } from '../log.ts'
import { connect, type ValkeySettings } from '../valkey/index.ts'

/** Events over Valkey: one connection publishes, the other subscribes. */
export function valkeyBackend(settings: ValkeySettings, log: Log): EventBackend {
  const { database, namespace } = settings
  const publisher = connect(settings, 'plumbline-publish')
  const subscriber = connect(settings, 'plumbline-subscribe')
  wakes(publisher, subscriber)
  wakes(subscriber, publisher)
  const backend = new ValkeyBackend({ publisher, subscriber, database, namespace })
  logStates(backend, subscriber, log)
  return backend
}

/**
 * An established connection shows that the server is up, so the other need not wait out its delay: a publisher that
 * came 1 s after the listeners would drop what was sent meanwhile.
 */
function wakes(connected: Redis, waiting: Redis): void {
  connected.on('ready', () => {
    if (waiting.status === 'reconnecting') waiting.connect().catch(() => {}) // the `close` event reports the failure
  })
}

/** A server that never answers is logged once, with its own error: a wrong password reads like an outage. */
function logStates(backend: EventBackend, subscriber: Redis, log: Log): void {
  const server = `${subscriber.options.host}:${subscriber.options.port}`
  let isUp = false
  let isLogged = false
  subscriber.on('error', (error: Error) => {
    if (isUp || isLogged) return
    isLogged = true
    // Not the error itself: for a refused sign-in it contains the command, and so the password.
    log.error('events cannot be sent to Valkey', { server, reason: error.message })
  })
  backend.onState((state) => {
    if (state === 'down' && !isUp) return // how every start begins
    isUp = state !== 'down'
    isLogged = false
    if (state === 'down') log.warn('Valkey is unavailable; events are delayed or lost', { server })
    else log.info('Valkey is available', { server })
  })
}
