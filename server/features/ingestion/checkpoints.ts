/** How far the scan of a file has come: a position in what was sorted of the file, and the unit that has begun there. */
import { rowTable, sql, type Tx } from '../../platform/db/index.ts'
import type { Recorded } from '../findings/index.ts'
import type { ExecutingScan } from '../scans/index.ts'
import type { UnitSummary } from './findings-lines.ts'

/** Where the recording goes on. */
export interface Position {
  /** Byte of what is sorted: everything before it is recorded. */
  readonly position: number
  /** When the first of the unit at this position was recorded; null: nothing of it is. */
  readonly began_at: string | null
  readonly unit_stored: number
  readonly unit_gaps: number
}

export interface ImportedScan extends Position {
  readonly ingestion_id: string
  /** The part of the ingestion's files that is read. */
  readonly file: string
  /** Where the account ends in it. */
  readonly ends_at: number
  readonly records: number
  readonly oldest_at: string
}

export interface Progress {
  readonly checked: number
  readonly total: number
}

const position = sql`n.position::float8 as position, n.began_at, n.unit_stored, n.unit_gaps`

export const importedScan = (tx: Tx, scanId: string): Promise<ImportedScan> =>
  tx.single<ImportedScan>(sql`
    select n.ingestion_id, n.file, n.ends_at::float8 as ends_at, n.records, n.oldest_at, ${position}
      from ingestion_scans n
     where n.tenant_id = ${tx.tenantId} and n.scan_id = ${scanId}`)

/** Where the scan is in the database, and how far that is. */
export const currentPosition = (tx: Tx, scanId: string): Promise<Position & Progress> =>
  tx.single<Position & Progress>(sql`
    select ${position}, s.checked, s.total
      from ingestion_scans n
      join scans s on s.tenant_id = n.tenant_id and s.id = n.scan_id
     where n.tenant_id = ${tx.tenantId} and n.scan_id = ${scanId}`)

/** The units of the file, with their rows among the scan's own. */
export async function planUnits(
  tx: Tx,
  { id, provider_id, seq }: ExecutingScan,
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
     where tenant_id = ${tx.tenantId} and id = ${id}`)
  return tx.rows<UnitSummary>(sql`
    select u.unit as name, u.number, u.records, u.checks
      from ingestion_units u
     where u.tenant_id = ${tx.tenantId} and u.scan_id = ${id}
     order by u.number`)
}

/** Where the scan is behind a batch, and what it has counted there. `rejected` were outdated. */
export async function keepPosition(
  tx: Tx,
  scanId: string,
  { position, began_at, unit_stored, unit_gaps }: Position,
  { recorded, rejected }: { recorded: Recorded; rejected: number },
): Promise<Progress> {
  await tx.run(sql`
    update ingestion_scans
       set position = ${position}::float8::bigint, began_at = ${began_at}::timestamptz,
           unit_stored = ${unit_stored}, unit_gaps = ${unit_gaps}
     where tenant_id = ${tx.tenantId} and scan_id = ${scanId}`)
  const { emitted, stored, merged } = recorded
  const seen = emitted + rejected
  return tx.single<Progress>(sql`
    update scans
       set updated_at = now(), emitted = emitted + ${seen}, stored = stored + ${stored},
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
  { id, provider_id, seq }: ExecutingScan,
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
