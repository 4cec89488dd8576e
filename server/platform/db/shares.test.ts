/** What one tenant's transactions cost another's: in turns and not in seconds. */
import { deepEqual, equal, ok, rejects } from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { freshDatabase, type TestDatabase } from '../../testing/database.ts'
import { type Database, sql } from './index.ts'
import { plantCanaries, insertCanary } from './testing/canaries.ts'

let db: TestDatabase
let database: Database
let tenants: readonly string[] = []
before(async () => {
  db = await freshDatabase()
  database = db.database
  tenants = await plantCanaries(db, 22)
})
after(() => db.close())

const tenant = (n: number): string => tenants[n] ?? ''

/** Transactions that stay open until `release` is called; resolves when as many as may have started. */
async function held(of: readonly string[]) {
  const gate = Promise.withResolvers<void>()
  const first = Promise.withResolvers<void>()
  let ended = 0
  const all = of.map((id) =>
    database
      .inTenant(id, async (tx) => {
        await tx.rows(sql`select 1`)
        first.resolve()
        await gate.promise
      })
      .then(() => (ended += 1)),
  )
  await first.promise
  return { release: () => gate.resolve(), all: Promise.all(all), ended: () => ended }
}

/** How many of the crowd's 300 transactions end before this one does. */
async function endedFirst(one: () => Promise<unknown>): Promise<number> {
  const crowd = await held(Array.from({ length: 300 }, () => tenant(0)))
  let first = 0
  const asked = one().then(() => (first = crowd.ended()))
  // PostgreSQL has a connection free for it. The embedded database has one session: it comes soon after the first.
  if (database.kind === 'postgres') await asked
  crowd.release()
  await Promise.all([crowd.all, asked])
  return first
}

test('one transaction of a tenant does not wait for hundreds of another tenant', async () => {
  const first = await endedFirst(() => database.inTenant(tenant(1), (tx) => tx.rows(sql`select 1`)))
  ok(first <= 20, `${first} of 300 went first`)
})

test('neither background work waits for its tenant’s requests, nor they for it', async () => {
  const first = await endedFirst(() =>
    database.inTenant(tenant(0), (tx) => tx.rows(sql`select 1`), { lane: 'work' }),
  )
  ok(first <= 20, `${first} of 300 went first`)
})

test('a lease is renewed while every tenant’s transactions hold or await a connection', async () => {
  const crowd = await held(tenants.flatMap((id) => [id, id, id]))
  const order: string[] = []
  const others = database
    .inTenant(tenant(5), (tx) => tx.rows(sql`select 1`))
    .then(() => order.push('request'))
  const lease = database
    .inTenant(tenant(6), (tx) => tx.rows(sql`select 1`), { lane: 'lease' })
    .then(() => order.push('lease'))
  // The embedded database has one session, held until the transaction ends: a lease comes right after it.
  if (database.kind === 'postgres') await lease
  crowd.release()
  await Promise.all([crowd.all, others, lease])
  deepEqual(order, ['lease', 'request'])
})

test('a transaction that waits for a client who disconnected never starts', async () => {
  const holding = await held(Array.from({ length: 30 }, () => tenant(2)))
  const disconnected = new AbortController()
  let hasStarted = false
  const asked = database.inTenant(
    tenant(2),
    async (tx) => {
      hasStarted = true
      await insertCanary(tx, 'nobody hears it')
    },
    { signal: () => disconnected.signal },
  )
  disconnected.abort()
  await rejects(asked, { name: 'TransactionAbandoned' })
  holding.release()
  await holding.all
  equal(hasStarted, false)
})

test('a tenant that exceeds its queue limit is rejected, and no other tenant is', async () => {
  const holding = await held([tenant(3)])
  const asked = Array.from({ length: 1_200 }, () => database.inTenant(tenant(3), async () => {}))
  const other = database.inTenant(tenant(4), async () => 'answered')
  holding.release()
  const outcomes = await Promise.allSettled(asked)
  const refused = outcomes.filter(({ status }) => status === 'rejected').length
  ok(refused > 150 && refused <= 200, `${refused} refused`)
  equal(await other, 'answered')
  await holding.all
})
