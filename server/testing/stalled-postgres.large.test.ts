/** A real server that stalls or is read-only while a scan and an import run: both wait for it and complete. */
import { equal } from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { ended, record, send } from '../features/ingestion/testing/files.ts'
import { freshDatabase, type TestDatabase, testEnvironment } from './database.ts'
import { type Client, type World, world } from './index.ts'

if (testEnvironment.postgresAdmin) {
  let database: TestDatabase
  let w: World
  before(async () => {
    database = await freshDatabase()
    w = await world({ test: database })
  })
  after(async () => {
    await w.close()
    await database.close()
  })

  const number = 20_000
  const records = Array.from({ length: number }, (_, n) => record({ uid: `imported-${n}` }))

  /** A scan and an import that run during the trouble. */
  async function completes(user: Client, trouble: () => Promise<void>): Promise<void> {
    const provider = await user.provider()
    const link = { provider: { type: 'providers', id: provider } }
    const first = await user.scan(provider)
    const before = (await user.get(`/findings?filter[scan]=${first}`)).count
    const task = await user.make('/scans', 'scans', {}, link)
    const sent = await send(user, records)
    equal(sent.status, 202)
    await trouble()
    equal((await user.finished(task.id)).text('state'), 'completed')
    const scan = task.text('task_args', 'scan_id')
    equal((await user.get(`/findings?filter[scan]=${scan}`)).count, before)
    const ingestion = await ended(user, sent.item.id, 180_000)
    equal(ingestion.text('status'), 'completed')
    equal(ingestion.at('summary', 'processed'), number)
  }

  test('a table that is locked for 30 seconds delays a scan and an import', async () => {
    await completes(await w.user(), async () => {
      await database.administer('begin; lock table findings in access exclusive mode')
      await sleep(30_000)
      await database.administer('commit')
    })
  })

  test('a database that is read-only for 10 seconds delays a scan and an import', async () => {
    const name = new URL(database.url ?? '').pathname.slice(1)
    const setReadOnly = async (isReadOnly: boolean): Promise<void> => {
      await database.administer(
        `alter database ${name} set default_transaction_read_only = ${isReadOnly}`,
      )
      await database.administer(`
        select pg_terminate_backend(pid)
          from pg_stat_activity where datname = '${name}' and pid <> pg_backend_pid()`)
    }
    await completes(await w.user(), async () => {
      await setReadOnly(true)
      await sleep(10_000)
      await database.administer('set default_transaction_read_only = false')
      await setReadOnly(false)
    })
  })
}
