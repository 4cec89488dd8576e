import { deepEqual, equal, rejects, throws } from 'node:assert/strict'
import { after, test } from 'node:test'
import { emptyDatabase, freshDatabase, testEnvironment } from '../../testing/database.ts'
import { type Log, silent } from '../log.ts'
import { isOlder, version } from '../version.ts'
import { type Applied, checkApplied, checkDisconnected, missingIn } from './applied.ts'
import { connectPostgres, migratePostgres } from './connect.ts'
import { migrations } from './migrate.ts'
import { administrator } from './postgres.ts'
import { sql } from './sql.ts'

const known: readonly Applied[] = migrations().map(({ name }) => ({ name, breaks_before: null }))
const later = (number: number, breaks_before: string | null = null): Applied => ({
  name: `${number}_later.sql`,
  breaks_before,
})

test('versions are ordered by their numbers', () => {
  const ordered = ['0.1.0', '0.2.0', '0.10.0', '0.10.1', '1.0.0', '10.0.0']
  for (const [at, one] of ordered.entries())
    for (const [place, other] of ordered.entries())
      equal(isOlder(one, other), at < place, `${one} and ${other}`)
})

test('a program can use the database of a newer version until a migration requires a newer one', () => {
  const cases: [readonly Applied[], string | null][] = [
    [[], null],
    [known.slice(0, 3), null],
    [known, null],
    [[...known, later(9001)], '9001_later.sql'],
    [[...known, later(9001, '0.3.0'), later(9002)], '9002_later.sql'],
    [[...known, later(9001, '0.3.1')], '9001_later.sql'],
  ]
  for (const [applied, newest] of cases)
    equal(checkApplied(applied, 'of TEST', '0.3.1'), newest, JSON.stringify(applied.at(-1)))
})

test('a program refuses a database that requires a newer program, and names the version', () => {
  throws(() => checkApplied([...known, later(9001, '0.3.2'), later(9002)], 'of TEST', '0.3.1'), {
    name: 'UnfitDatabase',
    message:
      'The database of TEST was migrated by a newer version. 9001_later.sql requires version 0.3.2 or newer, and this ' +
      'is 0.3.1. Start a newer version, or restore a dump from before the upgrade.',
  })
  throws(() => checkApplied([...known, later(9001, '0.4.0'), later(9002, '0.10.0')], '', '0.3.1'), {
    message: /9002_later\.sql requires version 0\.10\.0 or newer/,
  })
})

test('a program refuses databases with another history', () => {
  throws(() => checkApplied([...known.slice(0, -1), later(9001)], 'of TEST'), {
    message: `The database of TEST was migrated by another version: it has 9001_later.sql and lacks ${known.at(-1)?.name}. Start the newest version.`,
  })
  throws(() => checkApplied([{ name: '0003_account_functions.sql', breaks_before: null }], ''), {
    message: /is from before the first release/,
  })
  deepEqual(missingIn(known), [])
})

const { postgresAdmin, postgresPooler } = testEnvironment
if (postgresAdmin) {
  const { administer, database, url, close } = await freshDatabase()
  after(close)
  const lines: [string, object | undefined][] = []
  const log: Log = { ...silent, warn: (event, fields) => void lines.push([event, fields]) }
  const adminUrl = postgresAdmin.replace('%', new URL(url ?? '').pathname.slice(1))

  test('migrate and a server of an older version accept a newer database, and the server logs it', async () => {
    const newest = '9001_later.sql'
    await administer(`insert into migrations (name, checksum) values ('${newest}', '')`)
    deepEqual(await migratePostgres(adminUrl), { applied: [], newer: newest })
    const settings = {
      url: url ?? '',
      isPooled: postgresPooler !== null,
      poolSize: 2,
      statementTimeoutMs: 5_000,
      log,
    }
    await (await connectPostgres(settings)).close()
    deepEqual(lines, [['database was migrated by a newer version', { newest, version }]])
  })

  test('a migration that breaks older versions is refused while a server is connected', async () => {
    const breaking = { name: '9002_later.sql', text: '', checksum: '', breaks_before: '999.0.0' }
    const check = (list = [...migrations(), breaking]): Promise<void> =>
      checkDisconnected(administer, known, list)
    await database.outsideTenants((tx) => tx.rows(sql`select 1`))
    await rejects(check(), {
      name: 'UnfitDatabase',
      message:
        /^9002_later\.sql breaks versions before 999\.0\.0\. Stop all servers and workers first, and the connection pooler: \d+ connections are open\.$/,
    })
    await check([...migrations(), { ...breaking, breaks_before: undefined }])
    await checkDisconnected(administer, [], [breaking]) // a new database
    const other = await emptyDatabase() // to which no server is connected
    const admin = await administrator(other.adminUrl)
    await checkDisconnected(admin.run, known, [breaking])
    await admin.close()
    await other.drop()
  })
}
