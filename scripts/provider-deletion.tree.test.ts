import { deepEqual } from 'node:assert/strict'
import { test } from 'node:test'
import { tables } from '../server/features/index.ts'

/** Features whose rows are deleted with a provider. To add one here, first list it in `DeleteProvider` of the app. */
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

test('the confirmation of deleting a provider lists everything that is deleted with it', () => {
  const owners = tables.flatMap(({ owner, deletedBy }) => (deletedBy ? [owner] : []))
  deepEqual([...new Set(owners)].toSorted(), listed)
})
