// The page of omitted fields has every entry of the table. `PLUMBLINE_EXPECTED=write npm test omitted-fields` rewrites it.
import { equal, ok } from 'node:assert/strict'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { kindsUnderTest } from './testing/kinds/index.ts'
import { omissionOf, omitted, omittedPage } from './testing/kinds/omitted.ts'

const page = join(import.meta.dirname, '..', 'docs', 'security', 'omitted-fields.md')

test('the page of omitted fields is that of the table', async () => {
  if (process.env['PLUMBLINE_EXPECTED'] === 'write') await writeFile(page, omittedPage())
  equal(await readFile(page, 'utf8'), omittedPage())
})

test('an entry is for its field and not for the fields within it, unless it ends with an asterisk', () => {
  for (const [type, rows] of Object.entries(omitted))
    for (const one of rows) {
      const isForAll = one.field.endsWith('.*')
      const within = `${one.field}.madeUp`
      equal(omissionOf(type, one.call, within) === one, isForAll, within)
      if (!isForAll) equal(omissionOf(type, one.call, `other${one.field}`), undefined, one.field)
    }
})

test('each entry is once in the table, with a page of the vendor', () => {
  const types = kindsUnderTest.map(({ provider }) => provider.type)
  for (const [type, rows] of Object.entries(omitted)) {
    ok(types.includes(type), type)
    for (const one of rows) {
      equal(omissionOf(type, one.call, one.field), one, one.field)
      ok(URL.canParse(one.source) && one.means.endsWith('.'), one.field)
    }
  }
})
