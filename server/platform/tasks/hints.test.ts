/** Tasks that another process queues: its notification arrives over the database. */
import assert from 'node:assert/strict'
import { after, before, test, type TestContext } from 'node:test'
import {
  eventually,
  freshDatabase,
  type TestDatabase,
  testEnvironment,
} from '../../testing/index.ts'
import { newId } from '../ids.ts'
import { kindOf, name, Tasks } from './testing/tasks.ts'

const longMs = 600_000

let db: TestDatabase
let tasks: Tasks
before(async () => {
  db = await freshDatabase()
  tasks = new Tasks(db)
})
after(() => db.close())

/** Queues a task as another process does, so that this process emits no hint. */
async function queuedByAnother(notify: boolean): Promise<string> {
  const id = newId()
  await db.administer(`
    begin;
    insert into tasks (tenant_id, id, name, input)
    values ('${await tasks.newTenant()}', '${id}', '${name}', '{"word": "x"}');
    ${notify ? `select pg_notify('plumbline_tasks', '');` : ''}
    commit`)
  return id
}
const listening = (): Promise<Record<string, unknown>[]> =>
  db.administer(`
    select pid from pg_stat_activity
     where datname = current_database() and query like 'listen %plumbline_tasks%'`)
const work = (t: TestContext) =>
  tasks.work(
    t,
    kindOf(async () => ({})),
    { pollMs: longMs, pollWithHintsMs: longMs, sweepMs: longMs },
  )

// The embedded database has one process.
if (testEnvironment.postgresAdmin !== null) {
  test('a task that another process queues is started by its notification', async (t) => {
    await work(t)
    await eventually('the worker listens', async () => (await listening()).length === 1)
    assert.equal((await tasks.ended(await queuedByAnother(true))).state, 'completed')
  })

  test('a worker that lost its connection for notifications opens another, and looks for tasks', async (t) => {
    const { stop } = await work(t)
    await eventually('the worker listens', async () => (await listening()).length === 1)
    const [before] = await listening()
    await db.administer(`select pg_terminate_backend(${String(before?.['pid'])})`)
    assert.equal((await tasks.ended(await queuedByAnother(false))).state, 'completed')
    await stop()
    assert.deepEqual(await listening(), [])
  })
} else
  test('a worker of the embedded database looks for tasks without notifications', async (t) => {
    await tasks.work(
      t,
      kindOf(async () => ({})),
      { pollMs: 20, pollWithHintsMs: longMs },
    )
    assert.equal((await tasks.ended(await queuedByAnother(true))).state, 'completed')
  })
