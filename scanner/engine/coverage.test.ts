import { deepEqual } from 'node:assert/strict'
import { test } from 'node:test'
import { type CoverageRow, Ledger, summarize } from './coverage.ts'

const place = { service: 's3', region: 'us-east-1' }
const one = { id: 'one', resource_type: 'Bucket' }
const two = { id: 'two', resource_type: 'Bucket' }

test('the ledger counts each reason once, and a check without records is not applicable', () => {
  const ledger = new Ledger(place)
  ledger.add(one, 'assessed', { sample: 'a' })
  ledger.add(one, 'assessed', { sample: 'b' })
  ledger.add(one, 'denied', { action: 's3:X', sample: 'c' })
  const rows = ledger.rows([one, two])
  deepEqual(
    rows.map(({ check_id, outcome, action, count, sample }) => [
      check_id,
      outcome,
      action,
      count,
      sample,
    ]),
    [
      ['one', 'assessed', null, 2, 'a'],
      ['one', 'denied', 's3:X', 1, 'c'],
      ['two', 'not_applicable', null, 0, null],
    ],
  )
})

test('a pair of check and region is assessed only without any gap, and excluded ones are counted apart', () => {
  const row = (
    check_id: string,
    outcome: CoverageRow['outcome'],
    action: string | null = null,
  ) => ({
    ...place,
    check_id,
    resource_type: 'Bucket',
    outcome,
    action,
    count: 1,
    sample: null,
  })
  const summary = summarize([
    row('one', 'assessed'),
    row('one', 'denied', 's3:X'),
    row('two', 'not_applicable'),
    row('three', 'denied', 's3:X'),
    row('three', 'throttled', 's3:Y'),
    row('four', 'excluded'),
  ])
  deepEqual(summary, {
    assessed: 1,
    total: 3,
    excluded: 1,
    gaps: [
      { outcome: 'denied', action: 's3:X', count: 2 },
      { outcome: 'throttled', action: 's3:Y', count: 1 },
    ],
  })
})
