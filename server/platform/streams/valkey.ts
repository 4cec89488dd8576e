import { type EventBackend, ValkeyBackend } from '@plumbline/sse'
import type { Redis } from 'iovalkey'
import { describeValkey } from '../../valkey-address.ts'
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
  logStates(backend, subscriber, { server: describeValkey(settings.url), log })
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
function logStates(
  backend: EventBackend,
  subscriber: Redis,
  { server, log }: { readonly server: string; readonly log: Log },
): void {
  let isUp = false
  let isLogged = false
  let rounds = 0
  subscriber.on('error', (error: Error) => {
    if (isUp || isLogged) return
    // The client reports this too when its list of Sentinels begins again, as after each lost connection.
    if (error.message.startsWith('All sentinels are unreachable') && (rounds += 1) === 1) return
    isLogged = true
    // Not the error itself: for a refused sign-in it contains the command, and so the password.
    log.error('events cannot be sent to Valkey', { server, reason: error.message })
  })
  backend.onState((state) => {
    if (state === 'down' && !isUp) return // how every start begins
    isUp = state !== 'down'
    isLogged = false
    rounds = 0
    if (state === 'down') log.warn('Valkey is unavailable; events are delayed or lost', { server })
    else log.info('Valkey is available', { server })
  })
}
