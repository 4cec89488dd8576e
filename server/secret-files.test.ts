import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { readConfig } from './config.ts'
import { BadSetting } from './setting.ts'
import { settings } from './settings.ts'

const folder = mkdtempSync(join(tmpdir(), 'plumbline-secrets-'))
after(() => rmSync(folder, { recursive: true }))
let written = 0
const file = (content: string | Buffer): string => {
  const path = join(folder, `secret-${(written += 1)}`)
  writeFileSync(path, content)
  return path
}

/** Without a writer: opening it waits. */
function pipe(): string {
  const path = join(folder, `pipe-${(written += 1)}`)
  execFileSync('mkfifo', [path])
  return path
}

test('every secret is read from a file, without trailing newlines', () => {
  const values: Record<string, string> = {
    DATABASE_URL: 'postgres://u:p@h/d',
    DATABASE_ADMIN_URL: 'postgres://a:p@h/d',
    DATABASE_REPLICA_URL: 'postgres://u:p@standby/d',
    DATABASE_SERVER_PASSWORD: ' twelve or more ',
    VALKEY_URL: 'rediss://u:p@kv:1',
    SMTP_URL: 'smtps://u:p@mail.example.com',
  }
  const others = { MAIL_FROM: 'a@example.com', PUBLIC_URL: 'https://a.example.com' }
  const secrets = Object.entries(settings).filter(([, { isSecret }]) => isSecret)
  assert.ok(secrets.length >= 10, String(secrets.length))
  for (const [key, { names }] of secrets)
    for (const name of names) {
      const value = values[name] ?? ' two\nlines'
      const primary = name === 'DATABASE_REPLICA_URL' && { DATABASE_URL: 'postgres://u:p@h/d' }
      for (const end of ['', '\n', '\r\n', '\n\r\n']) {
        const config = readConfig({ ...others, ...primary, [`${name}_FILE`]: file(value + end) })
        assert.equal(config[key as keyof typeof config], value, name)
      }
    }
  assert.equal(readConfig({ ENCRYPTION_KEY_FILE: file('\ufeffkey') }).encryptionKey, 'key')
})

test('passwords of addresses in parts are read from files', () => {
  const postgres = { POSTGRES_HOST: 'db', POSTGRES_USER: 'u', POSTGRES_ADMIN_USER: 'a' }
  const config = readConfig({
    ...postgres,
    POSTGRES_PASSWORD_FILE: file('one\n'),
    POSTGRES_ADMIN_PASSWORD_FILE: file('two\n'),
    VALKEY_HOST: 'kv',
    VALKEY_PASSWORD_FILE: file('three\n'),
  })
  assert.equal(config.databaseUrl, 'postgres://u:one@db:5432/plumbline')
  assert.equal(config.databaseAdminUrl, 'postgres://a:two@db:5432/plumbline')
  assert.equal(config.valkeyUrl, 'redis://:three@kv:6379')
})

test('an empty variable counts as unset, and settings that are not secret have no file', () => {
  const path = file('postgres://h/d')
  assert.equal(
    readConfig({ DATABASE_URL: '', DATABASE_URL_FILE: path }).databaseUrl,
    'postgres://h/d',
  )
  assert.equal(readConfig({ DATABASE_URL_FILE: '' }).databaseUrl, null)
  assert.equal(readConfig({ PORT_FILE: file('9') }).port, 8_080)
})

test('child processes do not get the content of a file', () => {
  process.env['TOKEN_SIGNING_KEY_FILE'] = file('planted')
  try {
    assert.equal(readConfig(process.env).tokenSigningKey, 'planted')
    assert.ok(!Object.values(process.env).includes('planted'))
  } finally {
    delete process.env['TOKEN_SIGNING_KEY_FILE']
  }
})

const long = 'hunter2'.padEnd(65_537, 'x')
const refused: readonly (readonly [environment: () => Record<string, string>, sentence: RegExp])[] =
  [
    [
      () => ({ ENCRYPTION_KEY: 'hunter2', ENCRYPTION_KEY_FILE: file('hunter2') }),
      /^ENCRYPTION_KEY and ENCRYPTION_KEY_FILE are both set\. Set only one of them\.$/,
    ],
    [
      () => ({ VALKEY_URL_FILE: join(folder, 'absent') }),
      /^VALKEY_URL_FILE is \/.*\/absent, which cannot be read: ENOENT\.$/,
    ],
    [() => ({ SMTP_URL_FILE: folder }), /^SMTP_URL_FILE is \/.*, which is not a file\.$/],
    [() => ({ SMTP_URL_FILE: pipe() }), /^SMTP_URL_FILE is \/.*, which is not a file\.$/],
    [
      () => ({ ENCRYPTION_KEY_FILE: file(Buffer.from('hunter2\xff', 'latin1')) }),
      /^ENCRYPTION_KEY_FILE is \/.*, which is not text in UTF-8\.$/,
    ],
    [() => ({ DATABASE_URL_FILE: file('') }), /^DATABASE_URL_FILE is \/.*, which is empty\.$/],
    [() => ({ DATABASE_URL_FILE: file('\n') }), /^DATABASE_URL_FILE is \/.*, which is empty\.$/],
    [
      () => ({ TOKEN_SIGNING_KEY_FILE: file(long) }),
      /^TOKEN_SIGNING_KEY_FILE is \/.*, which has more than 65536 bytes\.$/,
    ],
    [
      () => ({ DATABASE_URL_FILE: file('mysql://u:hunter2@h') }),
      /^DATABASE_URL must be an address that begins with postgres:/,
    ],
  ]
for (const [environment, sentence] of refused)
  test(`a file is refused with ${String(sentence)}, without its content`, () => {
    assert.throws(
      () => readConfig(environment()),
      (error: Error) =>
        error instanceof BadSetting &&
        sentence.test(error.message) &&
        !error.message.includes('hunter2'),
    )
  })

test('a secret of the greatest length is read', () => {
  const value = long.slice(0, 65_536)
  assert.equal(readConfig({ TOKEN_SIGNING_KEY_FILE: file(value) }).tokenSigningKey, value)
})
