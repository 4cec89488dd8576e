import { equal, match, notEqual, throws } from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { after, test } from 'node:test'
import { masterKey } from './master-key.ts'

const root = mkdtempSync(join(tmpdir(), 'plumbline-key-'))
after(() => rmSync(root, { recursive: true, force: true }))
let files = 0
const newFile = (): string => join(root, `data-${(files += 1)}`, 'encryption.key')

test('without the setting, a key is generated once and stored in a file that only its owner can read', () => {
  const file = newFile()
  const first = masterKey({ setting: null, file })
  const second = masterKey({ setting: null, file })
  equal(first.bytes.length, 32)
  equal(second.bytes.equals(first.bytes), true)
  equal(second.id, first.id)
  match(readFileSync(file, 'utf8'), /^[A-Za-z0-9+/]{43}=\n$/)
  if (process.platform !== 'win32') {
    equal(statSync(file).mode & 0o777, 0o600)
    equal(statSync(join(file, '..')).mode & 0o777, 0o700)
  }
  notEqual(masterKey({ setting: null, file: newFile() }).id, first.id)
})

test('a setting goes before the file, which is then not made', () => {
  const file = newFile()
  const setting = randomBytes(32).toString('base64')
  const key = masterKey({ setting, file })
  equal(key.bytes.toString('base64'), setting)
  throws(() => statSync(file), { code: 'ENOENT' })
  equal(masterKey({ setting: ` ${setting}\n`, file }).id, key.id)
})

test('the id identifies a key and reveals nothing of it', () => {
  const setting = randomBytes(32).toString('base64')
  const { id, bytes } = masterKey({ setting, file: newFile() })
  match(id, /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/)
  equal(bytes.toString('hex').includes(id.replaceAll('-', '')), false)
})

const bad: readonly (readonly [string, string])[] = [
  ['a passphrase', 'correct horse battery staple correct horse'],
  ['hexadecimal', randomBytes(32).toString('hex')],
  ['16 bytes', randomBytes(16).toString('base64')],
  ['33 bytes', randomBytes(33).toString('base64')],
  ['32 bytes with a letter that base64 has not', `${'A'.repeat(20)}!${'A'.repeat(23)}=`],
  ['two keys', `${randomBytes(32).toString('base64')}\n${randomBytes(32).toString('base64')}`],
]
for (const [what, setting] of bad) {
  test(`a setting of ${what} is refused with the way to make a good one`, () => {
    throws(
      () => masterKey({ setting, file: newFile() }),
      /^BadSetting: ENCRYPTION_KEY must be 32 bytes in base64, for example the output of "openssl rand -base64 32"\.$/,
    )
  })
}

test('a file that holds no key is refused by its name and stays as it is', () => {
  const file = newFile()
  masterKey({ setting: null, file })
  const spoilt = `${readFileSync(file, 'utf8').slice(0, -4)}?=\n      `
  writeFileSync(file, spoilt)
  throws(
    () => masterKey({ setting: null, file }),
    (error: Error) => {
      match(error.message, /must be 32 bytes in base64/)
      return error.message.startsWith(file)
    },
  )
  equal(readFileSync(file, 'utf8'), spoilt)
})

test('processes that start at once agree on one key', async () => {
  const file = newFile()
  const module = JSON.stringify(new URL('./master-key.ts', import.meta.url).href)
  const program = `
    import { masterKey } from ${module}
    while (Date.now() < ${Date.now() + 700}) {}
    console.log(masterKey({ setting: null, file: ${JSON.stringify(file)} }).id)`
  const ids = await Promise.all(
    Array.from({ length: 4 }, () => {
      const child = spawn(process.execPath, ['--input-type=module', '-e', program], {
        stdio: ['ignore', 'pipe', 'inherit'],
      })
      return text(child.stdout)
    }),
  )
  equal(new Set(ids).size, 1)
  equal(ids[0]?.trim(), masterKey({ setting: null, file }).id)
})

test('a key that another process is writing this moment is waited for', async () => {
  const file = newFile()
  masterKey({ setting: null, file })
  const whole = readFileSync(file, 'utf8')
  writeFileSync(file, '')
  const write = `require('fs').writeFileSync(${JSON.stringify(file)}, ${JSON.stringify(whole)})`
  const program = `
    process.stdin.once('data', () => setTimeout(() => ${write}, 100))
    process.stdout.write('ready')`
  const child = spawn(process.execPath, ['-e', program], { stdio: ['pipe', 'pipe', 'inherit'] })
  after(() => void child.kill())
  await once(child.stdout, 'data') // to start Node may take longer than a key is waited for
  await new Promise<void>((done) => child.stdin.end('x', done))
  equal(`${masterKey({ setting: null, file }).bytes.toString('base64')}\n`, whole)
})
