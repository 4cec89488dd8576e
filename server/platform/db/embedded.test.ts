import { deepEqual, equal, ok, rejects } from 'node:assert/strict'
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { testEnvironment } from '../../testing/database.ts'
import { type Log, silent } from '../log.ts'
import { version } from '../version.ts'
import { connectEmbedded, type EmbeddedDatabase } from './connect.ts'
import { isFree } from './testing/lock.ts'
import { sql } from './sql.ts'

const root = mkdtempSync(join(tmpdir(), 'plumbline-embedded-'))
after(() => rmSync(root, { recursive: true, force: true }))
let made = 0
const newDirectory = (): string => join(root, `data-${(made += 1)}`)
const { template, postgresAdmin } = testEnvironment
const connect = (directory: string): Promise<EmbeddedDatabase> =>
  connectEmbedded({ directory, checkpointSeconds: 0, template })
const tenants = (database: EmbeddedDatabase): Promise<unknown[]> =>
  database.administer('select id from tenants').then((rows) => rows.map(({ id }) => id))

// The run on PostgreSQL has nothing to learn here.
if (!postgresAdmin) {
  test('a directory whose making was cut short is made anew, held while open, and keeps what is written', async () => {
    const directory = newDirectory()
    mkdirSync(join(directory, 'database.new', 'base'), { recursive: true })
    writeFileSync(join(directory, 'database.new', 'PG_VERSION'), '18\n')
    const first = await connect(directory)
    equal(existsSync(join(directory, 'database.new')), false)
    deepEqual(await tenants(first), [])
    equal(first.afterCrash, false)
    const id = '00000000-0000-7000-8000-000000000001'
    await first.outsideTenants((tx) => tx.rows(sql`select create_tenant(${id}, 'kept')`))
    await rejects(connect(directory), { name: 'DirectoryHeld' })
    first.announce('http://127.0.0.1:9')
    await rejects(connect(directory), { message: /serving http:\/\/127\.0\.0\.1:9\./ })
    await first.close()
    await rejects(
      first.outsideTenants(async () => {}),
      /The embedded database is closed/,
    )
    ok(await isFree(directory))
    const second = await connect(directory)
    equal(second.afterCrash, false)
    deepEqual(await tenants(second), [id])
    await second.close()
  })

  test('a prepared statement survives a refusal, and a plan that a change of tables made void', async () => {
    const database = await connect(newDirectory())
    await database.administer(`
      create table cached_plans (id int primary key, said text not null);
      insert into cached_plans values (1, '7'), (2, 'no number');
      grant select on cached_plans to plumbline_app`)
    const read = (id: number): Promise<unknown> =>
      database.outsideTenants(async (tx) => {
        const [row] = await tx.rows<{ said: unknown }>(
          sql`select k.said::int as said from cached_plans k where k.id = ${id}`,
        )
        return row?.said
      })
    await rejects(read(2), { code: '22P02' })
    await rejects(read(2), { code: '22P02' }) // first use by name: it is unknown whether it is prepared
    for (let time = 0; time < 8; time += 1) equal(await read(1), 7)
    await rejects(read(2), { code: '22P02' })
    equal(await read(1), 7)
    const whole = (): Promise<unknown[]> =>
      database.outsideTenants((tx) => tx.rows(sql`select * from cached_plans where id = ${1}`))
    for (let time = 0; time < 8; time += 1) deepEqual(await whole(), [{ id: 1, said: '7' }])
    await database.administer(`alter table cached_plans add more int not null default 3`)
    deepEqual(await whole(), [{ id: 1, said: '7', more: 3 }])
    equal(await read(1), 7)
    await database.close()
  })

  test('values travel as what they are', async () => {
    const database = await connect(newDirectory())
    const bytes = new Uint8Array([0, 1, 255])
    const given = [
      true,
      -1.5,
      7,
      "a 'quote' and ✓",
      null,
      bytes,
      { a: ['b'] },
      ['x, "y"', null, '\\\\'],
    ]
    const [row] = await database.outsideTenants((tx) =>
      tx.rows(sql`
        select ${given[0]}::boolean as truth, ${given[1]}::numeric as part, ${given[2]}::int8 as whole, ${given[3]}::text as said,
               ${given[4]}::int as none, ${given[5]}::bytea as bytes, ${given[6]}::jsonb as json, ${given[7]}::text[] as list`),
    )
    deepEqual(row, {
      truth: true,
      part: -1.5,
      whole: 7,
      said: given[3],
      none: null,
      bytes,
      json: { a: ['b'] },
      list: given[7],
    })
    await database.close()
  })

  test('a directory that cannot be opened is let go', async () => {
    const directory = newDirectory()
    mkdirSync(directory)
    writeFileSync(join(directory, 'database'), 'no database')
    await rejects(connect(directory))
    ok(await isFree(directory))
  })

  test('a directory that a newer version migrated opens with a warning, unless a migration breaks this version', async () => {
    const directory = newDirectory()
    const newer = await connect(directory)
    await newer.administer(`insert into migrations (name, checksum) values ('9999_later.sql', '')`)
    await newer.close()
    const lines: [string, object | undefined][] = []
    const log: Log = { ...silent, warn: (event, fields) => void lines.push([event, fields]) }
    const rolledBack = await connectEmbedded({ directory, checkpointSeconds: 0, template, log })
    deepEqual(lines, [
      ['database was migrated by a newer version', { newest: '9999_later.sql', version }],
    ])
    await rolledBack.administer(`update migrations set breaks_before = '999.0.0' where name ~ '^9'`)
    await rolledBack.close()
    await rejects(connect(directory), {
      name: 'UnfitDatabase',
      message: `The database in ${directory} was migrated by a newer version. 9999_later.sql requires version 999.0.0 or newer, and this is ${version}. Start a newer version, or restore a dump from before the upgrade.`,
    })
    ok(await isFree(directory))
  })

  test('a long statement leaves the process free to answer, and closing waits for the open transaction', async () => {
    const database = await connectEmbedded({ directory: null, checkpointSeconds: 0, template })
    let ticks = 0
    const timer = setInterval(() => (ticks += 1), 10)
    const working = database.outsideTenants(async (tx) => {
      const started = performance.now()
      await tx.rows(sql`select sum(sqrt(n)) from generate_series(1, 2000000) n`)
      const ms = performance.now() - started
      await sleep(20)
      return { ms, ...(await tx.single<{ n: number }>(sql`select 7 as n`)) }
    })
    await sleep(10)
    const [{ ms, n }] = await Promise.all([working, database.close()])
    clearInterval(timer)
    equal(n, 7)
    ok(ms > 50, `the statement took ${ms} ms`)
    ok(ticks > ms / 10 / 5, `${ticks} ticks in ${ms} ms`)
  })
}
