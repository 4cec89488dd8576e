import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { unavailable } from '@plumbline/jsonapi'
import { type Database, DatabaseError, sql } from '../../platform/db/index.ts'
import { newId } from '../../platform/ids.ts'
import type { Facts, Log } from '../../platform/log.ts'
import { Worker, workerDefaults } from '../../platform/tasks/index.ts'
import { type Vault, vault as openVault } from '../../platform/vault/index.ts'
import { freshDatabase, type TestDatabase } from '../../testing/index.ts'
import { noMutes } from '../../testing/findings-model/player.ts'
import { Spools } from '../recording/spool.ts'
import { insertSecret } from '../providers/secrets.ts'
import { type StartThread, scanFailed } from './start-thread.ts'
import { insertScan } from './store.ts'
import { performScan } from './scan-task.ts'

let db: TestDatabase
let database: Database
let vault: Vault
const tenantId = newId()
before(async () => {
  db = await freshDatabase()
  database = db.database
  vault = openVault({ id: newId(), bytes: randomBytes(32) })
  await database.inTenant(tenantId, (tx) =>
    tx.run(sql`select create_tenant(${tenantId}, 'a tenant')`),
  )
})
after(() => db.close())

interface Performed {
  readonly state: unknown
  readonly error_code: unknown
  readonly task: unknown
  readonly events: readonly string[]
  readonly progress: readonly { checked: number; total: number }[]
  readonly lines: readonly { event: string; facts: Facts }[]
}

/** A new scan, performed with `threadOf` in place of the cloud. */
async function performed(threadOf: (scanId: string) => StartThread): Promise<Performed> {
  const [id, provider_id, task_id] = [newId(), newId(), newId()]
  await database.inTenant(tenantId, async (tx) => {
    await tx.run(sql`
      insert into providers (tenant_id, id, provider, uid)
      values (${tenantId}, ${provider_id}, 'aws', ${provider_id})`)
    const secret = { provider: provider_id, name: null, secret_type: 'static', secret: { a: 1 } }
    await insertSecret(tx, vault, secret)
    const about = { id, provider_id, task_id, name: null, kind: 'full', trigger: 'manual' } as const
    await insertScan(tx, { ...about, resource_uids: null })
  })
  const events: string[] = []
  const progress: { checked: number; total: number }[] = []
  const lines: { event: string; facts: Facts }[] = []
  const over = Promise.withResolvers<void>()
  const record = (event: string, facts: Facts = {}): void => {
    lines.push({ event, facts })
    if (/^task (finished|failed|left|handed back)$/.test(event)) over.resolve()
  }
  const log: Log = { info: record, warn: record, error: record }
  const task = performScan.with({
    vault,
    startThread: threadOf(id),
    ambientOf: () => null,
    internalOf: () => [],
    listeners: {
      progressed: (_tenant, _scan, one) => void progress.push(one),
      ended: () => void events.push('end'),
      errored: (_tx, _scan, { code }) => void events.push(code),
    },
    mutesOf: async () => noMutes,
    configOf: () => ({}),
    unitsAtATime: 1,
    spools: new Spools(join(tmpdir(), 'plumbline-unused-spool')),
    fullScanCompleted: [],
  })
  await database.inTenant(tenantId, (tx) =>
    task.enqueue(tx, { scan_id: id }, { id: task_id, provider_id }),
  )
  const settings = { ...workerDefaults, pollMs: 50, sweepMs: 60_000 }
  const worker = new Worker(database, [task], { sweeps: [], settings, log })
  await worker.start()
  await over.promise
  await worker.stop() // not before the abandoned work is recorded
  const [row] = await db.administer(`
    select s.state, s.error_code, t.state as task
      from scans s join tasks t on t.id = s.task_id where s.id = '${id}'`)
  // The worker of a later test must not find it.
  await db.administer(`update tasks set lease_until = 'infinity' where id = '${task_id}'`)
  return {
    ...(row as { state: unknown; error_code: unknown; task: unknown }),
    events,
    progress,
    lines,
  }
}

test('what the account is to blame for fails the scan, with its code', async () => {
  const done = await performed(() => async () => {
    throw scanFailed('access_denied', 'The account does not let us in.')
  })
  assert.deepEqual([done.state, done.error_code, done.task], ['failed', 'access_denied', 'failed'])
  assert.deepEqual(done.events, ['access_denied'])
})

test('a bug of ours fails the scan, is logged whole, and keeps its words to the log', async () => {
  const done = await performed(() => async () => {
    throw Object.assign(new TypeError('undefined is not a bucket'), { code: 'ERR_INNER' })
  })
  assert.deepEqual([done.state, done.error_code], ['failed', 'scan_failed'])
  const line = done.lines.find(({ event }) => event === 'task failed')
  assert.match(String(line?.facts['error']), /bucket/)
})

test('a worker whose scan was taken over by another cannot fail it', async () => {
  const done = await performed((scanId) => async () => {
    await db.administer(`
      update tasks set fence = fence + 1
       where id = (select task_id from scans where id = '${scanId}')`)
    throw scanFailed('access_denied', 'The token of the slow one has run out.')
  })
  assert.deepEqual([done.state, done.error_code, done.task], ['executing', null, 'executing'])
  assert.deepEqual(done.events, [])
})

test('a database that was away fails no scan: it waits for the worker that finds its lease expired', async () => {
  const done = await performed(() => async () => {
    throw new DatabaseError('terminating connection', '57P01')
  })
  assert.deepEqual([done.state, done.error_code, done.task], ['executing', null, 'executing'])
})

test('a scan that is asked to come back does not fail', async () => {
  const done = await performed(() => async () => {
    throw unavailable('Too much work of this kind is waiting at the moment.', 'busy', 1)
  })
  assert.deepEqual([done.state, done.error_code, done.task], ['executing', null, 'executing'])
  assert.deepEqual(done.events, [])
})

test('a unit that fails is tried again from where the scan is, and given up with its coverage', async () => {
  const plan = {
    units: [{ name: 's3/x', service: 's3', region: 'x', checks: ['a'] }],
    coverage: [],
    total: 1,
    regionsKnown: false,
    identity: null,
  } as const
  const error = { code: 'unit_failed', detail: 'It broke.', cause: null }
  let claims = 0
  const done = await performed(() => async (_input, handler) => {
    await handler.planned(plan)
    if ((await handler.claim(['s3/x'])).length === 0) return
    claims += 1
    await handler.record([{ kind: 'failed', unit: 's3/x', error }])
  })
  assert.deepEqual([done.state, done.task, claims], ['completed', 'completed', 3])
  const checked = done.progress.map((one) => one.checked)
  assert.deepEqual(checked, checked.toSorted(), 'progress goes back')
  const rows = await db.administer(`select outcome, sample from scan_coverage where check_id = 'a'`)
  assert.deepEqual(rows, [{ outcome: 'error', sample: 'unit_failed' }])
})

test('a scan that recorded fewer findings than it produced fails with both numbers', async () => {
  const done = await performed((scanId) => async (_input, handler) => {
    await handler.planned({
      units: [],
      coverage: [],
      total: 0,
      regionsKnown: false,
      identity: null,
    })
    await db.administer(
      `update scans set emitted = 7, stored = 4, merged = 1 where id = '${scanId}'`,
    )
  })
  assert.deepEqual(
    [done.state, done.error_code, done.task],
    ['failed', 'findings_missing', 'failed'],
  )
  const [task] = await db.administer(`
    select t.result ->> 'detail' as detail
      from tasks t where t.result ->> 'code' = 'findings_missing'`)
  assert.equal(
    task?.['detail'],
    'The scan produced 7 findings, but 5 were recorded. Those are shown. Scan again.',
  )
})

test('a unit whose worker stopped ten times is reported as not assessed', async () => {
  const done = await performed((scanId) => async (_input, handler) => {
    await handler.planned({
      units: [{ name: 'ec2/x', service: 'ec2', region: 'x', checks: ['b'] }],
      coverage: [],
      total: 1,
      regionsKnown: false,
      identity: null,
    })
    await db.administer(`update scan_units set attempts = 10 where scan_id = '${scanId}'`)
    assert.deepEqual(await handler.claim(['ec2/x']), [])
  })
  assert.equal(done.state, 'completed')
  const rows = await db.administer(`select outcome, sample from scan_coverage where check_id = 'b'`)
  assert.deepEqual(rows, [{ outcome: 'error', sample: 'worker_lost' }])
})
