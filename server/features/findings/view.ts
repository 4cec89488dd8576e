/**
 * Which versions a list is about, and how each is tied to the scan that saw it. A view is SQL: rows
 * `v` of versions and, where it is cheap or needed to tell, rows `s` of their sightings.
 */
import { all, join, raw, type Sql, sql, type Tx } from '../../platform/db/index.ts'
import { type Scope, within } from '../resources/index.ts'
import { kindCodes } from './codes.ts'
import { gapped, sighting, type Window } from './sightings.ts'

export interface View {
  /** Rows `v`, with all columns of a version. */
  readonly from: Sql
  readonly where: Sql
  /** Joins `s` (scan_id, recorded_at): the newest sighting inside the view. */
  readonly sighted: Sql
  /** `from` has `s` already. */
  readonly hasSightings: boolean
}

const columnNames = [
  'provider_id',
  'ukey',
  'id',
  'scan_id',
  'unit',
  'resource_id',
  'uid',
  'check_id',
  'status',
  'raw_status',
  'severity',
  'delta',
  'muted',
  'muted_reason',
  'service',
  'region',
  'resource_type',
  'seq_from',
  'changed_at',
  'first_seen_at',
  'touched_at',
  'status_extended',
  'body_key',
] as const
const columns = join(columnNames.map((name) => raw(`f.${name}`)))

/** Versions of both tables under conditions on each. A version in history has no running attestation. */
export const versions = (live: Sql, history: Sql | null): Sql => {
  const now = sql`
    select ${columns}, f.status_until, null::int as seq_to
      from findings f
     where ${live}`
  if (!history) return sql`(${now}) v`
  return sql`(${now}
    union all
    select ${columns}, null::timestamptz, f.seq_to
      from finding_history f
     where ${history}) v`
}

const tenant = (tx: Tx, alias = 'f'): Sql => sql`${raw(alias)}.tenant_id = ${tx.tenantId}`

/** The live rows: the latest scan's findings and any newer evidence. */
export const liveView = (tx: Tx, scope: Scope): View => ({
  from: sql`findings v`,
  where: sql`v.tenant_id = ${tx.tenantId} and ${within(scope, sql`v.provider_id`)} and v.gone_at is null`,
  // While a unit is being recorded, its new rows have been seen by nobody but the scan that makes them.
  sighted: sql`
    left join lateral (${sighting(tx.tenantId, sql`v`, { ended: false })}) x on true
    cross join lateral (
      select coalesce(x.scan_id, v.scan_id) as scan_id, coalesce(x.recorded_at, v.changed_at) as recorded_at) s`,
  hasSightings: false,
})

export interface ScanSeen {
  readonly id: string
  readonly provider_id: string
  readonly kind: number
  /** Null: it has not begun, so it has seen nothing. */
  readonly seq: number | null
  readonly started_at: string | null
  /** The newest scan of the provider that has begun. */
  readonly head: number
  readonly gaps: number
  /** Units of the provider that this scan is not the newest to have completed. */
  readonly others: boolean
}

/** What a view needs to know of scans. Those of providers outside the scope are not there. */
export const scansSeen = (tx: Tx, scope: Scope, ids: readonly string[]): Promise<ScanSeen[]> =>
  tx.rows<ScanSeen>(sql`
    select s.id, s.provider_id, s.kind, s.seq, s.started_at, coalesce(h.seq, 0) as head,
           (select coalesce(sum(u.gaps), 0)
              from scan_units u
             where u.tenant_id = ${tx.tenantId} and u.scan_id = s.id and u.state = 'done') as gaps,
           exists (select from unit_heads d
                    where d.tenant_id = ${tx.tenantId} and d.provider_id = s.provider_id and d.scan_id <> s.id)
             or exists (select from scan_units u
                         where u.tenant_id = ${tx.tenantId} and u.scan_id = s.id and u.state <> 'done') as others
      from scans s
      left join provider_heads h on h.tenant_id = s.tenant_id and h.provider_id = s.provider_id
     where s.tenant_id = ${tx.tenantId} and s.id = any(${`{${ids.join(',')}}`}::uuid[])
       and ${within(scope, sql`s.provider_id`)}`)

/**
 * What one full scan saw: versions that held at its seq, in the units it completed, less what it could
 * not read. Both tables are read in the order of their indexes.
 */
export function scanView(tx: Tx, scan: ScanSeen): View {
  const { tenantId } = tx
  const seq = scan.seq ?? 0
  const own = sql`${tenant(tx)} and f.provider_id = ${scan.provider_id}::uuid and f.seq_from <= ${seq}`
  const newest = scan.head === seq
  const live = newest ? sql`${own} and f.gone_at is null` : own
  const history = newest
    ? null
    : sql`${own} and f.seq_to > ${seq} and f.closed_at >= ${scan.started_at}::timestamptz`
  const conditions = [raw('true')]
  if (scan.others) {
    conditions.push(sql`exists (
      select from scan_units u
       where u.tenant_id = ${tenantId} and u.scan_id = ${scan.id}::uuid and u.unit = v.unit and u.state = 'done')`)
  }
  if (scan.gaps > 0) {
    conditions.push(sql`not exists (
      select from scan_units u
       where u.tenant_id = ${tenantId} and u.scan_id = ${scan.id}::uuid and u.unit = v.unit and u.gaps > 0
         and ${gapped(tenantId, sql`v`)})`)
  }
  return {
    from: versions(live, history),
    where: all(conditions),
    sighted: sql`
      join lateral (
        select u.scan_id, u.recorded_at
          from scan_units u
         where u.tenant_id = ${tenantId} and u.scan_id = ${scan.id}::uuid and u.unit = v.unit) s on true`,
    hasSightings: false,
  }
}

/**
 * Findings as of their newest observation in any window: the version that was seen last in it. A
 * version that a later one has followed inside the window is not shown.
 */
export function windowView(tx: Tx, scope: Scope, window: Window): View {
  const { tenantId } = tx
  const own = sql`${tenant(tx)} and ${within(scope, sql`f.provider_id`)}`
  const key = sql`${tenant(tx)} and f.provider_id = v.provider_id and f.ukey = v.ukey and f.seq_from > v.seq_from`
  const sightedIn = (v: Sql): Sql => sighting(tenantId, v, { window, ended: true })
  return {
    from: sql`${versions(own, own)} cross join lateral (${sightedIn(sql`v`)}) s`,
    where: sql`(v.seq_to is null or not exists (
      select from (
        select f.provider_id, f.unit, f.ukey, f.check_id, f.seq_from, null::int as seq_to
          from findings f
         where ${key}
        union all
        select f.provider_id, f.unit, f.ukey, f.check_id, f.seq_from, f.seq_to
          from finding_history f
         where ${key}) l
       cross join lateral (${sightedIn(sql`l`)}) n))`,
    sighted: raw(''),
    hasSightings: true,
  }
}

/** The view of scans by id: the quick one where it is one full scan. */
export async function viewOfScans(
  tx: Tx,
  scope: Scope,
  ids: readonly string[],
  window: Window,
): Promise<View | undefined> {
  const scans = (await scansSeen(tx, scope, ids)).filter(({ seq }) => seq !== null)
  const [first] = scans
  if (!first) return undefined
  const dated = window.from !== undefined || window.until !== undefined
  if (scans.length === 1 && first.kind === kindCodes.full && !dated) return scanView(tx, first)
  const providers = [...new Set(scans.map(({ provider_id }) => provider_id))]
  return windowView(
    tx,
    { whole: false, ids: providers },
    { ...window, scanIds: scans.map(({ id }) => id) },
  )
}
