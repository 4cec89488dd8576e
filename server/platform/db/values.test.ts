import { equal } from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import { timestampText } from './values.ts'

test('timestamps of PostgreSQL become RFC 3339 in UTC, truncated to milliseconds', () => {
  const cases = [
    ['2026-11-21 04:34:32.123456+00', '2026-11-21T04:34:32.123Z'],
    ['2026-11-21 04:34:32.999999+00', '2026-11-21T04:34:32.999Z'],
    ['2026-11-21 04:34:32.1+00', '2026-11-21T04:34:32.100Z'],
    ['2026-11-21 04:34:32+00', '2026-11-21T04:34:32.000Z'],
    ['2026-11-21 04:34:32', '2026-11-21T04:34:32.000Z'],
    ['1970-01-01 00:00:00.05', '1970-01-01T00:00:00.050Z'],
    ['infinity', 'infinity'],
    ['-infinity', '-infinity'],
  ] as const
  for (const [text, expected] of cases) equal(timestampText(text), expected)
})

test('every moment that a request may name comes back as the same millisecond', () => {
  const years = { min: new Date('1970-01-01'), max: new Date('9999-12-31'), noInvalidDate: true }
  fc.assert(
    fc.property(fc.date(years), fc.nat(999), (moment, micros) => {
      const iso = moment.toISOString()
      const text = `${iso.slice(0, 23).replace('T', ' ')}${String(micros).padStart(3, '0')}+00`
      equal(timestampText(text), iso)
    }),
  )
})
