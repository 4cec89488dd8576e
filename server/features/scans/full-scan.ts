/** A scan of a whole account: units are recorded as they end, and one that failed is tried again. */
import { failedCoverage, type FailedResult } from '@plumbline/scanner'
import type { Tx } from '../../platform/db/index.ts'
import { type Spool, type Spools, sharedBatches } from '../recording/index.ts'
import type { ScanRun } from './scan-lifecycle.ts'
import type { ScanRecorder, SeenUnit } from './scan-recorder.ts'
import type { ScanOutline, StagedResult } from './scan-thread.ts'
import type { ThreadHandler } from './start-thread.ts'
import * as units from './units.ts'

export class FullScan implements ThreadHandler {
  readonly #run: ScanRun
  readonly #recorder: ScanRecorder
  readonly #spools: Spools
  #plan: ScanOutline | undefined
  /** Findings of the units in flight. */
  readonly #inFlight = new Map<string, Spool>()

  constructor(services: { run: ScanRun; recorder: ScanRecorder; spools: Spools }) {
    this.#run = services.run
    this.#recorder = services.recorder
    this.#spools = services.spools
  }

  /** Rounds over the plan until no unit remains. */
  async run(start: (handler: ThreadHandler, named: null) => Promise<void>): Promise<undefined> {
    const { running, scan } = this.#run
    try {
      for (let remaining = 1; remaining > 0; ) {
        await start(this, null)
        remaining = await running.inTenant((tx) => units.remaining(tx, scan.id))
      }
    } finally {
      for (const spool of this.#inFlight.values()) spool.close()
    }
    const { regionsKnown = false, units: planned = [] } = this.#plan ?? {}
    if (regionsKnown) await this.#recorder.closeUnplanned(planned.map(({ name }) => name))
  }

  async planned(plan: ScanOutline): Promise<void> {
    this.#plan = plan
    await this.#run.plan(plan, plan.units)
  }

  claim(names: readonly string[]): Promise<readonly string[]> {
    const { running, scan } = this.#run
    return running.inTenant(async (tx) => {
      await running.hold(tx)
      const claimed = await units.claimUnits(tx, scan, names)
      const { running: taken = [], failed = [] } = Object.groupBy(claimed, ({ state }) => state)
      for (const { unit } of failed) await this.#storeFailedCoverage(tx, unit, 'worker_lost')
      return taken.map(({ unit }) => unit)
    })
  }

  waits(isWaiting: boolean): void {
    this.#run.waits(isWaiting)
  }

  #planned(unit: string): ScanOutline['units'][number] | undefined {
    return this.#plan?.units.find(({ name }) => name === unit)
  }

  /** Each check of a unit that failed is shown as not assessed. */
  async #storeFailedCoverage(tx: Tx, unit: string, code: string): Promise<void> {
    const planned = this.#planned(unit)
    if (!planned) return
    const coverage = failedCoverage(planned, code)
    await units.storeCoverage(tx, this.#run.scan.id, [{ unit, coverage }])
  }

  #spool(unit: string): Spool {
    const spool = this.#inFlight.get(unit) ?? this.#spools.open(unit)
    this.#inFlight.set(unit, spool)
    return spool
  }

  #dropSpool(unit: string): void {
    this.#inFlight.get(unit)?.close()
    this.#inFlight.delete(unit)
  }

  async record(results: readonly StagedResult[]): Promise<void> {
    const seen = new Map<string, SeenUnit>()
    for (const result of results) {
      const { unit, kind } = result
      if (kind === 'failed') {
        this.#dropSpool(unit)
        await this.#failed(unit, result.error)
        continue
      }
      this.#spool(unit).add(result.batch)
      if (kind === 'slice') continue
      const { unread, coverage } = result
      const checks = new Set(this.#planned(unit)?.checks)
      const excluded = coverage.filter(({ outcome }) => outcome === 'excluded')
      seen.set(unit, { checks, unread, excluded, coverage })
    }
    const ended = seen.keys().map((unit) => this.#spool(unit).batches())
    await this.#recorder.writeUnits(
      sharedBatches(ended),
      { seen, absent: null },
      ({ ended, progress }) => {
        for (const unit of ended) this.#dropSpool(unit)
        if (progress) this.#run.progressed(progress)
      },
    )
  }

  async #failed(unit: string, error: FailedResult['error']): Promise<void> {
    const { running, scan } = this.#run
    const { code, detail, cause } = error
    running.log.warn('unit failed', { scan_id: scan.id, unit, code, detail, cause })
    const progress = await this.#run.write(async (tx) => {
      await this.#storeFailedCoverage(tx, unit, code)
      return units.failUnit(tx, scan, unit, error)
    })
    this.#run.progressed(progress)
  }
}
