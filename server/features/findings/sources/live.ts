/**
 * Live rows by the time at which they were seen. Nearly all were seen by the newest run of their unit, so
 * units are read one after the other, in the order of their runs, until the page is full: nothing is
 * sorted but the rows of one moment. The few that do not follow their unit come from a second branch.
 */
import { all, join, orderBy, raw, type Sql, sql, type Tx } from '../../../platform/db/index.ts'
import { type AnyFilter, isProviderFilter, inScopeOf } from '../../providers/index.ts'
import { carried, type Order, ordered, type SortBy } from '../order.ts'
import type { Plan } from '../plan.ts'
import { staleUnits } from '../../versions/index.ts'

/** Filters that let much of any unit through. Behind another one, what it finds is fewer rows to sort. */
const light: ReadonlySet<string> = new Set(['status', 'severity', 'impact'])
const isLight = (filter: AnyFilter): boolean =>
  light.has(filter.name) ||
  isProviderFilter(filter) ||
  (filter.name === 'muted' && filter.value === false)

/** Whether a page of the plan is read best so. */
export const isByTime = ({ view, filters }: Plan, [first]: readonly SortBy[]): boolean =>
  view.live === true && first?.key === 'inserted_at' && filters.every(isLight)

/** The rows `v` of a page, each with its observation as s_scan_id and s_recorded_at. */
export function rowsByTime(
  tx: Tx,
  { view, where, scope }: Plan,
  { order, sort, most }: { order: Order; sort: readonly SortBy[]; most: number },
): Sql {
  const { tenantId } = tx
  const inScope = inScopeOf(tx, scope)
  const page = sql`order by ${orderBy(order.keys)} limit ${most}`
  const direction = raw(sort[0]?.descending ? 'desc' : 'asc')
  // Each `offset 0` keeps the planner from a join that would sort all rows.
  const units = sql`
    (select ${ordered(true)}, 0 as branch
       from (select s.provider_id, s.unit, s.seq, s.scan_id, s.recorded_at
               from latest_unit_runs s
              where ${inScope('s')} and s.gaps = 0
              order by s.recorded_at ${direction}
             offset 0) s
      cross join lateral (
        select v.*
          from findings v
         where v.tenant_id = ${tenantId} and v.provider_id = s.provider_id and v.unit = s.unit
           and v.removed_at is null and v.seq_from <= s.seq and coalesce(v.observed_seq, 0) <= s.seq
           and ${all(where)}
        offset 0) v
      ${page})`
  const notByUnit = (from: Sql, condition: Sql): Sql => sql`
    (select ${ordered(true)}, 0 as branch
       from ${from} ${view.observation}
      where ${all([inScope('v'), raw('v.removed_at is null'), condition, raw('not k.quick'), ...where])}
      ${page})`
  const branches = [
    units,
    notByUnit(raw('findings v'), raw('v.observed_seq is not null')),
    notByUnit(
      sql`(${staleUnits(tenantId, inScope)}) u
          join findings v on v.tenant_id = ${tenantId} and v.provider_id = u.provider_id and v.unit = u.unit`,
      raw('v.observed_seq is null'),
    ),
  ]
  return sql`
    (select v.*
       from (${join(branches, '\n union all ')}) v
      ${carried}
      ${page})`
}
