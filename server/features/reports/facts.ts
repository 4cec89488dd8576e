/** The results of a scan for its page and PDFs. */
import { type CoverageRow, type CoverageSummary, summarize } from '@plumbline/scanner'
import {
  assess,
  type Framework,
  frameworkName,
  type ResultOf,
  type Totals,
  totalsOf,
} from '@plumbline/scanner/frameworks'
import { sql, type Tx } from '../../platform/db/index.ts'
import { severityOf, type Severity } from '../versions/index.ts'
import { sumRollups } from '../rollups/index.ts'
import { frameworksFor, resultsIn, type Source } from './source.ts'
import { type ReportedScan, rolledUp } from './store.ts'

export const severities = ['critical', 'high', 'medium', 'low', 'informational'] as const

/** Findings by effective status; muted ones are counted apart. */
export interface Counts {
  readonly fail: number
  readonly pass: number
  readonly manual: number
  readonly muted: number
}
export interface CheckCounts extends Counts {
  readonly check_id: string
  readonly service: string
  readonly severity: Severity
}
/** Failed findings at the end of the last scan of a day. */
export type Day = Readonly<Record<(typeof severities)[number], number>> & { readonly day: string }

export interface FrameworkFacts {
  readonly id: string
  readonly name: string
  readonly totals: Totals
}

export interface Facts {
  readonly scan: ReportedScan
  readonly version: string
  readonly counts: Counts
  /** Failed findings of each severity, the worst first. */
  readonly failed: readonly { readonly severity: Severity; readonly count: number }[]
  /** The most failures first. */
  readonly services: readonly (Counts & { readonly service: string })[]
  readonly checks: readonly CheckCounts[]
  readonly coverage: CoverageSummary
  /** Oldest first; the last is the day of this scan. */
  readonly days: readonly Day[]
  readonly frameworks: readonly FrameworkFacts[]
}

const none: Counts = { fail: 0, pass: 0, manual: 0, muted: 0 }
const added = (rows: readonly Counts[]): Counts =>
  rows.reduce(
    (sum, row) => ({
      fail: sum.fail + row.fail,
      pass: sum.pass + row.pass,
      manual: sum.manual + row.manual,
      muted: sum.muted + row.muted,
    }),
    none,
  )

const buckets = ['pass', 'pass_muted', 'fail', 'fail_muted', 'manual', 'manual_muted'] as const

/** One check may judge several severities: it counts as the worst of what it found, of failures first. */
export function mergedChecks(rows: readonly CheckCounts[]): CheckCounts[] {
  return [...Map.groupBy(rows, ({ check_id }) => check_id).values()].map((own) => ({
    ...(own.toSorted(worstFirst)[0] as CheckCounts),
    ...added(own),
  }))
}

async function rowsOfScan(tx: Tx, scan: ReportedScan): Promise<CheckCounts[]> {
  const rows = await sumRollups(tx, [await rolledUp(tx, scan)], {
    by: ['check_id', 'service', 'severity'],
    sum: buckets,
  })
  return rows.map(({ check_id, service, severity, fail, pass, manual, ...row }) => ({
    check_id,
    service,
    severity: severityOf(severity),
    fail,
    pass,
    manual,
    muted: row.pass_muted + row.fail_muted + row.manual_muted,
  }))
}

const coverageOf = (tx: Tx, { id }: ReportedScan): Promise<CoverageRow[]> =>
  tx.rows<CoverageRow>(sql`
    select c.check_id, c.service, c.region, c.resource_type, c.outcome, nullif(c.action, '') as action, c.count, c.sample
      from scan_coverage c
     where c.tenant_id = ${tx.tenantId} and c.scan_id = ${id}`)

/** What of the account was read whole, and why the rest was not. */
export const coverageOfScan = ({ scan, inTenant }: Source): Promise<CoverageSummary> =>
  inTenant(async (tx) => summarize(await coverageOf(tx, scan)))

const mostDays = 30
/** The days before this scan. Its own is not read: a later scan of the same day may have written it. */
const daysBefore = async (tx: Tx, { provider_id, at }: ReportedScan): Promise<Day[]> => {
  const rows = await tx.rows<Day>(sql`
    select d.day, d.critical, d.high, d.medium, d.low, d.informational
      from severity_days d
     where d.tenant_id = ${tx.tenantId} and d.provider_id = ${provider_id} and d.day < ${at.slice(0, 10)}::date
     order by d.day desc
     limit ${mostDays - 1}`)
  return rows.toReversed()
}

function dayOf({ at }: ReportedScan, failed: Facts['failed']): Day {
  const of = (name: Severity): number =>
    failed.find(({ severity }) => severity === name)?.count ?? 0
  return {
    day: at.slice(0, 10),
    critical: of('critical'),
    high: of('high'),
    medium: of('medium'),
    low: of('low'),
    informational: of('informational'),
  }
}

export const worstFirst = (a: CheckCounts, b: CheckCounts): number =>
  Number(b.fail > 0) - Number(a.fail > 0) ||
  severities.indexOf(a.severity) - severities.indexOf(b.severity) ||
  b.fail - a.fail ||
  (a.check_id < b.check_id ? -1 : 1)

export function servicesOf(checks: readonly CheckCounts[]): Facts['services'] {
  return [...Map.groupBy(checks, ({ service }) => service)]
    .map(([service, own]) => ({ service, ...added(own) }))
    .toSorted((a, b) => b.fail - a.fail || b.manual - a.manual || (a.service < b.service ? -1 : 1))
}

const frameworkFacts = (framework: Framework, resultOf: ResultOf): FrameworkFacts => ({
  id: framework.id,
  name: frameworkName(framework),
  totals: totalsOf(assess(framework, resultOf)),
})

/** How many findings a scan has, of all kinds. */
export async function findingsIn({ scan, inTenant }: Source): Promise<number> {
  const { fail, pass, manual, muted } = added(await inTenant((tx) => rowsOfScan(tx, scan)))
  return fail + pass + manual + muted
}

export async function factsOf(source: Source): Promise<Facts> {
  const { scan, inTenant, version } = source
  // In one transaction, so that the sums belong together.
  const [rows, coverage, before, resultOf] = await inTenant(async (tx) => [
    await rowsOfScan(tx, scan),
    await coverageOf(tx, scan),
    await daysBefore(tx, scan),
    await resultsIn(tx, scan),
  ])
  const frameworks: FrameworkFacts[] = []
  for await (const framework of frameworksFor(scan))
    frameworks.push(frameworkFacts(framework, resultOf))
  const failed = severities.map((severity) => ({
    severity,
    count: rows.reduce((sum, one) => sum + (one.severity === severity ? one.fail : 0), 0),
  }))
  return {
    scan,
    version,
    counts: added(rows),
    failed,
    services: servicesOf(rows),
    checks: mergedChecks(rows).toSorted(worstFirst),
    coverage: summarize(coverage),
    days: [...before, dayOf(scan, failed)],
    frameworks: frameworks.toSorted((a, b) => (a.name < b.name ? -1 : 1)),
  }
}
