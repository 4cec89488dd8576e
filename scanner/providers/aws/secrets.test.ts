import { deepEqual, equal } from 'node:assert/strict'
import { test } from 'node:test'
import { calledSecret, holdsCredentials, seemsSecret, suspects } from './secrets.ts'

/** Concatenated here, so that no secret scanner reports them as real. */
const joined = (...parts: string[]) => parts.join('')
const drawn = 'f4Kq9ZtW1xP7vLs2'

const secrets: [string, string, string][] = [
  ['KEY', joined('AKIA', 'IOSFODNN7EXAMPLE'), 'an AWS access key'],
  ['TLS', joined('-----BEGIN RSA ', 'PRIVATE KEY-----\nMIIE'), 'a private key'],
  ['TLS', joined('-----BEGIN ', 'PRIVATE KEY-----'), 'a private key'],
  ['CI', joined('ghp_', 'a1B2c3D4e5F6'.repeat(3)), 'a GitHub token'],
  ['CHAT', joined('xoxb-', '1234567890-abc'), 'a Slack token'],
  ['SHOP', joined('sk_live_', 'a1B2c3D4e5F6g7H8i9J0'), 'a Stripe key'],
  ['DATABASE_URL', joined('postgres://app:', 'horse@db.internal/shop'), 'a URL with a password'],
  ['DB_PASSWORD', drawn, 'a secret, according to its name'],
  ['dbPassword', drawn, 'a secret, according to its name'],
  ['session-secret', drawn, 'a secret, according to its name'],
  ['STRIPE_API_KEY', drawn, 'a secret, according to its name'],
  ['PWD', drawn, 'a secret, according to its name'],
  ['DB_PASS', drawn, 'a secret, according to its name'],
  ['JWT_SECRET', '/hT7x+a8==', 'a secret, according to its name'],
  ['JWT_SECRET', '/hT7xa8Kq9Zt', 'a secret, according to its name'],
  ['CACHE', joined('redis://:', 'pw@cache.internal'), 'a URL with a password'],
  ['DB', joined('postgres://app:', 'p%40ss%21@db/shop'), 'a URL with a password'],
  [
    'DB',
    joined('Server=db;User Id=app;Pass', 'word=horse;'),
    'a connection string with a password',
  ],
  ['DB', joined('Server=db;Uid=app;Pw', 'd=horse'), 'a connection string with a password'],
  [
    'DB',
    joined('jdbc:mysql://db/shop?user=app&pass', 'word=horse'),
    'a connection string with a password',
  ],
]

const plain: [string, string][] = [
  ['LOG_LEVEL', 'debug'],
  ['DB_HOST', 'db.internal.example'],
  ['DB_PASSWORD', ''],
  ['DB_PASSWORD', 'changeme'.slice(0, 6)],
  ['DB_PASSWORD', 'aaaaaaaaaaaa'],
  ['DB_PASSWORD', '/run/secrets/database'],
  ['DB_PASSWORD_FILE', drawn],
  ['DB_PASSWORD', '/shop/prod/database-password'],
  ['BYPASS', drawn],
  ['DB', 'Server=db;Password=${PASSWORD};Pwd='],
  ['DB', 'Server=db;Password=/run/secrets/database'],
  ['DATABASE_URL', 'postgres://app:%DB_PASSWORD%@db.internal/shop'],
  ['DATABASE_URL', 'postgres://%s:%s@db.internal/shop'],
  ['DATABASE_URL', 'postgres://%(user)s:%(password)s@db.internal/shop'],
  ['DB_SECRET_ARN', 'arn:aws:secretsmanager:eu-west-1:123456789012:secret:db'],
  ['DB_SECRET', 'arn:aws:secretsmanager:eu-west-1:123456789012:secret:db'],
  ['TOKEN_TTL', '86400000000'],
  ['TOKEN', '1234567890123'],
  ['TOKEN_URL', 'https://login.example.com/oauth/token'],
  ['API_KEY', '${API_KEY_FROM_STORE}'],
  ['COMMIT', '9fceb02d0ae598e95dc970b74767f19372d61af8'],
  ['DATABASE_URL', 'postgres://db.internal/shop'],
  ['DATABASE_URL', 'postgres://app:${PASSWORD}@db.internal/shop'],
]

test('values of known shapes, and drawn ones under telling names, seem to be secrets', () => {
  for (const [name, value, seems] of secrets)
    equal(seemsSecret(name, value), seems, `${name} ${seems}`)
})

test('references, switches, numbers and what says nothing by its name do not', () => {
  for (const [name, value] of plain) equal(seemsSecret(name, value), null, `${name}=${value}`)
})

test('what is said of secrets holds their names and not their values', () => {
  const found = suspects([
    ['DB_PASSWORD', drawn],
    ['LOG_LEVEL', 'info'],
  ])
  deepEqual(found, [{ name: 'DB_PASSWORD', seems: 'a secret, according to its name' }])
})

test('a long hostile value is looked at in no time', () => {
  const started = performance.now()
  for (const value of [
    'pwd ='.repeat(400_000),
    'a:'.repeat(500_000),
    `a://${'b'.repeat(500_000)}`,
    'eyJ'.repeat(300_000),
  ])
    seemsSecret('TOKEN', value)
  equal(performance.now() - started < 1_000, true)
})

const addresses: [string, boolean][] = [
  ['https://bitbucket.org/larkspur/shop.git', false],
  ['https://maria@bitbucket.org/larkspur/shop.git', false],
  ['https://maria:@bitbucket.org/larkspur/shop.git', false],
  ['https://maria:hunter2@bitbucket.org/larkspur/shop.git', true],
  ['https://x-token-auth:abc@bitbucket.org/larkspur/shop.git', true],
  ['https://ghp_0123456789@github.com/larkspur/shop.git', true],
  ['larkspur-sources/shop@2.zip', false],
  ['', false],
]

test('an address with a password or a token is known from one without', () => {
  for (const [address, holds] of addresses) equal(holdsCredentials(address), holds, address)
})

const called: [string, boolean][] = [
  ['AWS_ACCESS_KEY_ID', true],
  ['AWS_SECRET_ACCESS_KEY', true],
  ['dbPassword', true],
  ['npm-token', true],
  ['SECRET_KEY_BASE', true],
  ['TOKEN_TTL', false],
  ['SECRET_NAME', false],
  ['PASSWORD_RULES', false],
  ['MONKEY', false],
  ['KEY_ID', false],
]

test('a name that says what a secret is about is not the name of one', () => {
  for (const [name, is] of called) equal(calledSecret(name), is, name)
})
