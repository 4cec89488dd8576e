import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import { anchorOf, frequencies, nextRunAfter, type Timetable } from './planned-runs.ts'
import { dayMs, zone } from './zone.ts'

const hourMs = 3_600_000
const blank = {
  scan_hour: null,
  scan_timezone: 'UTC',
  scan_interval_hours: null,
  scan_day_of_week: null,
  scan_day_of_month: null,
  anchor: Date.UTC(2026, 0, 1),
}
const daily = (more: Partial<Timetable> = {}): Timetable => ({
  ...blank,
  scan_frequency: 'DAILY',
  ...more,
})

/** The next planned runs after a moment, as they are written. */
function plannedRuns(timetable: Timetable, after: string, count: number): readonly string[] {
  const found: string[] = []
  for (let at = Date.parse(after); found.length < count; ) {
    at = nextRunAfter(timetable, at)
    found.push(new Date(at).toISOString().replace(':00.000Z', 'Z'))
  }
  return found
}

const table: readonly [
  says: string,
  timetable: Timetable,
  after: string,
  plannedRuns: readonly string[],
][] = [
  [
    'every day at 2, in UTC',
    daily({ scan_hour: 2 }),
    '2026-02-27T02:00:00Z',
    ['2026-02-28T02:00Z', '2026-03-01T02:00Z'],
  ],
  [
    'a moment before the planned run, the planned run is still to come',
    daily({ scan_hour: 2 }),
    '2026-02-27T01:59:59.999Z',
    ['2026-02-27T02:00Z'],
  ],
  [
    'without an hour, every day at the time it was set',
    daily({ anchor: Date.parse('2026-01-01T14:37:00Z') }),
    '2026-01-01T14:37:00Z',
    ['2026-01-02T14:37Z', '2026-01-03T14:37Z'],
  ],
  [
    'an hour that Berlin skips is an hour later, once, and the next day at its time again',
    daily({ scan_hour: 2, scan_timezone: 'Europe/Berlin' }),
    '2026-03-28T00:00:00Z',
    ['2026-03-28T01:00Z', '2026-03-29T01:00Z', '2026-03-30T00:00Z'],
  ],
  [
    'an hour that comes twice in Berlin is taken the first time only',
    daily({ scan_hour: 2, scan_timezone: 'Europe/Berlin' }),
    '2026-10-24T12:00:00Z',
    ['2026-10-25T00:00Z', '2026-10-26T01:00Z'],
  ],
  [
    'an hour that comes twice is not taken again between the two',
    daily({ scan_hour: 2, scan_timezone: 'Europe/Berlin' }),
    '2026-10-25T00:30:00Z',
    ['2026-10-26T01:00Z'],
  ],
  [
    'half an hour of daylight is half an hour (Lord Howe)',
    daily({ scan_hour: 2, scan_timezone: 'Australia/Lord_Howe' }),
    '2026-10-02T16:00:00Z',
    ['2026-10-03T15:30Z', '2026-10-04T15:00Z'],
  ],
  [
    'midnight that is skipped is one in the morning (Cairo)',
    daily({ scan_hour: 0, scan_timezone: 'Africa/Cairo' }),
    '2026-04-22T23:00:00Z',
    ['2026-04-23T22:00Z', '2026-04-24T21:00Z'],
  ],
  [
    'a day that never was has no planned run of its own (Apia)',
    daily({ scan_hour: 10, scan_timezone: 'Pacific/Apia' }),
    '2011-12-28T21:00:00Z',
    ['2011-12-29T20:00Z', '2011-12-30T20:00Z', '2011-12-31T20:00Z'],
  ],
  [
    'every Sunday is day 0',
    { ...blank, scan_frequency: 'WEEKLY', scan_day_of_week: 0, scan_hour: 23 },
    '2026-11-21T00:00:00Z',
    ['2026-11-22T23:00Z', '2026-11-29T23:00Z'],
  ],
  [
    'a Monday in Auckland is a Sunday in UTC',
    {
      ...blank,
      scan_frequency: 'WEEKLY',
      scan_day_of_week: 1,
      scan_hour: 6,
      scan_timezone: 'Pacific/Auckland',
    },
    '2026-07-01T00:00:00Z',
    ['2026-07-05T18:00Z'],
  ],
  [
    'every 28th, February too',
    { ...blank, scan_frequency: 'MONTHLY', scan_day_of_month: 28, scan_hour: 0 },
    '2026-01-28T00:00:00Z',
    ['2026-02-28T00:00Z', '2026-03-28T00:00Z'],
  ],
  [
    'every first, over the turn of the year',
    {
      ...blank,
      scan_frequency: 'MONTHLY',
      scan_day_of_month: 1,
      scan_hour: 5,
      scan_timezone: 'America/New_York',
    },
    '2026-11-21T00:00:00Z',
    ['2026-12-01T10:00Z', '2027-01-01T10:00Z'],
  ],
  [
    'intervals are hours that pass, whatever the clocks of the zone do',
    {
      ...blank,
      scan_frequency: 'INTERVAL',
      scan_interval_hours: 36,
      scan_timezone: 'Europe/Berlin',
      anchor: Date.parse('2026-03-28T00:00:00Z'),
    },
    '2026-03-28T00:00:00Z',
    ['2026-03-29T12:00Z', '2026-03-31T00:00Z'],
  ],
  [
    'an interval whose beginning lies ahead begins there',
    {
      ...blank,
      scan_frequency: 'INTERVAL',
      scan_interval_hours: 48,
      anchor: Date.parse('2026-03-28T06:00:00Z'),
    },
    '2026-03-27T00:00:00Z',
    ['2026-03-28T06:00Z', '2026-03-30T06:00Z'],
  ],
  [
    'after a long time, the next planned run and not those that went by',
    daily({ scan_hour: 2 }),
    '2036-06-06T06:06:06Z',
    ['2036-06-07T02:00Z'],
  ],
]
for (const [says, timetable, after, expected] of table) {
  test(`planned runs: ${says}`, () => {
    assert.deepEqual(plannedRuns(timetable, after, expected.length), expected)
  })
}

test('an interval with an hour begins at that hour, and one without it begins now', () => {
  const now = Date.parse('2026-11-21T09:30:00Z')
  const interval = { ...blank, scan_frequency: 'INTERVAL', scan_interval_hours: 48 } as const
  const berlin = { ...interval, scan_hour: 3, scan_timezone: 'Europe/Berlin' }
  assert.equal(anchorOf(berlin, now), Date.parse('2026-11-22T02:00:00Z'))
  assert.equal(anchorOf(interval, now), now)
})

const zones = fc.constantFrom(...Intl.supportedValuesOf('timeZone'), 'UTC')
const moment = fc.integer({ min: Date.UTC(1971, 0, 1), max: Date.UTC(2060, 0, 1) })
const timetables = fc.record({
  scan_frequency: fc.constantFrom(...frequencies),
  scan_hour: fc.option(fc.integer({ min: 0, max: 23 })),
  scan_timezone: zones,
  scan_interval_hours: fc.integer({ min: 24, max: 8_784 }),
  scan_day_of_week: fc.integer({ min: 0, max: 6 }),
  scan_day_of_month: fc.integer({ min: 1, max: 28 }),
  anchor: moment,
})
/** The longest that two planned runs are apart, with a day for whatever clocks do. */
const longest = { DAILY: 2, WEEKLY: 8, MONTHLY: 32, INTERVAL: 366 }

test('in every zone, planned runs lie ahead, and no planned run lies between a moment and its next', () => {
  fc.assert(
    fc.property(
      timetables,
      moment,
      fc.double({ min: 0, max: 1, noNaN: true }),
      (t, after, part) => {
        const next = nextRunAfter(t, after)
        const between = after + Math.floor((next - 1 - after) * part)
        const isNear = after < t.anchor && t.scan_frequency === 'INTERVAL'
        return (
          next > after &&
          (isNear || next - after <= longest[t.scan_frequency] * dayMs) &&
          nextRunAfter(t, between) === next
        )
      },
    ),
    { numRuns: 1_000 },
  )
})

test('however the clock jumps, each planned run is one moment: the list of planned runs is the same', () => {
  fc.assert(
    fc.property(
      timetables,
      moment,
      fc.array(fc.integer({ min: -90, max: 90 })),
      (t, from, jumps) => {
        const start = Math.max(from, t.anchor)
        const line = new Set<number>()
        for (
          let plannedAt = nextRunAfter(t, start - 100 * dayMs);
          line.size < 250;
          plannedAt = nextRunAfter(t, plannedAt)
        )
          line.add(plannedAt)
        const last = Math.max(...line)
        return jumps.every((days) => {
          const plannedAt = nextRunAfter(t, start + days * dayMs)
          return plannedAt > last || line.has(plannedAt)
        })
      },
    ),
    { numRuns: 40 },
  )
})

/** By how much the clocks of a zone change between two moments: 3 hours at Casey in 2009, a day at Apia. */
function changed(name: string, from: number, to: number): number {
  const { wallOf } = zone(name)
  const ahead: number[] = []
  for (let at = from; at <= to; at += hourMs) ahead.push(wallOf(at) - at)
  return Math.max(...ahead) - Math.min(...ahead)
}

test('in every zone a daily planned run follows on the last after a day, give or take what clocks are changed by', () => {
  fc.assert(
    fc.property(
      zones,
      fc.integer({ min: 0, max: 23 }),
      moment,
      (scan_timezone, scan_hour, from) => {
        const timetable = daily({ scan_timezone, scan_hour })
        let plannedAt = nextRunAfter(timetable, from)
        for (let count = 0; count < 40; count += 1) {
          const next = nextRunAfter(timetable, plannedAt)
          const off = Math.abs(next - plannedAt - dayMs)
          if (off > 0 && off > changed(scan_timezone, plannedAt - dayMs, next)) return false
          plannedAt = next
        }
        return true
      },
    ),
    { numRuns: 150 },
  )
})

test('a local time is one moment, and shows that time where it is not skipped', () => {
  fc.assert(
    fc.property(zones, moment, (name, at) => {
      const { wallOf, momentOf } = zone(name)
      const wall = wallOf(at)
      const first = momentOf(wall)
      return wallOf(first) === wall && first <= at && at - first <= 25 * hourMs
    }),
    { numRuns: 1_000 },
  )
})
