/** How far the scan of a file has come: what its findings share, then units in order, each by its keys. */
import { rowTable, sql, type Tx } from '../../platform/db/index.ts'
import type { Recorded } from '../findings/index.ts'
import type { Claimed } from '../scans/index.ts'
import type { UnitSummary } from './staging.ts'

/** Where the recording goes on. */
export interface Position {
  /** Every unit with a lower number is recorded. */
  readonly unit: number
  /** So is everything of this one below it; null: nothing. */
  readonly next_key: string | null
  /** When the first of it was recorded. */
  readonly began_at: string | null
  readonly unit_stored: number
  readonly unit_gaps: number
}

export interface ImportedScan extends Position {
  readonly ingestion_id: string
  readonly part: number
  readonly records: number
  readonly shared: number
  readonly oldest_at: string
}

export interface Progress {
  readonly checked: number
  readonly total: number
}

export const importedScan = (tx: Tx, scanId: string): Promise<ImportedScan> =>
  tx.single<ImportedScan>(sql`
    select ingestion_id, part, records, shared, oldest_at, unit, next_key, began_at, unit_stored, unit_gaps
      from ingestion_scans
     where tenant_id = ${tx.tenantId} and scan_id = ${scanId}`)

/** Where the scan stands in the database, and how far that is. */
export const standing = (tx: Tx, scanId: string): Promise<Position & Progress> =>
  tx.single<Position & Progress>(sql`
    select n.unit, n.next_key, n.began_at, n.unit_stored, n.unit_gaps, s.checked, s.total
      from ingestion_scans n
      join scans s on s.tenant_id = n.tenant_id and s.id = n.scan_id
     where n.tenant_id = ${tx.tenantId} and n.scan_id = ${scanId}`)

/** The units of the file, with their rows among the scan's own. */
export async function planUnits(
  tx: Tx,
  { id, provider_id, seq, fence }: Claimed,
  records: number,
): Promise<UnitSummary[]> {
  await tx.run(sql`
    insert into scan_units (tenant_id, scan_id, unit, provider_id, seq, checked)
    select u.tenant_id, u.scan_id, u.unit, ${provider_id}::uuid, ${seq}::int, u.records
      from ingestion_units u
     where u.tenant_id = ${tx.tenantId} and u.scan_id = ${id}
    on conflict do nothing`)
  await tx.run(sql`
    update scans
       set total = ${records}
     where tenant_id = ${tx.tenantId} and id = ${id} and fence = ${fence}`)
  return tx.rows<UnitSummary>(sql`
    select u.unit as name, u.number, u.parts, u.records, u.checks
      from ingestion_units u
     where u.tenant_id = ${tx.tenantId} and u.scan_id = ${id}
     order by u.number`)
}

/** A worker that got so far has not failed: attempts begin anew. */
const progressed = sql`attempts = 0, updated_at = now()`

export async function keepShared(tx: Tx, scanId: string, shared: number): Promise<void> {
  await tx.run(sql`
    update ingestion_scans
       set shared = ${shared}
     where tenant_id = ${tx.tenantId} and scan_id = ${scanId}`)
  await tx.run(sql`
    update scans
       set ${progressed}
     where tenant_id = ${tx.tenantId} and id = ${scanId}`)
}

/** Where the scan stands behind a portion, and what it has counted there. `rejected` were too old. */
export async function keepPosition(
  tx: Tx,
  scanId: string,
  { unit, next_key, began_at, unit_stored, unit_gaps }: Position,
  { recorded, rejected }: { recorded: Recorded; rejected: number },
): Promise<Progress> {
  await tx.run(sql`
    update ingestion_scans
       set unit = ${unit}, next_key = ${next_key}::uuid, began_at = ${began_at}::timestamptz,
           unit_stored = ${unit_stored}, unit_gaps = ${unit_gaps}
     where tenant_id = ${tx.tenantId} and scan_id = ${scanId}`)
  const { emitted, stored, merged } = recorded
  const seen = emitted + rejected
  return tx.single<Progress>(sql`
    update scans
       set ${progressed}, emitted = emitted + ${seen}, stored = stored + ${stored},
           merged = merged + ${merged}, rejected = rejected + ${rejected},
           rejections = case when ${rejected}::int = 0 then rejections else jsonb_set(rejections, '{older}',
             to_jsonb(coalesce((rejections->>'older')::int, 0) + ${rejected}::int)) end,
           checked = checked + ${seen}, progress = least(99, 100 * (checked + ${seen}) / greatest(total, 1))
     where tenant_id = ${tx.tenantId} and id = ${scanId}
    returning checked, total`)
}

export interface DoneUnit {
  readonly unit: string
  readonly recorded_at: string
  readonly findings: number
  readonly gaps: number
}

/** Units whose last slice is recorded: they are done, and the newest of their names. */
export async function finishUnits(
  tx: Tx,
  { id, provider_id, seq }: Claimed,
  done: readonly DoneUnit[],
): Promise<void> {
  if (done.length === 0) return
  const rows = rowTable(done, 'r', 'unit text, recorded_at timestamptz, findings int, gaps int')
  await tx.run(sql`
    update scan_units u
       set state = 'done', recorded_at = r.recorded_at, findings = r.findings, gaps = r.gaps
      from ${rows}
     where u.tenant_id = ${tx.tenantId} and u.scan_id = ${id} and u.unit = r.unit`)
  await tx.run(sql`
    insert into unit_heads (tenant_id, provider_id, unit, seq, scan_id, recorded_at, gaps)
    select ${tx.tenantId}::uuid, ${provider_id}::uuid, r.unit, ${seq}::int, ${id}::uuid, r.recorded_at, r.gaps
      from ${rows}
    on conflict (tenant_id, provider_id, unit) do update
       set seq = excluded.seq, scan_id = excluded.scan_id, recorded_at = excluded.recorded_at,
           gaps = excluded.gaps`)
}
