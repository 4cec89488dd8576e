import { deepEqual, equal, match, rejects } from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { after, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { emptyDatabase, freshDatabase, testEnvironment } from '../../testing/database.ts'
import { migratePostgres } from './connect.ts'
import { alone, type Migration, migrate, migrations, missing } from './migrate.ts'
import { administrator } from './postgres.ts'

const { administer, close } = await freshDatabase()
after(close)
let last = 9_000
const migration = (text: string, name = `${(last += 1)}_planted.sql`): Migration => ({
  name,
  text,
  checksum: createHash('sha256').update(text).digest('hex'),
})
const count = async (query: string): Promise<unknown> =>
  (await administer(`select count(*)::int as n from ${query}`))[0]?.['n']

test('each migration has a number of its own, and begins with why and with its lock', () => {
  const numbers = migrations().map(({ name }) => name.slice(0, 4))
  deepEqual(numbers, [...new Set(numbers)])
  for (const { name, text } of migrations()) {
    match(name, /^\d{4}_[a-z_]+\.sql$/)
    match(text, /^(-- no-transaction\n)?-- Why: [\s\S]*?\n-- Lock: /, name)
  }
})

test('the version that a migration requires is recorded with it', async () => {
  const breaking = migration('create table broken (id int)')
  const list = [...migrations(), { ...breaking, breaks_before: '0.4.0' }]
  deepEqual(await migrate(administer, list), [breaking.name])
  const rows = await administer(
    `select name, breaks_before from migrations where breaks_before is not null`,
  )
  deepEqual(rows, [{ name: breaking.name, breaks_before: '0.4.0' }])
  await administer(`drop table broken; delete from migrations where name = '${breaking.name}'`)
})

/** Statements that an older program may not survive: it uses what they remove, or writes what they refuse. */
const breaking = [
  /\bdrop (?!function|index|not null|default|expression|identity|if exists)\w+/gi,
  /\brename (?:to|column|\w+ to)\b/gi,
  /\balter (?:column )?\w+ (?:set data )?type\b/gi,
  /\bset not null\b/gi,
  /\badd (?:column )?\w+ (?:(?!default|generated)[^,;])*\bnot null\b(?![^,;]*\b(?:default|generated)\b)/gi,
  /\badd (?:constraint \w+ )?check\b/gi,
  /\brevoke (?!execute|create on schema)/gi,
]
function breaksIn(text: string): readonly string[] {
  const code = text.replaceAll(/--.*$/gm, '')
  const signature = /\b(?:create(?: or replace)?|drop) function (?:if exists )?(\w+)/i
  const nameOf = ([whole]: RegExpExecArray): string => signature.exec(whole)?.[1] ?? ''
  const made = new Set([...code.matchAll(/\bcreate (?:or replace )?function \w+/gi)].map(nameOf))
  const dropped = [...code.matchAll(/\bdrop function (?:if exists )?\w+/gi)]
  return [
    ...dropped.flatMap((found) => (made.has(nameOf(found)) ? [] : [found[0]])),
    ...breaking.flatMap((pattern) => [...code.matchAll(pattern)].map(([whole]) => whole.trim())),
  ]
}

test('a migration that an older program may not survive names the version that it requires', () => {
  for (const statement of [
    'drop function a(int); create function b() returns int',
    'drop table t',
    'alter table t drop c',
    'alter table t rename a to b',
    'alter table t alter column c set data type text',
    'alter table t alter c type text',
    'alter table t alter column c set not null',
    'alter table t add column c int not null',
    'alter table t add check (a > 0)',
    'revoke insert on t from plumbline_app',
  ])
    equal(breaksIn(statement).length, 1, statement)
  for (const statement of [
    'drop function a(int); create function a() returns int -- drop table t',
    'alter table t add column c int not null default 0, add column d int',
    'alter table t add column c int default 0 not null',
    'create table t (id int not null); create index i on t (id)',
    'drop index i; revoke execute on function a from public',
  ])
    deepEqual(breaksIn(statement), [], statement)
  for (const { name, text, breaks_before } of migrations())
    if (name > '0043') deepEqual(breaks_before ? [] : breaksIn(text), [], name)
})

test('a line that names a version in a migration has the form that is read', () => {
  for (const { name, text, breaks_before } of migrations())
    equal(/^--.*breaks[- ]before/im.test(text), breaks_before !== undefined, name)
})

test('a database that is up to date stays as it is', async () => {
  deepEqual(await migrate(administer), [])
  deepEqual(missing(new Set(migrations().map(({ name }) => name))), [])
  deepEqual(
    missing(new Set()),
    migrations().map(({ name }) => name),
  )
})

test('what is missing is applied once, in order, and remembered', async () => {
  const list = [
    ...migrations(),
    migration('create table first_one (id int); set local role plumbline_owner'),
    migration('alter table first_one add column more int -- and the text ends in a comment'),
  ]
  deepEqual(
    await migrate(administer, list),
    list.slice(-2).map(({ name }) => name),
  )
  deepEqual(await migrate(administer, list), [])
  equal(await count(`migrations where name ~ '^9'`), 2)
  await administer('drop table first_one')
})

test('a migration whose text was changed after its release is refused, and nothing runs', async () => {
  const [first = migration('')] = migrations()
  const edited = migration(`${first.text}\ncreate table sneaked_in (id int);`, first.name)
  await rejects(
    migrate(administer, [edited, migration('create table later (id int)')]),
    /^Error: 0001_roles\.sql was applied with another text\. Released migrations are never edited\.$/,
  )
  equal(await count(`pg_class where relname in ('sneaked_in', 'later')`), 0)
})

test('a migration that fails leaves nothing behind, and the next run takes it up again', async () => {
  const name = '9100_halting.sql'
  const halting = migration('create table halting (id int); select 1 / 0', name)
  await rejects(migrate(administer, [halting]), { code: '22012' })
  equal(await count(`pg_class where relname = 'halting'`), 0)
  deepEqual(await migrate(administer, [migration('create table halting (id int)', name)]), [name])
  await administer('drop table halting')
})

if (testEnvironment.postgresAdmin) {
  test('of three that migrate a new database at once one does the work and all succeed', async () => {
    const { adminUrl: url, drop } = await emptyDatabase()
    const runs = await Promise.all([1, 2, 3].map(() => migratePostgres(url)))
    deepEqual(
      runs.map(({ applied }) => applied).toSorted((a, b) => b.length - a.length),
      [migrations().map(({ name }) => name), [], []],
    )
    deepEqual(await migratePostgres(url), { applied: [], newer: null })
    await drop()
  })

  test('an index is built without a transaction while another runner waits', async () => {
    const { adminUrl: url, drop } = await emptyDatabase()
    const [one, two] = [await administrator(url), await administrator(url)]
    const list = [
      migration('create table large (id int)'),
      migration('-- no-transaction\ncreate index concurrently large_id on large (id)'),
    ]
    const slow = alone(one.run, async () => {
      await sleep(300) // the other one is waiting by now
      return migrate(one.run, list)
    })
    await sleep(100)
    const waiting = alone(two.run, () => migrate(two.run, list))
    deepEqual(
      await slow,
      list.map(({ name }) => name),
    )
    deepEqual(await waiting, [])
    const [valid] = await one.run(
      `select indisvalid from pg_index where indexrelid = 'large_id'::regclass`,
    )
    equal(valid?.['indisvalid'], true)
    await Promise.all([one.close(), two.close()])
    await drop()
  })

  test('an index is built again when an earlier run ended before it was recorded', async () => {
    const { adminUrl: url, drop } = await emptyDatabase()
    const admin = await administrator(url)
    const list = [
      migration('create table large (id int)', '9300_table.sql'),
      migration(
        '-- no-transaction\ncreate index concurrently large_id on large (id)',
        '9301_index.sql',
      ),
    ]
    await migrate(admin.run, list)
    await admin.run(`
      delete from migrations where name = '9301_index.sql';
      update pg_index set indisvalid = false where indexrelid = 'large_id'::regclass`)
    deepEqual(await migrate(admin.run, list), ['9301_index.sql'])
    const [index] = await admin.run(
      `select indisvalid from pg_index where indexrelid = 'large_id'::regclass`,
    )
    equal(index?.['indisvalid'], true)
    await admin.close()
    await drop()
  })

  test('a table that a running statement holds is tried again, and nobody queues behind us meanwhile', async () => {
    const { adminUrl: url, drop } = await emptyDatabase()
    const [one, holder] = [await administrator(url), await administrator(url)]
    await one.run('create table busy (id int)')
    await holder.run('begin; lock table busy in access share mode')
    const applied = migrate(one.run, [
      migration('alter table busy add column more int', '9200_busy.sql'),
    ])
    await sleep(1_400) // the first attempt has timed out
    await holder.run('select * from busy')
    await holder.run('commit')
    deepEqual(await applied, ['9200_busy.sql'])
    await Promise.all([one.close(), holder.close()])
    await drop()
  })
}
