/** The checkpoints of a scan: one row per unit: done, failed, or to be run by the holder of the scan's task. */
import { keyTable, type Sql, sql, type Tx } from '../../platform/db/index.ts'
import { endTask } from '../../platform/tasks/index.ts'
import { takeSnapshot } from '../rollups/index.ts'
import { kindCodes, isGap } from '../versions/index.ts'
import { liveUnits, nothing, type Recorded, sum } from '../recording/index.ts'
import { finishUnits } from './scan-recorder.ts'
import { type ExecutingScan, wakeNext } from './provider-queue.ts'
import type { PlannedCoverage } from './scan-thread.ts'

/** Errors of one unit before it fails. */
const mostFailures = 3
/**
 * Claims of one unit whose worker stopped, before it fails. Fewer than a task has (`mostStops`): a unit that stops its
 * worker fails alone, and the scan goes on without it.
 */
export const mostStopsOfUnit = 10

/**
 * Makes the units of the plan; existing ones keep their state. Unfinished units of an earlier worker that this plan
 * lacks are deleted: no round would ever take them. Sets the scan's total.
 */
export async function plan(
  tx: Tx,
  scan: ExecutingScan,
  units: readonly { name: string; checks: readonly string[] }[],
  total: number,
): Promise<Progress> {
  const rows = units.map(({ name, checks }) => ({ unit: name, checks: checks.length }))
  await tx.run(sql`
    delete from scan_units
     where tenant_id = ${tx.tenantId} and scan_id = ${scan.id} and state in ('waiting', 'running')
       and unit not in (select r.unit from json_to_recordset(${JSON.stringify(rows)}::json) as r(unit text))`)
  await tx.run(sql`
    insert into scan_units (tenant_id, scan_id, unit, provider_id, seq, checked)
    select ${tx.tenantId}::uuid, ${scan.id}::uuid, r.unit, ${scan.provider_id}::uuid, ${scan.seq}::int, r.checks
      from json_to_recordset(${JSON.stringify(rows)}::json) as r(unit text, checks int)
    on conflict do nothing`)
  await tx.run(sql`
    update scans
       set total = ${total}
     where tenant_id = ${tx.tenantId} and id = ${scan.id}`)
  return advance(tx, scan.id)
}

/**
 * Claims units: they are `running` now. One whose worker stopped too often is `failed`. One that has ended is not
 * returned.
 */
export const claimUnits = (
  tx: Tx,
  scan: ExecutingScan,
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

/** A unit of which everything is recorded. */
export interface EndedUnit {
  readonly unit: string
  readonly recorded: Recorded
  readonly coverage: readonly PlannedCoverage[]
}

/** The last transaction of units: they are done, counted, and the newest of their names. */
export async function endUnits(
  tx: Tx,
  scan: ExecutingScan,
  ended: readonly EndedUnit[],
  now: string,
): Promise<Progress> {
  await storeCoverage(tx, scan.id, ended)
  const done = ended.map(({ unit, recorded: { stored, gaps } }) => ({
    unit,
    recorded_at: now,
    findings: stored,
    gaps,
  }))
  await finishUnits(tx, scan, done)
  return advance(tx, scan.id, ended.map(({ recorded }) => recorded).reduce(sum, nothing))
}

/** A unit that failed as a whole is not evidence of absence: none of its findings is closed. */
export async function failUnit(
  tx: Tx,
  scan: ExecutingScan,
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

const advance = (
  tx: Tx,
  scanId: string,
  { emitted, stored, merged }: Recorded = nothing,
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

/** What a unit's last run assessed takes the place of what an earlier one could not. */
export async function storeCoverage(
  tx: Tx,
  scanId: string,
  units: readonly Omit<EndedUnit, 'recorded'>[],
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
  scan: ExecutingScan,
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

/** A live row `f` is in a unit of this scan, which has seen it there. */
const seenInUnits = (tx: Tx, { id }: ExecutingScan): Sql => sql`
  exists (select from scan_units u
           where u.tenant_id = ${tx.tenantId} and u.scan_id = ${id} and u.unit = f.unit and u.state = 'done')
  and not ${isGap(tx.tenantId, { scanId: sql`${id}::uuid`, unit: sql`f.unit` }, sql`f`)}`

/** Ends a completed scan, now or at the given time, and stores its numbers. `result` joins that of its task. */
export async function finish(
  tx: Tx,
  scan: ExecutingScan,
  {
    at = null,
    result = {},
  }: { readonly at?: string | null; readonly result?: object | undefined } = {},
): Promise<void> {
  const partial = scan.kind === kindCodes.partial
  const imported = scan.kind === kindCodes.import
  await tx.run(sql`
    update scans s
       set state = 'completed', completed_at = coalesce(${at}::timestamptz, now()), updated_at = now(),
           progress = 100,
           unique_resource_count = (
             select count(distinct f.resource_id)
               from findings f
              where f.tenant_id = ${tx.tenantId} and f.provider_id = ${scan.provider_id}
                and (${!partial} and f.removed_at is null and (${!imported} or ${seenInUnits(tx, scan)})
                     or f.observed_seq = ${scan.seq}))
     where s.tenant_id = ${tx.tenantId} and s.id = ${scan.id}`)
  await endTask(tx, scan.task_id, 'completed', { scan_id: scan.id, ...result })
  if (!partial) await takeSnapshot(tx, scan)
  await wakeNext(tx, scan.provider_id)
}

/** emitted = stored + merged + rejected, or something was lost on the way. */
export const balance = (tx: Tx, scanId: string): Promise<{ emitted: number; accounted: number }> =>
  tx.single(sql`
    select emitted, stored + merged + rejected as accounted
      from scans
     where tenant_id = ${tx.tenantId} and id = ${scanId}`)
