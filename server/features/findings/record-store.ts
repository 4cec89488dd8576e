/** The statements of recording. Many rows travel as arrays, one a column: one shape for both databases. */
import {
  idArray,
  keyTable,
  raw,
  rowTable,
  sql,
  type Tx,
  plannedForValues,
} from '../../platform/db/index.ts'
import {
  type Staged,
  type StagedBody,
  ukeyOf,
  type DeltaCode,
  reasonCodes,
  triageCodes,
  deltasOf,
  wholeCheck,
} from '../observations/index.ts'
import { type Change, eventCodes } from './changes.ts'
import type { Gone, Live, Rejudged } from './merge.ts'
import { allKeys } from './batches.ts'
import { nameAll } from './twins.ts'

interface ScanRef {
  readonly id: string
  readonly provider_id: string
  readonly seq: number
}

export const liveColumns = sql`
  f.ukey, f.scan_id, f.unit, f.check_id, f.status, f.status_until, f.raw_status, f.severity,
  f.delta, f.muted, f.mute_rule_id, f.muted_reason, f.triage, f.service, f.region, f.resource_type,
  f.resource_id, f.seq_from, f.counted, f.gone_at, f.status_extended, f.body_key, f.observed_seq`

/** Keys of a unit from `low` (inclusive) to `high` (exclusive; null: no end). */
export interface UnitRange {
  readonly unit: string
  readonly low: string
  readonly high: string | null
}

/** Live rows of units in ranges of their keys. What this scan sees there it is about to record. */
export async function live(
  tx: Tx,
  providerId: string,
  ranges: readonly UnitRange[],
): Promise<Live[]> {
  const isWhole = ({ low, high }: UnitRange): boolean => low === allKeys.from && high === null
  const whole = ranges.filter(isWhole).map(({ unit }) => ({ unit }))
  const found = await Promise.all([
    ...(whole.length === 0 ? [] : [wholeUnits(tx, providerId, whole)]),
    ...ranges.filter((range) => !isWhole(range)).map((range) => ofRange(tx, providerId, range)),
  ])
  return found.flat()
}

/** `offset 0` keeps the look into each unit a look into the index. */
const wholeUnits = (tx: Tx, providerId: string, units: readonly object[]): Promise<Live[]> =>
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
 * both meet, is for the planner to say, which has to see them: a plan for all slices alike would read the
 * whole unit for each.
 */
const ofRange = (tx: Tx, providerId: string, { unit, low, high }: UnitRange): Promise<Live[]> =>
  tx.rows<Live>(sql`
    ${plannedForValues}select ${liveColumns}, true as gapped
      from findings f
     where f.tenant_id = ${tx.tenantId} and f.provider_id = ${providerId} and f.unit = ${unit}
       and f.ukey >= ${low}::uuid and ${high === null ? raw('true') : sql`f.ukey < ${high}::uuid`}`)

/** Live rows of other units among the given keys. */
export const elsewhere = (tx: Tx, scan: ScanRef, keys: readonly string[]): Promise<Live[]> =>
  tx.rows<Live>(sql`
    select ${liveColumns},
           exists (select from scan_gaps g
                    where g.tenant_id = ${tx.tenantId} and g.scan_id = ${scan.id} and g.unit = f.unit
                      and g.check_id = f.check_id and g.ukey in (f.ukey, ${wholeCheck}::uuid)) as gapped
      from findings f
     where f.tenant_id = ${tx.tenantId} and f.provider_id = ${scan.provider_id}
       and f.ukey = any(${idArray(keys)})`)

export const gone = (tx: Tx, providerId: string, keys: readonly string[]): Promise<Gone[]> =>
  tx.rows<Gone>(sql`
    select g.ukey, g.raw_status, g.status_until, g.triage, g.first_seen_at
      from finding_gone g
     where g.tenant_id = ${tx.tenantId} and g.provider_id = ${providerId} and g.ukey = any(${idArray(keys)})`)

/** What rows said before this scan. */
export const statusBefore = (
  tx: Tx,
  scan: ScanRef,
  keys: readonly string[],
): Promise<{ ukey: string; raw_status: number }[]> =>
  tx.rows(sql`
    select distinct on (v.ukey) v.ukey, v.raw_status
      from finding_history v
     where v.tenant_id = ${tx.tenantId} and v.provider_id = ${scan.provider_id}
       and v.ukey = any(${idArray(keys)}) and v.seq_from < ${scan.seq}
     order by v.ukey, v.seq_from desc`)

/** By key, as what live rows are counted among the news of their units. */
export async function news(
  tx: Tx,
  providerId: string,
  rows: readonly { readonly ukey: string; readonly unit: string }[],
): Promise<ReadonlyMap<string, DeltaCode>> {
  if (rows.length === 0) return new Map()
  const keys = rowTable(rows, 'r', 'ukey uuid, unit text')
  const told = await tx.rows<{ ukey: string; delta: DeltaCode }>(
    sql`${deltasOf(tx.tenantId, providerId, keys)}`,
  )
  return new Map(told.map(({ ukey, delta }) => [ukey, delta]))
}

export interface FindingRow {
  readonly ukey: string
  readonly id: string
  readonly unit: string
  readonly resource_id: string | null
  readonly uid: string
  readonly check_id: string
  readonly status: number
  readonly status_until: string | null
  readonly raw_status: number
  readonly severity: number
  readonly delta: number | null
  readonly muted: boolean
  readonly mute_rule_id: string | null
  readonly muted_reason: string | null
  readonly triage: number | null
  readonly service: string
  readonly region: string
  readonly resource_type: string
  readonly counted: number | null
  readonly observed_seq: number | null
  readonly first_seen_at: string | null
  readonly status_extended: string
  readonly body_key: string
}

const findingTypes =
  'ukey uuid, id uuid, unit text, resource_id uuid, uid text, check_id text, status smallint, ' +
  'status_until timestamptz, raw_status smallint, severity smallint, delta smallint, muted boolean, ' +
  'mute_rule_id uuid, muted_reason text, triage smallint, service text, region text, resource_type text, ' +
  'counted smallint, observed_seq int, first_seen_at timestamptz, status_extended text, body_key uuid'

export const insertFindings = (
  tx: Tx,
  scan: ScanRef,
  rows: readonly FindingRow[],
  now: string,
): Promise<number> =>
  tx.run(sql`
    insert into findings (
      tenant_id, provider_id, scan_id, seq_from, changed_at, first_seen_at, ukey, id, unit, resource_id, uid,
      check_id, status, status_until, raw_status, severity, delta, muted, mute_rule_id, muted_reason, triage,
      service, region, resource_type, counted, observed_seq, status_extended, body_key)
    select ${tx.tenantId}::uuid, ${scan.provider_id}::uuid, ${scan.id}::uuid, ${scan.seq}::int, ${now}::timestamptz,
           coalesce(r.first_seen_at, ${now}::timestamptz), r.ukey, r.id, r.unit, r.resource_id, r.uid,
           r.check_id, r.status, r.status_until, r.raw_status, r.severity, r.delta, r.muted, r.mute_rule_id,
           r.muted_reason, r.triage, r.service, r.region, r.resource_type, r.counted, r.observed_seq,
           r.status_extended, r.body_key
      from ${rowTable(rows, 'r', findingTypes)}`)

export const updateFindings = (
  tx: Tx,
  scan: ScanRef,
  rows: readonly FindingRow[],
  now: string,
): Promise<number> =>
  tx.run(sql`
    update findings f
       set id = r.id, scan_id = ${scan.id}, seq_from = ${scan.seq}, unit = r.unit,
           resource_id = r.resource_id, check_id = r.check_id, status = r.status,
           status_until = r.status_until, raw_status = r.raw_status, severity = r.severity,
           delta = r.delta, muted = r.muted, mute_rule_id = r.mute_rule_id,
           muted_reason = r.muted_reason, triage = r.triage, service = r.service, region = r.region,
           resource_type = r.resource_type, counted = r.counted,
           observed_seq = coalesce(r.observed_seq, f.observed_seq), gone_at = null,
           changed_at = ${now}::timestamptz, status_extended = r.status_extended, body_key = r.body_key
      from ${rowTable(rows, 'r', findingTypes)}
     where f.tenant_id = ${tx.tenantId} and f.provider_id = ${scan.provider_id} and f.ukey = r.ukey`)

const versionColumns = raw(
  'tenant_id, provider_id, ukey, id, scan_id, unit, resource_id, uid, check_id, raw_status, severity, ' +
    'delta, muted, mute_rule_id, muted_reason, service, region, resource_type, seq_from, observed_seq, ' +
    'changed_at, first_seen_at, touched_at, status_extended, body_key',
)

/**
 * Copies live versions to history, ended by this scan. They keep what they showed: PASS where an
 * attestation ran, and MANUAL where its time was over, whether or not the row was corrected yet.
 */
export const closeVersions = (
  tx: Tx,
  scan: ScanRef,
  keys: readonly string[],
  reason: keyof typeof reasonCodes,
): Promise<number> =>
  tx.run(sql`
    insert into finding_history (${versionColumns}, status, triage, seq_to, reason)
    select ${versionColumns}, case when status_until <= now() then raw_status else status end,
           case when status_until <= now() then ${triageCodes.open}::smallint else triage end,
           ${scan.seq}::int, ${reasonCodes[reason]}::smallint
      from findings
     where tenant_id = ${tx.tenantId} and provider_id = ${scan.provider_id} and seq_from < ${scan.seq}
       and ukey = any(${idArray(keys)})`)

/** Not live any more. What a return needs is kept beside history, which retention may drop. */
export async function retire(
  tx: Tx,
  scan: ScanRef,
  keys: readonly string[],
  reason: 'gone' | 'unplanned',
): Promise<void> {
  await closeVersions(tx, scan, keys, reason)
  await tx.run(sql`
    with ended as (
      delete from findings
       where tenant_id = ${tx.tenantId} and provider_id = ${scan.provider_id}
         and ukey = any(${idArray(keys)})
      returning tenant_id, provider_id, ukey, id, raw_status, status_until, triage, first_seen_at, touched_at)
    insert into finding_gone (
      tenant_id, provider_id, ukey, id, raw_status, status_until, triage, first_seen_at, touched_at)
    select * from ended
    on conflict (tenant_id, provider_id, ukey) do update
       set id = excluded.id, raw_status = excluded.raw_status, status_until = excluded.status_until,
           triage = excluded.triage, first_seen_at = excluded.first_seen_at,
           touched_at = excluded.touched_at`)
}

export const deleteGone = (tx: Tx, providerId: string, keys: readonly string[]): Promise<number> =>
  tx.run(sql`
    delete from finding_gone
     where tenant_id = ${tx.tenantId} and provider_id = ${providerId}
       and ukey = any(${idArray(keys)})`)

export const reword = (tx: Tx, providerId: string, rows: readonly Staged[]): Promise<number> => {
  const texts = rows.map(({ ukey, status_extended, body_key }) => ({
    ukey,
    status_extended,
    body_key,
  }))
  return tx.run(sql`
    update findings f
       set status_extended = r.status_extended, body_key = r.body_key, gone_at = null
      from ${rowTable(texts, 'r', 'ukey uuid, status_extended text, body_key uuid')}
     where f.tenant_id = ${tx.tenantId} and f.provider_id = ${providerId} and f.ukey = r.ukey`)
}

export const recount = (
  tx: Tx,
  providerId: string,
  rows: readonly { ukey: string; counted: number }[],
): Promise<number> =>
  tx.run(sql`
    update findings f
       set counted = r.counted
      from ${rowTable(rows, 'r', 'ukey uuid, counted smallint')}
     where f.tenant_id = ${tx.tenantId} and f.provider_id = ${providerId} and f.ukey = r.ukey`)

/** What a partial scan looked for and did not find. */
export interface Absent {
  /** Uids of named resources that are not there any more. */
  readonly resources: readonly string[]
  /** Uids of findings whose check has nothing to say of a named resource any more. */
  readonly findings: readonly string[]
}

/** They stay live, with a mark: the rollups hold them until their own unit is merged again. */
export async function markGone(
  tx: Tx,
  providerId: string,
  { resources, findings }: Absent,
  now: string,
): Promise<void> {
  const marked: { resource_id: string | null }[] = []
  if (resources.length > 0) {
    const rows = await tx.rows<{ resource_id: string }>(sql`
      update findings f
         set gone_at = ${now}::timestamptz
        from resources r
       where r.tenant_id = ${tx.tenantId} and r.provider_id = ${providerId}
         and r.uid in (select k.key from ${keyTable(resources)})
         and f.tenant_id = ${tx.tenantId} and f.resource_id = r.id and f.gone_at is null
      returning f.resource_id`)
    marked.push(...rows)
  }
  if (findings.length > 0) {
    const rows = await tx.rows<{ resource_id: string | null }>(sql`
      update findings f
         set gone_at = ${now}::timestamptz
       where f.tenant_id = ${tx.tenantId} and f.provider_id = ${providerId}
         and f.ukey = any(${idArray(findings.map(ukeyOf))}) and f.gone_at is null
      returning f.resource_id`)
    marked.push(...rows)
  }
  const ids = marked.flatMap(({ resource_id }) => resource_id ?? [])
  await nameAll(tx, providerId, [...new Set(ids)])
}

/** A mute that a rule begins or ends, or an attestation that is over, touches the row. */
export const rejudge = (
  tx: Tx,
  providerId: string,
  rows: readonly Rejudged[],
  now: string,
): Promise<number> =>
  tx.run(sql`
    update findings f
       set status = r.status, status_until = r.status_until, triage = r.triage, muted = r.muted,
           mute_rule_id = r.mute_rule_id, muted_reason = r.muted_reason, touched_at = ${now}::timestamptz,
           counted = coalesce(r.counted, f.counted)
      from ${rowTable(
        rows,
        'r',
        'ukey uuid, status smallint, status_until timestamptz, triage smallint, muted boolean, ' +
          'mute_rule_id uuid, muted_reason text, counted smallint',
      )}
     where f.tenant_id = ${tx.tenantId} and f.provider_id = ${providerId} and f.ukey = r.ukey`)

/** What has happened to findings beside their verdicts. `actor` is null for a scan and for the clock. */
export async function keepEvents(
  tx: Tx,
  providerId: string,
  changes: readonly (Change & { readonly ukey: string })[],
  about: { readonly now: string; readonly actor: string | null; readonly scanId: string | null },
): Promise<void> {
  if (changes.length === 0) return
  const { now, actor, scanId } = about
  const types = 'ukey uuid, kind smallint, before smallint, after smallint'
  await tx.run(sql`
    insert into finding_events (tenant_id, provider_id, ukey, at, kind, actor, before, after, scan_id)
    select ${tx.tenantId}::uuid, ${providerId}::uuid, r.ukey, ${now}::timestamptz, r.kind, ${actor}::uuid, r.before, r.after,
           ${scanId}::uuid
      from ${rowTable(changes, 'r', types)}`)
  const attested = changes.filter(({ kind }) => kind === eventCodes.attestation)
  if (attested.length === 0) return
  const keys = attested.map(({ ukey }) => ukey)
  await tx.run(sql`
    update finding_attestations
       set ended_at = least(${now}::timestamptz, expires_at)
     where tenant_id = ${tx.tenantId} and provider_id = ${providerId} and ukey = any(${idArray(keys)})
       and ended_at is null`)
}

export async function observe(
  tx: Tx,
  scan: ScanRef,
  rows: readonly object[],
  now: string,
): Promise<void> {
  const types = 'ukey uuid, status smallint, raw_status smallint, severity smallint, delta smallint'
  await tx.run(sql`
    update findings f
       set observed_seq = ${scan.seq}
      from ${rowTable(rows, 'r', types)}
     where f.tenant_id = ${tx.tenantId} and f.provider_id = ${scan.provider_id} and f.ukey = r.ukey`)
  await tx.run(sql`
    insert into scan_observations (
      tenant_id, scan_id, provider_id, seq, ukey, id, status, raw_status, severity, delta, recorded_at)
    select f.tenant_id, ${scan.id}::uuid, f.provider_id, ${scan.seq}::int, f.ukey, f.id, r.status, r.raw_status,
           r.severity, r.delta, ${now}::timestamptz
      from ${rowTable(rows, 'r', types)}
      join findings f
        on f.tenant_id = ${tx.tenantId} and f.provider_id = ${scan.provider_id} and f.ukey = r.ukey
    on conflict (tenant_id, scan_id, ukey) do nothing`)
}

/** Statistics of tables that have doubled: a merge planned without them reads a whole provider. */
export const freshenStatistics = (tx: Tx): Promise<number> =>
  tx.run(sql`select freshen_statistics()`)

export const deleteObservations = (tx: Tx, scanId: string): Promise<number> =>
  tx.run(sql`
    delete from scan_observations
     where tenant_id = ${tx.tenantId} and scan_id = ${scanId}`)

export const deleteGaps = (tx: Tx, scanId: string, units: readonly string[]): Promise<number> =>
  tx.run(sql`
    delete from scan_gaps
     where tenant_id = ${tx.tenantId} and scan_id = ${scanId}
       and unit in (select k.key from ${keyTable(units)})`)

/** A gap without a key stands for every live row of the check in the unit. */
export const insertGaps = (
  tx: Tx,
  scanId: string,
  gaps: readonly { unit: string; check_id: string; ukey: string | null }[],
): Promise<number> =>
  tx.run(sql`
    insert into scan_gaps (tenant_id, scan_id, unit, check_id, ukey)
    select ${tx.tenantId}::uuid, ${scanId}::uuid, r.unit, r.check_id, coalesce(r.ukey, ${wholeCheck}::uuid)
      from ${rowTable(gaps, 'r', 'unit text, check_id text, ukey uuid')}
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
