/** Sums of rollups as overviews show them. */
import type { CheckDescription } from '@plumbline/scanner'
import type { Counter, ResourceCounts } from '../rollups/index.ts'
import { severityCodes } from '../versions/index.ts'

export const statuses = [
  'pass',
  'pass_muted',
  'fail',
  'fail_muted',
  'manual',
  'manual_muted',
] as const satisfies readonly Counter[]
export type Counted = Readonly<Record<(typeof statuses)[number], number>>

const mutedOf = (row: Counted): number => row.pass_muted + row.fail_muted + row.manual_muted
export const totalOf = (row: Counted): number => row.pass + row.fail + row.manual + mutedOf(row)

/** Muted findings are counted apart, whatever their status; the total has them and the manual ones too. */
export const counted = (row: Counted) => ({
  total: totalOf(row),
  fail: row.fail,
  muted: mutedOf(row),
  pass: row.pass,
})

/** What a check is of: categories, a group. */
export type KindsOf = (checkId: string) => readonly string[]

/** What categories and groups are made of. */
export interface CheckSum extends Counted {
  readonly check_id: string
  readonly severity: number
  readonly new_fail: number
}
interface Failing {
  total: number
  failed: number
  new_failed: number
}
const nothing = (): Failing => ({ total: 0, failed: 0, new_failed: 0 })

export interface KindSum {
  readonly id: string
  readonly total_findings: number
  readonly failed_findings: number
  readonly new_failed_findings: number
  readonly muted_failed_findings: number
  readonly severity: Readonly<Record<string, Failing>>
}

export const severityNames = ['critical', 'high', 'medium', 'low', 'informational'] as const

/** Adds up checks by what they have in common: a check may be of several kinds. */
export function byKind(rows: readonly CheckSum[], kindsOf: KindsOf): KindSum[] {
  const sums = new Map<string, { all: Failing; muted: number; severities: Failing[] }>()
  for (const row of rows) {
    for (const kind of kindsOf(row.check_id)) {
      const sum = sums.get(kind) ?? { all: nothing(), muted: 0, severities: [] }
      sums.set(kind, sum)
      const severity = (sum.severities[row.severity] ??= nothing())
      for (const one of [sum.all, severity]) {
        one.total += totalOf(row)
        one.failed += row.fail
        one.new_failed += row.new_fail
      }
      sum.muted += row.fail_muted
    }
  }
  return [...sums].map(([id, { all, muted, severities }]) => ({
    id,
    total_findings: all.total,
    failed_findings: all.failed,
    new_failed_findings: all.new_failed,
    muted_failed_findings: muted,
    severity: Object.fromEntries(
      severityNames.map((name) => [name, severities[severityCodes[name]] ?? nothing()]),
    ),
  }))
}

/** How many resources the checks of each kind looked at. */
export function resourcesByKind(
  scans: Iterable<ResourceCounts>,
  kindsOf: KindsOf,
): ReadonlyMap<string, number> {
  const sums = new Map<string, number>()
  for (const counts of scans) {
    for (const [checks, count] of counts) {
      for (const kind of new Set(checks.flatMap(kindsOf)))
        sums.set(kind, (sums.get(kind) ?? 0) + count)
    }
  }
  return sums
}

/** What worse severities have failed comes first. */
export const severityRank = ({ severity }: Pick<KindSum, 'severity'>): string =>
  severityNames.map((name) => String(severity[name]?.failed ?? 0).padStart(10, '0')).join(' ')

/** What a check is of, by its id; nothing for one that the catalogue does not have. */
export const kinds = (
  checks: readonly CheckDescription[],
  of: (check: CheckDescription) => readonly string[],
): KindsOf => {
  const known = new Map(checks.map((check) => [check.id, of(check)]))
  return (checkId) => known.get(checkId) ?? []
}
