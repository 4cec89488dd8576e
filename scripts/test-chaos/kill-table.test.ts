import { deepEqual } from 'node:assert/strict'
import { test } from 'node:test'
import { killTable } from './kill-table.ts'

test('the table has a row for each part, and one with the sum of kills and what was lost', () => {
  const killed = new Map([
    ['worker', 3],
    ['PgBouncer', 2],
  ])
  deepEqual(killTable(killed, { lost: 1, doubled: 4, stuck: 0, failedScans: 7 }).slice(2), [
    '| PgBouncer | 2 | | | | |',
    '| worker | 3 | | | | |',
    '| all | 5 | 1 | 4 | 0 | 7 |',
  ])
})
