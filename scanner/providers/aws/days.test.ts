import { equal } from 'node:assert/strict'
import { test } from 'node:test'
import { daysBetween, daysSince } from './days.ts'

const now = new Date('2026-01-15T12:00:00Z')

test('days are counted with their fractions, backwards too', () => {
  equal(daysBetween('2026-01-14T00:00:00Z', now), 1.5)
  equal(daysBetween(now, '2026-01-14T12:00:00Z'), -1)
})

test('days since a moment are whole, and none since one that is yet to come', () => {
  equal(daysSince('2026-01-13T13:00:00Z', now), 1)
  equal(daysSince('2026-01-16T12:00:00Z', now), 0)
})
