import { deepEqual, equal, match, notEqual, ok, rejects } from 'node:assert/strict'
import { createPublicKey, generateKeyPairSync, type KeyObject, randomBytes } from 'node:crypto'
import { after, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { freshDatabase } from '../../testing/database.ts'
import { sql, type SystemTx } from '../db/index.ts'
import { newId } from '../ids.ts'
import { vault } from '../vault/index.ts'
import { warnAtStart } from '../../warnings.ts'
import { signingKeys } from './signing-keys.ts'
import { tokens } from './tokens.ts'

const { database, administer, close } = await freshDatabase()
after(close)

const master = { id: newId(), bytes: randomBytes(32) }
const settings = {
  issuer: 'i',
  audience: 'a',
  accessMinutes: 5,
  refreshMinutes: 5,
  idleMinutes: 5,
}
const subject = {
  userId: newId(),
  tenantId: newId(),
  sessionId: newId(),
  epoch: 0,
  authTime: Math.floor(Date.now() / 1_000),
  authMethod: 'password',
} as const
const pem = (key: KeyObject): string => String(key.export({ type: 'pkcs8', format: 'pem' }))

test('processes that start at once sign with one key, and each believes the others', async () => {
  await administer('delete from signing_keys')
  const starts = await Promise.all(
    Array.from({ length: 4 }, () => signingKeys(database, vault(master), null)),
  )
  equal(new Set(starts.map(({ kid }) => kid)).size, 1)
  const [one, two] = starts.map((keys) => tokens(keys, settings, Date.now))
  ok(one && two)
  equal((await two.verifyAccess(await one.access(subject))).userId, subject.userId)
  const later = await signingKeys(database, vault(master), null)
  equal(later.kid, starts[0]?.kid)
})

test('a process that finds a key being stored waits for it and stores none of its own', async () => {
  await administer('delete from signing_keys')
  const store = (tx: SystemTx, kid: string): Promise<unknown> =>
    tx.rows(sql`select add_first_signing_key(${kid}, ${Buffer.from(kid)}, 'public')`)
  await Promise.all([
    database.outsideTenants(async (tx) => {
      await store(tx, 'first')
      await sleep(150)
    }),
    sleep(50).then(() => database.outsideTenants((tx) => store(tx, 'second'))),
  ])
  deepEqual(await administer('select kid from signing_keys'), [{ kid: 'first' }])
  await administer('delete from signing_keys')
})

test('processes that store a key at once neither fail nor store two', async () => {
  for (let round = 0; round < 10; round += 1) {
    await administer('delete from signing_keys')
    await Promise.all(
      Array.from({ length: 8 }, (_, n) =>
        database.outsideTenants((tx) =>
          tx.rows(sql`select add_first_signing_key(${`key ${n}`}, ${Buffer.from('x')}, 'public')`),
        ),
      ),
    )
    equal((await administer('select kid from signing_keys')).length, 1)
  }
  await administer('delete from signing_keys')
})

test('a generated key has 128 bits of security: RSA with 3,072 bits', async () => {
  await administer('delete from signing_keys')
  const { privateKey } = await signingKeys(database, vault(master), null)
  equal(privateKey.asymmetricKeyDetails?.modulusLength, 3_072)
})

test('an existing 2,048-bit key keeps signing and causes a warning', async () => {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2_048 })
  const own = vault(master)
  const place = { table: 'signing_keys', id: 'old', column: 'sealed_key' }
  const sealed = own.sealGlobal(place, Buffer.from(pem(privateKey)))
  const shown = String(publicKey.export({ type: 'spki', format: 'pem' }))
  await administer('delete from signing_keys')
  await database.outsideTenants((tx) =>
    tx.rows(sql`select add_first_signing_key(${'old'}, ${sealed}, ${shown})`),
  )
  const keys = await signingKeys(database, own, null)
  const issued = tokens(keys, settings, Date.now)
  equal((await issued.verifyAccess(await issued.access(subject))).userId, subject.userId)
  const warned: unknown[] = []
  const log = { info() {}, error() {}, warn: (...line: unknown[]) => void warned.push(line) }
  warnAtStart({ unprotected: [], dataDir: '/no/directory' }, keys, log)
  deepEqual(warned, [
    [
      'token signing key is short; set a longer TOKEN_SIGNING_KEY',
      { bits: 2_048, made_now: 3_072 },
    ],
  ])
  await administer('delete from signing_keys')
})

test('the private key lies in the database only sealed', async () => {
  const keys = await signingKeys(database, vault(master), null)
  const [row] = await administer('select * from signing_keys')
  equal(row?.['kid'], keys.kid)
  match(String(row?.['public_key']), /^-----BEGIN PUBLIC KEY-----/)
  equal(Buffer.from(row?.['sealed_key'] as Uint8Array).includes('PRIVATE'), false)
  const otherVault = vault({ id: newId(), bytes: randomBytes(32) })
  await rejects(signingKeys(database, otherVault, null), /sealed with another key/)
})

test('a key from the setting is used, in lines or with \\n between them, and none is stored', async () => {
  await administer('delete from signing_keys')
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const own = vault(master)
  const keys = await signingKeys(database, own, pem(privateKey))
  const escaped = await signingKeys(database, own, pem(privateKey).replaceAll('\n', '\\n'))
  equal(escaped.kid, keys.kid)
  deepEqual([...keys.publicKeys.keys()], [keys.kid])
  ok(keys.publicKeys.get(keys.kid)?.equals(createPublicKey(privateKey)))
  const other = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey
  notEqual((await signingKeys(database, own, pem(other))).kid, keys.kid)
  deepEqual(await administer('select kid from signing_keys'), [])
})

const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 })
const bad: readonly (readonly [string, string])[] = [
  ['no PEM', 'secret'],
  ['half a PEM', pem(rsa.privateKey).slice(0, 400)],
  ['a public key', String(rsa.publicKey.export({ type: 'spki', format: 'pem' }))],
  ['an elliptic curve', pem(generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey)],
  ['Ed25519', pem(generateKeyPairSync('ed25519').privateKey)],
  ['RSA of 1024 bits', pem(generateKeyPairSync('rsa', { modulusLength: 1024 }).privateKey)],
]
for (const [what, setting] of bad) {
  test(`rejects a setting that is ${what} at startup, and states how to create a valid one`, () =>
    rejects(
      signingKeys(database, vault(master), setting),
      /^BadSetting: TOKEN_SIGNING_KEY must be an RSA private key of at least 2048 bits in PEM, such as "openssl genrsa 3072" prints\.$/,
    ))
}
