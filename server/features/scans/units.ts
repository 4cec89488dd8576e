/** The checkpoints of a scan: one row per unit: done, failed, or to be run by the holder of the scan's task. */
import { keyTable, rowTable, type Sql, sql, type Tx } from '../../platform/db/index.ts'
import {
  liveUnits,
  type Recorded,
  type RecordingScan,
  total as totalOf,
} from '../recording/index.ts'
import type { PlannedCoverage } from './scan-thread.ts'

/** Errors of one unit before it fails. */
const mostFailures = 3
/**
 * Claims of one unit whose worker stopped, before it fails. Fewer than a task has (`mostStops`): a unit that stops its
 * worker fails alone, and the scan goes on without it.
 */
export const mostStopsOfUnit = 10

export interface PlannedUnit {
  readonly name: string
  readonly checks: readonly string[]
}

/** Makes units of rows (unit, checked), and sets the scan's total. Existing ones keep their state. */
export async function addUnits(
  tx: Tx,
  { id, provider_id, seq }: RecordingScan,
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

/**
 * Makes the units of the plan; existing ones keep their state. Unfinished units of an earlier worker that this plan
 * lacks are deleted: no round would ever take them. Sets the scan's total.
 */
export async function plan(
  tx: Tx,
  scan: RecordingScan,
  units: readonly PlannedUnit[],
  total: number,
): Promise<Progress> {
  const names = units.map(({ name }) => name)
  const rows = units.map(({ name, checks }) => ({ unit: name, checked: checks.length }))
  await tx.run(sql`
    delete from scan_units
     where tenant_id = ${tx.tenantId} and scan_id = ${scan.id} and state in ('waiting', 'running')
       and unit not in (select k.key from ${keyTable(names)})`)
  const planned = sql`select p.unit, p.checked from ${rowTable(rows, 'p', 'unit text, checked int')}`
  await addUnits(tx, scan, planned, total)
  return advance(tx, scan.id)
}

/**
 * Claims units: they are `running` now. One whose worker stopped too often is `failed`. One that has ended is not
 * returned.
 */
export const claimUnits = (
  tx: Tx,
  scan: RecordingScan,
  names: readonly string[],
): Promise<{ unit: string; state: 'running' | 'failed' }[]> =>
  tx.rows(sql`
    update scan_units u
       set attempts = u.attempts + 1,
           state = case when u.attempts >= ${mostStopsOfUnit} then 'failed' else 'running' end,
           error_code = case when u.attempts >= ${mostStopsOfUnit} then coalesce(u.error_code, 'worker_lost') end
     where u.tenant_id = ${tx.tenantId} and u.scan_id = ${scan.id}
       and u.unit in (select k.key from ${keyTable(names)}) and u.state in ('waiting', 'running')
    returning u.unit, u.state`)

export const doneUnits = async (tx: Tx, scanId: string): Promise<Set<string>> => {
  const rows = await tx.rows<{ unit: string }>(sql`
    select unit from scan_units where tenant_id = ${tx.tenantId} and scan_id = ${scanId} and state = 'done'`)
  return new Set(rows.map(({ unit }) => unit))
}

export interface Progress {
  readonly checked: number
  readonly total: number
}

/** A unit of which a part is recorded, whether or not a worker has claimed it. */
export const startUnit = (tx: Tx, scanId: string, unit: string): Promise<number> =>
  tx.run(sql`
    update scan_units
       set state = 'running'
     where tenant_id = ${tx.tenantId} and scan_id = ${scanId} and unit = ${unit} and state = 'waiting'`)

interface DoneUnit {
  readonly unit: string
  /** RFC 3339 in UTC. */
  readonly recorded_at: string
  readonly findings: number
  readonly gaps: number
}

/** Units of which everything is recorded: they are done, and the newest of their names. */
export async function finishUnits(
  tx: Tx,
  { id, provider_id, seq, kind }: RecordingScan,
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
  if (kind === 'partial') return // it looks at some resources of a unit only
  await tx.run(sql`
    insert into latest_unit_runs (tenant_id, provider_id, unit, seq, scan_id, recorded_at, gaps)
    select ${tx.tenantId}::uuid, ${provider_id}::uuid, r.unit, ${seq}::int, ${id}::uuid, r.recorded_at, r.gaps
      from ${rows}
    on conflict (tenant_id, provider_id, unit) do update
       set seq = excluded.seq, scan_id = excluded.scan_id, recorded_at = excluded.recorded_at,
           gaps = excluded.gaps`)
}

/** A unit that failed as a whole is not evidence of absence: none of its findings is closed. */
export async function failUnit(
  tx: Tx,
  scan: RecordingScan,
  unit: string,
  error: { code: string; detail: string },
): Promise<Progress> {
  await tx.run(sql`
    update scan_units
       set state = case when failures + 1 >= ${mostFailures} then 'failed' else 'waiting' end,
           failures = failures + 1, attempts = greatest(attempts - 1, 0),
           error_code = ${error.code}, error_detail = ${error.detail}
     where tenant_id = ${tx.tenantId} and scan_id = ${scan.id} and unit = ${unit}`)
  return advance(tx, scan.id)
}

/** Units that may still be run: another round of the plan takes them. */
export const remaining = async (tx: Tx, scanId: string): Promise<number> => {
  const { count } = await tx.single<{ count: number }>(sql`
    select count(*) as count
      from scan_units
     where tenant_id = ${tx.tenantId} and scan_id = ${scanId} and state in ('waiting', 'running')`)
  return count
}

/** Counts what ended units have recorded. Progress is how many checks of units have ended. */
export const advance = (
  tx: Tx,
  scanId: string,
  { emitted, stored, merged }: Recorded = totalOf([]),
): Promise<Progress> =>
  tx.single<Progress>(sql`
    update scans s
       set emitted = s.emitted + ${emitted}, stored = s.stored + ${stored}, merged = s.merged + ${merged},
           checked = u.checked, progress = least(99, 100 * u.checked / greatest(s.total, 1)), updated_at = now()
      from (select coalesce(sum(checked), 0)::int as checked
              from scan_units
             where tenant_id = ${tx.tenantId} and scan_id = ${scanId} and state in ('done', 'failed')) u
     where s.tenant_id = ${tx.tenantId} and s.id = ${scanId}
    returning s.checked, s.total`)

interface Counts extends Omit<Recorded, 'gaps'> {
  /** Records that are older than what is known. */
  readonly rejected: number
}

/** Counts records of a file. Progress is how many of them were read. */
export const countRecords = (
  tx: Tx,
  scanId: string,
  { emitted, stored, merged, rejected }: Counts,
): Promise<Progress> =>
  tx.single<Progress>(sql`
    update scans
       set updated_at = now(), emitted = emitted + ${emitted}, stored = stored + ${stored},
           merged = merged + ${merged}, rejected = rejected + ${rejected},
           rejections = case when ${rejected}::int = 0 then rejections else jsonb_set(rejections, '{older}',
             to_jsonb(coalesce((rejections->>'older')::int, 0) + ${rejected}::int)) end,
           checked = checked + ${emitted}, progress = least(99, 100 * (checked + ${emitted}) / greatest(total, 1))
     where tenant_id = ${tx.tenantId} and id = ${scanId}
    returning checked, total`)

/** What a unit's last run assessed takes the place of what an earlier one could not. */
export async function storeCoverage(
  tx: Tx,
  scanId: string,
  units: readonly { readonly unit: string; readonly coverage: readonly PlannedCoverage[] }[],
): Promise<void> {
  if (units.length === 0) return
  const rows = units.flatMap(({ unit, coverage }) => coverage.map((row) => ({ unit, ...row })))
  await tx.run(sql`
    delete from scan_coverage
     where tenant_id = ${tx.tenantId} and scan_id = ${scanId}
       and unit in (select k.key from ${keyTable(units.map(({ unit }) => unit))})`)
  if (rows.length === 0) return
  await tx.run(sql`
    insert into scan_coverage (
      tenant_id, scan_id, unit, check_id, service, region, resource_type, outcome, action, count, sample)
    select ${tx.tenantId}::uuid, ${scanId}::uuid, r.unit, r.check_id, r.service, r.region,
           r.resource_type, r.outcome, coalesce(r.action, ''), r.count, r.sample
      from json_to_recordset(${JSON.stringify(rows)}::json) as r(
             unit text, check_id text, service text, region text, resource_type text, outcome text, action text,
             count int, sample text)`)
}

/**
 * Units of earlier scans that the plan no longer has: excluded, or of a region that was closed. One
 * that only a partial scan has put rows into has no latest run.
 */
export async function unplanned(
  tx: Tx,
  scan: RecordingScan,
  planned: readonly string[],
): Promise<string[]> {
  const latestRuns = await tx.rows<{ unit: string }>(sql`
    select unit
      from latest_unit_runs
     where tenant_id = ${tx.tenantId} and provider_id = ${scan.provider_id} and seq < ${scan.seq}`)
  const known = new Set(latestRuns.map(({ unit }) => unit))
  for (const unit of await liveUnits(tx, scan.provider_id)) known.add(unit)
  for (const unit of planned) known.delete(unit)
  return [...known].filter((unit) => !unit.startsWith('import/'))
}

export const deleteLatestRun = (tx: Tx, providerId: string, unit: string): Promise<number> =>
  tx.run(sql`
    delete from latest_unit_runs
     where tenant_id = ${tx.tenantId} and provider_id = ${providerId} and unit = ${unit}`)
