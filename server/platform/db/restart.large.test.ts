/** What ends the engine's thread, and what is there when the next one serves. */
import { deepEqual, equal, match, rejects } from 'node:assert/strict'
import { mkdtempSync, renameSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { testEnvironment } from '../../testing/database.ts'
import { newId } from '../ids.ts'
import type { Facts, Log } from '../log.ts'
import { connectEmbedded, type EmbeddedDatabase } from './connect.ts'
import { database as overDriver } from './database.ts'
import { embedded } from './embedded.ts'
import { sql } from './sql.ts'
import { connectThread } from './thread-connection.ts'

const root = mkdtempSync(join(tmpdir(), 'plumbline-restart-'))
after(() => rmSync(root, { recursive: true, force: true }))
const { template, postgresAdmin } = testEnvironment
const endless = sql`select count(*) from generate_series(1, 100000) a, generate_series(1, 100000) b`

interface Opened {
  readonly database: EmbeddedDatabase
  readonly directory: string
  readonly errors: Facts[]
}

async function open(statementTimeoutMs: number): Promise<Opened> {
  const directory = mkdtempSync(join(root, 'data-'))
  const errors: Facts[] = []
  const log: Log = { info() {}, warn() {}, error: (_, facts = {}) => void errors.push(facts) }
  const options = { directory, checkpointSeconds: 0, template, statementTimeoutMs, log }
  return { database: await connectEmbedded(options), directory, errors }
}

const tenants = (database: EmbeddedDatabase): Promise<unknown[]> =>
  database
    .administer('select name from tenants order by name')
    .then((rows) => rows.map(({ name }) => name))

const create = (name: string) => sql`select create_tenant(${newId()}, ${name})`

if (!postgresAdmin) {
  test('a statement over its deadline is canceled alone: what was committed stays, and who waits is served', async () => {
    const { database, errors } = await open(2_000)
    await database.outsideTenants((tx) => tx.rows(create('acknowledged')))
    const started = Promise.withResolvers<void>()
    const stuck = database.outsideTenants(async (tx) => {
      await tx.rows(create('rolled back'))
      started.resolve()
      await tx.rows(endless)
    })
    await started.promise
    const waiting = [1, 2, 3].map((number) =>
      database.outsideTenants((tx) => tx.rows(create(`waited ${number}`))),
    )
    const upkeep = database.maintain()
    await rejects(stuck, {
      code: '57014',
      message: 'The statement took longer than 2000 ms and was canceled.',
    })
    await Promise.all([...waiting, upkeep])
    deepEqual(await tenants(database), ['acknowledged', 'waited 1', 'waited 2', 'waited 3'])
    equal(errors.length, 1)
    match(String(errors[0]?.['statement']), /^select count\(\*\) from generate_series/)
    await database.close()
  })

  test('a connection of another thread says that it is lost, and the next one works', async () => {
    const { database } = await open(2_000)
    const tenant = newId()
    const first = await connectThread(database.threadAddress())
    const ask = { text: 'select 7 as n', values: [] }
    deepEqual(await first.run(tenant, ask.text, ask.values), [{ n: 7 }])
    const started = Promise.withResolvers<void>()
    const working = database.outsideTenants(async (tx) => {
      started.resolve()
      await tx.rows(endless)
    })
    const stuck = rejects(working, { code: '57014' })
    await started.promise
    const waited = first.run(tenant, ask.text, ask.values)
    await Promise.all([stuck, rejects(waited, { code: '57P01' })])
    equal(first.isLost, true)
    const second = await connectThread(database.threadAddress())
    deepEqual(await second.run(tenant, ask.text, ask.values), [{ n: 7 }])
    await second.close()
    await database.close()
  })

  test('a transaction that waits for what never comes is rolled back, and its later statements are refused', async (context) => {
    const driver = await embedded({ directory: null, template })
    context.after(() => driver.close())
    const impatient = overDriver(driver, { transactionMs: 50 })
    const later = Promise.withResolvers<void>()
    const refused = Promise.withResolvers<unknown>()
    await rejects(
      impatient.outsideTenants(async (tx) => {
        await tx.rows(create('rolled back'))
        await later.promise
        refused.resolve(tx.rows(create('late')).catch((error: Error) => error.message))
      }),
      { code: '57014', message: 'The transaction took longer than 50 ms and was rolled back.' },
    )
    later.resolve()
    equal(await refused.promise, 'A statement was sent after its transaction had ended.')
    deepEqual(await driver.administer('select name from tenants'), [])
  })

  test('a value that is nested too deeply is refused, and the engine goes on', async () => {
    const { database, errors } = await open(60_000)
    const deep = (depth: number): string => '['.repeat(depth) + ']'.repeat(depth)
    const read = (text: string) => sql`select length((${text}::jsonb)::text) as length`
    await rejects(
      database.outsideTenants((tx) => tx.rows(read(deep(100_000)))),
      { code: '54001' },
    )
    const kept = await database.outsideTenants((tx) => tx.rows(read(deep(2_000))))
    deepEqual(kept, [{ length: 4_000 }])
    deepEqual(errors, [])
    await database.close()
  })

  test('an engine that fails, as by a disk that does, starts again once it can', async () => {
    const { database, directory, errors } = await open(60_000)
    await database.outsideTenants((tx) => tx.rows(create('acknowledged')))
    await database.administer('select pg_switch_wal()')
    const folder = join(directory, 'database', 'pg_wal')
    renameSync(folder, `${folder}.away`)
    await rejects(
      database.outsideTenants((tx) => tx.rows(create('lost'))),
      /The engine of the embedded database failed/,
    )
    await rejects(tenants(database), { code: '57P03' })
    renameSync(`${folder}.away`, folder)
    deepEqual(await tenants(database), ['acknowledged'])
    equal(errors.length, 1)
    await database.close()
  })
}
