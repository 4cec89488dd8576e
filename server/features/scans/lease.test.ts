import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type Database, sql } from '../../platform/db/index.ts'
import { newId } from '../../platform/ids.ts'
import { freshDatabase, type TestDatabase } from '../../testing/index.ts'
import * as lease from './lease.ts'
import { insertScan } from './store.ts'
import * as units from './units.ts'

let db: TestDatabase
let database: Database
before(async () => {
  db = await freshDatabase()
  database = db.database
})
after(() => db.close())

interface Place {
  readonly tenantId: string
  readonly provider: string
}
async function newProvider(): Promise<Place> {
  const [tenantId, provider] = [newId(), newId()]
  await database.inTenant(tenantId, async (tx) => {
    await tx.run(sql`select create_tenant(${tenantId}, 'a tenant')`)
    await tx.run(sql`
      insert into providers (tenant_id, id, provider, uid)
      values (${tenantId}, ${provider}, 'aws', '123456789012')`)
  })
  return { tenantId, provider }
}
async function newScan(
  { tenantId, provider }: Place,
  kind: 'full' | 'partial' = 'full',
): Promise<string> {
  const [id, task_id] = [newId(), newId()]
  await database.inTenant(tenantId, async (tx) => {
    await tx.run(sql`
      insert into tasks (tenant_id, id, name, provider_id)
      values (${tenantId}, ${task_id}, 'scan-perform', ${provider})`)
    const about = {
      id,
      provider_id: provider,
      task_id,
      name: null,
      kind,
      trigger: 'manual',
    } as const
    await insertScan(tx, { ...about, resource_uids: null })
  })
  return id
}
const claim = ({ tenantId }: Place, id: string): Promise<lease.Claim> =>
  database.inTenant(tenantId, (tx) => lease.claim(tx, id, 20))
async function claimed(place: Place, id: string): Promise<lease.Claimed> {
  const taken = await claim(place, id)
  assert.equal(taken.kind, 'claimed')
  return (taken as Extract<lease.Claim, { kind: 'claimed' }>).scan
}
const within = <T>(
  { tenantId }: Place,
  work: Parameters<typeof database.inTenant<T>>[1],
): Promise<T> => database.inTenant(tenantId, work)
/** The holder falls silent, and his lease runs out. */
const silence = (id: string): Promise<unknown> =>
  db.administer(`update scans set lease_until = now() - interval '1 second' where id = '${id}'`)
const column = async (id: string, name: string): Promise<unknown> =>
  (await db.administer(`select ${name} as value from scans where id = '${id}'`))[0]?.['value']

test('of eight workers that reach for a scan at once, one gets it', async () => {
  const place = await newProvider()
  const id = await newScan(place)
  const claims = await Promise.all(Array.from({ length: 8 }, () => claim(place, id)))
  assert.equal(claims.filter(({ kind }) => kind === 'claimed').length, 1)
  assert.equal(claims.filter(({ kind }) => kind === 'not_ours').length, 7)
  assert.equal(await column(id, 'state'), 'executing')
  assert.equal(Number(await column(id, 'fence')), 1)
})

test('a scan is taken over when its lease has run out, and not before', async () => {
  const place = await newProvider()
  const id = await newScan(place)
  const first = await claimed(place, id)
  assert.equal((await claim(place, id)).kind, 'not_ours')
  await silence(id)
  const second = await claimed(place, id)
  assert.equal(second.seq, first.seq) // the same scan, in the same place of the order
  assert.equal(second.fence, first.fence + 1)
})

test('a holder that comes back too late can neither renew nor write anything', async () => {
  const place = await newProvider()
  const id = await newScan(place)
  const old = await claimed(place, id)
  await within(place, (tx) => units.plan(tx, old, [{ name: 's3/global', checks: ['a', 'b'] }], 2))
  assert.equal(await within(place, (tx) => units.claimUnit(tx, old, 's3/global')), true)
  assert.equal(await within(place, (tx) => units.holdUnit(tx, old, 's3/global')), true)
  await silence(id)
  const heir = await claimed(place, id)
  const tries = {
    renew: await within(place, (tx) => lease.renew(tx, old, 20)),
    hold: await within(place, (tx) => lease.hold(tx, old)),
    claimUnit: await within(place, (tx) => units.claimUnit(tx, old, 's3/global')),
    release: await within(place, (tx) => lease.release(tx, old)),
  }
  assert.deepEqual(tries, { renew: false, hold: false, claimUnit: false, release: false })
  assert.equal(await within(place, (tx) => units.claimUnit(tx, heir, 's3/global')), true)
  assert.equal(await within(place, (tx) => units.holdUnit(tx, old, 's3/global')), false)
  assert.equal(await within(place, (tx) => units.holdUnit(tx, heir, 's3/global')), true)
  assert.equal(await within(place, (tx) => lease.renew(tx, heir, 20)), true)
})

test('a lease that is handed back is taken at once, and counts for no attempt', async () => {
  const place = await newProvider()
  const id = await newScan(place)
  for (let time = 0; time < 5; time += 1) {
    const holder = await claimed(place, id)
    assert.equal(await within(place, (tx) => lease.release(tx, holder)), true)
  }
  assert.equal(await column(id, 'attempts'), 0)
})

test('a scan is given up after three claims in a row without a unit done', async () => {
  const place = await newProvider()
  const id = await newScan(place)
  for (let time = 0; time < 3; time += 1) {
    await claimed(place, id)
    await silence(id)
  }
  assert.equal((await claim(place, id)).kind, 'exhausted')
})

test('a scan whose units complete is never given up, however often its worker dies', async () => {
  const place = await newProvider()
  const id = await newScan(place)
  const names = Array.from({ length: 6 }, (_, at) => `s3/region-${at}`)
  for (const name of names) {
    const holder = await claimed(place, id)
    await within(place, async (tx) => {
      await units.plan(
        tx,
        holder,
        names.map((one) => ({ name: one, checks: ['a'] })),
        names.length,
      )
      assert.equal(await units.claimUnit(tx, holder, name), true)
      const recorded = { emitted: 0, stored: 0, merged: 0, gaps: 0 }
      await units.finishUnit(tx, holder, name, {
        recorded,
        coverage: [],
        now: new Date().toISOString(),
      })
    })
    await silence(id)
  }
  const last = await claimed(place, id)
  assert.equal(await within(place, (tx) => units.remaining(tx, last.id)), 0)
})

test('a unit that takes its worker down three times is failed, and the scan goes on without it', async () => {
  const place = await newProvider()
  const id = await newScan(place)
  let holder = await claimed(place, id)
  await within(place, (tx) => units.plan(tx, holder, [{ name: 'ec2/x', checks: ['a'] }], 1))
  for (let time = 0; time < 3; time += 1) {
    assert.equal(await within(place, (tx) => units.claimUnit(tx, holder, 'ec2/x')), true)
    await db.administer(`update scans set attempts = 1 where id = '${id}'`) // other units completed
    await silence(id)
    holder = await claimed(place, id)
  }
  assert.equal(await within(place, (tx) => units.claimUnit(tx, holder, 'ec2/x')), false)
  const [row] = await db.administer(
    `select state, error_code from scan_units where scan_id = '${id}'`,
  )
  assert.deepEqual(row, { state: 'failed', error_code: 'worker_lost' })
  assert.equal(await within(place, (tx) => units.remaining(tx, id)), 0)
})

test('the second scan of a provider waits for the first, and is woken when it ends', async () => {
  const place = await newProvider()
  const holder = await claimed(place, await newScan(place))
  const [full, partial] = [await newScan(place), await newScan(place, 'partial')]
  assert.equal((await claim(place, full)).kind, 'not_ours')
  assert.equal((await claim(place, partial)).kind, 'not_ours')
  await db.administer('delete from pgboss.job')
  const why = { code: 'cancelled', detail: 'The scan was cancelled.' }
  assert.equal(await within(place, (tx) => lease.abandon(tx, holder, 'cancelled', why)), true)
  const jobs = await db.administer(`select data ->> 'task_id' as task from pgboss.job`)
  assert.deepEqual(jobs, [{ task: await column(partial, 'task_id') }])
  // Whoever wakes the wrong one is told whose turn it is.
  assert.equal((await claim(place, full)).kind, 'not_ours')
  assert.equal((await claimed(place, partial)).seq, holder.seq + 1)
})

test('an ended scan stays as it ended', async () => {
  const place = await newProvider()
  const id = await newScan(place)
  const holder = await claimed(place, id)
  const end = (state: 'failed' | 'cancelled'): Promise<boolean> =>
    within(place, (tx) => lease.abandon(tx, holder, state, { code: state, detail: `It ${state}.` }))
  assert.equal(await end('cancelled'), true)
  assert.equal(await end('failed'), false)
  assert.equal(await within(place, (tx) => lease.hold(tx, holder)), false)
  assert.equal((await claim(place, id)).kind, 'not_ours')
  assert.equal(await column(id, 'state'), 'cancelled')
})
