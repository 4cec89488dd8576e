/** Every setting: its name, what it means, its default. Read once, in main.ts, and handed down. */
import { isIP } from 'node:net'
import { join, resolve } from 'node:path'

type Read<T> = (text: string) => T
interface Setting<T> {
  /** The name, then other names that existing deployments use. */
  readonly names: readonly string[]
  readonly read: Read<T>
  readonly fallback: T
  readonly why: string
}

export class BadSetting extends Error {
  override name = 'BadSetting'
}

const setting = <T>(names: string, read: Read<T>, fallback: T, why: string): Setting<T> => ({
  names: names.split(' '),
  read,
  fallback,
  why,
})

const text: Read<string> = (value) => value
const list: Read<readonly string[]> = (value) =>
  value
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '')
const flag: Read<boolean> = (value) => {
  if (/^(1|true|yes|on)$/i.test(value)) return true
  if (/^(0|false|no|off)$/i.test(value)) return false
  throw new BadSetting('must be true or false')
}
const number =
  (least: number, most: number): Read<number> =>
  (value) => {
    const read = Number(value)
    if (!Number.isInteger(read) || read < least || read > most) {
      throw new BadSetting(`must be a whole number from ${least} to ${most}`)
    }
    return read
  }
const oneOf =
  (...known: readonly string[]): Read<string> =>
  (value) => {
    if (known.includes(value)) return value
    throw new BadSetting(`must be one of ${known.join(', ')}`)
  }
/** An address with one of these schemes, as it was written but for a slash at its end. */
const address =
  (...schemes: readonly string[]): Read<string> =>
  (value) => {
    if (URL.canParse(value) && schemes.includes(new URL(value).protocol.slice(0, -1)))
      return value.replace(/\/$/, '')
    throw new BadSetting(`must be an address that begins with ${schemes.join(':// or ')}://`)
  }
const web = address('https', 'http')
/** An address that others compare letter by letter, and so is left as it was written. */
const exact =
  (...schemes: readonly string[]): Read<string> =>
  (value) => {
    address(...schemes)(value)
    return value
  }
const exactAddress = exact('https', 'http')
const issuer = exact('https')
/** As browsers name them: scheme and host, no path. Another spelling would match no browser, silently. */
const origins: Read<readonly string[]> = (value) => {
  const read = list(value)
  const bad = read.find((one) => !URL.canParse(one) || new URL(one).origin !== one)
  if (bad === undefined) return read
  throw new BadSetting(`holds "${bad}", which is no origin such as https://app.example.com`)
}
/** What the proxy in front may be named by: an address, a net such as 10.0.0.0/8, or a kind of nets. */
const proxies: Read<readonly string[]> = (value) => {
  const read = list(value)
  const isProxy = (one: string): boolean => {
    if (/^(loopback|linklocal|uniquelocal)$/.test(one)) return true
    const [address = '', bits, more] = one.split('/')
    const most = isIP(address) === 4 ? 32 : isIP(address) === 6 ? 128 : 0
    const isNet =
      bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) >= 1 && Number(bits) <= most)
    return most > 0 && isNet && more === undefined
  }
  const bad = read.find((one) => !isProxy(one))
  if (bad === undefined) return read
  throw new BadSetting(`holds "${bad}", which is no address or net such as 10.0.0.0/8`)
}
const postgres = address('postgres', 'postgresql')
const valkey = address('redis', 'rediss', 'valkey', 'valkeys')
/** A part of a channel's name on a shared server, where a colon would end it. */
const label: Read<string> = (value) => {
  if (/^[\w.-]{1,64}$/.test(value)) return value
  throw new BadSetting('takes 1 to 64 letters, digits, points, dashes and underscores')
}
const maybe = <T>(read: Read<T>): Read<T | null> => read

export const settings = {
  host: setting('HOST', text, '127.0.0.1', 'the address to listen at; 0.0.0.0 in a container'),
  port: setting('PORT DJANGO_PORT', number(0, 65_535), 8080, 'the port of the API'),
  publicUrl: setting('PUBLIC_URL', maybe(web), null, 'the address clients see, behind a proxy'),
  trustedProxies: setting(
    'TRUSTED_PROXIES',
    proxies,
    [],
    'whose X-Forwarded-* headers are believed',
  ),
  corsOrigins: setting(
    'CORS_ORIGINS DJANGO_CORS_ALLOWED_ORIGINS',
    origins,
    [],
    'browsers that may read',
  ),
  dataDir: setting('DATA_DIR', text, '.plumbline', 'the embedded database, the keys and the files'),
  databaseUrl: setting(
    'DATABASE_URL',
    maybe(postgres),
    null,
    'PostgreSQL 15 or newer instead of the embedded one',
  ),
  databaseAdminUrl: setting(
    'DATABASE_ADMIN_URL',
    maybe(postgres),
    null,
    'for "plumbline migrate" only',
  ),
  databasePool: setting('DATABASE_POOL', number(2, 500), 20, 'connections of one process at most'),
  statementTimeoutMs: setting(
    'STATEMENT_TIMEOUT_MS',
    number(100, 600_000),
    10_000,
    'longest statement',
  ),
  settleSeconds: setting(
    'SETTLE_SECONDS',
    number(0, 3_600),
    30,
    'embedded: between two sweeps to the disk',
  ),
  encryptionKey: setting(
    'ENCRYPTION_KEY',
    maybe(text),
    null,
    '32 bytes in base64; else a generated file',
  ),
  tokenSigningKey: setting(
    'TOKEN_SIGNING_KEY DJANGO_TOKEN_SIGNING_KEY',
    maybe(text),
    null,
    'RSA, PEM; else generated',
  ),
  tokenIssuer: setting('TOKEN_ISSUER DJANGO_JWT_ISSUER', text, 'plumbline', 'iss of tokens'),
  tokenAudience: setting('TOKEN_AUDIENCE DJANGO_JWT_AUDIENCE', text, 'plumbline', 'aud of tokens'),
  accessMinutes: setting(
    'ACCESS_TOKEN_MINUTES DJANGO_ACCESS_TOKEN_LIFETIME',
    number(1, 1_440),
    30,
    'life of an access token',
  ),
  refreshMinutes: setting(
    'REFRESH_TOKEN_MINUTES DJANGO_REFRESH_TOKEN_LIFETIME',
    number(1, 525_600),
    1_440,
    'life of a refresh token',
  ),
  samlCallbackUrl: setting(
    'SAML_CALLBACK_URL SAML_SSO_CALLBACK_URL',
    maybe(web),
    null,
    'the page that takes a finished SAML sign-in; else / of the API’s own address',
  ),
  googleClientId: setting(
    'SOCIAL_GOOGLE_OAUTH_CLIENT_ID',
    maybe(text),
    null,
    'sign-in by Google, with the two below; else nobody signs in so',
  ),
  googleClientSecret: setting(
    'SOCIAL_GOOGLE_OAUTH_CLIENT_SECRET',
    maybe(text),
    null,
    'the secret that Google gave with the id',
  ),
  googleCallbackUrl: setting(
    'SOCIAL_GOOGLE_OAUTH_CALLBACK_URL',
    maybe(exactAddress),
    null,
    'the page that Google sends the browser back to, as it is registered there',
  ),
  gitHubClientId: setting(
    'SOCIAL_GITHUB_OAUTH_CLIENT_ID',
    maybe(text),
    null,
    'sign-in by GitHub, with the two below',
  ),
  gitHubClientSecret: setting(
    'SOCIAL_GITHUB_OAUTH_CLIENT_SECRET',
    maybe(text),
    null,
    'the secret that GitHub gave with the id',
  ),
  gitHubCallbackUrl: setting(
    'SOCIAL_GITHUB_OAUTH_CALLBACK_URL',
    maybe(exactAddress),
    null,
    'the page that GitHub sends the browser back to',
  ),
  oidcIssuer: setting(
    'SOCIAL_OIDC_ISSUER',
    maybe(issuer),
    null,
    'sign-in by any OpenID provider, with the three below; it may have a private address',
  ),
  oidcClientId: setting('SOCIAL_OIDC_CLIENT_ID', maybe(text), null, 'what the issuer calls us'),
  oidcClientSecret: setting(
    'SOCIAL_OIDC_CLIENT_SECRET',
    maybe(text),
    null,
    'the secret that the issuer gave with the id',
  ),
  oidcCallbackUrl: setting(
    'SOCIAL_OIDC_CALLBACK_URL',
    maybe(exactAddress),
    null,
    'the page that the issuer sends the browser back to',
  ),
  eventStreams: setting('EVENT_STREAMS', list, [], 'prefixes of the feature streams to mount'),
  streamsPerUser: setting(
    'EVENTSTREAM_PER_USER',
    number(1, 100_000),
    10,
    'open streams of one user',
  ),
  streamsPerTenant: setting(
    'EVENTSTREAM_PER_TENANT',
    number(1, 1_000_000),
    500,
    'open streams of one tenant',
  ),
  streamsPerProcess: setting(
    'EVENTSTREAM_PER_PROCESS',
    number(1, 1_000_000),
    20_000,
    'open streams of one process',
  ),
  connectsPerMinute: setting(
    'EVENTSTREAM_CONNECTS_PER_MINUTE',
    number(1, 1_000_000),
    20,
    'stream connects of one user',
  ),
  channelsPerStream: setting(
    'EVENTSTREAM_CHANNELS',
    number(1, 1_000),
    10,
    'channels of one stream',
  ),
  streamMinutes: setting(
    'EVENTSTREAM_LIFETIME_MINUTES',
    number(1, 1_440),
    60,
    'longest life of a stream, less a fifth by chance',
  ),
  valkeyUrl: setting(
    'VALKEY_URL',
    maybe(valkey),
    null,
    'Valkey or Redis that carries events between processes; else VALKEY_HOST and its parts',
  ),
  streamDatabase: setting(
    'EVENTSTREAM_KV_DB EVENTSTREAM_VALKEY_DB',
    number(0, 65_535),
    2,
    'database index of events; in every topic, because publishing ignores the index',
  ),
  streamNamespace: setting(
    'EVENTSTREAM_NAMESPACE',
    label,
    'plumbline',
    'tells two deployments on one Valkey apart',
  ),
  metricsPort: setting(
    'METRICS_PORT OTEL_EXPORTER_PROMETHEUS_PORT',
    maybe(number(0, 65_535)),
    null,
    'serves /metrics for Prometheus; 9464 is usual',
  ),
  metricsHost: setting(
    'METRICS_HOST OTEL_EXPORTER_PROMETHEUS_HOST',
    text,
    '127.0.0.1',
    'the address of /metrics',
  ),
  sweepSeconds: setting(
    'EVENTSTREAM_SWEEP_SECONDS',
    number(1, 600),
    30,
    'between two questions whether a listener still may',
  ),
  drainSeconds: setting(
    'EVENTSTREAM_DRAIN_SECONDS',
    number(0, 600),
    10,
    'over which streams close at shutdown',
  ),
  leaveSeconds: setting(
    'LEAVE_SECONDS',
    number(0, 600),
    0,
    'for the load balancer to notice, before streams drain; 5 behind one',
  ),
  ratePerAccount: setting(
    'RATE_LIMIT_PER_ACCOUNT',
    number(0, 1_000_000),
    600,
    'requests of one user or key a minute; 0 does not limit',
  ),
  ratePerTenant: setting(
    'RATE_LIMIT_PER_TENANT',
    number(0, 10_000_000),
    6_000,
    'requests of one tenant a minute',
  ),
  ratePerAddress: setting(
    'RATE_LIMIT_PER_ADDRESS',
    number(0, 10_000_000),
    3_000,
    'requests of one address a minute; an office shares one',
  ),
  rateOfSecrets: setting(
    'RATE_LIMIT_SECRETS',
    number(0, 1_000_000),
    60,
    'passwords, tokens and the like that one address tries a minute',
  ),
  rateOfSignIns: setting(
    'RATE_LIMIT_SIGN_INS',
    number(0, 1_000_000),
    20,
    'passwords tried for one e-mail address a minute',
  ),
  worker: setting('WORKER', flag, true, 'run background work in this process too'),
  scanUnits: setting('SCAN_UNITS', number(1, 64), 8, 'services × regions of one scan at a time'),
  leaseSeconds: setting(
    'LEASE_SECONDS',
    number(2, 600),
    20,
    'after which silent work is taken over',
  ),
  concurrentScans: setting('CONCURRENT_SCANS', number(1, 64), 2, 'scans of one process at a time'),
  scanMemoryMb: setting(
    'SCAN_MEMORY_MB',
    number(64, 65_536),
    512,
    'heap of one scan; it dies alone',
  ),
  ingestionMaxBytes: setting(
    'INGESTION_MAX_BYTES',
    number(1_024, 2 ** 40),
    2 ** 30,
    'largest file of findings that is taken',
  ),
  ingestionMaxUnpackedBytes: setting(
    'INGESTION_MAX_UNPACKED_BYTES',
    number(1_024, 2 ** 42),
    8 * 2 ** 30,
    'largest content of such a file when it is gzip',
  ),
  exportRows: setting(
    'EXPORT_ROWS',
    number(1, 10_000),
    1_000,
    'rows of an exported list that one transaction reads: about 5 MB of findings',
  ),
  connectionTestSeconds: setting(
    'CONNECTION_TEST_SECONDS',
    number(1, 600),
    120,
    'longest connection test of a provider; an account that is only slow is no failure',
  ),
  eventLookupSeconds: setting(
    'EVENT_LOOKUP_SECONDS',
    number(1, 120),
    20,
    'longest a request waits for what a cloud logged of a resource; clients give up at 30',
  ),
  cloudConnectSeconds: setting(
    'CLOUD_CONNECT_TIMEOUT_SECONDS',
    number(1, 600),
    10,
    'longest wait for a connection to a cloud',
  ),
  cloudReadSeconds: setting(
    'CLOUD_READ_TIMEOUT_SECONDS',
    number(1, 600),
    60,
    'longest silence of a cloud that was asked something',
  ),
  awsEndpointUrl: setting(
    'AWS_ENDPOINT_URL',
    maybe(web),
    null,
    'AWS by another address: fixture cloud, moto',
  ),
  logLevel: setting(
    'LOG_LEVEL',
    oneOf('error', 'warn', 'info', 'silent'),
    'info',
    'how much is logged',
  ),
} as const

export type Config = {
  readonly [K in keyof typeof settings]: (typeof settings)[K] extends Setting<infer T> ? T : never
} & {
  /** The product's own cloud identity: what the official libraries read, under their names. */
  readonly cloudIdentity: Readonly<Record<string, string>>
}

const isIdentity = (name: string): boolean => name.startsWith('AWS_') || name === 'HOME'

function readSetting(
  { names, read, fallback }: Setting<unknown>,
  environment: Readonly<Record<string, string | undefined>>,
): unknown {
  const name = names.find((one) => environment[one] !== undefined && environment[one] !== '')
  if (name === undefined) return fallback
  try {
    return read(environment[name] as string)
  } catch (error) {
    throw new BadSetting(`${name} ${(error as Error).message}.`)
  }
}

/** PostgreSQL's address from the parts that existing deployments set. */
function urlFromParts(
  environment: Readonly<Record<string, string | undefined>>,
  admin: boolean,
): string | null {
  const host = environment['POSTGRES_HOST']
  if (!host) return null
  const kind = admin ? 'POSTGRES_ADMIN' : 'POSTGRES'
  const [user, password] = [environment[`${kind}_USER`], environment[`${kind}_PASSWORD`]]
  if (!user) {
    if (admin || environment['POSTGRES_ADMIN_USER']) return null
    throw new BadSetting('POSTGRES_HOST needs POSTGRES_USER, and is set without it.')
  }
  const text = `postgres://${host}:${environment['POSTGRES_PORT'] ?? '5432'}`
  if (!URL.canParse(text)) throw new BadSetting('POSTGRES_HOST and POSTGRES_PORT make no address.')
  const url = new URL(text)
  url.username = user
  url.password = password ?? ''
  url.pathname = environment['POSTGRES_DB'] ?? 'plumbline'
  return url.href
}

/** Valkey's address from the parts that existing deployments set. */
function valkeyFromParts(environment: Readonly<Record<string, string | undefined>>): string | null {
  const host = environment['VALKEY_HOST']
  if (!host) return null
  const scheme = environment['VALKEY_SCHEME'] || 'redis'
  const text = `${scheme}://${host}:${environment['VALKEY_PORT'] || '6379'}`
  const url = URL.canParse(text) ? new URL(text) : null
  if (!url) throw new BadSetting('VALKEY_HOST and VALKEY_PORT make no address.')
  url.username = environment['VALKEY_USERNAME'] ?? ''
  url.password = environment['VALKEY_PASSWORD'] ?? ''
  try {
    return valkey(url.href)
  } catch {
    throw new BadSetting('VALKEY_SCHEME must be redis, rediss, valkey or valkeys.')
  }
}

/** Reads all settings; a wrong one is one sentence that names it. */
export function readConfig(environment: Readonly<Record<string, string | undefined>>): Config {
  const config = Object.fromEntries(
    Object.entries(settings).map(([name, one]) => [name, readSetting(one, environment)]),
  ) as unknown as Config
  return {
    ...config,
    databaseUrl: config.databaseUrl ?? urlFromParts(environment, false),
    databaseAdminUrl: config.databaseAdminUrl ?? urlFromParts(environment, true),
    valkeyUrl: config.valkeyUrl ?? valkeyFromParts(environment),
    dataDir: resolve(config.dataDir),
    cloudIdentity: Object.fromEntries(
      Object.entries(environment).filter(
        (entry): entry is [string, string] => isIdentity(entry[0]) && entry[1] !== undefined,
      ),
    ),
  }
}

export const keyFile = (config: Config): string => join(config.dataDir, 'encryption.key')
