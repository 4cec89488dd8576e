/**
 * When a version was seen. Nothing is written when a scan sees what is known already, so the moments
 * of a version are those of its unit: each scan that completed the unit while the version held saw it,
 * unless it could not read it (a gap). Scans that look outside the unit leave an observation.
 */
import { all, raw, type Sql, sql } from '../../platform/db/index.ts'
import { wholeCheck } from './record-store.ts'

/** The observations that count. Nothing set: all of them. */
export interface Window {
  readonly scanIds?: readonly string[]
  /** RFC 3339, inclusive. */
  readonly from?: string
  /** RFC 3339, exclusive. */
  readonly until?: string
}

/** Whether an observation, or a done unit, lies in the window. */
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

/** A version that a scan could not read, though it completed the unit `u`. */
export const gapped = (tenantId: string, v: Sql): Sql => sql`
  exists (select from scan_gaps g
           where g.tenant_id = ${tenantId} and g.scan_id = u.scan_id and g.unit = u.unit
             and g.check_id = ${v}.check_id and g.ukey in (${v}.ukey, ${wholeCheck}::uuid))`

/**
 * The newest sighting of version `v` in the window as one row (scan_id, recorded_at, seq), or none.
 * `v` has provider_id, unit, ukey, check_id and seq_from, and seq_to if `ended` says so.
 */
export function sighting(
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
              where o.tenant_id = ${tenantId} and o.provider_id = ${v}.provider_id and o.ukey = ${v}.ukey
                and ${held('o')}
              order by o.seq desc
              limit 1)) x
     order by x.seq desc
     limit 1`
}
