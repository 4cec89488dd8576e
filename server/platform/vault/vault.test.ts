import { deepEqual, equal, notEqual, rejects, throws } from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { after, test } from 'node:test'
import { freshDatabase } from '../../testing/database.ts'
import { sql, type Tx } from '../db/index.ts'
import { newId } from '../ids.ts'
import { type Key, sealedWith } from './seal.ts'
import { type Vault, vault } from './vault.ts'

const { database, administer, close } = await freshDatabase()
after(close)

const newMaster = (): Key => ({ id: newId(), bytes: randomBytes(32) })
const own = vault(newMaster())
const cell = { table: 'provider_secrets', id: newId(), column: 'sealed' }
const secret = Buffer.from('{"aws_secret_access_key":"canary"}')

async function newTenant(): Promise<string> {
  const id = newId()
  await database.outsideTenants((tx) => tx.rows(sql`select create_tenant(${id}, 'a tenant')`))
  return id
}
const sealIn = (tenant: string, by: Vault = own): Promise<Buffer> =>
  database.inTenant(tenant, (tx) => by.seal(tx, cell, secret))
const openIn = (tenant: string, sealed: Buffer, by: Vault = own): Promise<string> =>
  database.inTenant(tenant, async (tx) => String(await by.open(tx, cell, sealed)))
const keys = (tx: Tx): Promise<{ id: string; uses: number }[]> =>
  tx.rows(sql`select id, uses from tenant_keys order by id`)

test('a tenant’s secrets share one data key, which counts its uses', async () => {
  const tenant = await newTenant()
  const sealed = [await sealIn(tenant), await sealIn(tenant), await sealIn(tenant)]
  const [key, ...others] = await database.inTenant(tenant, keys)
  deepEqual(others, [])
  equal(key?.uses, 3)
  for (const one of sealed) {
    equal(sealedWith(one), key?.id)
    equal(await openIn(tenant, one), secret.toString())
  }
  equal((await database.inTenant(tenant, keys))[0]?.uses, 3, 'opening is no use of a nonce')
})

test('a data key that was used 2^28 times is replaced, and what it sealed still opens', async () => {
  const tenant = await newTenant()
  const before = await sealIn(tenant)
  await database.inTenant(tenant, (tx) =>
    tx.run(sql`update tenant_keys set uses = ${2 ** 28 - 1} where tenant_id = ${tenant}`),
  )
  const last = await sealIn(tenant)
  equal(sealedWith(last), sealedWith(before))
  const next = await sealIn(tenant)
  notEqual(sealedWith(next), sealedWith(before))
  deepEqual(
    (await database.inTenant(tenant, keys)).map(({ uses }) => uses),
    [2 ** 28, 1],
  )
  for (const one of [before, last, next]) equal(await openIn(tenant, one), secret.toString())
})

test('a use is counted even when two seal at once', async () => {
  const tenant = await newTenant()
  await sealIn(tenant)
  await Promise.all(Array.from({ length: 8 }, () => sealIn(tenant)))
  deepEqual(
    (await database.inTenant(tenant, keys)).map(({ uses }) => uses),
    [9],
  )
})

test('another tenant cannot open a secret, not even with the key copied beside it', async () => {
  const [acme, rival] = [await newTenant(), await newTenant()]
  const sealed = await sealIn(acme)
  await rejects(openIn(rival, sealed), /key of a sealed value was deleted/)
  await administer(`
    insert into tenant_keys (tenant_id, id, wrapped, wrapping_key, uses)
    select '${rival}', id, wrapped, wrapping_key, uses from tenant_keys where tenant_id = '${acme}'`)
  await rejects(openIn(rival, sealed), /unable to authenticate|Unsupported state/)
})

test('a secret moved to another row or column does not open', async () => {
  const tenant = await newTenant()
  const sealed = await sealIn(tenant)
  for (const other of [{ id: newId() }, { column: 'name' }, { table: 'integrations' }]) {
    await rejects(
      database.inTenant(tenant, (tx) => own.open(tx, { ...cell, ...other }, sealed)),
      /authenticate/,
    )
  }
})

test('a dump without the master key opens nothing', async () => {
  const tenant = await newTenant()
  const sealed = await sealIn(tenant)
  await rejects(openIn(tenant, sealed, vault(newMaster())), /sealed with another key/)
  const rows = await administer(`select wrapped from tenant_keys where tenant_id = '${tenant}'`)
  const [row] = rows as { wrapped: Uint8Array }[]
  const stored = Buffer.concat([row?.wrapped ?? Buffer.from('canary'), sealed]).toString('latin1')
  equal(stored.includes('canary'), false)
})

test('once a tenant’s keys are deleted, what they sealed cannot be opened', async () => {
  const tenant = await newTenant()
  const sealed = await sealIn(tenant)
  await database.inTenant(tenant, (tx) =>
    tx.run(sql`delete from tenant_keys where tenant_id = ${tenant}`),
  )
  await rejects(openIn(tenant, sealed), /key of a sealed value was deleted/)
})

test('a seal whose transaction fails leaves no key behind', async () => {
  const tenant = await newTenant()
  await rejects(
    database.inTenant(tenant, async (tx) => {
      await own.seal(tx, cell, secret)
      throw new Error('back')
    }),
    /back/,
  )
  deepEqual(await database.inTenant(tenant, keys), [])
})

test('what belongs to no tenant is sealed by the master key, in its cell only', () => {
  const place = { table: 'signing_keys', id: 'kid', column: 'sealed_key' }
  const sealed = own.sealGlobal(place, secret)
  equal(own.openGlobal(place, sealed).toString(), secret.toString())
  throws(() => own.openGlobal({ ...place, id: 'other' }, sealed))
  throws(() => vault(newMaster()).openGlobal(place, sealed), /another key/)
})
