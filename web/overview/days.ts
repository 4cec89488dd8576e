/** The days of the severity chart, from the API's series. */
import type { Row } from '../api/documents.ts'
import type { Day } from '../kit/charts/stack.ts'
import { severities } from '../kit/severities.ts'
import { number } from '../kit/words.ts'

export type SeverityDay = Pick<
  Row<'findings-severity-over-time'>,
  'id' | (typeof severities)[number] | 'muted' | 'scan_ids'
>

const leastDays = 7
const dayMs = 86_400_000

/** The day that many days before another. */
export const daysBefore = (day: string, count: number): string =>
  new Date(Date.parse(day) - count * dayMs).toISOString().slice(0, 10)

const isKnown = ({ scan_ids }: SeverityDay): boolean => scan_ids.length > 0

/** Omits days before the first scan, but keeps at least a week, so that even one day has context. */
export function shownDays(all: readonly SeverityDay[]): readonly SeverityDay[] {
  const first = all.findIndex(isKnown)
  if (first < 0) return []
  return all.slice(Math.max(0, Math.min(first, all.length - leastDays)))
}

/** Days before the first scan are unknown, which differs from zero failures. */
export const stacked = (days: readonly SeverityDay[]): readonly Day[] =>
  days.map((day) => ({
    day: day.id,
    values: isKnown(day) ? severities.map((name) => day[name]) : null,
  }))

/** Days with new scans, with the ids of the scans that the day before does not have. */
export function scansOf(
  days: readonly SeverityDay[],
): readonly { readonly at: number; readonly day: string; readonly ids: readonly string[] }[] {
  return days.flatMap(({ id, scan_ids }, at) => {
    const before = days[at - 1]?.scan_ids ?? []
    const ids = scan_ids.filter((scan) => !before.includes(scan))
    return ids.length > 0 ? [{ at, day: id, ids }] : []
  })
}

/** Null if nothing can be compared. `since` as in "since Nov 21". */
export const changeWords = (by: number | null, since: string): string => {
  if (by === null) return 'nothing to compare'
  if (by === 0) return `unchanged ${since}`
  return `${by > 0 ? '+' : '−'}${number(Math.abs(by))} ${since}`
}
