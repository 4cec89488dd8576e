import { deepEqual, equal, match, ok, rejects } from 'node:assert/strict'
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { after, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { testEnvironment } from '../../../testing/database.ts'
import { connectEmbedded, type EmbeddedDatabase, type EmbeddedOptions } from '../connect.ts'
import { embedded } from '../embedded.ts'
import { migrate, migrations } from '../migrate.ts'
import { sql } from '../sql.ts'
import { dumpName, dumpsIn, regularDumps, restore, rotate } from './index.ts'

const directoryOfTest = mkdtempSync(join(tmpdir(), 'plumbline-backup-'))
after(() => rmSync(directoryOfTest, { recursive: true, force: true }))
let made = 0
const newDirectory = (): string => join(directoryOfTest, `data-${(made += 1)}`)
const { template, postgresAdmin } = testEnvironment
const connect = (
  directory: string,
  more: Partial<EmbeddedOptions> = {},
): Promise<EmbeddedDatabase> =>
  connectEmbedded({ directory, checkpointSeconds: 0, template, ...more })
const tenants = async (database: EmbeddedDatabase): Promise<string[]> =>
  (await database.administer('select id::text as id from tenants order by id')).map(({ id }) =>
    String(id),
  )
const make = async (database: EmbeddedDatabase): Promise<string> => {
  const id = crypto.randomUUID()
  await database.outsideTenants((tx) => tx.rows(sql`select create_tenant(${id}, 'dumped')`))
  return id
}
const restored = (file: string, directory: string, replace = false) =>
  restore(file, directory, { replace, now: () => Date.UTC(2026, 10, 22, 12) })

// The run on PostgreSQL has nothing to learn here.
if (!postgresAdmin) {
  const original = newDirectory()
  const dumped = join(directoryOfTest, dumpName(Date.UTC(2026, 10, 22, 10)))

  test('a dump is taken while the database is written to, and holds all that was there at its start', async () => {
    const database = await connect(original, { checkpointSeconds: 1 })
    const before = [await make(database), await make(database)]
    const over = new AbortController()
    let meanwhile = 0
    const writing = (async () => {
      for (; !over.signal.aborted; meanwhile += 1) await make(database)
    })()
    const dump = await database.backUp(dumped)
    over.abort()
    await writing
    ok(meanwhile > 0)
    match(
      readFileSync(`${dumped}.sha256`, 'utf8'),
      new RegExp(`^${dump.sha256}  ${basename(dumped)}\n$`),
    )
    deepEqual(
      readdirSync(directoryOfTest).filter((name) => /partial|checking/.test(name)),
      [],
    )
    const all = await tenants(database)
    await database.close()

    const directory = newDirectory()
    const { movedTo } = await restored(dumped, directory)
    equal(movedTo, null)
    const again = await connect(directory)
    const found = await tenants(again)
    for (const id of before) ok(found.includes(id))
    for (const id of found) ok(all.includes(id))
    await make(again)
    await again.close()
  })

  test('a damaged dump is refused in one sentence, and nothing is changed', async () => {
    const directory = newDirectory()
    const bad = join(directoryOfTest, 'bad.tar.gz')
    const size = readFileSync(dumped).length
    const damages: [string, () => void][] = [
      ['cut short', () => truncateSync(bad, size - 1_000)],
      ['cut to nothing', () => truncateSync(bad, 0)],
      [
        'one byte another',
        () => {
          const bytes = readFileSync(bad)
          bytes[size >> 1] = (bytes[size >> 1] ?? 0) ^ 0xff
          writeFileSync(bad, bytes)
        },
      ],
      ['no dump', () => writeFileSync(bad, 'hello')],
    ]
    for (const [what, damage] of damages) {
      copyFileSync(dumped, bad)
      damage()
      await rejects(restored(bad, directory), (error: Error) => {
        equal(error.name, 'BadDump', what)
        match(error.message, /^The dump .*bad\.tar\.gz is damaged: [^\n]+\.$/, what)
        return true
      })
      deepEqual(
        readdirSync(directory).filter((name) => name !== 'lock.db'),
        [],
        what,
      )
    }
    copyFileSync(dumped, bad)
    writeFileSync(`${bad}.sha256`, `${'0'.repeat(64)}  bad.tar.gz\n`)
    await rejects(restored(bad, directory), /damaged: its checksum differs/)
  })

  test('a restore replaces a database only with --replace, and moves it aside', async () => {
    await rejects(restored(dumped, original), /already contains a database. Pass --replace/)
    const { movedTo } = await restored(dumped, original, true)
    equal(movedTo, join(original, 'database.before-2026-11-22T12-00-00Z'))
    ok(existsSync(join(original, 'database.before-2026-11-22T12-00-00Z', 'PG_VERSION')))
    const database = await connect(original)
    await rejects(restored(dumped, original, true), { name: 'DirectoryHeld' })
    await database.close()
  })

  test('a server does not begin anew where a restore was interrupted', async () => {
    const directory = newDirectory()
    await restored(dumped, directory)
    rmSync(join(directory, 'database'), { recursive: true })
    copyFileSync(dumped, join(directory, 'restoring'))
    await rejects(connect(directory), /A restore into .* was interrupted/)
  })

  test('a dump whose copy does not open is removed, and earlier ones stay', async () => {
    const directory = newDirectory()
    const database = await connect(directory)
    const folder = join(directory, 'dumps')
    const good = await database.backUp(join(folder, dumpName(Date.UTC(2026, 10, 20))))
    await make(database)
    // Read once, so that counting does not write the whole page to the log again and heal it.
    await database.administer('select count(*) from tenants; checkpoint')
    const [found] = await database.administer(`select pg_relation_filepath('tenants') as path`)
    const file = join(directory, 'database', String(found?.['path']))
    const bytes = readFileSync(file)
    bytes.fill(0x55, 100, 200)
    writeFileSync(file, bytes)
    await rejects(database.backUp(join(folder, dumpName(Date.UTC(2026, 10, 21)))), {
      name: 'BackupFailed',
      message: /No backup was made: The dump .* is damaged: /,
    })
    deepEqual(
      dumpsIn(folder).map((dump) => dump.file),
      [good.file],
    )
    equal(readdirSync(folder).length, 2)
    await database.close()
  })

  test('a directory is dumped before it is migrated', async () => {
    const directory = newDirectory()
    const id = crypto.randomUUID()
    mkdirSync(directory)
    const old = await embedded({ directory: join(directory, 'database'), template: null })
    await migrate(
      old.administer,
      migrations().filter(({ name }) => name < '0010'),
    )
    await old.administer(`insert into tenants (id, name) values ('${id}', 'dumped')`)
    await old.close()
    const migrated = await connect(directory, {
      maxDumps: 3,
      now: () => Date.UTC(2026, 10, 22, 9),
    })
    const file = join(
      directory,
      'dumps',
      'plumbline-2026-11-22T09-00-00Z-before-0010_audit_and_mail.tar.gz',
    )
    equal(migrated.beforeMigration?.file, file)
    await migrated.close()
    const other = newDirectory()
    const { manifest } = await restored(file, other)
    ok(manifest.shape < '0010')
    const again = await connect(other)
    deepEqual(await tenants(again), [id])
    await again.close()
    const current = await connect(directory, { maxDumps: 3 })
    equal(current.beforeMigration, null)
    await current.close()
  })

  test('closing gives up a dump that is being made', async () => {
    const directory = newDirectory()
    const database = await connect(directory)
    const failed = rejects(database.backUp(join(directory, 'dumps', 'late.tar.gz')), {
      name: 'BackupFailed',
    })
    await database.close()
    await failed
    deepEqual(readdirSync(join(directory, 'dumps')), [])
  })

  test('a running server dumps when the newest dump is old enough, retains so many, and reports a failure', async () => {
    const folder = newDirectory()
    let nowMs = Date.UTC(2026, 10, 22)
    let isBroken = false
    const logged: string[] = []
    const log = {
      info: (event: string) => void logged.push(event),
      warn: () => {},
      error: (event: string) => void logged.push(event),
    }
    mkdirSync(folder)
    const database = {
      async backUp(file: string) {
        if (isBroken) throw new Error('No backup was made.')
        writeFileSync(file, '')
        writeFileSync(`${file}.sha256`, '')
        return { file, bytes: 0, sha256: '' }
      },
    }
    const options = { hours: 24, maxDumps: 2, log, now: () => nowMs, checkEveryMs: 1 }
    const stop = regularDumps(database, folder, options)
    const until = async (count: number): Promise<void> => {
      while (logged.length < count) await sleep(1)
    }
    await until(1)
    nowMs += 23 * 3_600_000
    await sleep(50)
    equal(logged.length, 1)
    for (const count of [2, 3]) {
      nowMs += 24 * 3_600_000
      await until(count)
    }
    isBroken = true
    nowMs += 24 * 3_600_000
    await until(4)
    stop()
    deepEqual(logged, ['backup completed', 'backup completed', 'backup completed', 'backup failed'])
    deepEqual(
      dumpsIn(folder).map(({ ms }) => new Date(ms).toISOString()),
      ['2026-11-23T23:00:00.000Z', '2026-11-24T23:00:00.000Z'],
    )
    equal(readdirSync(folder).length, 4)
    writeFileSync(join(folder, 'mine.tar.gz'), '')
    rotate(folder, 1)
    deepEqual(readdirSync(folder).length, 3)
  })
}
