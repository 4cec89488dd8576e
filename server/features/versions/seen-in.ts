/**
 * When a version was seen. Nothing is written when a scan sees what is known already, so the times of a version are
 * those of its unit: each scan that completed the unit while the version was current saw it, unless it could not read
 * it (a gap). Scans that look outside the unit leave an observation.
 */
import type { Instant } from '@plumbline/jsonapi'
import { all, raw, type Sql, sql } from '../../platform/db/sql.ts'
import type { AnyFilter } from '../providers/index.ts'
import { kindCodes } from './codes.ts'

/** The observations that count. Nothing set: all of them. */
export interface Window {
  readonly scanIds?: readonly string[]
  /** RFC 3339, inclusive. */
  readonly from?: string
  /** RFC 3339, exclusive. */
  readonly until?: string
}

/** The range that the filters on one timestamp have in common; RFC 3339 in UTC compares as text. */
export function rangeOf(
  filters: readonly AnyFilter[],
  name: string,
): Pick<Window, 'from' | 'until'> {
  const own = filters.filter((filter) => filter.name === name)
  const bounds = (side: 'from' | 'until', other: string): string[] =>
    own.flatMap(({ op, value }) => (op === other ? [] : [(value as Instant)[side]])).toSorted()
  const from = bounds('from', 'lte').at(-1)
  const [until] = bounds('until', 'gte')
  return { ...(from !== undefined && { from }), ...(until !== undefined && { until }) }
}

/** Whether an observation, or a done unit, is in the window. */
export function inWindow(alias: string, { scanIds, from, until }: Window): Sql {
  const at = raw(`${alias}.recorded_at`)
  const conditions: Sql[] = []
  if (scanIds) {
    conditions.push(sql`${raw(alias)}.scan_id = any(${`{${scanIds.join(',')}}`}::uuid[])`)
  }
  if (from) conditions.push(sql`${at} >= ${from}::timestamptz`)
  if (until) conditions.push(sql`${at} < ${until}::timestamptz`)
  return all(conditions)
}

/** The key of a gap that covers every row of a check. */
export const wholeCheck = '00000000-0000-0000-0000-000000000000'

/**
 * A version that a scan could not read, though it completed the unit. The ranges of a check do not overlap, so only the
 * last one that begins at or before the key can contain it. Each of the two subqueries is one lookup in the primary key,
 * with or without statistics. A join by check took time that grew with the square of the gaps.
 */
export const isGap = (
  tenantId: string,
  { scanId, unit }: { readonly scanId: Sql; readonly unit: Sql },
  v: Sql,
): Sql => {
  const ofCheck = sql`
    g.tenant_id = ${tenantId} and g.scan_id = ${scanId} and g.unit = ${unit} and g.check_id = ${v}.check_id`
  return sql`(
    coalesce(${v}.finding_key <= (
      select coalesce(g.last_key, g.finding_key)
        from scan_gaps g
       where ${ofCheck} and g.finding_key <= ${v}.finding_key
       order by g.finding_key desc
       limit 1), false)
    or exists (select from scan_gaps g where ${ofCheck} and g.finding_key = ${wholeCheck}::uuid offset 0))`
}

/** The same, of the run `u` of the unit. */
export const gapped = (tenantId: string, v: Sql): Sql =>
  isGap(tenantId, { scanId: raw('u.scan_id'), unit: raw('u.unit') }, v)

/**
 * The newest observation of version `v` in the window as one row (scan_id, recorded_at, seq), or none.
 * `v` has provider_id, unit, finding_key, check_id and seq_from, and seq_to if `ended` is set.
 */
export function observationOf(
  tenantId: string,
  v: Sql,
  { window = {}, ended }: { window?: Window; ended: boolean },
): Sql {
  const held = (alias: string): Sql => sql`
    ${raw(alias)}.seq >= ${v}.seq_from
    ${ended ? sql`and (${v}.seq_to is null or ${raw(alias)}.seq < ${v}.seq_to)` : raw('')}
    and ${inWindow(alias, window)}`
  return sql`
    select x.scan_id, x.recorded_at, x.seq
      from ((select u.scan_id, u.recorded_at, u.seq
               from scan_units u
              where u.tenant_id = ${tenantId} and u.provider_id = ${v}.provider_id and u.unit = ${v}.unit
                and u.state = 'done' and ${held('u')}
                and (u.gaps = 0 or not ${gapped(tenantId, v)})
              order by u.seq desc
              limit 1)
            union all
            (select o.scan_id, o.recorded_at, o.seq
               from scan_observations o
              where o.tenant_id = ${tenantId} and o.provider_id = ${v}.provider_id and o.finding_key = ${v}.finding_key
                and ${held('o')}
              order by o.seq desc
              limit 1)) x
     order by x.seq desc
     limit 1`
}

/**
 * The newest done unit of each name, in the window: `h` with its bounds `lo` and `seq`. Picked, and not
 * joined to its own maximum: the planner expects one row of such a join, and then reads all units for each finding.
 */
export const newestRuns = (tenantId: string, window: Window): Sql => sql`
  (select distinct on (u.provider_id, u.unit)
          u.provider_id, u.unit, min(u.seq) over w as lo, sum(u.gaps) over w as gaps, u.seq, u.scan_id, u.recorded_at
     from scan_units u
    where u.tenant_id = ${tenantId} and u.state = 'done' and ${inWindow('u', window)}
   window w as (partition by u.provider_id, u.unit)
    order by u.provider_id, u.unit, u.seq desc)`

/**
 * Joins `s`, the newest observation of rows `v`. Nearly always it is the newest run of the row's unit, which a join
 * finds; a look at all observations of one row is left for rows that were seen in another unit, could not be read, or
 * ended before that run. Without a window a row without observation, because its unit is being recorded, is shown as
 * its scan's; in a window it is not shown.
 */
export function newestObservation(
  tenantId: string,
  { window, ended = false }: { window?: Window; ended?: boolean } = {},
): Sql {
  const run = window
    ? sql`${newestRuns(tenantId, window)} h on h.provider_id = v.provider_id and h.unit = v.unit`
    : sql`latest_unit_runs h on h.tenant_id = ${tenantId} and h.provider_id = v.provider_id and h.unit = v.unit`
  const quick = sql`
    coalesce(h.gaps = 0 and h.seq >= v.seq_from ${ended ? raw('and h.seq < v.seq_to') : raw('')}
             and coalesce(v.observed_seq, 0) <= h.seq, false)`
  // Closed before the window, or made after it, and never seen outside its unit: nothing to look for.
  const possible = window
    ? sql`(v.observed_seq is not null or h.seq >= v.seq_from ${ended ? raw('and h.lo < v.seq_to') : raw('')})`
    : raw('true')
  return sql`
    left join ${run}
    cross join lateral (select ${quick} as quick) k
    ${window ? raw('') : raw('left')} join lateral (
      select h.scan_id, h.recorded_at, h.seq where k.quick
      union all
      select x.scan_id, x.recorded_at, x.seq
        from (${observationOf(tenantId, raw('v'), { ...(window && { window }), ended })}) x
       where not k.quick and ${possible}) x on true
    cross join lateral (
      select coalesce(x.scan_id, v.scan_id) as scan_id, coalesce(x.recorded_at, v.changed_at) as recorded_at,
             coalesce(x.seq, v.seq_from) as seq) s`
}

/**
 * Units whose rows may be newer or older than their newest run: it could not read everything, or a run
 * since then has started to record them.
 */
export const staleUnits = (tenantId: string, inScope: (alias: string) => Sql): Sql => sql`
  select d.provider_id, d.unit
    from latest_unit_runs d
   where ${inScope('d')} and d.gaps > 0
  union
  select u.provider_id, u.unit
    from scan_units u
    left join latest_unit_runs d
      on d.tenant_id = ${tenantId} and d.provider_id = u.provider_id and d.unit = u.unit
   where ${inScope('u')} and ${isStarted(tenantId)} and u.seq > coalesce(d.seq, 0)`

/** Runs `u` of units that are not done and may have recorded some of it. A file's units are not marked meanwhile. */
const isStarted = (tenantId: string): Sql => sql`
  u.recorded_at is null
  and (u.state <> 'waiting' or u.attempts > 0 or exists (
    select from scans n
     where n.tenant_id = ${tenantId} and n.id = u.scan_id and n.kind = ${kindCodes.import}))`

/**
 * The deltas by which the rollups of their units count live findings: of the version that was current in the unit's
 * newest run, unless a file named it in another unit. Nothing for units that a later run has started.
 *
 * Each table is read once for all keys. Where a provider is too new for statistics, the planner reads all of the
 * provider for each of these steps: for each finding this took 9 ms among 20,000 (PGlite, 2026-11-27).
 */
export const deltasOf = (tenantId: string, providerId: string, keys: Sql): Sql => sql`
  with live as materialized (
    select f.finding_key, f.unit, f.scan_id, f.delta, f.seq_from
      from findings f
     where f.tenant_id = ${tenantId} and f.provider_id = ${providerId} and f.finding_key = any(${keys})),
  runs as materialized (
    select d.unit, d.seq, d.scan_id
      from latest_unit_runs d
     where d.tenant_id = ${tenantId} and d.provider_id = ${providerId} and d.unit in (select l.unit from live l)
       and not exists (
         select from scan_units u
          where u.tenant_id = ${tenantId} and u.provider_id = ${providerId} and u.unit = d.unit
            and ${isStarted(tenantId)} and u.seq > d.seq)),
  counted as materialized (
    select l.finding_key, l.scan_id, l.delta
      from live l
      join runs d on d.unit = l.unit and d.scan_id = l.scan_id and d.seq >= l.seq_from
     where l.delta is not null
    union all
    select l.finding_key, h.scan_id, h.delta
      from live l
      join runs d on d.unit = l.unit and d.seq < l.seq_from
      join finding_history h
        on h.tenant_id = ${tenantId} and h.provider_id = ${providerId} and h.finding_key = l.finding_key
       and h.seq_from <= d.seq and h.seq_to > d.seq and h.scan_id = d.scan_id
     where h.finding_key = any(${keys}) and h.delta is not null)
  select c.finding_key, c.delta
    from counted c
   where not exists (
     select from scan_observations o
      where o.tenant_id = ${tenantId} and o.scan_id = c.scan_id and o.finding_key = c.finding_key)`
