/** The current findings: those of the latest scans and any newer evidence. */
import {
  all,
  join,
  orderBy,
  plannedForValues,
  raw,
  type Sql,
  sql,
  type Tx,
} from '../../../platform/db/index.ts'
import { firstId } from '../../../platform/ids.ts'
import { inScopeOf, type Scope } from '../../providers/index.ts'
import { newestObservation, staleUnits } from '../../versions/index.ts'
import { carried, type Order, ordered } from '../order.ts'
import { liveRows, type Rows } from './rows.ts'

export interface Live {
  readonly kind: 'live'
  readonly rows: readonly [Rows]
  /** Looked up at its first use: most counts need none. */
  readonly observation: () => Promise<Sql>
}

/** With `onlyDeltas`, only what is new or changed is read. */
export function liveSource(tx: Tx, scope: Scope, { onlyDeltas }: { onlyDeltas: boolean }): Live {
  const where = sql`${inScopeOf(tx, scope)('v')} and v.removed_at is null`
  let observation: Promise<Sql> | undefined
  return {
    kind: 'live',
    rows: [liveRows(where)],
    observation: () => (observation ??= newest(tx, scope, onlyDeltas)),
  }
}

/** A plain join, where the newest run of its unit is that of each live row. */
async function newest(tx: Tx, scope: Scope, onlyDeltas: boolean): Promise<Sql> {
  if (!(await followsUnits(tx, scope))) return newestObservation(tx.tenantId)
  return sql`
    join latest_unit_runs s on s.tenant_id = ${tx.tenantId} and s.provider_id = v.provider_id and s.unit = v.unit
     ${onlyDeltas ? await madeLately(tx, scope) : raw('')}`
}

/** True if the newest run of each unit has seen all live findings of it, and no run is later than `until`. */
export async function followsUnits(tx: Tx, scope: Scope, until = 'infinity'): Promise<boolean> {
  const { tenantId } = tx
  const inScope = inScopeOf(tx, scope)
  const later = sql`
    exists (select from latest_unit_runs h where ${inScope('h')} and h.recorded_at >= ${until}::timestamptz)`
  const { follows } = await tx.single<{ follows: boolean }>(sql`
    ${plannedForValues}select not ${later}
       and not exists (${staleUnits(tenantId, inScope)})
       and not exists (
         select from findings v
           left join latest_unit_runs h on h.tenant_id = ${tenantId} and h.provider_id = v.provider_id and h.unit = v.unit
          where ${inScope('v')} and v.observed_seq is not null and v.observed_seq > coalesce(h.seq, 0)) as follows`)
  return follows
}

/** The newest run of its unit has made a version that is new or changed: its id is later than the first of these. */
async function madeLately(tx: Tx, scope: Scope): Promise<Sql> {
  const { since } = await tx.single<{ since: string | null }>(sql`
    select min(n.inserted_at) as since
      from (select distinct h.scan_id from latest_unit_runs h where ${inScopeOf(tx, scope)('h')}) h
      join scans n on n.tenant_id = ${tx.tenantId} and n.id = h.scan_id`)
  return since ? sql`and v.id >= ${firstId(Date.parse(since))}::uuid` : raw('')
}

interface Reading {
  readonly scope: Scope
  readonly where: readonly Sql[]
  readonly order: Order
  readonly descending: boolean
  readonly most: number
}

/**
 * The first rows `v` by the time at which they were seen, each with its observation as s_scan_id and s_recorded_at.
 * Nearly all were seen by the newest run of their unit, so units are read one after the other, in the order of their
 * runs, until the page is full: nothing is sorted but the rows of one moment. The few that do not follow their unit come
 * from other branches.
 */
export function rowsByUnit(tx: Tx, { scope, where, order, descending, most }: Reading): Sql {
  const { tenantId } = tx
  const inScope = inScopeOf(tx, scope)
  const page = sql`order by ${orderBy(order.keys)} limit ${most}`
  // Each `offset 0` keeps the planner from a join that would sort all rows.
  const units = sql`
    (select ${ordered(true)}, 0 as branch
       from (select s.provider_id, s.unit, s.seq, s.scan_id, s.recorded_at
               from latest_unit_runs s
              where ${inScope('s')} and s.gaps = 0
              order by s.recorded_at ${raw(descending ? 'desc' : 'asc')}
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
       from ${from} ${newestObservation(tenantId)}
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
