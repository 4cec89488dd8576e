/** Which tasks are taken, by which of several workers. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { freshDatabase, type TestDatabase, testEnvironment } from '../../testing/index.ts'
import { sql } from '../db/index.ts'
import { type Due, type Slots, takeDue } from './store.ts'
import { Tasks } from './testing/tasks.ts'

let db: TestDatabase
let tasks: Tasks
before(async () => {
  db = await freshDatabase()
  tasks = new Tasks(db)
})
after(() => db.close())

const take = (...slots: Slots[]): Promise<Due[]> =>
  db.database.outsideTenants((tx) => takeDue(tx, slots))
const slots = (kind: string, most: number, more: Partial<Slots> = {}): Slots => ({
  kinds: [kind],
  most,
  ...more,
})

/** Adds tasks of a kind, as queuing them one after the other does; the first is the oldest. */
const waiting = (tenant: string, name: string, count: number, seconds: number): Promise<unknown> =>
  db.administer(`
    insert into tasks (tenant_id, id, name, metadata, due_at)
    select '${tenant}', gen_random_uuid(), '${name}', jsonb_build_object('number', n),
           now() - interval '${seconds} seconds' + n * interval '1 ms'
      from generate_series(1, ${count}) n`)
const shares = (due: readonly Due[], ...tenants: readonly string[]): number[] =>
  tenants.map((tenant) => due.filter(({ tenant_id }) => tenant_id === tenant).length)

for (const state of ['waiting', 'expired'])
  test(`${state} tasks of each tenant are taken, however many one of them has`, async () => {
    const [noisy, modest, late] = [
      await tasks.newTenant(),
      await tasks.newTenant(),
      await tasks.newTenant(),
    ]
    const name = `${state}-tasks`
    await waiting(noisy, name, 1_000, 3_600)
    await waiting(modest, name, 3, 60)
    await waiting(late, name, 1, 20)
    if (state === 'expired')
      await db.administer(`
        update tasks set state = 'executing', lease_until = now() - interval '1 second' where name = '${name}'`)
    assert.deepEqual(shares(await take(slots(name, 20)), noisy, modest, late), [16, 3, 1])
    // Those that were taken are left to their worker.
    assert.deepEqual(shares(await take(slots(name, 20)), noisy, modest, late), [20, 0, 0])
  })

test('a task is taken when it is due, and one that runs when its lease has ended', async () => {
  const [tenant, name] = [await tasks.newTenant(), 'due-tasks']
  await waiting(tenant, name, 1, 60)
  const taken = async (change: string): Promise<number> => {
    await db.administer(`update tasks set ${change} where name = '${name}'`)
    return (await take(slots(name, 5))).length
  }
  assert.equal(await taken(`due_at = now() + interval '1 minute'`), 0)
  assert.equal(await taken('due_at = now()'), 1)
  const executing = `state = 'executing', due_at = now()`
  assert.equal(await taken(`${executing}, lease_until = now() + interval '1 minute'`), 0)
  assert.equal(await taken(`${executing}, lease_until = now() - interval '1 second'`), 1)
  for (const state of ['scheduled', 'completed', 'failed', 'cancelled'])
    assert.equal(await taken(`state = '${state}', due_at = now()`), 0, state)
})

test('kinds of one group share its slots, and a tenant that is excluded gets none', async () => {
  const [one, other] = [await tasks.newTenant(), await tasks.newTenant()]
  for (const tenant of [one, other])
    for (const name of ['shared-a', 'shared-b', 'alone']) await waiting(tenant, name, 3, 60)
  const due = await take(
    { kinds: ['shared-a', 'shared-b'], most: 2, except: one },
    slots('alone', 1),
  )
  const shared = due.filter(({ name }) => name.startsWith('shared'))
  assert.deepEqual(shares(shared, one, other), [0, 2])
  assert.equal(due.length, 3)
  assert.deepEqual(await take(slots('unknown-kind', 5)), [])
  assert.equal((await take(slots('shared-a', 50, { except: one }))).length < 4, true)
  assert.deepEqual(await take(slots('shared-a', 5, { except: one })), [])
})

test('while tasks arrive without end, each tenant and each task gets its turn', async () => {
  const [busy, patient] = [await tasks.newTenant(), await tasks.newTenant()]
  const name = 'endless'
  await waiting(patient, name, 5, 60)
  let served: string | undefined
  const taken: string[] = []
  for (let step = 0; step < 12; step += 1) {
    await waiting(busy, name, 1, 0)
    await waiting(busy, name, 1, 0)
    const [due] = await take(slots(name, 1, { served }))
    served = due?.tenant_id
    taken.push(due?.tenant_id === patient ? 'patient' : 'busy')
  }
  assert.equal(taken.filter((who) => who === 'patient').length, 5)
  assert.deepEqual(taken.slice(0, 4).toSorted(), ['busy', 'busy', 'patient', 'patient'])
})

test('tasks of a tenant are taken in the order in which they were queued', async () => {
  const [tenant, name] = [await tasks.newTenant(), 'ordered']
  await waiting(tenant, name, 30, 60)
  const due = [...(await take(slots(name, 10))), ...(await take(slots(name, 20)))]
  const numbers = await db.administer(`
    select id, (metadata ->> 'number')::int as number from tasks where name = '${name}' order by number`)
  assert.deepEqual(
    due.map(({ id }) => id),
    numbers.map(({ id }) => id),
  )
})

test('of workers that look at the same time, each gets other tasks', async () => {
  const [tenant, name] = [await tasks.newTenant(), 'contested']
  await waiting(tenant, name, 40, 60)
  const taken = await Promise.all(Array.from({ length: 8 }, () => take(slots(name, 5))))
  assert.deepEqual(
    taken.map(({ length }) => length),
    Array.from({ length: 8 }, () => 5),
  )
  assert.equal(new Set(taken.flat().map(({ id }) => id)).size, 40)
})

// The embedded database has one session: there no row is locked by another transaction.
if (testEnvironment.postgresAdmin !== null)
  test('a task that a transaction has locked delays no other', async () => {
    const [tenant, name] = [await tasks.newTenant(), 'locked']
    await waiting(tenant, name, 2, 60)
    const locked = Promise.withResolvers<void>()
    const taken = locked.promise.then(() => take(slots(name, 2)))
    await db.database.inTenant(tenant, async (tx) => {
      await tx.rows(sql`
        select from tasks where tenant_id = ${tenant} and name = ${name} and metadata ->> 'number' = '1' for update`)
      locked.resolve()
      assert.equal((await taken).length, 1)
    })
  })
