/** The weighted score of accounts, each as its latest scan has it, and how it moved since the scan before. */
import {
  by,
  invalidParameter,
  notFound,
  resource,
  type Row,
  integer,
  json,
  nullable,
  readOnly,
  text,
  timestamp,
  toOne,
  uuid,
} from '@plumbline/jsonapi'
import {
  type Assessed,
  assess,
  coverageOf,
  critical,
  type FrameworkEntry,
  type Framework,
  framework,
  frameworkEntry,
  frameworksOf,
  type Reach,
  reachOf,
  requirementWords,
  scoreOf,
  sectionOf,
  threatScoreSection,
  type TitleOf,
  totalsOf,
  weightOf,
} from '@plumbline/scanner/frameworks'
import type { Page, Tx } from '../../platform/db/index.ts'
import { type AnyFilter, providerFilters, type Scope } from '../providers/index.ts'
import { resultsByProvider } from '../compliance/index.ts'
import { rangeOf } from '../versions/index.ts'
import { latestScans, type RolledUp, scanOf, scansBefore, scansByIds } from '../rollups/index.ts'

const { provider_id, provider_type, provider_groups } = providerFilters

/** The scores of an account when its scan completed. The first of several is all accounts together. */
export const threatscoreSnapshots = resource('threatscore-snapshots', {
  id: text,
  unpaged: true,
  attributes: {
    inserted_at: readOnly(timestamp),
    compliance_id: readOnly(text),
    /** A decimal, 0 to 100; 0 where nothing was judged, as `score_coverage` shows. */
    overall_score: readOnly(text),
    /** A decimal, 0 to 1: how much of what the requirements weigh was judged. */
    score_coverage: readOnly(text),
    score_delta: readOnly(nullable(text)),
    /** By section; null for one of which nothing was judged. */
    section_scores: readOnly(json),
    critical_requirements: readOnly(json),
    total_requirements: readOnly(integer),
    passed_requirements: readOnly(integer),
    failed_requirements: readOnly(integer),
    manual_requirements: readOnly(integer),
    total_findings: readOnly(integer),
    passed_findings: readOnly(integer),
    failed_findings: readOnly(integer),
  },
  relationships: { scan: toOne('scans'), provider: toOne('providers') },
  filters: {
    provider_id,
    provider_type,
    provider_groups,
    scan_id: by(uuid, 'eq', 'in'),
    compliance_id: by(text, 'eq', 'in'),
    inserted_at: by(timestamp, 'on', 'gte', 'lte'),
  },
  include: ['scan', 'provider'],
})
export type ThreatscoreSnapshot = Row<typeof threatscoreSnapshots>

/** The family of frameworks whose requirements have weights, one for each kind of account. */
const family = 'ProwlerThreatScore'
const together = 'prowler_threatscore'
const scoredBy = (kind: string): FrameworkEntry | undefined =>
  frameworksOf(kind).find((entry) => entry.framework === family)

const decimal = (score: number): string => score.toFixed(2)
const roundedScore = (reach: Reach): number | null => {
  const score = scoreOf(reach)
  return score === null ? null : Number(decimal(score))
}

interface Scored {
  readonly scan: RolledUp
  readonly framework: Framework
  readonly assessed: readonly Assessed[]
  /** Of the scan before. */
  readonly before: Reach | undefined
}

async function assessedBy(tx: Tx, scans: readonly RolledUp[]): Promise<Omit<Scored, 'before'>[]> {
  const resultsOf = await resultsByProvider(tx, scans)
  const found = await Promise.all(
    scans.map(async (scan) => {
      const one = await framework(scoredBy(scan.provider_type)?.id ?? '')
      return one && { scan, framework: one, assessed: assess(one, resultsOf(scan.provider_id)) }
    }),
  )
  return found.filter((one) => one !== undefined)
}

/** By provider, what the scans before these reached. */
async function reachesBefore(
  tx: Tx,
  scans: readonly RolledUp[],
): Promise<ReadonlyMap<string, Reach>> {
  const before = await scansBefore(tx, scans)
  const found = before.length > 0 ? await assessedBy(tx, before) : []
  return new Map(found.map(({ scan, assessed }) => [scan.provider_id, reachOf(assessed)]))
}

const added = (reaches: readonly Reach[]): Reach => ({
  reached: reaches.reduce((sum, { reached }) => sum + reached, 0),
  possible: reaches.reduce((sum, { possible }) => sum + possible, 0),
})

const requirementFigures = (framework: Framework, titleOf: TitleOf) => (one: Assessed) => {
  const { risk, weight } = weightOf(one)
  const { name, description } = requirementWords(framework, one.requirement, titleOf)
  return {
    requirement_id: one.requirement.id,
    title: name,
    description,
    section: threatScoreSection(sectionOf(one)),
    subsection: String(one.requirement.attributes['SubSection'] ?? ''),
    risk_level: risk,
    weight,
    passed_findings: one.pass,
    total_findings: one.pass + one.fail,
  }
}

function figures(scored: readonly Scored[], titleOf: TitleOf) {
  const assessed = scored.flatMap((one) => one.assessed)
  const overall = scoreOf(reachOf(assessed))
  const earlier = scoreOf(added(scored.flatMap((one) => one.before ?? [])))
  const { passed, failed, manual, total } = totalsOf(assessed)
  const passes = assessed.reduce((sum, { pass }) => sum + pass, 0)
  const fails = assessed.reduce((sum, { fail }) => sum + fail, 0)
  const sections = [...Map.groupBy(assessed, sectionOf)].map(([name, list]) => [
    threatScoreSection(name),
    roundedScore(reachOf(list)),
  ])
  return {
    overall_score: decimal(overall ?? 0),
    score_coverage: decimal(coverageOf(assessed)),
    score_delta: overall === null || earlier === null ? null : decimal(overall - earlier),
    section_scores: Object.fromEntries(sections),
    critical_requirements: scored
      .flatMap((one) => critical(one.assessed).map((failed) => ({ of: one.framework, failed })))
      .slice(0, mostCritical)
      .map(({ of, failed }) => requirementFigures(of, titleOf)(failed)),
    total_requirements: total,
    passed_requirements: passed,
    failed_requirements: failed,
    manual_requirements: manual,
    total_findings: passes + fails,
    passed_findings: passes,
    failed_findings: fails,
  }
}

function snapshotOf(scored: Scored, titleOf: TitleOf): ThreatscoreSnapshot {
  const { scan } = scored
  return {
    id: scan.id,
    inserted_at: scan.at,
    compliance_id: scored.framework.id,
    ...figures([scored], titleOf),
    scan: scan.id,
    provider: scan.provider_id,
  }
}

/** Filters that are also accepted without `filter[…]`, as some clients send them. */
export const bareFilters = {
  provider_id: provider_id.field,
  provider_type: provider_type.field,
  scan_id: uuid,
  compliance_id: text,
}
export const bareOf = (sent: { readonly [K in keyof typeof bareFilters]?: string }): AnyFilter[] =>
  Object.keys(bareFilters).flatMap((name) => {
    const value = sent[name as keyof typeof bareFilters]
    return value === undefined ? [] : [{ name, op: 'eq', value }]
  })

/** Each account's row names what fails in it: some kilobytes. The first row is about all of them, however many. */
const mostAccounts = 500
/** Scans of one account are assessed one after the other. */
const mostScansOfAccount = 20
/** Requirements that the row about all accounts names. */
const mostCritical = 1_000

const valuesOf = (filters: readonly AnyFilter[], name: string): readonly string[][] =>
  filters.filter((filter) => filter.name === name).map(({ value }) => [value].flat().map(String))

/** The completed full scans that the filters mean: named ones, or the latest of each provider. */
async function scansFor(
  tx: Tx,
  scope: Scope,
  filters: readonly AnyFilter[],
): Promise<readonly RolledUp[]> {
  const window = rangeOf(filters, 'inserted_at')
  const [first, ...others] = valuesOf(filters, 'scan_id')
  if (!first) return latestScans(tx, scope, window)
  const { from = '', until } = window
  const ids = first.filter((id) => others.every((more) => more.includes(id)))
  const scans = (await scansByIds(tx, scope, ids)).filter(
    ({ completed, partial, at }) =>
      completed && !partial && at >= from && (until === undefined || at < until),
  )
  const perAccount = Map.groupBy(scans, ({ provider_id }) => provider_id)
  if ([...perAccount.values()].some(({ length }) => length > mostScansOfAccount))
    throw invalidParameter(
      'filter[scan_id__in]',
      `Must have at most ${mostScansOfAccount} scans of one account.`,
    )
  return scans
}

/** Results are read by provider, so scans of one provider are assessed one after the other. */
async function scoredOf(tx: Tx, scans: readonly RolledUp[]): Promise<Scored[]> {
  const scored: Scored[] = []
  for (let left = scans; left.length > 0; ) {
    const byProvider = new Map(left.toReversed().map((scan) => [scan.provider_id, scan]))
    const round = left.filter((scan) => byProvider.get(scan.provider_id) === scan)
    left = left.filter((scan) => !round.includes(scan))
    const found = await assessedBy(tx, round)
    const before = await reachesBefore(
      tx,
      found.map(({ scan }) => scan),
    )
    scored.push(...found.map((each) => ({ ...each, before: before.get(each.scan.provider_id) })))
  }
  return scored
}

/** Of the snapshot that is named, else of the scans that the filters mean. Throws 404. */
export async function snapshots(
  tx: Tx,
  scope: Scope,
  { filters, snapshotId }: { filters: readonly AnyFilter[]; snapshotId: string | undefined },
  titleOf: TitleOf,
): Promise<Page<ThreatscoreSnapshot>> {
  const one = snapshotId === undefined ? undefined : await scanOf(tx, scope, snapshotId)
  if (snapshotId !== undefined && (!one?.completed || one.partial)) throw notFound()
  const asked = valuesOf(filters, 'compliance_id').map((ids) =>
    ids.map((id) => frameworkEntry(id)?.id),
  )
  const scored = (await scoredOf(tx, one ? [one] : await scansFor(tx, scope, filters))).filter(
    ({ framework: { id } }) => asked.every((wanted) => wanted.includes(id)),
  )
  const rows = scored.slice(0, mostAccounts).map((each) => snapshotOf(each, titleOf))
  const accounts = new Set(scored.map(({ scan }) => scan.provider_id))
  if (scored.length < 2 || accounts.size < scored.length) return { rows, count: rows.length }
  const ids = new Set(scored.map((each) => each.framework.id))
  const whole: ThreatscoreSnapshot = {
    id: 'all',
    inserted_at:
      scored
        .map(({ scan }) => scan.at)
        .toSorted()
        .at(-1) ?? '',
    compliance_id: ids.size === 1 ? ([...ids][0] ?? together) : together,
    ...figures(scored, titleOf),
  }
  return { rows: [whole, ...rows], count: 1 + scored.length }
}
