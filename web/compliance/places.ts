/** Regions that checks assessed or could not assess: the ledgers of scans, by check. */
import type { Row } from '../api/documents.ts'
import type { Query } from '../api/query.ts'
import { latestOfEach, providerIdOf } from './latest.ts'

export interface PlacesOfCheck {
  readonly assessed: number
  readonly unread: number
  readonly excluded: number
  /** Reasons why some were not read. */
  readonly reasons: readonly string[]
}

type Line = Pick<Row<'scan-coverage'>, 'check_id' | 'outcome' | 'count'>

const unread: readonly string[] = ['denied', 'throttled', 'error', 'capped']

export function placesOf(lines: readonly Line[]): ReadonlyMap<string, PlacesOfCheck> {
  const groups = Map.groupBy(lines, ({ check_id }) => check_id)
  return new Map(
    [...groups].map(([check, own]) => {
      const sum = (holds: (outcome: string) => boolean): number =>
        own.reduce((all, { outcome, count }) => (holds(outcome) ? all + count : all), 0)
      const reasons = own.map(({ outcome }) => outcome).filter((one) => unread.includes(one))
      return [
        check,
        {
          assessed: sum((outcome) => outcome === 'assessed'),
          unread: sum((outcome) => unread.includes(outcome)),
          excluded: sum((outcome) => outcome === 'excluded'),
          reasons: [...new Set(reasons)],
        },
      ]
    }),
  )
}

/** The maximum number of scans whose ledgers are read; for more accounts, only numbers of findings are shown. */
export const mostScans = 10

/** The scans in a scope; undefined if there are too many to read their ledgers. */
export function scansInScope(
  full: readonly Row<'scans'>[],
  scope: Query,
): readonly string[] | undefined {
  const scan = scope['filter[scan_id]']
  if (scan) return [String(scan)]
  const provider = scope['filter[provider_id]']
  const newest = latestOfEach(full).filter((one) => !provider || providerIdOf(one) === provider)
  return newest.length > mostScans ? undefined : newest.map(({ id }) => id)
}
