/** What all ways to record a scan write of its units and counts. */
import { keyTable, rowTable, scalar, type Sql, sql, type Tx } from '../../platform/db/index.ts'
import { kindCodes } from '../versions/index.ts'
import type { ExecutingScan } from './provider-queue.ts'
import type { Progress } from './units.ts'

/** The database's clock, so that what workers on several machines record is in one order. RFC 3339. */
export const recordingTime = (tx: Tx): Promise<string> => scalar<string>(tx, sql`select now()`)

/** Makes units of rows (unit, checked), and sets the scan's total. Units that are there keep their state. */
export async function addUnits(
  tx: Tx,
  { id, provider_id, seq }: ExecutingScan,
  units: Sql,
  total: number,
): Promise<void> {
  await tx.run(sql`
    insert into scan_units (tenant_id, scan_id, unit, provider_id, seq, checked)
    select ${tx.tenantId}::uuid, ${id}::uuid, r.unit, ${provider_id}::uuid, ${seq}::int, r.checked
      from (${units}) r
    on conflict do nothing`)
  await tx.run(sql`
    update scans
       set total = ${total}
     where tenant_id = ${tx.tenantId} and id = ${id}`)
}

export const startUnits = (tx: Tx, scanId: string, units: readonly string[]): Promise<number> =>
  tx.run(sql`
    update scan_units
       set state = 'running'
     where tenant_id = ${tx.tenantId} and scan_id = ${scanId}
       and unit in (select k.key from ${keyTable(units)})`)

export interface DoneUnit {
  readonly unit: string
  readonly recorded_at: string
  readonly findings: number
  readonly gaps: number
}

/** Units whose last batch is recorded: they are done, and the newest of their names. */
export async function finishUnits(
  tx: Tx,
  { id, provider_id, seq, kind }: ExecutingScan,
  done: readonly DoneUnit[],
): Promise<void> {
  if (done.length === 0) return
  const rows = rowTable(done, 'r', 'unit text, recorded_at timestamptz, findings int, gaps int')
  await tx.run(sql`
    update scan_units u
       set state = 'done', recorded_at = r.recorded_at, findings = r.findings, gaps = r.gaps,
           error_code = null, error_detail = null
      from ${rows}
     where u.tenant_id = ${tx.tenantId} and u.scan_id = ${id} and u.unit = r.unit`)
  if (kind === kindCodes.partial) return // it looks at some resources of a unit only
  await tx.run(sql`
    insert into latest_unit_runs (tenant_id, provider_id, unit, seq, scan_id, recorded_at, gaps)
    select ${tx.tenantId}::uuid, ${provider_id}::uuid, r.unit, ${seq}::int, ${id}::uuid, r.recorded_at, r.gaps
      from ${rows}
    on conflict (tenant_id, provider_id, unit) do update
       set seq = excluded.seq, scan_id = excluded.scan_id, recorded_at = excluded.recorded_at,
           gaps = excluded.gaps`)
}

interface Counts {
  readonly emitted: number
  readonly stored: number
  readonly merged: number
  /** Of these, records that are older than what is known. */
  readonly rejected?: number
  /** How far the scan has come, in the measure of its total. */
  readonly checked: number
}

/** Adds to what a scan has counted. */
export const countRecorded = (
  tx: Tx,
  scanId: string,
  { emitted, stored, merged, rejected = 0, checked }: Counts,
): Promise<Progress> =>
  tx.single<Progress>(sql`
    update scans
       set updated_at = now(), emitted = emitted + ${emitted}, stored = stored + ${stored},
           merged = merged + ${merged}, rejected = rejected + ${rejected},
           rejections = case when ${rejected}::int = 0 then rejections else jsonb_set(rejections, '{older}',
             to_jsonb(coalesce((rejections->>'older')::int, 0) + ${rejected}::int)) end,
           checked = checked + ${checked}, progress = least(99, 100 * (checked + ${checked}) / greatest(total, 1))
     where tenant_id = ${tx.tenantId} and id = ${scanId}
    returning checked, total`)

/** A planned run as if it had become available, and as if it had started, at its time. Returns the scan's id. */
export async function availableAt(tx: Tx, providerId: string, at: string): Promise<string> {
  const { id } = await tx.single<{ id: string }>(sql`
    update scans
       set state = 'available', inserted_at = ${at}::timestamptz
     where tenant_id = ${tx.tenantId} and provider_id = ${providerId} and trigger = 'scheduled'
       and scheduled_at = ${at}::timestamptz
    returning id`)
  return id
}
export const startedAt = (tx: Tx, scanId: string, at: string): Promise<number> =>
  tx.run(sql`
    update scans
       set started_at = ${at}::timestamptz
     where tenant_id = ${tx.tenantId} and id = ${scanId}`)
