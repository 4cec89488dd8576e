import assert from 'node:assert/strict'
import { resolve } from 'node:path'
import { test } from 'node:test'
import { BadSetting, readConfig } from './config.ts'
import { settings } from './settings.ts'

test('without settings, the server starts with the embedded database and a worker, on loopback', () => {
  const config = readConfig({})
  assert.equal(config.databaseUrl, null)
  assert.equal(config.host, '127.0.0.1')
  assert.equal(config.port, 8080)
  assert.equal(config.worker, true)
  assert.deepEqual(config.eventStreams, [])
  assert.equal(config.dataDir, resolve('.plumbline'))
})

const good: [environment: Record<string, string>, name: keyof typeof settings, value: unknown][] = [
  [{ PORT: '0' }, 'port', 0],
  [{ DJANGO_PORT: '9000' }, 'port', 9000],
  [{ PORT: '1', DJANGO_PORT: '2' }, 'port', 1],
  [{ PORT: '', DJANGO_PORT: '2' }, 'port', 2],
  [{ WORKER: 'No' }, 'worker', false],
  [{ WORKER: '1' }, 'worker', true],
  [{ EVENT_STREAMS: ' scan-progress , ' }, 'eventStreams', ['scan-progress']],
  [
    { DJANGO_CORS_ALLOWED_ORIGINS: 'https://a,https://b' },
    'corsOrigins',
    ['https://a', 'https://b'],
  ],
  [
    { TRUSTED_PROXIES: '10.0.0.0/8, ::1, fd00::/8, loopback' },
    'trustedProxies',
    ['10.0.0.0/8', '::1', 'fd00::/8', 'loopback'],
  ],
  [{ DJANGO_ACCESS_TOKEN_LIFETIME: '5' }, 'accessMinutes', 5],
  [{ DJANGO_JWT_ISSUER: 'us' }, 'tokenIssuer', 'us'],
  [{ MAIL_FROM: 'Plumbline <p@example.com>' }, 'mailFrom', 'Plumbline <p@example.com>'],
  [{ SIGN_UP: 'invited' }, 'signUp', 'invited'],
  [{ PUBLIC_URL: 'https://scan.example.com/' }, 'publicUrl', 'https://scan.example.com'],
  [{ DATA_DIR: '/var/lib/x' }, 'dataDir', '/var/lib/x'],
  [{ DATABASE_URL: 'postgres://h/d' }, 'databaseUrl', 'postgres://h/d'],
  [{ DATABASE_URL: 'postgres://u:a,b@h/d' }, 'databaseUrl', 'postgres://u:a,b@h/d'],
  [{ VALKEY_URL: 'redis+sentinel://:p@a:1,b/main' }, 'valkeyUrl', 'redis+sentinel://:p@a:1,b/main'],
  [
    { POSTGRES_HOST: 'db', POSTGRES_USER: 'u', POSTGRES_PASSWORD: 'p@ss:w/rd', POSTGRES_DB: 'd' },
    'databaseUrl',
    'postgres://u:p%40ss%3Aw%2Frd@db:5432/d',
  ],
  [
    { POSTGRES_HOST: 'db', POSTGRES_ADMIN_USER: 'a', POSTGRES_PORT: '6000' },
    'databaseAdminUrl',
    'postgres://a@db:6000/plumbline',
  ],
  [{ POSTGRES_HOST: 'db', POSTGRES_ADMIN_USER: 'a' }, 'databaseUrl', null],
  [
    { DATABASE_URL: 'postgres://x/y', POSTGRES_HOST: 'db', POSTGRES_USER: 'u' },
    'databaseUrl',
    'postgres://x/y',
  ],
  [{}, 'valkeyUrl', null],
  [{ VALKEY_URL: 'rediss://u:p@kv:1' }, 'valkeyUrl', 'rediss://u:p@kv:1'],
  [{ VALKEY_HOST: 'kv' }, 'valkeyUrl', 'redis://kv:6379'],
  [{ VALKEY_URL: 'redis://one', VALKEY_HOST: 'two' }, 'valkeyUrl', 'redis://one'],
  [
    {
      VALKEY_HOST: 'kv',
      VALKEY_PORT: '7000',
      VALKEY_USERNAME: 'u',
      VALKEY_PASSWORD: 'p@ss:w/rd',
      VALKEY_SCHEME: 'rediss',
    },
    'valkeyUrl',
    'rediss://u:p%40ss%3Aw%2Frd@kv:7000',
  ],
  [{}, 'streamDatabase', 2],
  [{ EVENTSTREAM_VALKEY_DB: '5' }, 'streamDatabase', 5],
  [{ EVENTSTREAM_KV_DB: '6', EVENTSTREAM_VALKEY_DB: '5' }, 'streamDatabase', 6],
  [{ OTEL_EXPORTER_PROMETHEUS_PORT: '9464' }, 'metricsPort', 9464],
  [
    {
      INTERNAL_PROVIDERS:
        'https://10.0.0.1:6443, 0198f3c2-7a51-7c11-9a0e-5b7a3c1d2e4f@https://k8s.internal',
    },
    'internalProviders',
    [
      { origin: 'https://10.0.0.1:6443', tenantId: null },
      { origin: 'https://k8s.internal', tenantId: '0198f3c2-7a51-7c11-9a0e-5b7a3c1d2e4f' },
    ],
  ],
  [
    { INTERNAL_TARGETS: 'https://a.internal:8088, tls://10.0.0.1:6514' },
    'internalTargets',
    ['https://a.internal:8088', 'tls://10.0.0.1:6514'],
  ],
]
for (const [environment, name, value] of good) {
  test(`${JSON.stringify(environment)} sets ${name}`, () => {
    assert.deepEqual(readConfig(environment)[name], value)
  })
}

const bad: [environment: Record<string, string>, sentence: RegExp][] = [
  [{ PORT: '65536' }, /^PORT must be a whole number from 0 to 65535\.$/],
  [{ PORT: 'http' }, /^PORT must be a whole number/],
  [{ PORT: '80.5' }, /^PORT must be a whole number/],
  [{ VALKEY_URL: 'http://kv' }, /^VALKEY_URL must be an address that begins with redis:/],
  [{ VALKEY_HOST: 'kv', VALKEY_SCHEME: 'http' }, /^VALKEY_SCHEME must be redis, rediss,/],
  [
    { VALKEY_HOST: 'kv', VALKEY_PORT: 'x' },
    /^VALKEY_HOST and VALKEY_PORT are not a valid address\.$/,
  ],
  [{ EVENTSTREAM_KV_DB: '-1' }, /^EVENTSTREAM_KV_DB must be a whole number/],
  [{ EVENTSTREAM_NAMESPACE: 'a:b' }, /^EVENTSTREAM_NAMESPACE takes 1 to 64 letters/],
  [{ DJANGO_PORT: '-1' }, /^DJANGO_PORT must be/],
  [{ WORKER: 'maybe' }, /^WORKER must be true or false\.$/],
  [{ LEASE_SECONDS: '1' }, /^LEASE_SECONDS must be a whole number from 2 to 600\.$/],
  [{ DATABASE_POOL: '1' }, /^DATABASE_POOL must be/],
  [
    { DATABASE_REPLICA_URL: 'postgres://h/d' },
    /^DATABASE_REPLICA_URL requires DATABASE_URL, the address of its primary\.$/,
  ],
  [{ CONCURRENT_SCANS: '0' }, /^CONCURRENT_SCANS must be/],
  [{ LOG_LEVEL: 'chatty' }, /^LOG_LEVEL must be one of/],
  [{ PUBLIC_URL: 'example.com' }, /^PUBLIC_URL must be/],
  [{ AWS_ENDPOINT_URL: 'nowhere' }, /^AWS_ENDPOINT_URL must be/],
  [{ DATABASE_URL: 'mysql://h/d' }, /^DATABASE_URL must be/],
  [{ DATABASE_URL: 'postgres://u:p@a:5432,b:5432/d' }, /^DATABASE_URL must have one host/],
  [{ DATABASE_URL: 'postgres://a,b/d' }, /^DATABASE_URL must have one host/],
  [{ VALKEY_URL: 'redis://a:1,b:2' }, /^VALKEY_URL must be an address that begins with redis:/],
  [{ VALKEY_URL: 'redis+sentinel://a:1,b:2' }, /^VALKEY_URL must be an address .*Sentinels/],
  [{ POSTGRES_HOST: 'db' }, /^POSTGRES_HOST requires POSTGRES_USER/],
  [
    { POSTGRES_HOST: 'd b', POSTGRES_USER: 'u' },
    /^POSTGRES_HOST and POSTGRES_PORT are not a valid address/,
  ],
  [
    { CORS_ORIGINS: 'https://a/' },
    /^CORS_ORIGINS contains "https:\/\/a\/", which is not an origin/,
  ],
  [
    { TRUSTED_PROXIES: '10.0.0.0/33' },
    /^TRUSTED_PROXIES contains "10\.0\.0\.0\/33", which is not an address/,
  ],
  [{ TRUSTED_PROXIES: '10.0.0' }, /^TRUSTED_PROXIES contains "10\.0\.0"/],
  [{ CORS_ORIGINS: '*' }, /^CORS_ORIGINS contains "\*"/],
  [
    { INTERNAL_TARGETS: 'splunk.internal' },
    /^INTERNAL_TARGETS contains "splunk\.internal", which is not an origin such as https/,
  ],
  [{ INTERNAL_TARGETS: 'https://a.internal/x' }, /^INTERNAL_TARGETS contains/],
  [{ INTERNAL_PROVIDERS: 'http://10.0.0.1:6443' }, /^INTERNAL_PROVIDERS contains/],
  [{ INTERNAL_PROVIDERS: 'https://10.0.0.1:6443/k8s' }, /^INTERNAL_PROVIDERS contains/],
  [{ INTERNAL_PROVIDERS: 'acme@https://10.0.0.1:6443' }, /^INTERNAL_PROVIDERS contains/],
  [{ INTERNAL_TARGETS: 'tls://a.internal' }, /^INTERNAL_TARGETS contains/],
  [{ SIGN_UP: 'everybody' }, /^SIGN_UP must be one of open, invited, closed\.$/],
  [{ FILES_S3_URL: 'https://s3.example' }, /^FILES_S3_URL must name a bucket/],
  [{ FILES_S3_URL: 'https://s3.example/bucket?x' }, /^FILES_S3_URL must name a bucket/],
  [{ FILES_S3_URL: 's3://bucket' }, /^FILES_S3_URL must be an address/],
  [{ SMTP_URL: 'smtps://mail.example' }, /^SMTP_URL requires MAIL_FROM and PUBLIC_URL/],
  [{ SMTP_URL: 'mail.example:25' }, /^SMTP_URL must be an address that begins with smtps/],
  [{ SMTP_URL: 'smtps://mail.example/inbox' }, /^SMTP_URL must be an address such as/],
  [{ SMTP_URL: 'smtp://mail.example?tls=no' }, /^SMTP_URL takes one parameter, \?tls=off/],
  [{ MAIL_FROM: 'a@example.com\r\nBcc: b@example.com' }, /^MAIL_FROM must be an address/],
  [{ MAIL_FROM: 'a@example.com, b@example.com' }, /^MAIL_FROM must be an address/],
]
for (const [environment, sentence] of bad) {
  test(`${JSON.stringify(environment)} is refused in one sentence that names the setting`, () => {
    assert.throws(
      () => readConfig(environment),
      (error: Error) => error instanceof BadSetting && sentence.test(error.message),
    )
  })
}

test('no two settings share a name, and each says why it is there', () => {
  const names = Object.values(settings).flatMap((setting) => setting.names)
  assert.equal(new Set(names).size, names.length)
  for (const { why } of Object.values(settings)) assert.ok(why.length > 5)
})

test('a secret in a setting is not repeated when the setting is wrong', () => {
  const message = (environment: Record<string, string>): string => {
    try {
      readConfig(environment)
      return ''
    } catch (error) {
      return (error as Error).message
    }
  }
  assert.doesNotMatch(message({ DATABASE_URL: 'mysql://u:hunter2@h/d' }), /hunter2/)
  assert.doesNotMatch(message({ SMTP_URL: 'smtp://u:hunter2@h/x' }), /hunter2/)
  assert.match(message({ DATABASE_URL: 'mysql://u:hunter2@h/d' }), /DATABASE_URL/)
})
