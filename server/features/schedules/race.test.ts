import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type Database, sql } from '../../platform/db/index.ts'
import { newId } from '../../platform/ids.ts'
import { type Log, silent } from '../../platform/log.ts'
import { freshDatabase, type TestDatabase } from '../../testing/index.ts'
import { scheduleSweep } from './tasks.ts'
import { configure } from './timetable.ts'

let db: TestDatabase
let database: Database
before(async () => {
  db = await freshDatabase()
  database = db.database
})
after(() => db.close())

const schedulers = 8
const rounds = 12

/** Providers of a separate tenant, each with a schedule. */
async function scheduled(count: number, change: Parameters<typeof configure>[2]) {
  const tenantId = newId()
  const providers = Array.from({ length: count }, () => newId())
  await database.inTenant(tenantId, async (tx) => {
    await tx.run(sql`select create_tenant(${tenantId}, 'a tenant')`)
    for (const id of providers) {
      await tx.run(sql`
        insert into providers (tenant_id, id, provider, uid) values (${tenantId}, ${id}, 'aws', ${id})`)
      await configure(tx, id, change)
    }
  })
  return { tenantId, providers }
}

/** Moves future planned runs this many days earlier. */
const pass = (tenantId: string, days: number): Promise<unknown> =>
  db.administer(`
    update scans set scheduled_at = scheduled_at - interval '${days} days'
     where tenant_id = '${tenantId}' and state = 'scheduled';
    update schedules set next_scan_at = next_scan_at - interval '${days} days'
     where tenant_id = '${tenantId}'`)
const tasksOf = async (tenantId: string): Promise<unknown> => {
  const [row] = await db.administer(
    `select count(*)::int as count from tasks where tenant_id = '${tenantId}'`,
  )
  return row?.['count']
}

test('eight schedulers that race, while schedules are changed, start each planned run once', async () => {
  const { tenantId, providers } = await scheduled(3, { scan_frequency: 'DAILY', scan_hour: 6 })
  const sweep = scheduleSweep(database, silent)
  for (let round = 1; round <= rounds; round += 1) {
    await pass(tenantId, round * 2) // each round another day
    const changes = providers
      .slice(0, round % 3)
      .map((id) => database.inTenant(tenantId, (tx) => configure(tx, id, { scan_hour: 6 })))
    await Promise.all([...Array.from({ length: schedulers }, () => sweep()), ...changes])
  }
  const found = await db.administer(`
    select s.provider_id, count(*)::int as started, count(distinct s.scheduled_at)::int as runs,
           count(distinct t.id)::int as tasks
      from scans s
      left join tasks t on t.tenant_id = s.tenant_id and t.id = s.task_id
     where s.tenant_id = '${tenantId}' and s.state = 'available'
     group by s.provider_id`)
  assert.deepEqual(
    found.map(({ started, runs, tasks }) => ({ started, runs, tasks })),
    providers.map(() => ({ started: rounds, runs: rounds, tasks: rounds })),
  )
  const [count] = await db.administer(`
    select (select count(*)::int from tasks where tenant_id = '${tenantId}') as tasks,
           (select count(*)::int from scans where tenant_id = '${tenantId}' and state = 'scheduled') as ahead`)
  assert.deepEqual(count, { tasks: rounds * providers.length, ahead: providers.length })
})

test('the database has no second scan for a planned run', async () => {
  const { tenantId } = await scheduled(1, { scan_frequency: 'DAILY' })
  const again = db.administer(`
    insert into scans (tenant_id, id, provider_id, kind, trigger, state, scheduled_at)
    select tenant_id, '${newId()}', provider_id, kind, trigger, 'completed', scheduled_at
      from scans where tenant_id = '${tenantId}'`)
  await assert.rejects(again, /scans_one_per_planned_run/)
})

test('a tenant with many due schedules does not make another wait', async () => {
  const [many, one] = [
    await scheduled(25, { scan_frequency: 'DAILY', scan_hour: 1 }),
    await scheduled(1, { scan_frequency: 'DAILY', scan_hour: 1 }),
  ]
  await pass(many.tenantId, 9)
  await pass(one.tenantId, 2)
  await scheduleSweep(database, silent)()
  assert.equal(await tasksOf(one.tenantId), 1)
})

test('a schedule that cannot be run is logged, and holds up no other', async () => {
  const broken = await scheduled(1, { scan_frequency: 'DAILY', scan_hour: 1 })
  const sound = await scheduled(1, { scan_frequency: 'DAILY', scan_hour: 1 })
  // As if a later machine knew a zone no more.
  await db.administer(`
    update schedules set scan_timezone = 'Mars/Base' where tenant_id = '${broken.tenantId}'`)
  await pass(broken.tenantId, 9)
  await pass(sound.tenantId, 2)
  const errors: unknown[] = []
  const log: Log = {
    ...silent,
    error: (event, facts) => void errors.push([event, facts?.['tenant_id']]),
  }
  await scheduleSweep(database, log)()
  assert.equal(await tasksOf(sound.tenantId), 1)
  assert.deepEqual(errors, [['schedule was not run', broken.tenantId]])
})
