/** Findings of the latest scans, added up by what an overview is about. */
import { all, contains, idArray, sql, type Tx } from '../../platform/db/index.ts'
import { type AnyFilter, type Scope, within } from '../providers/index.ts'
import {
  type Counter,
  resourceTotals,
  type Dimension,
  firstOfProviders,
  latestScans,
  resourcesOfScans,
  type RolledUp,
  sumRollups,
} from '../rollups/index.ts'
import { rangeOf, severityCodes } from '../versions/index.ts'
import {
  byKind,
  type Counted,
  counted,
  type KindsOf,
  type KindSum,
  resourcesByKind,
  severityNames,
  statuses,
  totalOf,
} from './counting.ts'
import type { FindingsOverview } from './resource.ts'

export type Filters = readonly AnyFilter[]

/** The scans and filters of an overview. */
export interface Subject {
  readonly tx: Tx
  readonly scans: readonly RolledUp[]
  readonly filters: Filters
}

export async function subjectOf(tx: Tx, scope: Scope, filters: Filters): Promise<Subject> {
  const scans = await latestScans(tx, scope, rangeOf(filters, 'inserted_at'))
  return { tx, scans, filters }
}

const sumsBy = <D extends Dimension>({ tx, scans, filters }: Subject, ...by: [D, ...D[]]) =>
  sumRollups(tx, scans, { by, sum: statuses, filters })

const resourcesOf = ({ tx, scans }: Subject) =>
  resourcesOfScans(
    tx,
    scans.map(({ id }) => id),
  )

/** Accounts by kind, scanned or not. */
export const providerCounts = (tx: Tx, { ids }: Scope): Promise<{ id: string; count: number }[]> =>
  tx.rows(sql`
    select p.provider as id, count(*) as count
      from providers p
     where p.tenant_id = ${tx.tenantId} and p.id = any(${idArray(ids)})
     group by p.provider
     order by p.provider`)

const none: Counted = { pass: 0, pass_muted: 0, fail: 0, fail_muted: 0, manual: 0, manual_muted: 0 }

/** Every kind of account that is connected, scanned or not. */
export async function byProviderType(tx: Tx, scope: Scope, filters: Filters) {
  const subject = await subjectOf(tx, scope, filters)
  const sums = await sumsBy(subject, 'provider_type')
  const resources = await resourceTotals(
    tx,
    subject.scans.map(({ id }) => id),
  )
  return (await providerCounts(tx, scope)).map(({ id }) => {
    const total = subject.scans
      .filter(({ provider_type }) => provider_type === id)
      .reduce((sum, scan) => sum + (resources.get(scan.id) ?? 0), 0)
    return {
      id,
      findings: counted(sums.find(({ provider_type }) => provider_type === id) ?? none),
      resources: { total },
    }
  })
}

const allCounters = ['', 'new_', 'changed_'].flatMap((family) =>
  statuses.map((name) => `${family}${name}` as Counter),
)

/** What is new, changed and unchanged leaves muted findings out; those have separate counts. */
export async function findings(tx: Tx, scope: Scope, filters: Filters): Promise<FindingsOverview> {
  const { scans } = await subjectOf(tx, scope, filters)
  const rows = await sumRollups(tx, scans, { by: ['provider_id'], sum: allCounters, filters })
  const firstIds = await firstOfProviders(tx, scans)
  const firstProviders = new Set(
    scans.filter(({ id }) => firstIds.has(id)).map(({ provider_id }) => provider_id),
  )
  const withResults = new Set(scans.map(({ provider_id }) => provider_id))
  const first = rows.filter(({ provider_id }) => firstProviders.has(provider_id))
  const compared = rows.filter(({ provider_id }) => !firstProviders.has(provider_id))
  const sumOf = (some: typeof rows, ...names: readonly Counter[]): number =>
    some.reduce((so, row) => names.reduce((far, name) => far + row[name], so), 0)
  const sum = (...names: readonly Counter[]): number => sumOf(rows, ...names)
  const fresh = sum('new_pass', 'new_fail', 'new_manual')
  const changed = sum('changed_pass', 'changed_fail', 'changed_manual')
  return {
    id: 'n/a',
    new: fresh,
    changed,
    unchanged: sum('pass', 'fail', 'manual') - fresh - changed,
    fail_new: sum('new_fail'),
    fail_changed: sum('changed_fail'),
    pass_new: sum('new_pass'),
    pass_changed: sum('changed_pass'),
    muted_new: sum('new_pass_muted', 'new_fail_muted', 'new_manual_muted'),
    muted_changed: sum('changed_pass_muted', 'changed_fail_muted', 'changed_manual_muted'),
    total: sum(...statuses),
    fail: sum('fail'),
    muted: sum('pass_muted', 'fail_muted', 'manual_muted'),
    pass: sum('pass'),
    first_results: {
      provider_ids: [...firstProviders],
      fail: sumOf(first, 'fail'),
      pass: sumOf(first, 'pass'),
    },
    without_results: { provider_ids: scope.ids.filter((id) => !withResults.has(id)) },
    since_previous_scan: {
      providers: scans.length - firstProviders.size,
      fail_new: sumOf(compared, 'new_fail'),
      fail_changed: sumOf(compared, 'changed_fail'),
      pass_changed: sumOf(compared, 'changed_pass'),
    },
  }
}

/** Whether the filters of this name let a value through. */
const lets = (filters: Filters, name: string): ((value: string) => boolean) => {
  const asked = filters.filter((filter) => filter.name === name)
  return (value) => asked.every((filter) => [filter.value].flat().includes(value))
}

/** All findings, or with a status its unmuted ones. */
export async function severities(subject: Subject) {
  const rows = await sumsBy(subject, 'severity')
  const isAll = !subject.filters.some(({ name }) => name === 'status')
  const has = lets(subject.filters, 'status')
  const counts = severityNames.map((name) => {
    const row = rows.find(({ severity }) => severity === severityCodes[name]) ?? none
    const unmuted = (has('FAIL') ? row.fail : 0) + (has('PASS') ? row.pass : 0)
    return [name, isAll ? totalOf(row) : unmuted] as const
  })
  return {
    id: 'n/a',
    ...(Object.fromEntries(counts) as Record<(typeof severityNames)[number], number>),
  }
}

export const byService = async (subject: Subject) =>
  (await sumsBy(subject, 'service')).map((row) => ({ id: row.service, ...counted(row) }))

export const byProviderService = async (subject: Subject) =>
  (await sumsBy(subject, 'provider_id', 'service')).map((row) => {
    const { provider_id, service } = row
    return { id: `${provider_id}:${service}`, provider: provider_id, service, ...counted(row) }
  })

export const byRegion = async (subject: Subject) =>
  (await sumsBy(subject, 'provider_type', 'region')).map((row) => {
    const { provider_type, region } = row
    return { id: `${provider_type}:${region}`, provider_type, region, ...counted(row) }
  })

const sumsByKind = async ({ tx, scans, filters }: Subject, kindsOf: KindsOf): Promise<KindSum[]> =>
  byKind(
    await sumRollups(tx, scans, {
      by: ['check_id', 'severity'],
      sum: [...statuses, 'new_fail'],
      filters,
    }),
    kindsOf,
  )

export async function byCategory(subject: Subject, kindsOf: KindsOf) {
  const shown = lets(subject.filters, 'category')
  return (await sumsByKind(subject, kindsOf)).filter(({ id }) => shown(id))
}

export async function byGroup(subject: Subject, kindsOf: KindsOf) {
  const sums = await sumsByKind(subject, kindsOf)
  const resources = resourcesByKind((await resourcesOf(subject)).values(), kindsOf)
  const shown = lets(subject.filters, 'resource_group')
  return sums
    .filter(({ id }) => shown(id))
    .map((sum) => ({ ...sum, resources_count: resources.get(sum.id) ?? 0 }))
}

/** All of them, also where there is nothing. */
export async function bySurface(subject: Subject, surfaces: readonly string[], kindsOf: KindsOf) {
  const sums = new Map((await sumsByKind(subject, kindsOf)).map((sum) => [sum.id, sum]))
  const nothing = { total_findings: 0, failed_findings: 0, muted_failed_findings: 0 }
  return surfaces.map((id) => ({ ...(sums.get(id) ?? nothing), id }))
}

/** The providers among them whose uid, alias or kind has the text that is searched for. */
export async function searched(tx: Tx, scope: Scope, filters: Filters): Promise<Scope> {
  const asked = filters.filter(({ name }) => name === 'search')
  if (asked.length === 0 || scope.ids.length === 0) return scope
  const rows = await tx.rows<{ id: string }>(sql`
    select p.id
      from providers p
     where p.tenant_id = ${tx.tenantId} and ${within(scope, sql`p.id`)}
       and ${all(asked.map(({ value }) => contains(value, sql`p.uid`, sql`p.alias`, sql`p.provider`)))}`)
  return { whole: false, ids: rows.map(({ id }) => id) }
}
