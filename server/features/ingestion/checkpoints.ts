/** How far the scan of a file has come: a position in what was sorted of the file, and the unit that is recorded in part there. */
import { sql, type Tx } from '../../platform/db/index.ts'
import type { Recorded } from '../recording/index.ts'
import {
  addUnits,
  countRecords,
  type ExecutingScan,
  type OpenUnit,
  type Progress,
} from '../scans/index.ts'
import type { UnitSummary } from './findings-lines.ts'

/** Where the recording continues. */
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
  /** Of the file that was sent. */
  readonly file_name: string
  /** The part of the ingestion's files that is read. */
  readonly file: string
  /** Where the account ends in it. */
  readonly ends_at: number
  readonly records: number
  readonly oldest_at: string
}

/** The unit that is recorded in part at a position. The scan has counted the rest of its records. */
export const openUnitAt = ({
  began_at,
  unit_stored,
  unit_gaps,
}: Omit<Position, 'position'>): OpenUnit | undefined =>
  began_at === null
    ? undefined
    : {
        seenAt: began_at,
        recorded: { emitted: 0, stored: unit_stored, merged: 0, gaps: unit_gaps },
      }

export const positionAt = (position: number, open: OpenUnit | undefined): Position => ({
  position,
  began_at: open?.seenAt ?? null,
  unit_stored: open?.recorded.stored ?? 0,
  unit_gaps: open?.recorded.gaps ?? 0,
})

const position = sql`n.position::float8 as position, n.began_at, n.unit_stored, n.unit_gaps`

export const importedScan = (tx: Tx, scanId: string): Promise<ImportedScan> =>
  tx.single<ImportedScan>(sql`
    select n.ingestion_id, i.file_name, n.file, n.ends_at::float8 as ends_at, n.records, n.oldest_at, ${position}
      from ingestion_scans n
      join ingestions i on i.tenant_id = n.tenant_id and i.id = n.ingestion_id
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
  scan: ExecutingScan,
  records: number,
): Promise<UnitSummary[]> {
  const units = sql`
    select u.unit, u.records as checked
      from ingestion_units u
     where u.tenant_id = ${tx.tenantId} and u.scan_id = ${scan.id}`
  await addUnits(tx, scan, units, records)
  return tx.rows<UnitSummary>(sql`
    select u.unit as name, u.number, u.records, u.checks
      from ingestion_units u
     where u.tenant_id = ${tx.tenantId} and u.scan_id = ${scan.id}
     order by u.number`)
}

/** Where the scan is behind a batch, and what it has counted there. `duplicates` and `rejected`, which were outdated, are not among `recorded`. */
export async function storePosition(
  tx: Tx,
  scanId: string,
  { position, began_at, unit_stored, unit_gaps }: Position,
  {
    recorded: { emitted, stored, merged },
    duplicates,
    rejected,
  }: { recorded: Recorded; duplicates: number; rejected: number },
): Promise<Progress> {
  await tx.run(sql`
    update ingestion_scans
       set position = ${position}::float8::bigint, began_at = ${began_at}::timestamptz,
           unit_stored = ${unit_stored}, unit_gaps = ${unit_gaps}
     where tenant_id = ${tx.tenantId} and scan_id = ${scanId}`)
  const seen = emitted + duplicates + rejected
  return countRecords(tx, scanId, {
    emitted: seen,
    stored,
    merged: merged + duplicates,
    rejected,
  })
}
