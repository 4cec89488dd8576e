/** A scan of some resources. It is recorded as one unit, once all of them were seen; one that fails fails the scan. */
import { invalid } from '@plumbline/jsonapi'
import { LostLease } from '../../platform/tasks/index.ts'
import { type Spool, type Spools, sharedBatches } from '../recording/index.ts'
import type { ScanRun } from './scan-lifecycle.ts'
import type { ScanRecorder } from './scan-recorder.ts'
import type { ScanOutline, StagedResult, ThreadInput } from './scan-thread.ts'
import type { ThreadHandler } from './start-thread.ts'
import { reportedChecks } from './store.ts'
import * as units from './units.ts'

/** The name of the one unit of a partial scan. */
const unit = 'partial'

export class PartialScan implements ThreadHandler {
  readonly #run: ScanRun
  readonly #recorder: ScanRecorder
  readonly #spool: Spool
  readonly #results: Extract<StagedResult, { kind: 'unit' }>[] = []
  /** An earlier worker has recorded the scan, but did not end it: only its result is still to be found. */
  #isRecorded = false

  constructor(services: { run: ScanRun; recorder: ScanRecorder; spools: Spools }) {
    this.#run = services.run
    this.#recorder = services.recorder
    this.#spool = services.spools.open(unit)
  }

  /** Returns what joins the result of the task. */
  async run(
    start: (handler: ThreadHandler, named: ThreadInput['named']) => Promise<void>,
  ): Promise<{ gone_resource_uids: readonly string[] }> {
    const { scan, running } = this.#run
    const uids = scan.resource_uids
    if (!uids) throw new Error('A partial scan has no resources.')
    try {
      const checks = await running.inTenant((tx) => reportedChecks(tx, scan.provider_id, uids))
      await start(this, { uids, checks })
      if (!this.#isRecorded) await this.#record()
    } finally {
      this.#spool.close()
    }
    return { gone_resource_uids: this.#gone }
  }

  get #gone(): readonly string[] {
    return [...new Set(this.#results.flatMap(({ gone }) => gone))]
  }

  async planned(plan: ScanOutline): Promise<void> {
    const checks = plan.units.flatMap((planned) => planned.checks)
    await this.#run.plan(plan, [{ name: unit, checks }], async (tx) => {
      this.#isRecorded = (await units.doneUnits(tx, this.#run.scan.id)).has(unit)
      const [claimed] = await units.claimUnits(tx, this.#run.scan, [unit])
      if (!this.#isRecorded && claimed?.state !== 'running') throw new LostLease()
    })
  }

  claim(names: readonly string[]): Promise<readonly string[]> {
    return Promise.resolve(names)
  }

  async record(results: readonly StagedResult[]): Promise<void> {
    for (const result of results) {
      if (result.kind === 'failed') throw invalid('', result.error.detail, result.error.code)
      this.#spool.add(result.batch)
      if (result.kind === 'unit') this.#results.push(result)
    }
  }

  waits(isWaiting: boolean): void {
    this.#run.waits(isWaiting)
  }

  async #record(): Promise<void> {
    const seen = {
      checks: null,
      unread: this.#results.flatMap(({ unread }) => unread),
      excluded: [],
      coverage: this.#results.flatMap(({ coverage }) => coverage),
    }
    const absent = {
      resources: this.#gone,
      findings: this.#results.flatMap(({ lapsed }) => lapsed),
    }
    const batches = sharedBatches([this.#spool.batches()])
    await this.#recorder.writeUnits(batches, { seen: new Map([[unit, seen]]), absent })
  }
}
