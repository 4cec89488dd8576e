import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { text } from '@plumbline/jsonapi'
import { freshDatabase, type TestDatabase } from '../../testing/index.ts'
import { sql } from '../db/index.ts'
import { newId } from '../ids.ts'
import { task } from './task.ts'
import { mostStops, Worker, workerDefaults } from './worker.ts'

let db: TestDatabase
before(async () => {
  db = await freshDatabase()
})
after(() => db.close())

test('work that resumes begins when it may, fails at once by a bug, and is given up by its own count', async (t) => {
  const ran: string[] = []
  const failures: string[] = []
  const kind = task('provider-connection-check', {
    input: { word: text },
    may: 'manage_providers',
    resumed: {
      begin: async (_tx, { word }) => (word === 'waits' || word === 'missing' ? word : 'begins'),
      workersEnded: 'Its workers ended.',
      ourFault: { code: 'work_failed', detail: 'It failed on our side.' },
    },
    async run({ word }) {
      ran.push(word)
      throw new Error('secret internals')
    },
    gaveUp: async (_input, { inTenant, hold }, { code }) => {
      await inTenant((tx) => hold(tx))
      failures.push(code)
    },
  })
  const tenant = newId()
  const enqueue = (word: string): Promise<string> =>
    db.database.inTenant(tenant, async (tx) => (await kind.enqueue(tx, { word })).id)
  await db.database.inTenant(tenant, (tx) =>
    tx.run(sql`select create_tenant(${tx.tenantId}, 'a tenant')`),
  )
  for (const word of ['waits', 'missing', 'breaks']) await enqueue(word)
  await db.administer(`
    update tasks set state = 'executing', attempts = ${mostStops}, lease_until = now() - interval '1 second'
     where id = '${await enqueue('lost')}'`)
  const log = { info() {}, warn() {}, error() {} }
  const settings = { ...workerDefaults, pollMs: 50, sweepMs: 100 }
  const worker = new Worker(db.database, [kind], { sweeps: [], settings, log })
  await worker.start()
  t.after(() => worker.stop())
  const states = (): Promise<object[]> =>
    db.administer(`select input->>'word' as word, state from tasks order by 1`)
  const expected = [
    { word: 'breaks', state: 'failed' },
    { word: 'lost', state: 'failed' },
    { word: 'missing', state: 'cancelled' },
    { word: 'waits', state: 'available' },
  ]
  for (let n = 0; n < 400 && JSON.stringify(await states()) !== JSON.stringify(expected); n += 1)
    await sleep(50)
  assert.deepEqual(await states(), expected)
  assert.deepEqual(ran, ['breaks'])
  assert.deepEqual(failures.toSorted(), ['work_failed', 'worker_lost'])
})
