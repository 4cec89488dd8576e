/** Findings of the latest scans, added up by what an overview is about. */
import { all, contains, sql, type Tx } from '../../platform/db/index.ts'
import type { Caller } from '../../platform/tenancy/index.ts'
import { type AnyFilter, type Scope, scopeOf, within } from '../providers/index.ts'
import {
  type Counter,
  resourcesOfScans,
  latestScans,
  type RolledUp,
  sumRollups,
} from '../rollups/index.ts'
import { rangeOf } from '../finding-queries/index.ts'
import { severityCodes } from '../observations/index.ts'
import { byKind, counted, resourcesByKind, statuses, totalOf } from './counting.ts'
import type { FindingsOverview } from './resource.ts'

type Filters = readonly AnyFilter[]
type KindsOf = (checkId: string) => readonly string[]

const scansFor = async (tx: Tx, caller: Caller, filters: Filters): Promise<RolledUp[]> =>
  latestScans(tx, await scopeOf(tx, caller, filters), rangeOf(filters, 'inserted_at'))

const kindsIn = (tx: Tx, { ids }: Scope): Promise<{ id: string; count: number }[]> =>
  tx.rows(sql`
    select p.provider as id, count(*) as count
      from providers p
     where p.tenant_id = ${tx.tenantId} and p.id = any(${`{${ids.join(',')}}`}::uuid[])
     group by p.provider
     order by p.provider`)

export const providerCounts = async (
  tx: Tx,
  caller: Caller,
): Promise<{ id: string; count: number }[]> => kindsIn(tx, await scopeOf(tx, caller, []))

/** Every kind of account that is connected, scanned or not. */
export async function byProviderType(tx: Tx, caller: Caller) {
  const scope = await scopeOf(tx, caller, [])
  const scans = await latestScans(tx, scope)
  const sums = await sumRollups(tx, scans, { by: ['provider_type'], sum: statuses })
  const resources = await resourcesOfScans(
    tx,
    scans.map(({ id }) => id),
  )
  return (await kindsIn(tx, scope)).map(({ id }) => {
    const own = sums.find(({ provider_type }) => provider_type === id)
    const { pass, fail, muted, total } = counted(own ?? none)
    const seen = scans
      .filter(({ provider_type }) => provider_type === id)
      .flatMap((scan) => resources.get(scan.id) ?? [])
    return {
      id,
      findings: { pass, fail, muted, total },
      resources: { total: seen.reduce((sum, [, count]) => sum + count, 0) },
    }
  })
}

const none = { pass: 0, pass_muted: 0, fail: 0, fail_muted: 0, manual: 0, manual_muted: 0 }

const allCounters = ['', 'new_', 'changed_'].flatMap((family) =>
  statuses.map((name) => `${family}${name}` as Counter),
)

/** What is new, changed and unchanged leaves muted findings out; those are told apart. */
export async function findings(
  tx: Tx,
  caller: Caller,
  filters: Filters,
): Promise<FindingsOverview> {
  const scans = await scansFor(tx, caller, filters)
  const rows = await sumRollups(tx, scans, { by: ['provider_type'], sum: allCounters, filters })
  const sum = (...names: readonly Counter[]): number =>
    rows.reduce((so, row) => names.reduce((far, name) => far + row[name], so), 0)
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
  }
}

/** All findings, or with a status those of it that nobody muted. */
export async function severities(tx: Tx, caller: Caller, filters: Filters) {
  const scans = await scansFor(tx, caller, filters)
  const rows = await sumRollups(tx, scans, { by: ['severity'], sum: statuses, filters })
  const asked = filters.filter(({ name }) => name === 'status').map(({ value }) => [value].flat())
  const has = (status: string): boolean => asked.every((values) => values.includes(status))
  const of = (code: number): number => {
    const row = rows.find(({ severity }) => severity === code)
    if (!row) return 0
    if (asked.length === 0) return totalOf(row)
    return (has('FAIL') ? row.fail : 0) + (has('PASS') ? row.pass : 0)
  }
  return {
    id: 'n/a',
    critical: of(severityCodes.critical),
    high: of(severityCodes.high),
    medium: of(severityCodes.medium),
    low: of(severityCodes.low),
    informational: of(severityCodes.informational),
  }
}

export async function byService(tx: Tx, caller: Caller, filters: Filters) {
  const scans = await scansFor(tx, caller, filters)
  const rows = await sumRollups(tx, scans, { by: ['service'], sum: statuses, filters })
  return rows.map((row) => ({ id: row.service, ...counted(row) }))
}

export async function byRegion(tx: Tx, caller: Caller, filters: Filters) {
  const scans = await scansFor(tx, caller, filters)
  const by = ['provider_type', 'region'] as const
  const rows = await sumRollups(tx, scans, { by: [...by], sum: statuses, filters })
  return rows.map((row) => {
    const { provider_type, region } = row
    return { id: `${provider_type}:${region}`, provider_type, region, ...counted(row) }
  })
}

const sumChecks = async (tx: Tx, scans: readonly RolledUp[], filters: Filters) =>
  sumRollups(tx, scans, {
    by: ['check_id', 'severity'],
    sum: [...statuses, 'new_fail'],
    filters,
  })

/** The values that a filter lets through. */
const lets = (filters: Filters, name: string): ((value: string) => boolean) => {
  const asked = filters.filter((filter) => filter.name === name)
  return (value) => asked.every((filter) => [filter.value].flat().includes(value))
}

export async function byCategory(tx: Tx, caller: Caller, filters: Filters, kindsOf: KindsOf) {
  const scans = await scansFor(tx, caller, filters)
  const shown = lets(filters, 'category')
  return byKind(await sumChecks(tx, scans, filters), kindsOf).filter(({ id }) => shown(id))
}

export async function byGroup(tx: Tx, caller: Caller, filters: Filters, kindsOf: KindsOf) {
  const scans = await scansFor(tx, caller, filters)
  const sums = byKind(await sumChecks(tx, scans, filters), kindsOf)
  const ofScans = await resourcesOfScans(
    tx,
    scans.map(({ id }) => id),
  )
  const resources = resourcesByKind(ofScans.values(), kindsOf)
  const shown = lets(filters, 'resource_group')
  return sums
    .filter(({ id }) => shown(id))
    .map((sum) => ({ ...sum, resources_count: resources.get(sum.id) ?? 0 }))
}

/** All of them, also where there is nothing. */
export async function bySurface(
  tx: Tx,
  caller: Caller,
  filters: Filters,
  { surfaces, surfacesOf }: { surfaces: readonly string[]; surfacesOf: KindsOf },
) {
  const scans = await scansFor(tx, caller, filters)
  const sums = byKind(await sumChecks(tx, scans, filters), surfacesOf)
  return surfaces.map((id) => {
    const sum = sums.find((one) => one.id === id)
    return {
      id,
      total_findings: sum?.total_findings ?? 0,
      failed_findings: sum?.failed_findings ?? 0,
      muted_failed_findings: sum?.muted_failed_findings ?? 0,
    }
  })
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
