import { deepEqual, equal, ok, rejects } from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { after, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { processFlags, testEnvironment } from '../../testing/database.ts'
import { connectEmbedded, type EmbeddedDatabase } from './connect.ts'
import { holderOf } from './directory-lock.ts'
import { sizeOf } from './durable-files.ts'
import { sql } from './sql.ts'

const root = mkdtempSync(join(tmpdir(), 'plumbline-embedded-'))
after(() => rmSync(root, { recursive: true, force: true }))
let made = 0
const newDirectory = (): string => join(root, `data-${(made += 1)}`)
const { template, postgresAdmin } = testEnvironment
const connect = (directory: string): Promise<EmbeddedDatabase> =>
  connectEmbedded({ directory, checkpointSeconds: 0, template }, ['scan-perform'])
const tenants = (database: EmbeddedDatabase): Promise<unknown[]> =>
  database.administer('select id from tenants').then((rows) => rows.map(({ id }) => id))

/** Opens a directory, prints what it finds, then a tenant's id after each commit, until it is killed. */
const program = `
  import { randomUUID } from 'node:crypto'
  import { connectEmbedded } from ${JSON.stringify(new URL('./connect.ts', import.meta.url).href)}
  import { sql } from ${JSON.stringify(new URL('./sql.ts', import.meta.url).href)}
  const [directory, template] = process.argv.slice(2)
  const database = await connectEmbedded(
    { directory, checkpointSeconds: 0, template: template || null }, ['scan-perform'])
  const rows = await database.administer('select id from tenants')
  console.log(JSON.stringify({ afterCrash: database.afterCrash, ids: rows.map(({ id }) => id) }))
  for (;;) {
    const id = randomUUID()
    await database.outsideTenants((tx) => tx.rows(sql\`select create_tenant(\${id}, 'acknowledged')\`))
    process.stdout.write(id + '\\n')
  }`

// The run on PostgreSQL has nothing to learn here.
if (!postgresAdmin) {
  const writer = join(root, 'writer.mjs')
  writeFileSync(writer, program)

  test('a row that is changed again and again takes no more of the disk after each upkeep', async () => {
    const directory = newDirectory()
    const database = await connect(directory)
    await database.administer(`
      create table long_texts (id int primary key, content text);
      insert into long_texts values (1, '')`)
    const sizes: number[] = []
    for (let round = 0; round < 6; round += 1) {
      for (let change = 0; change < 60; change += 1)
        await database.administer(`
          update long_texts
             set content = (select string_agg(md5(random()::text), '') from generate_series(1, 6000))`)
      await database.maintain()
      sizes.push(sizeOf(directory))
    }
    await database.close()
    const [, , third = 0] = sizes
    ok((sizes.at(-1) ?? 0) <= third * 1.05, `bytes after each round: ${sizes.join(', ')}`)
  })

  test('a process killed while it writes loses nothing that it acknowledged, kill after kill', async () => {
    const directory = newDirectory()
    const acknowledged: string[] = []
    for (const [round, writesAtLeast] of [5, 60, 150].entries()) {
      const child = spawn(process.execPath, [...processFlags, writer, directory, template ?? ''], {
        stdio: ['ignore', 'pipe', 'inherit'],
      })
      const exit = once(child, 'exit')
      let written = -1
      for await (const line of createInterface({ input: child.stdout })) {
        if (written === -1) {
          const found = JSON.parse(line) as { afterCrash: boolean; ids: string[] }
          equal(found.afterCrash, round > 0)
          deepEqual(
            acknowledged.filter((id) => !found.ids.includes(id)),
            [],
          )
        } else acknowledged.push(line)
        written += 1
        if (written === writesAtLeast) child.kill('SIGKILL') // what it wrote until then still arrives
      }
      await exit
      ok(written >= writesAtLeast)
      equal(holderOf(directory), null)
    }
    const database = await connect(directory)
    equal(database.afterCrash, true)
    const found = new Set(await tenants(database))
    deepEqual(
      acknowledged.filter((id) => !found.has(id)),
      [],
    )
    // At most one transaction a round was committed without its answer having been seen.
    ok(
      found.size <= acknowledged.length + 3,
      `${found.size} found, ${acknowledged.length} acknowledged`,
    )
    await database.close()
  })

  const directoryOfTest = newDirectory()

  test('a directory whose making was cut short is made anew, held while open, and keeps what is written', async () => {
    const directory = directoryOfTest
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
    equal(holderOf(directory)?.address, 'http://127.0.0.1:9')
    await first.close()
    await rejects(
      first.outsideTenants(async () => {}),
      /The embedded database is closed/,
    )
    equal(holderOf(directory), null)
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
    await rejects(read(2), { code: '22P02' }) // its first use by name: nobody knows whether it is prepared
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
    equal(holderOf(directory), null)
  })

  test('a directory that a newer version migrated is refused, and left as it is', async () => {
    const directory = newDirectory()
    const newer = await connect(directory)
    await newer.administer(`insert into migrations (name, checksum) values ('9999_later.sql', '')`)
    await newer.close()
    await rejects(connect(directory), {
      name: 'UnfitDatabase',
      message: `The database in ${directory} is of a newer version, which added 9999_later.sql. Start that version, or restore a dump from before it.`,
    })
    equal(holderOf(directory), null)
  })

  test('a checkpoint is written on a timer, so that a restart has little to repeat, and none when nothing was', async () => {
    const database = await connectEmbedded(
      { directory: directoryOfTest, checkpointSeconds: 1, template },
      ['scan-perform'],
    )
    const redo = async (): Promise<unknown> =>
      (await database.administer('select redo_lsn::text as at from pg_control_checkpoint()'))[0]?.[
        'at'
      ]
    const before = await redo()
    const id = crypto.randomUUID()
    await database.outsideTenants((tx) => tx.rows(sql`select create_tenant(${id}, 'written')`))
    while ((await redo()) === before) await sleep(100)
    // It comes to rest: with one at each tick of the timer this would never end.
    for (let last: unknown, at = await redo(); at !== last; at = await redo()) {
      last = at
      await sleep(2_500)
    }
    await database.close()
  })

  test('a long statement leaves the process free to answer, and closing waits for the open transaction', async () => {
    const database = await connectEmbedded({ directory: null, checkpointSeconds: 0, template }, [])
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
