/** When a schedule has its planned runs: pure, so that every change of a clock can be tried. */
import { dayMs, zone } from './zone.ts'

export const frequencies = ['DAILY', 'INTERVAL', 'WEEKLY', 'MONTHLY'] as const
export type Frequency = (typeof frequencies)[number]

export interface Timetable {
  readonly scan_frequency: Frequency
  /** On the clock of `scan_timezone`; null is the time of day of the anchor. */
  readonly scan_hour: number | null
  readonly scan_timezone: string
  readonly scan_interval_hours: number | null
  /** 0 is Sunday. */
  readonly scan_day_of_week: number | null
  readonly scan_day_of_month: number | null
  /** Milliseconds since 1970; intervals are counted from here. */
  readonly anchor: number
}

const hourMs = 3_600_000

/**
 * The first planned run after a moment, both in milliseconds since 1970. Days, weeks and months follow the local clock:
 * a day has one planned run, also the day on which the clocks change (see `zone.ts`). Intervals are elapsed hours,
 * independent of clock changes.
 */
export function nextRunAfter(timetable: Timetable, after: number): number {
  const { scan_frequency, scan_hour, scan_timezone, scan_interval_hours, anchor } = timetable
  if (scan_frequency === 'INTERVAL') {
    const step = (scan_interval_hours ?? 24) * hourMs
    return after < anchor ? anchor : anchor + (Math.floor((after - anchor) / step) + 1) * step
  }
  const { wallOf, momentOf } = zone(scan_timezone)
  const wall = wallOf(anchor)
  const timeOfDay =
    scan_hour === null ? wall - Math.floor(wall / dayMs) * dayMs : scan_hour * hourMs
  // From two days before: a skipped time is on a later day than its own.
  for (let day = Math.floor(wallOf(after) / dayMs) - 2; ; day += 1) {
    if (!isDay(timetable, new Date(day * dayMs))) continue
    const plannedAt = momentOf(day * dayMs + timeOfDay)
    if (plannedAt > after) return plannedAt
  }
}

function isDay(
  { scan_frequency, scan_day_of_week, scan_day_of_month }: Timetable,
  day: Date,
): boolean {
  if (scan_frequency === 'WEEKLY') return day.getUTCDay() === (scan_day_of_week ?? 0)
  if (scan_frequency === 'MONTHLY') return day.getUTCDate() === (scan_day_of_month ?? 1)
  return true
}

/**
 * The start of the intervals of a timetable set now: at its hour, if it has one, so that the first planned run is then;
 * else now, so that the first planned run is after one interval.
 */
export const anchorOf = (timetable: Omit<Timetable, 'anchor'>, now: number): number =>
  timetable.scan_frequency === 'INTERVAL' && timetable.scan_hour !== null
    ? nextRunAfter({ ...timetable, scan_frequency: 'DAILY', anchor: now }, now)
    : now
