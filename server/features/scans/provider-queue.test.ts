import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type Database, sql } from '../../platform/db/index.ts'
import { newId } from '../../platform/ids.ts'
import { freshDatabase, type TestDatabase } from '../../testing/index.ts'
import * as tasks from '../../platform/tasks/store.ts'
import { insertScan } from './store.ts'
import * as queue from './provider-queue.ts'
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
/** A scan that a worker has taken, and the lease of its task. */
interface Taken {
  readonly scan: queue.ExecutingScan
  readonly lease: tasks.Claimed
}
/** As a worker takes it; `held` if another worker has it. */
const claim = ({ tenantId }: Place, id: string): Promise<Taken | 'waits' | 'missing' | 'held'> =>
  database.inTenant(tenantId, async (tx) => {
    const outcome = await queue.begin(tx, id)
    if (outcome !== 'begins') return outcome
    const scan = await queue.executingScan(tx, id)
    assert.ok(scan)
    const lease = await tasks.claim(tx, scan.task_id, 20)
    return lease ? { scan, lease } : 'held'
  })
async function claimed(place: Place, id: string): Promise<Taken> {
  const taken = await claim(place, id)
  if (typeof taken === 'string') assert.fail(taken)
  return taken
}
const within = <T>(
  { tenantId }: Place,
  work: Parameters<typeof database.inTenant<T>>[1],
): Promise<T> => database.inTenant(tenantId, work)
/** The worker falls silent, and its lease runs out. */
const silence = ({ lease }: Taken): Promise<unknown> =>
  db.administer(
    `update tasks set lease_until = now() - interval '1 second' where id = '${lease.id}'`,
  )
const release = (place: Place, { scan, lease }: Taken): Promise<boolean> =>
  within(place, async (tx) => {
    await queue.released(tx, scan.id)
    return tasks.release(tx, lease, { hasStarted: true, afterSeconds: 0 })
  })
const column = async (id: string, name: string): Promise<unknown> =>
  (await db.administer(`select ${name} as value from scans where id = '${id}'`))[0]?.['value']

test('of eight workers that claim a scan at once, one gets it', async () => {
  const place = await newProvider()
  const id = await newScan(place)
  const claims = await Promise.all(Array.from({ length: 8 }, () => claim(place, id)))
  assert.equal(claims.filter((one) => typeof one === 'object').length, 1)
  assert.equal(claims.filter((one) => one === 'held').length, 7)
  assert.equal(await column(id, 'state'), 'executing')
})

test('a scan is taken over when its lease has run out, and not before', async () => {
  const place = await newProvider()
  const id = await newScan(place)
  const first = await claimed(place, id)
  assert.equal(await claim(place, id), 'held')
  await silence(first)
  const second = await claimed(place, id)
  assert.equal(second.scan.seq, first.scan.seq) // the same scan, in the same place of the order
  assert.equal(second.lease.fence, first.lease.fence + 1)
})

test('a worker that comes back too late writes nothing and hands nothing back', async () => {
  const place = await newProvider()
  const id = await newScan(place)
  const old = await claimed(place, id)
  await within(place, (tx) => tasks.hold(tx, old.lease))
  await silence(old)
  const heir = await claimed(place, id)
  await assert.rejects(
    within(place, (tx) => tasks.hold(tx, old.lease)),
    tasks.LostLease,
  )
  assert.equal(await release(place, old), false)
  const ended = within(place, (tx) => tasks.end(tx, old.lease.id, 'failed', null, old.lease.fence))
  assert.equal(await ended, false)
  await within(place, (tx) => tasks.hold(tx, heir.lease))
})

test('a scan that is handed back is taken at once with its units, and counts for no attempt', async () => {
  const place = await newProvider()
  const id = await newScan(place)
  for (let time = 0; time < 5; time += 1) {
    const taken = await claimed(place, id)
    assert.equal(taken.lease.attempts, 1)
    await within(place, async (tx) => {
      await units.plan(tx, taken.scan, [{ name: 's3/x', checks: ['a'] }], 1)
      assert.equal((await units.claimUnits(tx, taken.scan, ['s3/x'])).length, 1)
    })
    assert.equal(await release(place, taken), true)
  }
  const rows = await db.administer(`select state, attempts from scan_units where scan_id = '${id}'`)
  assert.deepEqual(rows, [{ state: 'waiting', attempts: 0 }])
})

test('claims of a scan are counted until a unit of it is done', async () => {
  const place = await newProvider()
  const id = await newScan(place)
  const counted: number[] = []
  for (let time = 0; time < 5; time += 1) {
    const taken = await claimed(place, id)
    counted.push(taken.lease.attempts)
    if (time === 2) await within(place, (tx) => tasks.progress(tx, taken.lease.id))
    await silence(taken)
  }
  assert.deepEqual(counted, [1, 2, 3, 1, 2])
})

test('a unit whose worker stopped ten times fails, and the scan continues without it', async () => {
  const place = await newProvider()
  const id = await newScan(place)
  const { scan } = await claimed(place, id)
  await within(place, (tx) => units.plan(tx, scan, [{ name: 'ec2/x', checks: ['a'] }], 1))
  const claim = () => within(place, (tx) => units.claimUnits(tx, scan, ['ec2/x']))
  for (let time = 0; time < units.mostStopsOfUnit; time += 1)
    assert.deepEqual(await claim(), [{ unit: 'ec2/x', state: 'running' }])
  assert.deepEqual(await claim(), [{ unit: 'ec2/x', state: 'failed' }])
  const [row] = await db.administer(
    `select state, error_code from scan_units where scan_id = '${id}'`,
  )
  assert.deepEqual(row, { state: 'failed', error_code: 'worker_lost' })
  assert.equal(await within(place, (tx) => units.remaining(tx, id)), 0)
})

test('the second scan of a provider waits for the first, and is woken when it ends', async () => {
  const place = await newProvider()
  const { scan } = await claimed(place, await newScan(place))
  const [full, partial] = [await newScan(place), await newScan(place, 'partial')]
  assert.equal(await claim(place, full), 'waits')
  assert.equal(await claim(place, partial), 'waits')
  const tasksOf = [await column(full, 'task_id'), await column(partial, 'task_id')]
  const due = (): Promise<unknown> =>
    db.administer(`
      select id from tasks where id in ('${tasksOf.join("','")}') and due_at <= now()`)
  await db.administer(`
    update tasks set due_at = now() + interval '1 hour' where id in ('${tasksOf.join("','")}')`)
  const why = { code: 'cancelled', detail: 'The scan was canceled.' }
  assert.equal(await within(place, (tx) => queue.abandon(tx, scan, 'cancelled', why)), true)
  assert.deepEqual(await due(), [{ id: tasksOf[1] }])
  // A worker that wakes the wrong one gets the scan whose turn it is.
  assert.equal(await claim(place, full), 'waits')
  assert.equal((await claimed(place, partial)).scan.seq, scan.seq + 1)
})

test('an ended scan stays as it ended', async () => {
  const place = await newProvider()
  const id = await newScan(place)
  const { scan, lease } = await claimed(place, id)
  const end = (state: 'failed' | 'cancelled'): Promise<boolean> =>
    within(place, (tx) => queue.abandon(tx, scan, state, { code: state, detail: `It ${state}.` }))
  assert.equal(await end('cancelled'), true)
  assert.equal(await end('failed'), false)
  await assert.rejects(
    within(place, (tx) => tasks.hold(tx, lease)),
    tasks.LostLease,
  )
  assert.equal(await claim(place, id), 'waits')
  assert.equal(await column(id, 'state'), 'cancelled')
})

test('a scan that was deleted with its provider is missing, and not somebody else’s', async () => {
  const place = await newProvider()
  const id = await newScan(place)
  await within(place, (tx) =>
    tx.run(sql`delete from providers where tenant_id = ${tx.tenantId} and id = ${place.provider}`),
  )
  assert.equal(await claim(place, id), 'missing')
})
