import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test, type TestContext } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Worker as Thread } from 'node:worker_threads'
import { block } from '../../testing/block.ts'
import { freshDatabase, type TestDatabase, testEnvironment } from '../../testing/index.ts'
import { connectEmbedded, type Database, sql } from '../db/index.ts'
import { newId } from '../ids.ts'
import type { Facts, Log } from '../log.ts'
import { type LeaseSettings, Leases } from './leases.ts'
import * as store from './store.ts'

const leaseSeconds = 3
let db: TestDatabase
let database: Database
const tenantId = newId()
const addTenant = (to: Database): Promise<unknown> =>
  to.inTenant(tenantId, (tx) => tx.run(sql`select create_tenant(${tenantId}, 'a tenant')`))
before(async () => {
  db = await freshDatabase()
  database = db.database
  await addTenant(database)
})
after(() => db.close())

const claim = (id: string, from = database): Promise<store.Claimed | undefined> =>
  from.inTenant(tenantId, (tx) => store.claim(tx, id, leaseSeconds))
const isLeased = async (id: string, { administer } = db): Promise<unknown> =>
  (await administer(`select lease_until > now() as is from tasks where id = '${id}'`))[0]?.['is']
/** Until the task has been free for others, or is not any more. */
async function until(id: string, leased: boolean, where = db): Promise<void> {
  for (let turn = 0; (await isLeased(id, where)) !== leased; turn += 1) {
    if (turn > 600) throw new Error(`The lease did not become ${leased ? 'valid' : 'free'}.`)
    await sleep(50)
  }
}

/** A leased task, and its progress. */
async function holding(
  t: TestContext,
  settings: Partial<LeaseSettings> = {},
  from: Database = database,
) {
  const id = newId()
  await from.inTenant(tenantId, (tx) =>
    tx.run(sql`
      insert into tasks (tenant_id, id, name)
      values (${tenantId}, ${id}, 'provider-connection-check')`),
  )
  const lines: { event: string; facts: Facts }[] = []
  const record = (event: string, facts: Facts = {}): void => void lines.push({ event, facts })
  const log: Log = { info: record, warn: record, error: record }
  const leases = new Leases(from, { leaseSeconds, ...settings }, log)
  await leases.start()
  t.after(() => leases.close())
  const claimed = await claim(id, from)
  assert.ok(claimed)
  const lost = Promise.withResolvers<string>()
  const letGo = leases.hold(tenantId, claimed, () => lost.resolve('lost'))
  return { id, letGo, lost: lost.promise, lines }
}

test('a task whose process is busy for longer than its lease is taken over by nobody', async (t) => {
  const { id, letGo } = await holding(t)
  block(leaseSeconds * 2_500)
  assert.equal(await claim(id), undefined)
  await letGo()
})

test('a renewal goes before transactions that wait beside it', async (t) => {
  const { id, letGo } = await holding(t)
  const gate = Promise.withResolvers<void>()
  const others = gate.promise.then(() => Promise.all(Array.from({ length: 20 }, () => claim(id))))
  await database.inTenant(tenantId, async (tx) => {
    gate.resolve()
    await tx.rows(sql`select 1`)
    block(leaseSeconds * 2_500) // with the one session of the embedded database
    await tx.rows(sql`select 1`)
  })
  assert.deepEqual(new Set(await others), new Set([undefined]))
  await letGo()
})

test('whoever holds a lease learns when the row is another’s, and when it is over', async (t) => {
  const taken = await holding(t)
  await db.administer(`update tasks set fence = fence + 1 where id = '${taken.id}'`)
  assert.equal(await taken.lost, 'lost')
  const over = await holding(t)
  await db.administer(`update tasks set state = 'cancelled' where id = '${over.id}'`)
  assert.equal(await over.lost, 'lost')
})

test('a lease that is let go is renewed no more', async (t) => {
  const { id, letGo } = await holding(t)
  await letGo()
  await db.administer(`update tasks set lease_until = now() where id = '${id}'`)
  await sleep(1_500)
  assert.equal(await isLeased(id), false)
})

// The embedded database has one session: there writes are never concurrent.
if (testEnvironment.postgresAdmin !== null) {
  test('a row that its holder is writing is renewed when it is written, and delays no other', async (t) => {
    const [writing, other] = [await holding(t), await holding(t)]
    await database.inTenant(tenantId, async (tx) => {
      await tx.rows(sql`
      select id from tasks where tenant_id = ${tenantId} and id = ${writing.id} for update`)
      await sleep(leaseSeconds * 1_500)
      assert.equal(await isLeased(other.id), true)
    })
    await until(writing.id, true)
    assert.deepEqual(writing.lines, [])
  })
}

test('a process whose main thread is dead loses its leases, and one that comes back has them again', async (t) => {
  const { id } = await holding(t, { silentMs: 1_000 })
  block(1_000 + leaseSeconds * 2_500)
  assert.equal(await isLeased(id), false)
  await until(id, true)
})

test('a thread of leases that ends is followed by another, and what was held stays held', async (t) => {
  const started: Thread[] = []
  const note = (thread: Thread): void => void started.push(thread)
  process.on('worker', note)
  t.after(() => process.off('worker', note))
  const { id, letGo } = await holding(t)
  await started[0]?.terminate()
  await db.administer(`update tasks set lease_until = now() where id = '${id}'`)
  await until(id, true)
  const ended = letGo()
  await started[1]?.terminate()
  await ended
})

test('a database that is away for a while is logged, and renewals go on', async (t) => {
  const { id, lines } = await holding(t)
  await db.administer(`revoke update on tasks from plumbline_app`)
  try {
    while (!lines.some(({ event }) => event === 'lease renewal failed')) await sleep(20)
  } finally {
    await db.administer(`grant update on tasks to plumbline_app`)
  }
  await db.administer(`update tasks set lease_until = now() where id = '${id}'`)
  await until(id, true)
})

if (testEnvironment.postgresAdmin === null) {
  test('a lease is renewed again after the embedded database was started anew', async (t) => {
    const directory = mkdtempSync(join(tmpdir(), 'plumbline-leases-'))
    const embedded = await connectEmbedded({
      directory,
      checkpointSeconds: 0,
      template: testEnvironment.template,
      statementTimeoutMs: 2_000,
    })
    const { administer } = embedded
    t.after(async () => {
      await embedded.close()
      rmSync(directory, { recursive: true })
    })
    await addTenant(embedded)
    const { id, letGo } = await holding(t, {}, embedded)
    await assert.rejects(
      embedded.outsideTenants((tx) =>
        tx.rows(sql`select from generate_series(1, 1e6) a, generate_series(1, 1e6) b offset 1e11`),
      ),
      { code: '57014' },
    )
    await administer(`update tasks set lease_until = now() where id = '${id}'`)
    await until(id, true, { ...db, administer })
    await letGo()
  })
}
