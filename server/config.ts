/** Every setting: its name, what it means, its default. Read once, in main.ts, and handed down. */
import { join, resolve } from 'node:path'
import { readAddresses, type Unprotected } from './internal-addresses.ts'
import {
  BadSetting,
  bucket,
  exactAddress,
  flag,
  issuer,
  label,
  list,
  mailServer,
  maybe,
  number,
  oneOf,
  origins,
  postgres,
  proxies,
  sender,
  type Setting,
  setting,
  text,
  valkey,
  web,
} from './setting.ts'

export { BadSetting } from './setting.ts'

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
  databasePool: setting(
    'DATABASE_POOL',
    number(2, 500),
    20,
    'connections of one process at most, besides one that renews leases',
  ),
  statementTimeoutMs: setting(
    'STATEMENT_TIMEOUT_MS',
    number(100, 600_000),
    10_000,
    'longest statement',
  ),
  checkpointSeconds: setting(
    'CHECKPOINT_SECONDS SETTLE_SECONDS',
    number(0, 3_600),
    60,
    'embedded: between two checkpoints; more makes the start after a kill longer',
  ),
  backupHours: setting(
    'BACKUP_HOURS',
    number(0, 8_760),
    24,
    'embedded: between two dumps into DATA_DIR/dumps; 0 makes none',
  ),
  backupKeep: setting(
    'BACKUP_KEEP',
    number(1, 1_000),
    7,
    'embedded: dumps that are kept; each is a fourth of the database or less',
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
    'life of a session, however often it is renewed',
  ),
  idleMinutes: setting(
    'SESSION_IDLE_MINUTES',
    number(1, 525_600),
    1_440,
    'life of a session that is not renewed',
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
  signUp: setting(
    'SIGN_UP',
    maybe(oneOf('open', 'invited', 'closed')),
    null,
    'who may sign up: anybody, who was invited, nobody; see signUpOf',
  ),
  smtpUrl: setting(
    'SMTP_URL',
    maybe(mailServer),
    null,
    'the mail server, smtps://user:password@host; needs MAIL_FROM and PUBLIC_URL. Unset: no mails',
  ),
  mailFrom: setting('MAIL_FROM', maybe(sender), null, 'whom mails are from'),
  emailVerificationUrl: setting(
    'EMAIL_VERIFICATION_URL',
    maybe(web),
    null,
    'the page that mailed links lead to; else one of ours',
  ),
  invitationUrl: setting(
    'INVITATION_URL',
    maybe(web),
    null,
    'the page that links of invitations lead to; else one of ours',
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
    'Valkey or Redis by which processes share events and rate limits; else VALKEY_HOST and its parts',
  ),
  valkeyCaFile: setting(
    'VALKEY_CA_FILE',
    maybe(text),
    null,
    'certificates (PEM) that alone may vouch for Valkey; else those of the system',
  ),
  valkeyClientFile: setting(
    'VALKEY_CLIENT_FILE',
    maybe(text),
    null,
    'certificate and key (PEM) to show to a Valkey that asks for them',
  ),
  requireTls: setting(
    'REQUIRE_TLS',
    flag,
    false,
    'start only if PostgreSQL and Valkey are local, or behind TLS with a verified certificate',
  ),
  streamDatabase: setting(
    'EVENTSTREAM_KV_DB EVENTSTREAM_VALKEY_DB',
    number(0, 65_535),
    2,
    'database index of events and limits; in every topic, because publishing ignores the index',
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
  requestsPerTenant: setting(
    'REQUESTS_PER_TENANT',
    number(1, 100_000),
    200,
    'requests of one tenant that are worked on at a time',
  ),
  connectionsPerAddress: setting(
    'CONNECTIONS_PER_ADDRESS',
    number(0, 1_000_000),
    2_000,
    'open connections of one address; 0 does not limit, nor does anything behind TRUSTED_PROXIES',
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
  ingestionTenantBytes: setting(
    'INGESTION_TENANT_BYTES',
    number(1_024, 2 ** 50),
    4 * 2 ** 30,
    'files of one tenant that wait to be recorded, together',
  ),
  diskFreeBytes: setting(
    'DISK_FREE_BYTES',
    number(0, 2 ** 50),
    2 ** 30,
    'what stays free of the disk of DATA_DIR: below it no file is taken',
  ),
  filesUrl: setting('FILES_S3_URL', maybe(bucket), null, 'https://host/bucket/prefix for files'),
  filesRegion: setting('FILES_S3_REGION', label, 'us-east-1', 'what requests are signed for'),
  filesKeyId: setting('FILES_S3_ACCESS_KEY_ID', maybe(text), null, 'who asks the store'),
  filesSecret: setting('FILES_S3_SECRET_ACCESS_KEY', maybe(text), null, 'and with which secret'),
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
  awsAmbientIdentity: setting(
    'AWS_AMBIENT_IDENTITY',
    flag,
    false,
    'tenants may have roles assumed with the AWS identity of this process',
  ),
  awsAmbientOwnAccount: setting(
    'AWS_AMBIENT_OWN_ACCOUNT',
    flag,
    false,
    'and roles in the account of that identity itself, which operators usually keep to themselves',
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
  /** Connections to other machines that are not encrypted, or to whoever answers. */
  readonly unprotected: readonly Unprotected[]
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

/** Reads all settings; a wrong one is one sentence that names it. */
export function readConfig(environment: Readonly<Record<string, string | undefined>>): Config {
  const config = Object.fromEntries(
    Object.entries(settings).map(([name, one]) => [name, readSetting(one, environment)]),
  ) as unknown as Config
  if (config.smtpUrl !== null && (config.mailFrom === null || config.publicUrl === null))
    throw new BadSetting('SMTP_URL needs MAIL_FROM and PUBLIC_URL: mails have a sender, and links.')
  return {
    ...config,
    ...readAddresses(config, environment),
    dataDir: resolve(config.dataDir),
    cloudIdentity: Object.fromEntries(
      Object.entries(environment).filter(
        (entry): entry is [string, string] => isIdentity(entry[0]) && entry[1] !== undefined,
      ),
    ),
  }
}

export const keyFile = (config: Config): string => join(config.dataDir, 'encryption.key')
