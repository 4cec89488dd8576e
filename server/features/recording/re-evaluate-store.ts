/** The statements of re-evaluating findings between scans. */
import {
  idArray,
  keyTable,
  raw,
  rowTable,
  type Sql,
  sql,
  type Tx,
} from '../../platform/db/index.ts'
import {
  type DeltaCode,
  kindCodes,
  type SeverityCode,
  type StatusCode,
  gapped,
  type LiveFinding,
} from '../versions/index.ts'
import { latestScan, type Place, readsSnapshot } from '../rollups/index.ts'
import type { Judged } from './changes.ts'

export interface LatestScan {
  readonly id: string
  readonly seq: number
  /** Its overviews read its snapshot, and not the live rollups. */
  readonly from_snapshot: boolean
}
export interface Context {
  /** RFC 3339 in UTC, after the provider was locked. */
  readonly now: string
  readonly latest: LatestScan | null
  /** The full scan or import that is recording now. */
  readonly recording: string | null
}

export interface LiveKey {
  readonly provider_id: string
  readonly finding_key: string
}

/** What re-evaluating findings of a provider depends on. */
export async function contextOf(tx: Tx, providerId: string): Promise<Context> {
  const { now, recording, ...latest } = await tx.single<
    Omit<Context, 'latest'> & (LatestScan | Readonly<Record<keyof LatestScan, null>>)
  >(sql`
    select clock_timestamp() as now, l.id, l.seq, l.from_snapshot, e.id as recording
      from providers p
      left join lateral (
        ${latestScan(tx.tenantId, sql`p.id`, sql`s.id, s.seq, ${readsSnapshot(tx.tenantId)} as from_snapshot`)}) l on true
      left join scans e
        on e.tenant_id = p.tenant_id and e.provider_id = p.id and e.state = 'executing'
       and e.kind <> ${kindCodes.partial}
     where p.tenant_id = ${tx.tenantId} and p.id = ${providerId}`)
  return { now, recording, latest: latest.id === null ? null : latest }
}

/** A batch of the tenant's live rows, from the one after `after`. */
export const liveAfter = (tx: Tx, after: LiveKey | null, most: number): Promise<LiveKey[]> =>
  tx.rows<LiveKey>(sql`
    select f.provider_id, f.finding_key
      from findings f
     where f.tenant_id = ${tx.tenantId}
       and ${after ? sql`(f.provider_id, f.finding_key) > (${after.provider_id}::uuid, ${after.finding_key}::uuid)` : sql`true`}
       and f.provider_id in (
         select p.id from providers p where p.tenant_id = ${tx.tenantId} and p.deleted_at is null)
     order by f.provider_id, f.finding_key
     limit ${most}`)

/**
 * The raw status that rollups count a row by, of rows that a scan outside their unit has seen since the
 * unit was recorded last. Of others it is that of the row.
 */
export async function rawCounted(
  tx: Tx,
  providerId: string,
  rows: readonly LiveFinding[],
): Promise<ReadonlyMap<string, StatusCode>> {
  const outOfUnit = rows.filter(
    ({ counted, observed_seq, seq_from }) => counted !== null && (observed_seq ?? 0) >= seq_from,
  )
  if (outOfUnit.length === 0) return new Map()
  const found = await tx.rows<{ finding_key: string; raw_status: StatusCode }>(sql`
    select v.finding_key, v.raw_status
      from ${rowTable(outOfUnit, 'r', 'finding_key uuid, unit text')}
      join latest_unit_runs h
        on h.tenant_id = ${tx.tenantId} and h.provider_id = ${providerId} and h.unit = r.unit
      join finding_history v
        on v.tenant_id = ${tx.tenantId} and v.provider_id = ${providerId} and v.finding_key = r.finding_key
       and v.seq_from <= h.seq and v.seq_to > h.seq`)
  return new Map(found.map(({ finding_key, raw_status }) => [finding_key, raw_status]))
}

/** Units of the rows that the scan `recording` has started: their new and changed count already. */
export async function unitsBeingRecorded(
  tx: Tx,
  recording: string | null,
  rows: readonly LiveFinding[],
): Promise<ReadonlySet<string>> {
  if (recording === null) return new Set()
  const units = [...new Set(rows.map(({ unit }) => unit))]
  const running = await tx.rows<{ unit: string }>(sql`
    select u.unit
      from ${keyTable(units)}
      join scan_units u
        on u.tenant_id = ${tx.tenantId} and u.scan_id = ${recording}::uuid and u.unit = k.key and u.state = 'running'`)
  return new Set(running.map(({ unit }) => unit))
}

/** A version that the latest scan lists. */
export interface Listed extends Place, Omit<Judged, 'status_until' | 'suppression'> {
  readonly finding_key: string
  readonly id: string
  readonly scan_id: string
  readonly severity: SeverityCode
  readonly raw_status: StatusCode
  readonly delta: DeltaCode | null
  /** A later scan has closed it. */
  readonly isClosed: boolean
  /** The scan's rollups count it: the scan saw it in its unit, not in a file under another unit. */
  readonly isCounted: boolean
}

export function listedBy(
  tx: Tx,
  providerId: string,
  { id, seq }: LatestScan,
  rows: readonly LiveFinding[],
): Promise<Listed[]> {
  const keys = rows.map(({ finding_key }) => finding_key)
  const inUnit = sql`
    exists (select from scan_units u
             where u.tenant_id = ${tx.tenantId} and u.scan_id = ${id} and u.unit = v.unit and u.state = 'done'
               and (u.gaps = 0 or not ${gapped(tx.tenantId, sql`v`)}))`
  const isObserved = sql`
    exists (select from scan_observations o
             where o.tenant_id = ${tx.tenantId} and o.provider_id = ${providerId} and o.finding_key = v.finding_key
               and o.seq = ${seq})`
  const of = (table: 'findings' | 'finding_history', held: Sql): Sql => sql`
    select v.finding_key, v.id, v.scan_id, v.unit, v.check_id, v.region, v.resource_type, v.service,
           v.resource_id, v.severity, v.status, v.raw_status, v.delta, v.muted, v.mute_rule_id, v.muted_reason, v.triage,
           ${table === 'finding_history'} as "isClosed", h.counted as "isCounted"
      from ${raw(table)} v
     cross join lateral (select ${inUnit} as counted) h
     where v.tenant_id = ${tx.tenantId} and v.provider_id = ${providerId} and v.finding_key = any(${idArray(keys)})
       and v.seq_from <= ${seq} and ${held} and (h.counted or ${isObserved})`
  return tx.rows<Listed>(sql`
    ${of('findings', raw('true'))}
    union all
    ${of('finding_history', sql`v.seq_to > ${seq}`)}`)
}

/** Versions that have ended, but are current for the latest scan. */
export const updateHistory = (
  tx: Tx,
  providerId: string,
  rows: readonly Listed[],
  now: string,
): Promise<number> =>
  tx.run(sql`
    update finding_history v
       set status = r.status, triage = r.triage, muted = r.muted, mute_rule_id = r.mute_rule_id,
           muted_reason = r.muted_reason, triaged_at = ${now}::timestamptz
      from ${rowTable(
        rows,
        'r',
        'id uuid, status smallint, triage smallint, muted boolean, mute_rule_id uuid, muted_reason text',
      )}
     where v.tenant_id = ${tx.tenantId} and v.provider_id = ${providerId} and v.id = r.id`)
