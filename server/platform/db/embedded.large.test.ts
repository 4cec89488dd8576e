/** The embedded database over many kills, many changes, and a timer that is waited for. */
import { deepEqual, equal, ok } from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { after, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { processFlags, testEnvironment } from '../../testing/database.ts'
import { connectEmbedded, type EmbeddedDatabase } from './connect.ts'
import { sizeOf } from './durable-files.ts'
import { sql } from './sql.ts'

const root = mkdtempSync(join(tmpdir(), 'plumbline-embedded-'))
after(() => rmSync(root, { recursive: true, force: true }))
let made = 0
const newDirectory = (): string => join(root, `data-${(made += 1)}`)
const { template, postgresAdmin } = testEnvironment
const connect = (directory: string, checkpointSeconds = 0): Promise<EmbeddedDatabase> =>
  connectEmbedded({ directory, checkpointSeconds, template })
const tenants = (database: EmbeddedDatabase): Promise<unknown[]> =>
  database.administer('select id from tenants').then((rows) => rows.map(({ id }) => id))

/** Opens a directory, prints what it finds, then a tenant's id after each commit, until it is killed. */
const program = `
  import { randomUUID } from 'node:crypto'
  import { connectEmbedded } from ${JSON.stringify(new URL('./connect.ts', import.meta.url).href)}
  import { sql } from ${JSON.stringify(new URL('./sql.ts', import.meta.url).href)}
  const [directory, template] = process.argv.slice(2)
  const database = await connectEmbedded(
    { directory, checkpointSeconds: 0, template: template || null })
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

  test('a checkpoint is written on a timer, so that a restart has little to repeat, and none when nothing was', async () => {
    const database = await connect(newDirectory(), 1)
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
}
