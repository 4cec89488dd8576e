/** How a worker shares its places between tenants, and how many tasks it runs at a time. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { eventually, freshDatabase, type TestDatabase } from '../../testing/index.ts'
import type { Database } from '../db/index.ts'
import { silent } from '../log.ts'
import { task } from './task.ts'
import { input, kindOf, Tasks } from './testing/tasks.ts'
import { Worker, workerDefaults } from './worker.ts'

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
const ended: Tasks['ended'] = (id) => tasks.ended(id)
const until = (what: () => boolean) => eventually('it has happened', what)
const gate = () => Promise.withResolvers<void>()
/** Of another group. */
const beside = task('provider-deletion', { input, may: 'manage_providers', run: async () => ({}) })

/** Tasks that run until the test ends them. */
function gated() {
  const running: string[] = []
  const gates = new Map<string, () => void>()
  const kind = kindOf(async ({ word }) => {
    running.push(word)
    const { promise, resolve } = gate()
    gates.set(word, resolve)
    await promise
    return {}
  })
  return { kind, running, end: (word: string | undefined) => gates.get(word ?? '')?.() }
}

test('tenants take turns: a flood of one does not hold up another', async (t) => {
  const { kind, running, end } = gated()
  const [flooding, modest] = [await newTenant(), await newTenant()]
  const ids: string[] = []
  for (let at = 1; at <= 4; at += 1) ids.push(await enqueue(kind, flooding, `A${at}`))
  for (let at = 1; at <= 2; at += 1) ids.push(await enqueue(kind, modest, `B${at}`))
  await work(t, kind, { concurrency: 1, sweepMs: 60_000 })
  // Each step ends one task; a place is only free once the task before has ended.
  for (const [ends, next] of [
    ['', 'A1'],
    ['', 'B1'],
    ['A1', 'A2'],
    ['B1', 'B2'],
    ['A2', 'A3'],
    ['B2', ''],
    ['A3', 'A4'],
  ] as const) {
    end(ends)
    if (next) await until(() => running.includes(next))
  }
  assert.deepEqual(running, ['A1', 'B1', 'A2', 'B2', 'A3', 'A4'])
  end('A4')
  for (const id of ids) assert.equal((await ended(id)).state, 'completed')
})

test('work that waits long releases its place, and has it again behind the wait', async (t) => {
  const gates = [gate(), gate()] as const
  const steps: string[] = []
  const waiting = kindOf(async ({ word }, { releasePlace }) => {
    steps.push(`${word} begins`)
    if (word !== 'first') return {}
    const takeBack = releasePlace()
    await gates[0].promise
    takeBack()
    steps.push('first goes on')
    await gates[1].promise
    return {}
  })
  const more = { sweeps: [], settings: { ...workerDefaults, concurrency: 1 }, log: silent }
  const worker = new Worker(database, [waiting, beside], more)
  await worker.start()
  t.after(() => worker.stop())
  const tenant = await newTenant()
  const first = await enqueue(waiting, tenant, 'first')
  await eventually('the first begins', async () => steps.length === 1)
  await ended(await enqueue(waiting, tenant, 'second'))
  gates[0].resolve()
  await eventually('the first goes on', async () => steps.length === 3)
  const third = await enqueue(waiting, tenant, 'third')
  // Once two of another group have run, the worker has looked for the third.
  for (const word of ['a', 'b']) await ended(await enqueue(beside, tenant, word))
  assert.deepEqual(steps, ['first begins', 'second begins', 'first goes on'])
  gates[1].resolve()
  for (const id of [first, third]) await ended(id)
})

test('three long tasks of one tenant do not keep the task of another tenant waiting', async (t) => {
  const [flooding, other] = [await newTenant(), await newTenant()]
  const released = gate()
  const running: string[] = []
  const kind = kindOf(async ({ word }) => {
    running.push(word)
    await released.promise
    return {}
  })
  const ids = []
  for (const word of ['first', 'second', 'third']) ids.push(await enqueue(kind, flooding, word))
  await work(t, kind)
  await until(() => running.length === 2)
  const quick = await enqueue(kind, other, 'of another tenant')
  ids.push(quick, await enqueue(kind, other, 'its second'))
  await until(() => running.length === 3)
  assert.deepEqual(running.slice(2), ['of another tenant'])
  released.resolve()
  for (const id of ids) assert.equal((await ended(id)).state, 'completed')
})

test('a place that becomes free is given to the tenant that has fewer tasks', async (t) => {
  const [flooding, other] = [await newTenant(), await newTenant()]
  const { kind, running, end } = gated()
  await work(t, kind)
  const ids = [await enqueue(kind, flooding, 'a1'), await enqueue(kind, flooding, 'a2')]
  await until(() => running.length === 2)
  ids.push(await enqueue(kind, other, 'b1'))
  await until(() => running.length === 3)
  ids.push(await enqueue(kind, flooding, 'a3'), await enqueue(kind, await newTenant(), 'c1'))
  for (const word of ['b1', 'a1']) end(word)
  await until(() => running.length >= 4)
  assert.equal(running[3], 'c1')
  for (let at = 0; at < 5; at += 1) {
    await until(() => running.length > at)
    end(running[at])
  }
  for (const id of ids) assert.equal((await ended(id)).state, 'completed')
})
