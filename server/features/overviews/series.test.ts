import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import { filled, type ProviderDay } from './series.ts'

const dayMs = 86_400_000
const start = Date.UTC(2026, 0, 1)
const dayAt = (at: number): string => new Date(start + at * dayMs).toISOString().slice(0, 10)
const nothing = { critical: 0, medium: 0, low: 0, informational: 0 }

const rows = fc
  .uniqueArray(
    fc.record({
      provider: fc.constantFrom('a', 'b', 'c'),
      at: fc.integer({ min: -5, max: 12 }),
      high: fc.nat({ max: 9 }),
      muted: fc.nat({ max: 9 }),
    }),
    { selector: ({ provider, at }) => `${provider} ${at}`, maxLength: 12 },
  )
  .map((list) =>
    list.map(
      ({ provider, at, high, muted }): ProviderDay => ({
        provider_id: provider,
        day: dayAt(at),
        scan_id: `${provider}${at}`,
        ...nothing,
        high,
        muted,
      }),
    ),
  )

test('a day has what each account had last, and accounts that nobody scanned yet have nothing', () => {
  fc.assert(
    fc.property(rows, fc.nat({ max: 8 }), (known, last) => {
      const days = filled(known, { from: dayAt(0), to: dayAt(last) })
      assert.deepEqual(
        days.map(({ id }) => id),
        Array.from({ length: last + 1 }, (_, at) => dayAt(at)),
      )
      for (const day of days) {
        const newest = ['a', 'b', 'c'].flatMap((provider) => {
          const own = known.filter((row) => row.provider_id === provider && row.day <= day.id)
          return own.toSorted((a, b) => (a.day < b.day ? 1 : -1)).slice(0, 1)
        })
        assert.equal(
          day.high,
          newest.reduce((sum, { high }) => sum + high, 0),
        )
        assert.equal(
          day.muted,
          newest.reduce((sum, { muted }) => sum + muted, 0),
        )
        assert.deepEqual(new Set(day.scan_ids), new Set(newest.map(({ scan_id }) => scan_id)))
      }
    }),
  )
})
