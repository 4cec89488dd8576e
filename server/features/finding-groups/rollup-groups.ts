/**
 * Groups of live findings without reading these: units that are as their newest run wrote them are read from their
 * rollups, and only the others row by row. 100,000 findings take as long as the 8,500 rows
 * of their rollups (PostgreSQL 15).
 */
import {
  all,
  join,
  raw,
  rowTable,
  type Sql,
  sql,
  type Tx,
  plannedForValues,
} from '../../platform/db/index.ts'
import { within, inScopeOf, type Scope } from '../providers/index.ts'
import {
  statusCodes,
  newestObservation,
  staleUnits,
  effectiveStatus,
  over,
} from '../versions/index.ts'
import { type CountedGroup, counters, delta, fails, type Moments } from './rows.ts'
import type { Plan } from '../findings/index.ts'
import { buckets, counters as rollupCounters, uncounted } from '../rollups/index.ts'

/** Units with rows that differ from their rollups, or that an older run than the newest saw last. */
const staleUnitsOf = (tenantId: string, mine: (alias: string) => Sql): Sql => sql`
  ${staleUnits(tenantId, mine)}
  union
  select v.provider_id, v.unit from findings v where ${mine('v')} and ${uncounted('v')}
  union
  select v.provider_id, v.unit from findings v where ${mine('v')} and ${over('v')}
  union
  select v.provider_id, v.unit
    from findings v
    left join latest_unit_runs h on h.tenant_id = ${tenantId} and h.provider_id = v.provider_id and h.unit = v.unit
   where ${mine('v')} and v.observed_seq is not null and v.observed_seq >= coalesce(h.seq, 0)`

const sums = raw(rollupCounters.map((name) => `sum(v.${name})::int as ${name}`).join(', '))
const findingsOf = (alias: string): Sql =>
  raw(buckets.map((name) => `${alias}.${name}`).join(' + '))

interface Unit {
  readonly provider_id: string
  readonly unit: string
}
const unitTable = (units: readonly Unit[]): Sql =>
  rowTable(units, 'o', 'provider_id uuid, unit text')

/** Groups by account, of the units that are not stale. */
const ofRollups = (tx: Tx, scope: Scope, where: readonly Sql[], stale: readonly Unit[]): Sql => sql`
  select v.check_id, v.provider_id, max(v.severity) as severity, ${sums}, max(h.recorded_at) as seen
    from rollup_live v
    join latest_unit_runs h on h.tenant_id = ${tx.tenantId} and h.provider_id = v.provider_id and h.unit = v.unit
   where ${all([inScopeOf(tx, scope)('v'), ...where])} and ${findingsOf('v')} > 0
     ${stale.length === 0 ? raw('') : sql`and (v.provider_id, v.unit) not in (select * from ${unitTable(stale)})`}
   group by v.check_id, v.provider_id`

/** The same of the rows of stale units; `offset 0` keeps the look into each a look into the index. */
const ofRows = (tx: Tx, where: readonly Sql[], stale: readonly Unit[]): Sql => sql`
  select v.check_id, v.provider_id, max(v.severity) as severity, ${counters}, max(v.recorded_at) as seen
    from (select v.check_id, v.provider_id, v.severity, ${effectiveStatus} as status, v.muted,
                 ${delta}, s.recorded_at
            from ${unitTable(stale)}
           cross join lateral (
             select f.*
               from findings f
              where f.tenant_id = ${tx.tenantId} and f.provider_id = o.provider_id and f.removed_at is null
                and f.unit = o.unit
             offset 0) v
            ${newestObservation(tx.tenantId)}
           where ${all(where)}) v
   group by v.check_id, v.provider_id`

/**
 * By `check_id`, among live findings `v`: how many more there are than resources; `fails` counts only those that match
 * it.
 */
const surplus = (
  tx: Tx,
  scope: Scope,
  { where, fails }: { readonly where: readonly Sql[]; readonly fails: Sql },
): Sql => sql`
  select v.check_id, count(*) - count(distinct v.resource_id) as findings,
         count(*) filter (where ${fails}) - count(distinct v.resource_id) filter (where ${fails}) as failing
    from multi_finding_resources t
   cross join lateral (
     select f.*
       from findings f
      where f.tenant_id = ${tx.tenantId} and f.resource_id = t.resource_id and f.removed_at is null
     offset 0) v
   where t.tenant_id = ${tx.tenantId} and ${within(scope, sql`t.provider_id`)}
     and ${join([sql`true`, ...where], ' and ')}
   group by v.check_id`

/** Groups by what is counted. Undefined: only the rows themselves have it. */
export async function countedGroups(
  tx: Tx,
  plan: Plan,
): Promise<readonly CountedGroup[] | undefined> {
  const { source, scope, rollups } = plan
  if (source.kind !== 'live' || !rollups || rollups.counters.length > 0) return undefined
  const { where } = rollups
  const stale = await tx.rows<Unit>(staleUnitsOf(tx.tenantId, inScopeOf(tx, scope)))
  const parts = [
    ofRollups(tx, scope, where, stale),
    ...(stale.length > 0 ? [ofRows(tx, where, stale)] : []),
  ]
  return tx.rows<CountedGroup>(sql`
    ${plannedForValues}select g.*, (${findingsOf('g')} - coalesce(t.findings, 0))::int as resources_total,
           (g.fail - coalesce(t.failing, 0))::int as resources_fail
      from (select v.check_id, max(v.severity) as severity, ${sums}, array_agg(distinct p.provider) as impacted_providers,
                   max(v.seen) as last_seen_at
              from (${join(parts, ' union all ')}) v
              join providers p on p.tenant_id = ${tx.tenantId} and p.id = v.provider_id
             group by v.check_id) g
      left join (${surplus(tx, scope, { where, fails: raw(fails('v.')) })}) t on t.check_id = g.check_id`)
}

/** By check, since when groups are there: a look at the first of their findings by status. */
export async function momentsOf(
  tx: Tx,
  { scope, rollups }: Plan,
  groups: readonly CountedGroup[],
): Promise<ReadonlyMap<string, Moments>> {
  if (groups.length === 0) return new Map()
  const named = groups.map(({ check_id, fail }) => ({ check_id, fails: fail > 0 }))
  // The index of checks is what is entered; with a provider beside it, another may look as good.
  const mine = scope.whole ? raw('true') : within(scope, sql`v.provider_id`)
  const first = (status: Sql, more: Sql = raw('true')): Sql => sql`
    select v.first_seen_at
      from findings v
     where v.tenant_id = ${tx.tenantId} and v.check_id = g.check_id
       and v.status = ${status} and v.removed_at is null and ${all([mine, more, ...(rollups?.where ?? [])])}
     order by v.first_seen_at
     limit 1`
  const codes = raw(
    Object.values(statusCodes)
      .map((code) => `(${code}::smallint)`)
      .join(', '),
  )
  const rows = await tx.rows<Moments & { check_id: string }>(sql`
    ${plannedForValues}select g.check_id,
           (select min(f.first_seen_at)
              from (values ${codes}) s(status)
             cross join lateral (${first(sql`s.status`)}) f) as first_seen_at,
           case when g.fails then (${first(raw(String(statusCodes.FAIL)), raw('not v.muted'))}) end as failing_since
      from ${rowTable(named, 'g', 'check_id text, fails boolean')}`)
  return new Map(rows.map(({ check_id, ...moments }) => [check_id, moments]))
}
