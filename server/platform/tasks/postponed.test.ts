/** Tasks that wait for an unavailable database. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { freshDatabase, type TestDatabase } from '../../testing/index.ts'
import { DatabaseError } from '../db/index.ts'
import type { Failure } from './task.ts'
import { kindOf, Tasks, unavailableFor } from './testing/tasks.ts'
import { mostStops } from './worker.ts'

let db: TestDatabase
let tasks: Tasks
before(async () => {
  db = await freshDatabase()
  tasks = new Tasks(db)
})
after(() => db.close())

test('a task that finds the database unavailable waits, shows why, and completes however often that happens', async (t) => {
  const delays: unknown[] = []
  let runs = 0
  const kind = kindOf(async (_input, { taskId }) => {
    const [task] = await db.administer(`select metadata from tasks where id = '${taskId}'`)
    delays.push(task?.['metadata'])
    runs += 1
    if (runs <= mostStops + 3)
      throw new DatabaseError('no space left', runs % 2 ? '53100' : '57014')
    return { runs }
  })
  const id = await tasks.enqueue(kind, await tasks.newTenant(), 'x')
  await tasks.work(t, kind, { postponing: unavailableFor, sweepMs: 10 })
  const { state, result, attempts } = await tasks.ended(id)
  assert.deepEqual([state, result, attempts], ['completed', { runs: mostStops + 4 }, 1])
  assert.deepEqual(delays.slice(0, 3), [
    {},
    { delayed: { code: 'no_space', detail: 'A disk of the server is full.' } },
    { delayed: { code: 'database_unavailable', detail: 'The database was unavailable.' } },
  ])
  const [task] = await db.administer(`select metadata from tasks where id = '${id}'`)
  assert.deepEqual(task?.['metadata'], {})
})

test('a task that makes no progress for hours fails with the reason', async (t) => {
  const failures: Failure[] = []
  const kind = kindOf(
    async () => {
      throw new DatabaseError('cannot execute INSERT in a read-only transaction', '25006')
    },
    (failure) => failures.push(failure),
  )
  const id = await tasks.enqueue(kind, await tasks.newTenant(), 'x')
  await db.administer(
    `update tasks set stalled_since = now() - interval '13 hours' where id = '${id}'`,
  )
  await tasks.work(t, kind, { postponing: unavailableFor, sweepMs: 10 })
  const { state, result } = await tasks.ended(id)
  const detail = 'The database was unavailable. The task made no progress for 12 hours.'
  assert.deepEqual([state, result], ['failed', { code: 'database_unavailable', detail }])
  assert.deepEqual(failures, [{ code: 'database_unavailable', detail, isOurs: true }])
})

test('progress starts the hours again', async (t) => {
  let runs = 0
  const kind = kindOf(async (_input, { inTenant, progressed }) => {
    runs += 1
    if (runs === 2) return {}
    await inTenant(progressed)
    throw new DatabaseError('the server is in recovery mode', '57P03')
  })
  const id = await tasks.enqueue(kind, await tasks.newTenant(), 'x')
  await db.administer(
    `update tasks set stalled_since = now() - interval '13 hours' where id = '${id}'`,
  )
  await tasks.work(t, kind, { postponing: unavailableFor, sweepMs: 10 })
  assert.equal((await tasks.ended(id)).state, 'completed')
})
