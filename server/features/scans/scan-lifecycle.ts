/**
 * The run of one scan by the holder of its task; the findings come from a cloud or a file. Writes for the scan as a
 * whole need the provider's lock and the task's lease.
 */
import { invalid, Problem } from '@plumbline/jsonapi'
import { type Sql, sql, type Tx } from '../../platform/db/index.ts'
import {
  endTask,
  type Failure,
  LostLease,
  mostStops,
  type Resumed,
  type Running,
  type Task,
} from '../../platform/tasks/index.ts'
import { type EndWork, isConnectedAccount, lockProvider, otherAccount } from '../providers/index.ts'
import { takeSnapshot } from '../rollups/index.ts'
import { isGap } from '../versions/index.ts'
import {
  abandon,
  begin,
  type ExecutingScan,
  executingScan,
  released,
  wakeNext,
} from './provider-queue.ts'
import type { Holder } from './scan-recorder.ts'
import type { ScanOutline } from './scan-thread.ts'
import * as units from './units.ts'

/** The listeners of a scan. */
export interface Listeners {
  progressed(tenantId: string, scanId: string, progress: units.Progress): void
  ended(tx: Tx, scanId: string): void
  errored(tx: Tx, scanId: string, failure: Failure): void
}

/** How the task of a scan is taken, handed back and resumed. `ourFault` is what people hear of a bug. */
export const resumedScan = (ourFault: string): Resumed<{ readonly scan_id: string }> => ({
  begin: (tx, { scan_id }) => begin(tx, scan_id),
  released: (tx, { scan_id }) => released(tx, scan_id),
  workersEnded: `${mostStops} workers in a row stopped before they made progress with this scan.`,
  ourFault: { code: 'scan_failed', detail: ourFault },
})

/** Work that a scan leaves behind, queued in the transaction that completes it. */
export type Completed = (tx: Tx, scan: ExecutingScan) => Promise<unknown>

/**
 * Runs a scan to its end. `perform` ends when every unit is recorded, with what joins the task's result; how it
 * throws decides whether the scan fails, waits or is resumed by another worker.
 */
export async function runScan(
  listeners: Listeners,
  running: Running,
  scan_id: string,
  perform: (run: ScanRun) => Promise<object | undefined>,
  completed: Completed = async () => {},
): Promise<undefined> {
  const scan = await running.inTenant((tx) => executingScan(tx, scan_id))
  if (!scan) throw new LostLease() // it was ended, or its provider deleted, a moment ago
  const run = new ScanRun(listeners, running, scan)
  await run.finish(await perform(run), completed)
  running.log.info('scan finished', { scan_id })
}

/** Ends a scan that failed for good. `alsoWrite` joins the transaction. */
export const giveUpScan = (
  listeners: Listeners,
  running: Running,
  scan_id: string,
  failure: Failure,
  alsoWrite: (tx: Tx) => Promise<unknown> = async () => {},
): Promise<void> =>
  running.inTenant(async (tx) => {
    const scan = await executingScan(tx, scan_id)
    if (!scan) return
    await lockProvider(tx, scan.provider_id)
    await running.hold(tx)
    if (!(await abandon(tx, scan, 'failed', failure))) return
    await alsoWrite(tx)
    listeners.errored(tx, scan_id, failure)
  })

/** The scan in the hands of a worker. */
export class ScanRun implements Holder {
  readonly scan: ExecutingScan
  readonly running: Running
  readonly #listeners: Listeners
  #takePlaceBack = (): void => {}

  constructor(listeners: Listeners, running: Running, scan: ExecutingScan) {
    this.scan = scan
    this.running = running
    this.#listeners = listeners
  }

  /** A transaction of the scan's holder. A worker that must stop does not wait for the end of a large unit. */
  write<T>(work: (tx: Tx) => Promise<T>): Promise<T> {
    this.running.signal.throwIfAborted()
    return this.running.inTenant(async (tx) => {
      await lockProvider(tx, this.scan.provider_id) // before the task, as everywhere
      await this.running.hold(tx)
      return work(tx)
    })
  }

  madeProgress(tx: Tx): Promise<unknown> {
    return this.running.progressed(tx)
  }

  /** Call with true while the scan waits for a limit of the vendor: other work takes its place meanwhile. */
  waits(isWaiting: boolean): void {
    this.#takePlaceBack()
    this.#takePlaceBack = isWaiting ? this.running.releasePlace() : () => {}
  }

  /** Stores what the scan will read, in these units. Throws invalid if it would read another account. */
  async plan(
    { identity, coverage, total }: ScanOutline,
    planned: readonly units.PlannedUnit[],
    alsoWrite: (tx: Tx) => Promise<unknown> = async () => {},
  ): Promise<void> {
    const progress = await this.write(async (tx) => {
      if (!(await isConnectedAccount(tx, this.scan.provider_id, identity)))
        throw invalid('', otherAccount.detail, otherAccount.code)
      const progress = await units.plan(tx, this.scan, planned, total)
      await units.storeCoverage(tx, this.scan.id, [{ unit: '', coverage }])
      await alsoWrite(tx)
      return progress
    })
    this.progressed(progress)
  }

  progressed(progress: units.Progress): void {
    this.#listeners.progressed(this.running.tenantId, this.scan.id, progress)
  }

  finish(result: object | undefined, completed: Completed): Promise<void> {
    return this.write(async (tx) => {
      const { emitted, accounted } = await balance(tx, this.scan.id)
      if (emitted !== accounted) {
        const facts = { scan_id: this.scan.id, emitted, accounted }
        this.running.log.error('findings missing after scan', facts)
        throw new Problem(
          500,
          'findings_missing',
          `The scan produced ${emitted} findings, but ${accounted} were recorded. Those are shown. Scan again.`,
        )
      }
      await completeScan(tx, this.scan, { result })
      await completed(tx, this.scan)
      this.#listeners.ended(tx, this.scan.id) // heard after the commit
    })
  }
}

/** A live row `f` is in a unit of this scan, which has seen it there. */
const seenInUnits = (tx: Tx, { id }: ExecutingScan): Sql => sql`
  exists (select from scan_units u
           where u.tenant_id = ${tx.tenantId} and u.scan_id = ${id} and u.unit = f.unit and u.state = 'done')
  and not ${isGap(tx.tenantId, { scanId: sql`${id}::uuid`, unit: sql`f.unit` }, sql`f`)}`

/** Ends a completed scan, now or at the given time, and stores its numbers. `result` joins that of its task. */
export async function completeScan(
  tx: Tx,
  scan: ExecutingScan,
  {
    at = null,
    result = {},
  }: { readonly at?: string | null; readonly result?: object | undefined } = {},
): Promise<void> {
  const partial = scan.kind === 'partial'
  const imported = scan.kind === 'import'
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
const balance = (tx: Tx, scanId: string): Promise<{ emitted: number; accounted: number }> =>
  tx.single(sql`
    select emitted, stored + merged + rejected as accounted
      from scans
     where tenant_id = ${tx.tenantId} and id = ${scanId}`)

/** Cancels a scan; its worker notices at its next renewal. */
export const cancelScan =
  (listeners: Listeners) =>
  async (tx: Tx, task: Task): Promise<boolean> => {
    const { scan_id, provider_id } = task.task_args as { scan_id: string; provider_id: string }
    const why = { code: 'cancelled', detail: 'The scan was canceled.' }
    const scan = { id: scan_id, provider_id, task_id: task.id }
    const done = await abandon(tx, scan, 'cancelled', why)
    if (done) listeners.errored(tx, scan_id, why)
    return done
  }

/** Ends waiting and running scans of a deleted provider; their workers lose the lease. */
export const endScans =
  (listeners: Listeners): EndWork =>
  async (tx, providerId) => {
    const running = await tx.rows<{ id: string; task_id: string }>(sql`
      select id, task_id
        from scans
       where tenant_id = ${tx.tenantId} and provider_id = ${providerId}
         and state in ('available', 'scheduled', 'executing')
       limit 20`)
    const why = { code: 'provider_deleted', detail: 'The provider was deleted.' }
    for (const { id, task_id } of running) {
      const ended = await abandon(tx, { id, task_id, provider_id: providerId }, 'cancelled', why)
      if (ended) listeners.errored(tx, id, why)
    }
    return running.length
  }
