/** The statements of recording. Many rows travel as arrays, one a column: one shape for both databases. */
import {
  idArray,
  keyTable,
  plannedForValues,
  raw,
  rowTable,
  sql,
  type Tx,
} from '../../platform/db/index.ts'
import {
  type DeltaCode,
  reasonCodes,
  type StagedBody,
  type StatusCode,
  triageCodes,
  findingKeyOf,
  deltasOf,
  isGap,
  wholeCheck,
  assignments,
  columns,
  type FindingRow,
  liveColumns,
  type LiveFinding,
  rowTypes,
  versionColumns,
} from '../versions/index.ts'
import { allKeys, maxRows, type UnitRange } from './batches.ts'
import { type Change, eventCodes } from './changes.ts'
import type { Closed, Gap, Live } from './merge.ts'
import { nameResources } from './several-findings.ts'

interface ScanRef {
  readonly id: string
  readonly provider_id: string
  readonly seq: number
}

/** Live rows of units in ranges of their keys. What this scan sees there it is about to record. */
export async function live(
  tx: Tx,
  providerId: string,
  ranges: readonly UnitRange[],
): Promise<Live[]> {
  const { whole = [], part = [] } = Object.groupBy(ranges, ({ from, until }) =>
    from === allKeys.from && until === null ? 'whole' : 'part',
  )
  const found = await Promise.all([
    ...(whole.length === 0 ? [] : [ofUnits(tx, providerId, whole)]),
    ...part.map((range) => ofRange(tx, providerId, range)),
  ])
  return found.flat()
}

/** `offset 0` keeps the look into each unit a look into the index. */
const ofUnits = (tx: Tx, providerId: string, units: readonly UnitRange[]): Promise<Live[]> =>
  tx.rows<Live>(sql`
    select f.*
      from ${rowTable(units, 'r', 'unit text')}
     cross join lateral (
       select ${liveColumns}, true as gapped
         from findings f
        where f.tenant_id = ${tx.tenantId} and f.provider_id = ${providerId} and f.unit = r.unit
       offset 0) f`)

/**
 * A slice of a large unit. Whether the unit or the range of keys is the smaller part of the provider, or where
 * both meet, is decided by the planner, which must see the values: a plan for all slices alike would read the whole
 * unit for each.
 */
const ofRange = (tx: Tx, providerId: string, { unit, from, until }: UnitRange): Promise<Live[]> =>
  tx.rows<Live>(sql`
    ${plannedForValues}select ${liveColumns}, true as gapped
      from findings f
     where f.tenant_id = ${tx.tenantId} and f.provider_id = ${providerId} and f.unit = ${unit}
       and f.finding_key >= ${from}::uuid and ${until === null ? raw('true') : sql`f.finding_key < ${until}::uuid`}`)

/** A live row with the uid by which rules name it. */
export interface NamedLive extends Live {
  readonly uid: string
}

/** Live rows by their keys; `gapped` by the scan that records, if any. */
export const liveByKeys = (
  tx: Tx,
  providerId: string,
  keys: readonly string[],
  scanId: string | null,
): Promise<NamedLive[]> =>
  tx.rows<NamedLive>(sql`
    select ${liveColumns}, f.uid,
           ${isGap(tx.tenantId, { scanId: sql`${scanId}::uuid`, unit: sql`f.unit` }, sql`f`)} as gapped
      from findings f
     where f.tenant_id = ${tx.tenantId} and f.provider_id = ${providerId} and f.finding_key = any(${idArray(keys)})
     order by f.finding_key`)

export const closed = (tx: Tx, providerId: string, keys: readonly string[]): Promise<Closed[]> =>
  tx.rows<Closed>(sql`
    select g.finding_key, g.raw_status, g.status_until, g.triage, g.suppression, g.first_seen_at
      from closed_findings g
     where g.tenant_id = ${tx.tenantId} and g.provider_id = ${providerId} and g.finding_key = any(${idArray(keys)})`)

/** By key, the raw status before this scan. */
export async function statusBefore(
  tx: Tx,
  scan: ScanRef,
  keys: readonly string[],
): Promise<ReadonlyMap<string, StatusCode>> {
  if (keys.length === 0) return new Map()
  const rows = await tx.rows<{ finding_key: string; raw_status: StatusCode }>(sql`
    select distinct on (v.finding_key) v.finding_key, v.raw_status
      from finding_history v
     where v.tenant_id = ${tx.tenantId} and v.provider_id = ${scan.provider_id}
       and v.finding_key = any(${idArray(keys)}) and v.seq_from < ${scan.seq}
     order by v.finding_key, v.seq_from desc`)
  return new Map(rows.map(({ finding_key, raw_status }) => [finding_key, raw_status]))
}

/** By key, the deltas by which the rollups of their units count live rows. */
export async function deltas(
  tx: Tx,
  providerId: string,
  rows: readonly LiveFinding[],
): Promise<ReadonlyMap<string, DeltaCode>> {
  if (rows.length === 0) return new Map()
  const keys = rows.map(({ finding_key }) => finding_key)
  const found = await tx.rows<{ finding_key: string; delta: DeltaCode }>(
    deltasOf(tx.tenantId, providerId, idArray(keys)),
  )
  return new Map(found.map(({ finding_key, delta }) => [finding_key, delta]))
}

export const insertFindings = (
  tx: Tx,
  providerId: string,
  rows: readonly FindingRow[],
): Promise<number> =>
  tx.run(sql`
    insert into findings (tenant_id, provider_id, ${columns('')})
    select ${tx.tenantId}::uuid, ${providerId}::uuid, ${columns('r.')}
      from ${rowTable(rows, 'r', rowTypes)}`)

/** Live rows as they are to be. */
export const updateFindings = (
  tx: Tx,
  providerId: string,
  rows: readonly FindingRow[],
): Promise<number> =>
  tx.run(sql`
    update findings f
       set ${assignments}
      from ${rowTable(rows, 'r', rowTypes)}
     where f.tenant_id = ${tx.tenantId} and f.provider_id = ${providerId} and f.finding_key = r.finding_key`)

/**
 * Copies live versions to history, ended by this scan. They keep what they showed: PASS under a running attestation,
 * MANUAL under an expired one, even before the row was corrected.
 */
export const closeVersions = (
  tx: Tx,
  scan: ScanRef,
  keys: readonly string[],
  reason: keyof typeof reasonCodes,
): Promise<number> =>
  tx.run(sql`
    insert into finding_history (tenant_id, provider_id, ${versionColumns('')}, status, triage, seq_to, reason)
    select tenant_id, provider_id, ${versionColumns('')}, case when status_until <= now() then raw_status else status end,
           case when status_until <= now() then ${triageCodes.open}::smallint else triage end,
           ${scan.seq}::int, ${reasonCodes[reason]}::smallint
      from findings
     where tenant_id = ${tx.tenantId} and provider_id = ${scan.provider_id} and seq_from < ${scan.seq}
       and finding_key = any(${idArray(keys)})`)

/** Not live any more. What a return needs is stored beside history, which retention may drop. */
export async function closeFindings(
  tx: Tx,
  scan: ScanRef,
  keys: readonly string[],
  reason: 'removed' | 'unplanned',
): Promise<void> {
  await closeVersions(tx, scan, keys, reason)
  await tx.run(sql`
    with ended as (
      delete from findings
       where tenant_id = ${tx.tenantId} and provider_id = ${scan.provider_id}
         and finding_key = any(${idArray(keys)})
      returning tenant_id, provider_id, finding_key, id, raw_status, status_until, triage, first_seen_at, triaged_at, suppression)
    insert into closed_findings (
      tenant_id, provider_id, finding_key, id, raw_status, status_until, triage, first_seen_at, triaged_at, suppression)
    select * from ended
    on conflict (tenant_id, provider_id, finding_key) do update
       set id = excluded.id, raw_status = excluded.raw_status, status_until = excluded.status_until,
           triage = excluded.triage, first_seen_at = excluded.first_seen_at,
           triaged_at = excluded.triaged_at, suppression = excluded.suppression`)
}

/** They are live again. */
export const deleteClosed = (
  tx: Tx,
  providerId: string,
  keys: readonly string[],
): Promise<number> =>
  tx.run(sql`
    delete from closed_findings
     where tenant_id = ${tx.tenantId} and provider_id = ${providerId}
       and finding_key = any(${idArray(keys)})`)

/**
 * The units of a provider's live rows. A partial scan may have put one into a unit that no full scan has completed, so
 * this is more than the units with a latest run. One index probe a unit.
 */
export const liveUnits = async (tx: Tx, providerId: string): Promise<string[]> => {
  const rows = await tx.rows<{ unit: string }>(sql`
    with recursive found(unit) as (
      select min(unit) from findings where tenant_id = ${tx.tenantId} and provider_id = ${providerId}
      union all
      select (select min(f.unit)
                from findings f
               where f.tenant_id = ${tx.tenantId} and f.provider_id = ${providerId} and f.unit > found.unit)
        from found
       where found.unit is not null)
    select unit from found where unit is not null`)
  return rows.map(({ unit }) => unit)
}

/** Live rows of a unit, as many as one transaction records. */
export const someOfUnit = (tx: Tx, providerId: string, unit: string): Promise<LiveFinding[]> =>
  tx.rows<LiveFinding>(sql`
    select ${liveColumns}
      from findings f
     where f.tenant_id = ${tx.tenantId} and f.provider_id = ${providerId} and f.unit = ${unit}
     limit ${maxRows}`)

/** What a partial scan looked for and did not find. */
export interface Absent {
  /** Uids of named resources that are not there any more. */
  readonly resources: readonly string[]
  /** Uids of findings whose check no longer reports a named resource. */
  readonly findings: readonly string[]
}

/** They stay live, with a mark: the rollups count them until their unit is merged again. */
export async function markAbsent(
  tx: Tx,
  providerId: string,
  { resources, findings }: Absent,
  now: string,
): Promise<void> {
  const rows = await tx.rows<{ resource_id: string | null }>(sql`
    update findings f
       set removed_at = ${now}::timestamptz
     where f.tenant_id = ${tx.tenantId} and f.provider_id = ${providerId} and f.removed_at is null
       and f.finding_key = any(array(
         select unnest(${idArray(findings.map(findingKeyOf))})
         union all
         select v.finding_key
           from resources r
           join findings v on v.tenant_id = ${tx.tenantId} and v.resource_id = r.id and v.removed_at is null
          where r.tenant_id = ${tx.tenantId} and r.provider_id = ${providerId}
            and r.uid in (select k.key from ${keyTable(resources)})))
    returning f.resource_id`)
  // Their findings may come back beside others.
  await nameResources(tx, providerId, rows, { unasked: true })
}

/** Mutes, decisions and attestations of findings. `actor` is null for a scan and for the clock. */
export async function insertEvents(
  tx: Tx,
  providerId: string,
  changes: readonly (Change & { readonly finding_key: string })[],
  about: { readonly now: string; readonly actor: string | null; readonly scanId: string | null },
): Promise<void> {
  if (changes.length === 0) return
  const { now, actor, scanId } = about
  const types = 'finding_key uuid, kind smallint, before smallint, after smallint'
  await tx.run(sql`
    insert into finding_events (tenant_id, provider_id, finding_key, at, kind, actor, before, after, scan_id)
    select ${tx.tenantId}::uuid, ${providerId}::uuid, r.finding_key, ${now}::timestamptz, r.kind, ${actor}::uuid, r.before, r.after,
           ${scanId}::uuid
      from ${rowTable(changes, 'r', types)}`)
  const attested = changes.filter(({ kind }) => kind === eventCodes.attestation)
  if (attested.length === 0) return
  const keys = attested.map(({ finding_key }) => finding_key)
  await tx.run(sql`
    update finding_attestations
       set ended_at = least(${now}::timestamptz, expires_at)
     where tenant_id = ${tx.tenantId} and provider_id = ${providerId} and finding_key = any(${idArray(keys)})
       and ended_at is null`)
}

/** Observations of rows that the scan has seen outside their units. */
export const insertObservations = (
  tx: Tx,
  scan: ScanRef,
  keys: readonly string[],
  now: string,
): Promise<number> =>
  tx.run(sql`
    insert into scan_observations (
      tenant_id, scan_id, provider_id, seq, finding_key, id, status, raw_status, severity, delta, recorded_at)
    select f.tenant_id, ${scan.id}::uuid, f.provider_id, ${scan.seq}::int, f.finding_key, f.id, f.status, f.raw_status,
           f.severity, case when f.scan_id = ${scan.id}::uuid then f.delta end, ${now}::timestamptz
      from findings f
     where f.tenant_id = ${tx.tenantId} and f.provider_id = ${scan.provider_id} and f.finding_key = any(${idArray(keys)})
    on conflict (tenant_id, scan_id, finding_key) do nothing`)

/** For so many rows, a plan without statistics, which may read the whole provider, costs more than gathering them. */
export const manyRows = 100

/** Statistics of tables that have doubled: a merge planned without them reads a whole provider. */
export const freshenStatistics = (tx: Tx): Promise<number> =>
  tx.run(sql`select refresh_statistics()`)

export const deleteObservations = (tx: Tx, scanId: string): Promise<number> =>
  tx.run(sql`
    delete from scan_observations
     where tenant_id = ${tx.tenantId} and scan_id = ${scanId}`)

export const deleteGaps = (tx: Tx, scanId: string, units: readonly string[]): Promise<number> =>
  tx.run(sql`
    delete from scan_gaps
     where tenant_id = ${tx.tenantId} and scan_id = ${scanId}
       and unit in (select k.key from ${keyTable(units)})`)

export const insertGaps = (tx: Tx, scanId: string, gaps: readonly Gap[]): Promise<number> =>
  tx.run(sql`
    insert into scan_gaps (tenant_id, scan_id, unit, check_id, finding_key, last_key)
    select ${tx.tenantId}::uuid, ${scanId}::uuid, r.unit, r.check_id, coalesce(r.finding_key, ${wholeCheck}::uuid), r.last_key
      from ${rowTable(gaps, 'r', 'unit text, check_id text, finding_key uuid, last_key uuid')}
    on conflict do nothing`)

/** Records that are not there yet, each once. */
export async function insertBodies(
  tx: Tx,
  providerId: string,
  staged: readonly StagedBody[],
): Promise<void> {
  if (staged.length === 0) return
  const keys = staged.map(({ body_key }) => body_key)
  const known = await tx.rows<{ body_key: string }>(sql`
    select b.body_key
      from finding_bodies b
     where b.tenant_id = ${tx.tenantId} and b.provider_id = ${providerId} and b.body_key = any(${idArray(keys)})`)
  const there = new Set(known.map(({ body_key }) => body_key))
  const rows = staged.filter(({ body_key }) => !there.has(body_key))
  if (rows.length === 0) return
  await tx.run(sql`
    insert into finding_bodies (tenant_id, provider_id, body_key, body)
    select ${tx.tenantId}::uuid, ${providerId}::uuid, r.body_key, r.body::jsonb
      from ${rowTable(rows, 'r', 'body_key uuid, body text')}
     order by r.body_key
    on conflict do nothing`)
}
