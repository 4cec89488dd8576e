/** Connections to Valkey or Redis, which processes share events and limits by. */
import { readFileSync } from 'node:fs'
import { reconnectDelay } from '@plumbline/sse'
import { Redis, type RedisOptions } from 'iovalkey'
import { BadSetting } from '../../config.ts'
import { isEncrypted, type ValkeyAddress, valkeyAddress } from '../../valkey-address.ts'

export interface ValkeySettings {
  /** As VALKEY_URL: of a server, or of Sentinels. A database in its path is not used. */
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
  const address = valkeyAddress(settings.url)
  if (!address) throw new BadSetting('VALKEY_URL is not a valid address.')
  const [{ username, password }] = address.urls
  const delay = (attempt: number): number => reconnectDelay(attempt, Math.random)
  return new Redis({
    ...serverOf(address, settings, delay),
    ...(username && { username: decodeURIComponent(username) }),
    ...(password && { password: decodeURIComponent(password) }),
    db: settings.database,
    connectionName,
    enableOfflineQueue: false,
    autoResubscribe: false,
    maxRetriesPerRequest: 0,
    connectTimeout: 5_000,
    retryStrategy: delay,
    // A server that is a replica now refuses writes: the next connection leads to the primary.
    reconnectOnError: ({ message }) => message.startsWith('READONLY'),
  })
}

const placeOf = ({ hostname, port }: URL, usual: number): { host: string; port: number } => ({
  host: hostname.replace(/^\[|\]$/g, ''),
  port: Number(port || usual),
})

/** The server itself, or the Sentinels that are asked for it before each connection. */
function serverOf(
  address: ValkeyAddress,
  settings: ValkeySettings,
  delay: (attempt: number) => number,
): RedisOptions {
  const tls = isEncrypted(address) ? tlsOf(settings) : undefined
  const { urls, primary } = address
  if (primary === null) return { ...placeOf(urls[0], 6_379), ...(tls && { tls }) }
  const password = decodeURIComponent(urls[0].password)
  return {
    sentinels: urls.map((url) => placeOf(url, 26_379)),
    name: primary,
    ...(password && { sentinelPassword: password }),
    ...(tls && { tls, sentinelTLS: tls, enableTLSForSentinelMode: true }),
    sentinelRetryStrategy: delay,
  }
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
