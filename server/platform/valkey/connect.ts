/** Connections to Valkey or Redis, which processes share events and limits by. */
import { readFileSync } from 'node:fs'
import { reconnectDelay } from '@plumbline/sse'
import { Redis } from 'iovalkey'
import { BadSetting } from '../../config.ts'

export interface ValkeySettings {
  /** `redis://user:password@host:port`, `rediss://` over TLS; a database in its path is not used. */
  readonly url: string
  /** A file of certificates (PEM) that alone may vouch for the server; without, those of the system. */
  readonly caFile?: string | null
  /** A file with the certificate and the key (PEM) that are sent to a server that requests them. */
  readonly clientFile?: string | null
  readonly database: number
  /** Separates deployments on one server. */
  readonly namespace: string
}

/** Commands fail at once without a connection: the caller decides what waits, and how long. */
export function connect(settings: ValkeySettings, connectionName: string): Redis {
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
