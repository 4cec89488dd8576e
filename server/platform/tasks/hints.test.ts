/** Tasks that another process queues: its notification arrives over the database. */
import assert from 'node:assert/strict'
import { after, before, test, type TestContext } from 'node:test'
import {
  eventually,
  freshDatabase,
  type TestDatabase,
  testEnvironment,
} from '../../testing/index.ts'
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'
import { connectPostgres } from '../db/index.ts'
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
    ${notify ? `select pg_notify('plumbline_due', 'tasks');` : ''}
    commit`)
  return id
}
const listening = (): Promise<Record<string, unknown>[]> =>
  db.administer(`
    select pid from pg_stat_activity
     where datname = current_database() and query like 'listen plumbline_due%'`)
const work = (t: TestContext) =>
  tasks.work(
    t,
    kindOf(async () => ({})),
    { pollMs: longMs, pollWithHintsMs: longMs, sweepMs: longMs },
  )

// The embedded database has one process, and a connection pooler delivers no notifications.
if (testEnvironment.postgresAdmin !== null && testEnvironment.postgresPooler === null) {
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
    await eventually('it listens no more', async () => (await listening()).length === 0)
  })

  test('a worker stops while it connects, and while the database does not answer', async () => {
    const { hostname, port } = new URL(db.url ?? '')
    let isSilent = false
    const sockets = new Set<Socket>()
    const proxy = createServer((client) => {
      const server = connect(Number(port), hostname)
      for (const one of [client, server]) sockets.add(one.on('error', () => {}))
      client.on('data', (bytes) => isSilent || server.write(bytes))
      server.on('data', (bytes) => isSilent || client.write(bytes))
    })
    await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve))
    const through = new URL(db.url ?? '')
    through.hostname = '127.0.0.1'
    through.port = String((proxy.address() as AddressInfo).port)
    const settings = { url: through.href, poolSize: 2, statementTimeoutMs: 5_000 }
    const database = await connectPostgres(settings)
    const listen = async (heard?: () => void): Promise<() => Promise<void>> => {
      const close = database.listen('test', () => heard?.())
      assert.ok(close)
      return close
    }
    await (await listen())() // while it connects
    const listens = Promise.withResolvers<void>()
    const established = await listen(listens.resolve)
    await listens.promise
    isSilent = true
    await established()
    await (await listen())()
    for (const one of sockets) one.destroy()
    proxy.close()
    await database.close()
  })
} else
  test('a worker looks for tasks where no notifications arrive', async (t) => {
    await tasks.work(
      t,
      kindOf(async () => ({})),
      { pollMs: 20, pollWithHintsMs: longMs },
    )
    assert.equal((await tasks.ended(await queuedByAnother(true))).state, 'completed')
  })
