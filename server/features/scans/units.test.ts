import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { failedCoverage } from '@plumbline/scanner'
import { type Database, sql, type Tx } from '../../platform/db/index.ts'
import { newId } from '../../platform/ids.ts'
import { freshDatabase, type TestDatabase } from '../../testing/index.ts'
import { noMutes, Player } from '../../testing/findings-model/player.ts'
import { batchesOf } from '../recording/batches.ts'
import { insertScan } from './store.ts'
import type { PlannedCoverage } from './scan-thread.ts'
import { begin, type ExecutingScan, executingScan } from './provider-queue.ts'
import { ScanRecorder } from './scan-recorder.ts'
import * as units from './units.ts'

let db: TestDatabase
let database: Database
const tenantId = newId()
before(async () => {
  db = await freshDatabase()
  database = db.database
  await database.inTenant(tenantId, (tx) =>
    tx.run(sql`select create_tenant(${tenantId}, 'a tenant')`),
  )
})
after(() => db.close())

async function started(tx: Tx, id: string): Promise<ExecutingScan> {
  await begin(tx, id)
  const scan = await executingScan(tx, id)
  if (!scan) throw new Error('The scan did not begin.')
  return scan
}

/** A started scan of a separate provider. */
function runningScan(): Promise<ExecutingScan> {
  const [id, provider_id, task_id] = [newId(), newId(), newId()]
  return database.inTenant(tenantId, async (tx) => {
    await tx.run(sql`
      insert into providers (tenant_id, id, provider, uid)
      values (${tenantId}, ${provider_id}, 'aws', ${provider_id})`)
    await tx.run(sql`
      insert into tasks (tenant_id, id, name, provider_id)
      values (${tenantId}, ${task_id}, 'scan-perform', ${provider_id})`)
    await insertScan(tx, {
      id,
      provider_id,
      task_id,
      name: null,
      kind: 'full',
      trigger: 'manual',
      resource_uids: null,
    })
    return started(tx, id)
  })
}

const nothing = { findings: [], resources: [], bodies: [] }
const planned = { name: 's3/global', service: 's3', region: 'global', checks: ['a', 'b'] }
const finish = (scan: ExecutingScan, unit: string, coverage: readonly PlannedCoverage[]) =>
  new ScanRecorder(scan, {
    holder: {
      write: (work) => database.inTenant(tenantId, work),
      madeProgress: async () => {},
    },
    mutesOf: async () => noMutes,
  }).writeUnits(batchesOf(unit, nothing), {
    seen: new Map([[unit, { checks: null, unread: [], excluded: [], coverage }]]),
    absent: null,
  })
const outcomes = async (scan: ExecutingScan): Promise<string[]> => {
  const rows = await database.inTenant(tenantId, (tx) =>
    tx.rows<{ check_id: string; outcome: string }>(sql`
      select check_id, outcome
        from scan_coverage
       where tenant_id = ${tenantId} and scan_id = ${scan.id}
       order by check_id, outcome`),
  )
  return rows.map(({ check_id, outcome }) => `${check_id} ${outcome}`)
}

test('a list that was cut by a cap is a row of its own, beside an error', async () => {
  const scan = await runningScan()
  const row = { check_id: 'a', service: 's3', region: 'global', resource_type: 'Bucket' } as const
  await database.inTenant(tenantId, async (tx) => {
    await units.plan(tx, scan, [planned], 2)
    await units.claimUnits(tx, scan, [planned.name])
  })
  await finish(scan, planned.name, [
    { ...row, outcome: 'capped', action: null, count: 1, sample: 'global' },
    { ...row, outcome: 'error', action: null, count: 1, sample: null },
  ])
  const kept = await database.inTenant(tenantId, (tx) =>
    tx.rows(sql`
      select outcome, action
        from scan_coverage
       where tenant_id = ${tenantId} and scan_id = ${scan.id}
       order by outcome`),
  )
  assert.deepEqual(kept, [
    { outcome: 'capped', action: '' },
    { outcome: 'error', action: '' },
  ])
})

test('a unit that failed once and then succeeded is covered as it was seen at last', async () => {
  const scan = await runningScan()
  await database.inTenant(tenantId, async (tx) => {
    await units.plan(tx, scan, [planned], 2)
    await units.claimUnits(tx, scan, [planned.name])
    const coverage = failedCoverage(planned, 'reset')
    await units.storeCoverage(tx, scan.id, [{ unit: planned.name, coverage }])
    await units.failUnit(tx, scan, planned.name, { code: 'reset', detail: 'The line was cut.' })
  })
  assert.deepEqual(await outcomes(scan), ['a error', 'b error'])
  assert.deepEqual(
    await database.inTenant(tenantId, (tx) => units.claimUnits(tx, scan, [planned.name])),
    [{ unit: planned.name, state: 'running' }],
  )
  const [a, b] = failedCoverage(planned, '')
  assert.ok(a && b)
  await finish(scan, planned.name, [
    { ...a, outcome: 'assessed', sample: null },
    { ...b, outcome: 'denied', action: 's3:GetBucketAcl' },
  ])
  assert.deepEqual(await outcomes(scan), ['a assessed', 'b denied'])
})

test('a unit that only an earlier plan had does not keep the scan from ending', async () => {
  const scan = await runningScan()
  const other = (name: string) => ({ name, checks: ['c'] })
  await database.inTenant(tenantId, (tx) =>
    units.plan(tx, scan, [planned, other('ec2/x'), other('ec2/y')], 4),
  )
  await database.inTenant(tenantId, (tx) => units.claimUnits(tx, scan, ['ec2/x']))
  await finish(scan, 'ec2/x', [])
  const progress = await database.inTenant(tenantId, (tx) => units.plan(tx, scan, [planned], 3))
  assert.deepEqual(progress, { checked: 1, total: 3 }) // what is done stays done
  await database.inTenant(tenantId, (tx) => units.claimUnits(tx, scan, [planned.name]))
  await finish(scan, planned.name, [])
  assert.equal(await database.inTenant(tenantId, (tx) => units.remaining(tx, scan.id)), 0)
})

test('a row that only a partial scan put into a unit goes with the first plan that lacks the unit', async () => {
  const player = await Player.join(db, tenantId)
  const says = [{ check: 'a', on: 's3/eu:bucket', status: 'FAIL' as const }]
  await player.partial({ says }, '2026-01-01T00:00:00.000Z')
  const [id, task_id] = [newId(), newId()]
  const { providerId: provider_id } = player
  const scan = await database.inTenant(tenantId, async (tx) => {
    await tx.run(sql`
      insert into tasks (tenant_id, id, name, provider_id)
      values (${tenantId}, ${task_id}, 'scan-perform', ${provider_id})`)
    const made = { id, provider_id, task_id, name: null, resource_uids: null } as const
    await insertScan(tx, { ...made, kind: 'full', trigger: 'manual' })
    return started(tx, id)
  })
  const stale = (planned: readonly string[]) =>
    database.inTenant(tenantId, (tx) => units.unplanned(tx, scan, planned))
  assert.deepEqual(await stale(['ec2/eu']), ['s3/eu'])
  assert.deepEqual(await stale(['ec2/eu', 's3/eu']), [])
})
