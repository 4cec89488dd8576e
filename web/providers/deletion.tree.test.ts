import { deepEqual } from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'

const tables = readFileSync(join(import.meta.dirname, '../../server/platform/db/tables.ts'), 'utf8')

/** The resources whose rows are deleted with a provider. To add one here, first list it in `DeleteProvider`. */
const listed = [
  'ingestion',
  'integrations',
  'mutes',
  'recording',
  'reports',
  'resources',
  'rollups',
  'scans',
  'triage',
]

test('whoever deletes a provider reads of every kind of row that goes with it', () => {
  const owners = [...tables.matchAll(/\.\.\.of(?:Provider|Scan)\('([\w-]+)'/g)].map(
    ([, name]) => name,
  )
  deepEqual([...new Set(owners)].toSorted(), listed)
})
