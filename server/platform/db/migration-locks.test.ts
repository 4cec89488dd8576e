/**
 * From 0011 on, a migration runs on tables that may be full. In a transaction it keeps its locks to the end, so it
 * reads no whole table there: a column with a default that is not constant, a constraint that is checked at once, an
 * index that is not built concurrently or an update of all rows would stop a tenant's work for as long as its rows
 * take.
 */
import { deepEqual, match } from 'node:assert/strict'
import { after, test } from 'node:test'
import { embedded } from './embedded.ts'
import { migrate, migrations } from './migrate.ts'

const firstChecked = '0011'
/** A database as the migrations before made it; each that follows is tried and then applied. */
const driver = await embedded({ directory: null, template: null })
after(() => driver.close())
const { administer } = driver
await migrate(
  administer,
  migrations().filter(({ name }) => name < firstChecked),
)

/** Reads of each table so far, in transactions that ended otherwise too. */
const reads = async (): Promise<ReadonlyMap<number, { name: string; times: number }>> => {
  const rows = await administer(`
    select relid::int as id, relname as name, seq_scan + coalesce(idx_scan, 0) as times
      from pg_stat_xact_user_tables
     where schemaname = 'public' and relname <> 'migrations'`)
  return new Map(
    rows.map(({ id, name, times }) => [Number(id), { name: String(name), times: Number(times) }]),
  )
}

/** The tables from before that a migration reads, as a whole or in part, under its locks. */
async function tablesRead(
  text: string,
  end: 'commit' | 'rollback' = 'rollback',
): Promise<string[]> {
  await administer('begin') // within a transaction nothing is taken off the counters
  const before = await reads()
  await administer(`${text}\n; reset role`)
  const now = await reads()
  await administer(end)
  return [...before]
    .filter(([id, { times }]) => (now.get(id)?.times ?? times) > times)
    .map(([, { name }]) => name)
    .toSorted()
}

/** Statements allowed in a file without a transaction: they take no lock that blocks readers or writers. */
const concurrent =
  /^-- no-transaction\n(--[^\n]*\n|\n)*(create (unique )?index concurrently|drop index concurrently|alter table \S+ validate constraint) [^;]*;?\s*$/

const planted: readonly [string, string, readonly string[]][] = [
  ['a nullable column', 'alter table mails add column more int', []],
  ['a constant default', `alter table mails add column more int not null default 7`, []],
  ['a new table with an index', 'create table t (id int); create index t_id on t (id)', []],
  ['a check that is not validated', 'alter table mails add check (attempts >= 0) not valid', []],
  ['an index', 'create index mails_more on mails (attempts)', ['mails']],
  ['a check', 'alter table mails add check (attempts >= 0)', ['mails']],
  [
    'a default of each row',
    'alter table mails add column more uuid default gen_random_uuid()',
    ['mails'],
  ],
  [
    'a column that must not be null',
    'alter table mails alter column sender_id set not null',
    ['mails'],
  ],
  [
    'a table under another name',
    'alter table mails rename to sent; update sent set attempts = 0',
    ['mails'],
  ],
  ['another type', 'alter table mails alter column attempts type bigint', ['mails']],
  ['after those, none', 'alter table mails set (fillfactor = 50)', []],
  ['an update', 'update mails set attempts = 0', ['mails']],
]

for (const [name, text, read] of planted) {
  test(`${name}: reads ${read.length === 0 ? 'no table' : read.join(', ')}`, async () => {
    deepEqual(await tablesRead(text), read)
  })
}

for (const { name, text } of migrations().filter((one) => one.name >= firstChecked)) {
  test(`${name} reads no table under its locks`, async () => {
    if (text.startsWith('-- no-transaction')) {
      match(text, concurrent)
      await administer(text)
    } else deepEqual(await tablesRead(text, 'commit'), [])
  })
}

test('a file without a transaction holds one statement that lets others work', () => {
  const head = '-- no-transaction\n-- Why: x.\n-- Lock: none.\n\n'
  match(`${head}create index concurrently mails_more on mails (attempts);\n`, concurrent)
  for (const text of [
    'update mails set attempts = 0;',
    'create index mails_more on mails (attempts);',
  ])
    deepEqual(concurrent.test(head + text), false, text)
})
