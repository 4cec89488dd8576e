/**
 * The run of one scan by the holder of its task; the findings come from a cloud or a file. Writes for the scan as a
 * whole need the provider's lock and the task's lease.
 */
import { Problem } from '@plumbline/jsonapi'
import type { Tx } from '../../platform/db/index.ts'
import {
  type Failure,
  LostLease,
  mostStops,
  type Resumed,
  type Running,
} from '../../platform/tasks/index.ts'
import { lockProvider } from '../providers/index.ts'
import { abandon, begin, type ExecutingScan, executingScan, released } from './provider-queue.ts'
import * as units from './units.ts'

/** Who listens to a scan. */
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

export class ScanRun {
  readonly scan: ExecutingScan
  readonly running: Running
  readonly #listeners: Listeners

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

  progressed(progress: units.Progress): void {
    this.#listeners.progressed(this.running.tenantId, this.scan.id, progress)
  }

  finish(result: object | undefined, completed: Completed): Promise<void> {
    return this.write(async (tx) => {
      const { emitted, accounted } = await units.balance(tx, this.scan.id)
      if (emitted !== accounted) {
        const facts = { scan_id: this.scan.id, emitted, accounted }
        this.running.log.error('findings missing after scan', facts)
        throw new Problem(
          500,
          'findings_missing',
          `The scan produced ${emitted} findings, but ${accounted} were recorded. Those are shown. Scan again.`,
        )
      }
      await units.finish(tx, this.scan, { result })
      await completed(tx, this.scan)
      this.#listeners.ended(tx, this.scan.id) // heard after the commit
    })
  }
}
