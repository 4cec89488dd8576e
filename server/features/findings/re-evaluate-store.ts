/** The statements of touching findings between scans. */
import {
  idArray,
  keyTable,
  raw,
  rowTable,
  type Sql,
  sql,
  type Tx,
} from '../../platform/db/index.ts'
import { kindCodes, type SeverityCode, type StatusCode, gapped } from '../observations/index.ts'
import { latestScan, readsSnapshot } from '../rollups/index.ts'
import type { Live } from './merge.ts'
import { liveColumns } from './record-store.ts'
import type { Judged } from './changes.ts'

export interface LatestScan {
  readonly id: string
  readonly seq: number
  /** Its overviews read its snapshot, and not the live rollups. */
  readonly from_snapshot: boolean
}
export interface Context {
  readonly account: string
  /** RFC 3339 in UTC, after the provider's head was locked. */
  readonly now: string
  readonly latest: LatestScan | null
  /** The full scan or import that is recording now. */
  readonly recording: string | null
}

/** What touching findings of a provider depends on. */
export async function contextOf(tx: Tx, providerId: string): Promise<Context> {
  const { id, seq, from_snapshot, ...context } = await tx.single<
    Omit<Context, 'latest'> & {
      id: string | null
      seq: number | null
      from_snapshot: boolean | null
    }
  >(sql`
    select p.uid as account, clock_timestamp() as now, l.id, l.seq, l.from_snapshot, e.id as recording
      from providers p
      left join lateral (
        ${latestScan(tx.tenantId, sql`p.id`, sql`s.id, s.seq, ${readsSnapshot(tx.tenantId)} as from_snapshot`)}) l on true
      left join scans e
        on e.tenant_id = p.tenant_id and e.provider_id = p.id and e.state = 'executing'
       and e.kind <> ${kindCodes.partial}
     where p.tenant_id = ${tx.tenantId} and p.id = ${providerId}`)
  const latest =
    id === null || seq === null ? null : { id, seq, from_snapshot: from_snapshot === true }
  return { ...context, latest }
}

/** A live row as far as touching it looks at it. */
export interface LiveFinding extends Live {
  readonly uid: string
  readonly observed_seq: number | null
}

export const liveFindings = (
  tx: Tx,
  providerId: string,
  keys: readonly string[],
): Promise<LiveFinding[]> =>
  tx.rows<LiveFinding>(sql`
    select ${liveColumns}, f.uid, f.observed_seq, false as gapped
      from findings f
     where f.tenant_id = ${tx.tenantId} and f.provider_id = ${providerId} and f.ukey = any(${idArray(keys)})
     order by f.ukey`)

/** A batch of a provider's live rows by their keys, from the one after `after`. */
export const keysAfter = async (
  tx: Tx,
  providerId: string,
  after: string,
  most: number,
): Promise<string[]> => {
  const rows = await tx.rows<{ ukey: string }>(sql`
    select f.ukey
      from findings f
     where f.tenant_id = ${tx.tenantId} and f.provider_id = ${providerId} and f.ukey > ${after}::uuid
     order by f.ukey
     limit ${most}`)
  return rows.map(({ ukey }) => ukey)
}

/**
 * The raw status that rollups count a row by, of rows that a scan outside their unit has seen since the
 * unit was recorded last. Of others it is that of the row.
 */
export async function countedRaw(
  tx: Tx,
  providerId: string,
  rows: readonly LiveFinding[],
): Promise<Map<string, StatusCode>> {
  const outside = rows.filter(
    ({ counted, observed_seq, seq_from }) => counted !== null && observed_seq === seq_from,
  )
  if (outside.length === 0) return new Map()
  const found = await tx.rows<{ ukey: string; raw_status: StatusCode }>(sql`
    select v.ukey, v.raw_status
      from ${rowTable(outside, 'r', 'ukey uuid, unit text')}
      join unit_heads h
        on h.tenant_id = ${tx.tenantId} and h.provider_id = ${providerId} and h.unit = r.unit
      join finding_history v
        on v.tenant_id = ${tx.tenantId} and v.provider_id = ${providerId} and v.ukey = r.ukey
       and v.seq_from <= h.seq and v.seq_to > h.seq`)
  return new Map(found.map(({ ukey, raw_status }) => [ukey, raw_status]))
}

/** By unit, the scan that is recording it: its new and changed count already. */
export async function runsOf(
  tx: Tx,
  { recording }: Context,
  units: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  if (recording === null) return new Map()
  const rows = await tx.rows<{ unit: string; scan_id: string }>(sql`
    select u.unit, u.scan_id
      from ${keyTable(units)}
      join scan_units u
        on u.tenant_id = ${tx.tenantId} and u.scan_id = ${recording}::uuid and u.unit = k.key and u.state = 'running'`)
  return new Map(rows.map(({ unit, scan_id }) => [unit, scan_id]))
}

/** A version that the latest scan lists. */
export interface Listed extends Omit<Judged, 'status_until'> {
  readonly ukey: string
  readonly id: string
  readonly scan_id: string
  readonly unit: string
  readonly check_id: string
  readonly region: string
  readonly resource_type: string
  readonly service: string
  readonly severity: SeverityCode
  readonly raw_status: StatusCode
  readonly delta: number | null
  /** A later scan has closed it. */
  readonly closed: boolean
  /** The scan's rollups hold it: it saw it in its unit, and not as a file that named it elsewhere. */
  readonly counted: boolean
}

export function listedBy(
  tx: Tx,
  providerId: string,
  { id, seq }: LatestScan,
  keys: readonly string[],
): Promise<Listed[]> {
  const inUnit = sql`
    exists (select from scan_units u
             where u.tenant_id = ${tx.tenantId} and u.scan_id = ${id} and u.unit = v.unit and u.state = 'done'
               and (u.gaps = 0 or not ${gapped(tx.tenantId, sql`v`)}))`
  const elsewhere = sql`
    exists (select from scan_observations o
             where o.tenant_id = ${tx.tenantId} and o.provider_id = ${providerId} and o.ukey = v.ukey
               and o.seq = ${seq})`
  const of = (table: 'findings' | 'finding_history', held: Sql): Sql => sql`
    select v.ukey, v.id, v.scan_id, v.unit, v.check_id, v.region, v.resource_type, v.service, v.severity,
           v.status, v.raw_status, v.delta, v.muted, v.mute_rule_id, v.muted_reason, v.triage,
           ${table === 'finding_history'} as closed, h.counted
      from ${raw(table)} v
     cross join lateral (select ${inUnit} as counted) h
     where v.tenant_id = ${tx.tenantId} and v.provider_id = ${providerId} and v.ukey = any(${idArray(keys)})
       and v.seq_from <= ${seq} and ${held} and (h.counted or ${elsewhere})`
  return tx.rows<Listed>(sql`
    ${of('findings', raw('true'))}
    union all
    ${of('finding_history', sql`v.seq_to > ${seq}`)}`)
}

/** Versions that have ended, but hold for the latest scan. */
export const rejudgeClosed = (
  tx: Tx,
  providerId: string,
  rows: readonly Listed[],
  now: string,
): Promise<number> =>
  tx.run(sql`
    update finding_history v
       set status = r.status, triage = r.triage, muted = r.muted, mute_rule_id = r.mute_rule_id,
           muted_reason = r.muted_reason, touched_at = ${now}::timestamptz
      from ${rowTable(
        rows,
        'r',
        'id uuid, status smallint, triage smallint, muted boolean, mute_rule_id uuid, muted_reason text',
      )}
     where v.tenant_id = ${tx.tenantId} and v.provider_id = ${providerId} and v.id = r.id`)
