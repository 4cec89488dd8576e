import assert from 'node:assert/strict'
import { setTimeout as sleep } from 'node:timers/promises'
import { after, before, test } from 'node:test'
import { invalid, unavailable } from '@plumbline/jsonapi'
import { eventually, freshDatabase, type TestDatabase } from '../../testing/index.ts'
import { type Database, raw, sql } from '../db/index.ts'
import { silent } from '../log.ts'
import { type Failure, task } from './task.ts'
import { input, kindOf, name, Tasks, unavailableFor } from './testing/tasks.ts'
import { mostStops, Worker, workerDefaults } from './worker.ts'

let db: TestDatabase
let database: Database
let tasks: Tasks
before(async () => {
  db = await freshDatabase()
  database = db.database
  tasks = new Tasks(db)
})
after(() => db.close())

const newTenant = (): Promise<string> => tasks.newTenant()
const enqueue: Tasks['enqueue'] = (...about) => tasks.enqueue(...about)
const work: Tasks['work'] = (...about) => tasks.work(...about)
const row: Tasks['row'] = (id) => tasks.row(id)
const ended: Tasks['ended'] = (id) => tasks.ended(id)
const until = (what: () => boolean) => eventually('it has happened', what)
/** As if another worker had died between taking and claiming it. */
const hidden = (tenant: string): string =>
  `update tasks set due_at = now() + interval '1 second' where tenant_id = '${tenant}';`

test('work is queued as the first thing after boot, and then done', async (t) => {
  const kind = kindOf(async ({ word }) => ({ heard: word }))
  const tenant = await newTenant()
  const id = await enqueue(kind, tenant, 'hello')
  assert.equal((await row(id)).state, 'available')
  await work(t, kind)
  const { state, result } = await ended(id)
  assert.deepEqual([state, result], ['completed', { heard: 'hello' }])
})

test('a task that only a newer version knows waits until a worker of that version runs', async (t) => {
  const newKind = task('of-a-newer-version', {
    input,
    may: 'manage_providers',
    run: async ({ word }) => ({ heard: word }),
  })
  const oldKind = kindOf(async ({ word }) => ({ heard: word }))
  const tenant = await newTenant()
  const waiting = await enqueue(newKind, tenant, 'new')
  await work(t, oldKind)
  assert.equal((await ended(await enqueue(oldKind, tenant, 'old'))).state, 'completed')
  assert.deepEqual(await row(waiting), { state: 'available', result: null, attempts: 0 })
  await work(t, newKind)
  assert.deepEqual((await ended(waiting)).result, { heard: 'new' })
})

test('a transaction that is rolled back leaves no task', async () => {
  const tenant = await newTenant()
  const kind = kindOf(async () => ({}))
  let id = ''
  const broken = database.inTenant(tenant, async (tx) => {
    id = (await kind.enqueue(tx, { word: 'never' })).id
    throw new Error('something else went wrong')
  })
  await assert.rejects(broken, /something else/)
  const remaining = await db.administer(`select 1 from tasks where id = '${id}'`)
  assert.deepEqual(remaining, [])
})

test('what a client is to blame for fails at once, with its code and sentence', async (t) => {
  const failures: Failure[] = []
  const kind = kindOf(
    async () => {
      throw invalid('', 'The account is closed.', 'account_closed')
    },
    (failure) => failures.push(failure),
  )
  const id = await enqueue(kind, await newTenant(), 'x')
  await work(t, kind)
  const { state, result, attempts } = await ended(id)
  const failure = { code: 'account_closed', detail: 'The account is closed.' }
  assert.deepEqual([state, result, attempts], ['failed', failure, 1])
  assert.deepEqual(failures, [{ ...failure, isOurs: false }])
})

test('a bug of ours is tried three times, then the task fails and keeps the bug to itself', async (t) => {
  let tries = 0
  const failures: Failure[] = []
  const kind = kindOf(
    async () => {
      tries += 1
      throw new Error('secret internals')
    },
    (failure) => failures.push(failure),
  )
  const id = await enqueue(kind, await newTenant(), 'x')
  await work(t, kind)
  const { state, result } = await ended(id)
  assert.equal(state, 'failed')
  assert.equal(tries, 3)
  assert.equal(failures.length, 1)
  assert.doesNotMatch(JSON.stringify(result), /secret/)
})

test('a task that throws 503 is retried, and not given up', async (t) => {
  let tries = 0
  const kind = kindOf(async () => {
    tries += 1
    if (tries === 1)
      throw unavailable('Too much work of this kind is waiting at the moment.', 'busy', 1)
    return { tries }
  })
  const id = await enqueue(kind, await newTenant(), 'x')
  await work(t, kind, { postponing: unavailableFor, sweepMs: 10 })
  const { state, result } = await ended(id)
  assert.deepEqual([state, result], ['completed', { tries: 2 }])
})

test('a task whose worker stopped twelve times without progress fails, and does not run again', async (t) => {
  const ran: string[] = []
  const failures: Failure[] = []
  const kind = kindOf(
    async ({ word }) => ({ ran: ran.push(word) }),
    (failure) => failures.push(failure),
  )
  const id = await enqueue(kind, await newTenant(), 'poison')
  await db.administer(`
    update tasks set state = 'executing', attempts = ${mostStops}, lease_until = now() - interval '1 second'
     where id = '${id}'`)
  await work(t, kind)
  const { state, result } = await ended(id)
  assert.deepEqual([state, result?.['code'], ran], ['failed', 'worker_lost', []])
  assert.equal(failures.length, 1)
})

test('tasks that a worker took and did not start are taken again, never more at a time than allowed', async (t) => {
  let [running, most] = [0, 0]
  const kind = kindOf(async () => {
    most = Math.max(most, (running += 1))
    await sleep(20)
    running -= 1
    return {}
  })
  const tenant = await newTenant()
  const ids: string[] = []
  for (let at = 0; at < 6; at += 1) ids.push(await enqueue(kind, tenant, String(at)))
  await db.administer(hidden(tenant))
  await work(t, kind, { concurrency: 2 })
  for (const id of ids) assert.equal((await ended(id)).state, 'completed')
  assert.ok(most <= 2, `${most} at a time`)
})

test('a worker that leaves hands its task back, and the next one goes on with it', async (t) => {
  const [started, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const stubborn = kindOf(async (_input, { signal }) => {
    started.resolve()
    await sleep(60_000, undefined, { signal })
    return {}
  })
  const id = await enqueue(stubborn, await newTenant(), 'x')
  const first = await work(t, stubborn, { leaseSeconds: 600 })
  await started.promise
  await first.stop()
  const { state, attempts } = await row(id)
  assert.deepEqual([state, attempts], ['available', 0])
  const kind = kindOf(async () => {
    released.resolve()
    return { done: true }
  })
  await work(t, kind, { leaseSeconds: 600, sweepMs: 600_000 }) // a stuck task does not wait for a sweep
  assert.deepEqual((await ended(id)).result, { done: true })
})

test('the worker of a cancelled task gets a signal to stop, and changes nothing more', async (t) => {
  const started = Promise.withResolvers<void>()
  const kind = kindOf(async (_input, { signal }) => {
    started.resolve()
    await sleep(30_000, undefined, { signal })
    return { late: true }
  })
  const id = await enqueue(kind, await newTenant(), 'x')
  const { lines } = await work(t, kind)
  await started.promise
  await db.administer(`update tasks set state = 'cancelled' where id = '${id}'`)
  await until(() => lines.some(({ event }) => event === 'task abandoned'))
  const { state, result } = await row(id)
  assert.deepEqual([state, result], ['cancelled', null])
})

for (const word of ['completes', 'fails'])
  test(`a worker that lost its task to another ends nothing when its own run ${word}`, async (t) => {
    const started = Promise.withResolvers<void>()
    const end = Promise.withResolvers<void>()
    const kind = kindOf(async () => {
      started.resolve()
      await end.promise
      if (word === 'fails') throw invalid('', 'This is not to be.')
      return { done: true }
    })
    const id = await enqueue(kind, await newTenant(), word)
    const { lines, stop } = await work(t, kind, { leaseSeconds: 60, sweepMs: 60_000 })
    await started.promise
    await db.administer(`update tasks set fence = fence + 1 where id = '${id}'`) // taken over
    end.resolve()
    await until(() => lines.some(({ event }) => /^task (finished|failed)$/.test(event)))
    await stop()
    const { state, result } = await row(id)
    assert.deepEqual([state, result], ['executing', null])
    await db.administer(`delete from tasks where id = '${id}'`)
  })

test('a sweep that fails or never ends stops neither the others nor the tasks', async (t) => {
  const kind = kindOf(async () => ({}))
  const hanging = Promise.withResolvers<void>()
  let runs = 0
  const sweeps = [
    () => Promise.reject(new Error('This sweep is broken.')),
    () => hanging.promise,
    async () => void (runs += 1),
  ]
  const settings = { ...workerDefaults, pollMs: 50, sweepMs: 50 }
  const worker = new Worker(database, [kind], { sweeps, settings, log: silent })
  await worker.start()
  t.after(() => {
    hanging.resolve()
    return worker.stop()
  })
  await until(() => runs > 1)
  assert.equal((await ended(await enqueue(kind, await newTenant(), 'x'))).state, 'completed')
})

/** How many rows of a sweep each tenant has. */
async function shares(sweep: string, tenants: readonly string[]): Promise<number[]> {
  const rows = await database.outsideTenants((tx) =>
    tx.rows<{ tenant_id: string }>(sql`select tenant_id from ${raw(sweep)}(20)`),
  )
  return tenants.map((tenant) => rows.filter(({ tenant_id }) => tenant_id === tenant).length)
}

test('a sweep finds the work of every tenant, however much one of them has', async () => {
  const [noisy, modest, late] = [await newTenant(), await newTenant(), await newTenant()]
  const accounts = (tenant: string, count: number): string => `
    insert into providers (tenant_id, id, provider, uid)
    select '${tenant}', gen_random_uuid(), 'aws', n::text from generate_series(1, ${count}) n`
  await db.administer(`${accounts(noisy, 1_000)}; ${accounts(modest, 3)}; ${accounts(late, 1)}`)
  const ended = (tenant: string, count: number, seconds: number): string => `
    insert into mute_rules (tenant_id, id, name, reason, expires_at)
    select '${tenant}', gen_random_uuid(), n::text, 'x', now() - interval '${seconds} seconds'
      from generate_series(1, ${count}) n;
    update providers set deleted_at = now() - interval '${seconds} seconds' where tenant_id = '${tenant}'`
  await db.administer(
    `${ended(noisy, 1_000, 3_600)}; ${ended(modest, 3, 60)}; ${ended(late, 1, 20)}`,
  )
  await db.administer(`
    insert into mute_rule_changes (tenant_id, rule_id, task_id)
    select tenant_id, id, gen_random_uuid() from mute_rules`)
  for (const sweep of [
    'find_ended_mute_rules',
    'find_unfinished_mute_rules',
    'find_unfinished_provider_deletions',
  ])
    assert.deepEqual(await shares(sweep, [noisy, modest, late]), [16, 3, 1], sweep)
})

test('a tenant whose deletion is queued, or failed a moment ago, is not found before another', async () => {
  const [queued, failed, next] = [await newTenant(), await newTenant(), await newTenant()]
  const abandoned = [queued, failed, next].map(
    (id, at) => `
    update tenants set abandoned_at = now() - interval '${9 - at} minutes' where id = '${id}'`,
  )
  await db.administer(`
    ${abandoned.join(';')};
    insert into tasks (tenant_id, id, name, state)
    values ('${queued}', gen_random_uuid(), 'tenant-deletion', 'executing'),
           ('${failed}', gen_random_uuid(), 'tenant-deletion', 'failed')`)
  const rows = await database.outsideTenants((tx) =>
    tx.rows<{ id: string }>(sql`select id from find_abandoned_tenants(1)`),
  )
  assert.deepEqual(rows, [{ id: next }])
})

test('a worker that stops while it looks for tasks starts none, and leaves them to others', async () => {
  const [looks, go] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const slow: Database = {
    ...database,
    outsideTenants: async (within, turn) => {
      const answer = await database.outsideTenants(within, turn)
      if (Array.isArray(answer) && answer.length > 0) {
        looks.resolve()
        await go.promise
      }
      return answer
    },
  }
  let runs = 0
  const kind = kindOf(async () => ({ run: (runs += 1) }))
  const id = await enqueue(kind, await newTenant(), 'x')
  const worker = new Worker(slow, [kind], { sweeps: [], settings: workerDefaults, log: silent })
  await worker.start()
  await looks.promise
  const stopped = worker.stop()
  go.resolve()
  await stopped
  const [task] = await db.administer(
    `select state, due_at <= now() as is_due from tasks where id = '${id}'`,
  )
  assert.deepEqual([task, runs], [{ state: 'available', is_due: true }, 0])
  await db.administer(`delete from tasks where id = '${id}'`)
})

test('a task with a delay is started when the delay has passed', async (t) => {
  const startedAt: number[] = []
  const kind = kindOf(async () => ({ at: startedAt.push(Date.now()) }))
  await work(t, kind)
  const tenant = await newTenant()
  const queued = Date.now()
  const { id } = await database.inTenant(tenant, (tx) =>
    kind.enqueue(tx, { word: 'later' }, { afterSeconds: 2 }),
  )
  await ended(id)
  const waited = (startedAt[0] ?? 0) - queued
  assert.ok(waited >= 1_900, `${waited} ms`)
})

test('two kinds of one work together run no more at a time than one of them may', async (t) => {
  let running = 0
  const seen: number[] = []
  const definition = {
    input,
    may: 'manage_providers',
    concurrencyGroup: name,
    run: async () => {
      seen.push((running += 1))
      await sleep(50)
      running -= 1
      return {}
    },
  } as const
  const kinds = [task(name, definition), task('provider-deletion', definition)]
  const settings = { ...workerDefaults, pollMs: 20, concurrency: 2 }
  const worker = new Worker(database, kinds, { sweeps: [], settings, log: silent })
  const tenant = await newTenant()
  const ids: string[] = []
  for (const kind of [...kinds, ...kinds, ...kinds]) ids.push(await enqueue(kind, tenant, 'x'))
  await worker.start()
  t.after(() => worker.stop())
  for (const id of ids) await ended(id)
  assert.equal(seen.length, ids.length)
  assert.equal(Math.max(...seen), 2)
})
