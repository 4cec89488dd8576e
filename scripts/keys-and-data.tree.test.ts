/** docs/security/keys-and-data.md matches the code, the settings and the tables. */
import assert from 'node:assert/strict'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { tables } from '../server/features/index.ts'
import { settings } from '../server/settings.ts'
import { freshDatabase } from '../server/testing/database.ts'
import { testNames } from './documents.ts'

const root = join(import.meta.dirname, '..')
const read = (path: string): string => readFileSync(join(root, path), 'utf8')
const page = read('docs/security/keys-and-data.md')
/** The cells of the rows under a heading. */
function rowsUnder(heading: string): string[][] {
  const section = page.split('\n## ').find((part) => part.startsWith(`${heading}\n`)) ?? ''
  const rows = section.split('\n').filter((line) => line.startsWith('| '))
  assert.ok(rows.length > 1, heading)
  return rows.slice(1).map((row) => row.split('|').map((cell) => cell.trim()))
}
const named = (text: string): string[] =>
  [...text.matchAll(/`([^`]+)`/g)].map(([, one = '']) => one)
const wheres = rowsUnder('Keys and secrets').flatMap(([, where = '']) => named(where))

const { administer, close } = await freshDatabase()
after(close)

test('every column with a key, a secret or a hash is in keys-and-data.md', async () => {
  const rows = await administer(`
    select c.table_name || '.' || c.column_name as name
      from information_schema.columns c
      join pg_class t on t.relname = c.table_name and not t.relispartition
     where c.table_schema = 'public'
       and (c.data_type = 'bytea' or c.data_type = 'text' and c.column_name ~ 'hash|sealed|wrapped|token|password')
     order by 1`)
  const counts = /^rollup_snapshots\./ // packed numbers
  const columns = rows.map(({ name }) => String(name)).filter((one) => !counts.test(one))
  assert.ok(columns.length > 10)
  assert.deepEqual(wheres.filter((one) => one.includes('.')).toSorted(), columns.toSorted())
})

test('every setting with a key or a secret is in keys-and-data.md', () => {
  const secret = /_(KEY|SECRET|PASSWORD|ADMIN_URL|CLIENT_FILE)$|^(DATABASE|VALKEY|SMTP)_URL$/
  const found = Object.values(settings)
    .map(({ names: [first = ''] }) => first)
    .filter((name) => secret.test(name))
  const documented = wheres.filter((one) => !one.includes('.'))
  assert.deepEqual([...documented, 'TOKEN_SIGNING_KEY'].toSorted(), found.toSorted())
  assert.ok(page.includes('`TOKEN_SIGNING_KEY`'))
})

test('every table is in one class of data', () => {
  const classed = rowsUnder('Classes of data').flatMap(([, , cell = '']) => named(cell))
  assert.deepEqual(classed.toSorted(), tables.map(({ name }) => name).toSorted())
})

test('every class of data has rules, and each rule names an existing test', () => {
  const rules = rowsUnder('Rules for each class')
  const classes = rowsUnder('Classes of data').map(([, name = '']) => name)
  for (const name of classes) {
    const has = rules.some(([, of = '']) => name.includes(of))
    assert.ok(has, `${name} has no rule`)
  }
  for (const [, of = '', rule = '', by = ''] of rules) {
    assert.ok(
      classes.some((name) => name.includes(of)),
      of,
    )
    const tests = [...by.matchAll(/`([^`]+)`: `([^`]+)`/g)]
    assert.ok(tests.length > 0, rule)
    for (const [, path = '', name = ''] of tests) {
      assert.ok(existsSync(join(root, path)), path)
      assert.ok(testNames(read(path)).includes(name), `${path}: ${name}`)
    }
  }
})
