import { readFileSync } from 'node:fs'
import { type EventBackend, reconnectDelay, ValkeyBackend } from '@plumbline/sse'
import { Redis } from 'iovalkey'
import { BadSetting } from '../../config.ts'
import type { Log } from '../log.ts'

export interface ValkeySettings {
  /** `redis://user:password@host:port`, `rediss://` over TLS; a database in its path is not used. */
  readonly url: string
  /** A file of certificates (PEM) that alone may vouch for the server; without, those of the system. */
  readonly caFile?: string | null
  /** A file with the certificate and the key (PEM) that are shown to a server that asks for them. */
  readonly clientFile?: string | null
  readonly database: number
  readonly namespace: string
}

/** Commands fail at once while there is no connection: what waits, and for how long, is the backend's to say. */
function connect(settings: ValkeySettings, connectionName: string): Redis {
  const { url, database } = settings
  const { protocol, hostname, port, username, password } = new URL(url)
  return new Redis({
    host: hostname.replace(/^\[|\]$/g, ''),
    port: Number(port || '6379'),
    ...(username && { username: decodeURIComponent(username) }),
    ...(password && { password: decodeURIComponent(password) }),
    ...(/^(rediss|valkeys):$/.test(protocol) && { tls: tlsOf(settings) }),
    db: database,
    connectionName,
    enableOfflineQueue: false,
    autoResubscribe: false,
    maxRetriesPerRequest: 0,
    connectTimeout: 5_000,
    retryStrategy: (attempt) => reconnectDelay(attempt, Math.random),
  })
}

function tlsOf({ caFile, clientFile }: ValkeySettings) {
  const client = clientFile && readPem('VALKEY_CLIENT_FILE', clientFile)
  return {
    ...(caFile && { ca: readPem('VALKEY_CA_FILE', caFile) }),
    ...(client && { cert: client, key: client }), // of each, TLS takes what it looks for
  }
}

function readPem(setting: string, file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    throw new BadSetting(`${setting} cannot be read: ${(error as Error).message}.`)
  }
}

/** Events over Valkey: one connection publishes, the other subscribes. */
export function valkeyBackend(settings: ValkeySettings, log: Log): EventBackend {
  const { database, namespace } = settings
  const publisher = connect(settings, 'plumbline-publish')
  const subscriber = connect(settings, 'plumbline-subscribe')
  wakes(publisher, subscriber)
  wakes(subscriber, publisher)
  const backend = new ValkeyBackend({ publisher, subscriber, database, namespace })
  tellStates(backend, subscriber, log)
  return backend
}

/**
 * A connection that stands shows that the server is there, so the other need not wait out its delay:
 * a publisher that came 1 s after the listeners would drop what was sent meanwhile.
 */
function wakes(standing: Redis, waiting: Redis): void {
  standing.on('ready', () => {
    if (waiting.status === 'reconnecting') waiting.connect().catch(() => {}) // `close` says the rest
  })
}

/** A server that never answers is told once, with its own words: a wrong password reads like an outage. */
function tellStates(backend: EventBackend, subscriber: Redis, log: Log): void {
  const server = `${subscriber.options.host}:${subscriber.options.port}`
  let isUp = false
  let told = false
  subscriber.on('error', (error: Error) => {
    if (isUp || told) return
    told = true
    // Not the error itself: of a refused sign-in it holds the command, and so the password.
    log.error('events do not reach Valkey', { server, reason: error.message })
  })
  backend.onState((state) => {
    if (state === 'down' && !isUp) return // how every start begins
    isUp = state !== 'down'
    told = false
    if (state === 'down') log.warn('Valkey is away; events wait or are lost', { server })
    else log.info('Valkey carries events', { server })
  })
}
