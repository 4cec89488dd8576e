import { equal } from 'node:assert/strict'
import { test } from 'node:test'
import { reported } from './days.ts'

const now = new Date('2026-01-15T12:00:00Z')
const cases: [at: string | null, text: string][] = [
  ['2026-01-15T12:05:00Z', 'according to a credential report less than 1 hour old'],
  ['2026-01-15T11:00:01Z', 'according to a credential report less than 1 hour old'],
  ['2026-01-15T11:00:00Z', 'according to a credential report less than 2 hours old'],
  ['2026-01-15T08:10:00Z', 'according to a credential report less than 4 hours old'],
  [null, 'according to a credential report of unknown age'],
]

test('a credential report is shown with its age, in hours begun', () => {
  for (const [at, text] of cases) equal(reported(at, now), text)
})
