import { deepEqual, equal, ok, rejects } from 'node:assert/strict'
import { generateKeyPairSync } from 'node:crypto'
import { after, test } from 'node:test'
import { Problem } from '@plumbline/jsonapi'
import { freshDatabase } from '../../testing/database.ts'
import { type Database, sql } from '../db/index.ts'
import { newId } from '../ids.ts'
import { makeApiKey, type NewApiKey } from './api-keys.ts'
import { authenticator } from './authenticate.ts'
import { tokens } from './tokens.ts'

const { database, close } = await freshDatabase()
after(close)

const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
const keys = { kid: 'k', privateKey, publicKeys: new Map([['k', publicKey]]) }
const start = Date.UTC(2026, 10, 21)
let clock = start
const now = (): number => clock
const issued = tokens(
  keys,
  { issuer: 'i', audience: 'a', accessMinutes: 5, refreshMinutes: 60, idleMinutes: 60 },
  now,
)
const used: string[] = []
const authenticate = authenticator(database, issued, {
  now,
  used: (tenantId, keyId) => used.push(`${tenantId} ${keyId}`),
})

const tenantId = newId()
const userId = newId()
await database.outsideTenants(async (tx) => {
  await tx.rows(sql`select create_tenant(${tenantId}, 'acme')`)
  await tx.rows(sql`select create_user(${userId}, 'ann@example.test', 'Ann', '', 'hash')`)
})
await database.inTenant(tenantId, (tx) =>
  tx.run(sql`
    insert into memberships (tenant_id, id, user_id, role)
    values (${tenantId}, ${newId()}, ${userId}, 'owner')`),
)

async function keyOf(
  { expires = start + 3_600_000, revoked = false, owner = userId } = {},
  made: NewApiKey = makeApiKey(),
): Promise<NewApiKey & { id: string }> {
  const id = newId()
  await database.inTenant(tenantId, (tx) =>
    tx.run(sql`
      insert into api_keys (tenant_id, id, user_id, name, prefix, hash, expires_at, revoked)
      values (${tenantId}, ${id}, ${owner}, ${id}, ${made.prefix}, ${made.hash},
              ${new Date(expires).toISOString()}::timestamptz, ${revoked})`),
  )
  return { ...made, id }
}

const refused = (header: string | undefined, code: string): Promise<void> =>
  rejects(authenticate(header), (error) => {
    ok(error instanceof Problem, String(error))
    equal(error.status, 401)
    equal(error.code, code)
    equal(error.headers?.['WWW-Authenticate'], 'Bearer')
    return true
  })

test('a bearer token identifies its caller, whatever the case of its scheme', async () => {
  const token = await issued.access({
    userId,
    tenantId,
    sessionId: newId(),
    epoch: 2,
    authTime: start / 1_000,
    authMethod: 'social',
  })
  for (const scheme of ['Bearer', 'bearer', 'BEARER']) {
    const identity = await authenticate(`${scheme} ${token}`)
    equal(identity.kind, 'token')
    equal(identity.userId, userId)
    equal(identity.tenantId, tenantId)
    equal(identity.kind === 'token' && identity.epoch, 2)
    equal(identity.kind === 'token' && identity.authTime, start / 1_000)
    equal(identity.kind === 'token' && identity.authMethod, 'social')
    equal(identity.expiresAt, start / 1_000 + 300)
  }
})

test('an API key identifies its owner and tenant, and its use is recorded', async () => {
  const { key, id } = await keyOf()
  used.length = 0
  deepEqual(await authenticate(`Api-Key ${key}`), {
    kind: 'key',
    userId,
    tenantId,
    credentialId: id,
    expiresAt: start / 1_000 + 3_600,
  })
  deepEqual(used, [`${tenantId} ${id}`])
})

test('two keys with one prefix are distinguished by their hashes', async () => {
  const first = await keyOf()
  let second = makeApiKey()
  second = { ...second, prefix: first.prefix, key: second.key.replace(second.prefix, first.prefix) }
  const stored = await keyOf({}, second)
  equal((await authenticate(`Api-Key ${first.key}`)).credentialId, first.id)
  equal((await authenticate(`Api-Key ${second.key}`)).credentialId, stored.id)
})

test('a key that is wrong, revoked, expired or nobody’s is refused in the same words', async () => {
  const good = await keyOf()
  const other = makeApiKey()
  used.length = 0
  await refused(`Api-Key ${good.prefix}.${other.key.split('.')[1]}`, 'api_key_invalid')
  await refused(`Api-Key ${other.key}`, 'api_key_invalid')
  await refused(`Api-Key ${(await keyOf({ revoked: true })).key}`, 'api_key_invalid')
  await refused(`Api-Key ${(await keyOf({ expires: start })).key}`, 'api_key_invalid')
  await refused(`Api-Key ${(await keyOf({ owner: newId() })).key}`, 'api_key_invalid')
  await refused('Api-Key pk_', 'api_key_invalid')
  await refused(`Api-Key ${good.hash.toString('hex')}`, 'api_key_invalid')
  clock = start + 3_600_000
  await refused(`Api-Key ${good.key}`, 'api_key_invalid')
  clock = start
  deepEqual(used, [])
})

test('whose a key is, is looked up once a second, and a wrong key each time', async () => {
  let lookUps = 0
  const counted: Database = {
    ...database,
    outsideTenants(work) {
      lookUps += 1
      return database.outsideTenants(work)
    },
  }
  const own = authenticator(counted, issued, { now, used: () => {} })
  const { key, id, prefix } = await keyOf()
  for (const [at, expected] of [
    [0, 1],
    [500, 1],
    [999, 1],
    [1_000, 2],
    [1_500, 2],
  ] as const) {
    clock = start + at
    equal((await own(`Api-Key ${key}`)).credentialId, id)
    equal(lookUps, expected, `after ${at} ms`)
  }
  clock = start
  const wrong = makeApiKey().key.replace(/^[^.]+/, prefix)
  for (const expected of [3, 4]) {
    await rejects(own(`Api-Key ${wrong}`), { code: 'api_key_invalid' })
    equal(lookUps, expected)
  }
})

test('a key of a member who was removed is good no more', async () => {
  const leaver = newId()
  await database.outsideTenants((tx) =>
    tx.rows(sql`select create_user(${leaver}, 'bob@example.test', 'Bob', '', 'hash')`),
  )
  await database.inTenant(tenantId, (tx) =>
    tx.run(sql`
      insert into memberships (tenant_id, id, user_id, role)
      values (${tenantId}, ${newId()}, ${leaver}, 'member')`),
  )
  const { key } = await keyOf({ owner: leaver })
  equal((await authenticate(`Api-Key ${key}`)).userId, leaver)
  await database.inTenant(tenantId, (tx) =>
    tx.run(sql`delete from memberships where tenant_id = ${tenantId} and user_id = ${leaver}`),
  )
  clock = start + 1_000
  await refused(`Api-Key ${key}`, 'api_key_invalid')
  clock = start
})

test('no credentials, an unknown scheme and a header in pieces are refused', async () => {
  await refused(undefined, 'not_authenticated')
  await refused('', 'not_authenticated')
  for (const header of [
    'Basic YTpi',
    'Bearer',
    'Bearer a b',
    'nonsense',
    ' ',
    `x${' '.repeat(60_000)}y z`,
  ]) {
    await refused(header, 'not_authenticated')
  }
  await refused('Bearer nonsense', 'token_invalid')
  await refused('Bearer null', 'token_invalid')
})
