/** The scan of one account of a file: it waits its turn as any scan, and goes on where a dead worker stopped. */
import { Problem, uuid } from '@plumbline/jsonapi'
import { type Tx, sql } from '../../platform/db/index.ts'
import { FileMissing, type Files } from '../../platform/files/index.ts'
import { taskWith } from '../../platform/tasks/index.ts'
import {
  beginUnits,
  type Evidence,
  type MutesOf,
  nothing,
  type RecordingScan,
  recordShared,
  recordSlices,
  sum,
  type UnitSlice,
} from '../findings/index.ts'
import {
  finishUnits,
  type ExecutingScan,
  giveUpScan,
  type Listeners,
  resumedScan,
  runScan,
  type ScanRun,
} from '../scans/index.ts'
import { type Batch, batchesOf, positionBehind } from './batches.ts'
import * as checkpoints from './checkpoints.ts'
import type { Position } from './checkpoints.ts'
import type { UnitSummary } from './findings-lines.ts'
import { mayBeOutdated, outdatedKeys } from './outdated.ts'
import { addFault } from './store.ts'

export interface RecorderServices {
  readonly listeners: Listeners
  readonly files: Files
  readonly mutesOf: MutesOf
}

const input = { scan_id: uuid }

export const importScan = taskWith('scan-import', (services: RecorderServices) => ({
  input,
  may: 'manage_scans',
  resumed: resumedScan(
    'The file could not be recorded for a reason on our side; the log has the scan.',
  ),
  run: ({ scan_id }, running) =>
    runScan(services.listeners, running, scan_id, async (run) => {
      await new Recorder(services, run).run()
      return undefined
    }),
  gaveUp: ({ scan_id }, running, failure) =>
    giveUpScan(services.listeners, running, scan_id, failure, async (tx) => {
      const { ingestion_id } = await checkpoints.importedScan(tx, scan_id)
      await addFault(tx, ingestion_id, failure)
    }),
}))

class Recorder {
  readonly #services: RecorderServices
  readonly #run: ScanRun
  readonly #scan: ExecutingScan
  #account = ''
  #mayBeOutdated = true

  constructor(services: RecorderServices, run: ScanRun) {
    this.#services = services
    this.#run = run
    this.#scan = run.scan
  }

  async run(): Promise<void> {
    const { scan, units } = await this.#run.write((tx) => this.#plan(tx))
    const { ingestion_id: id, file: part } = scan
    const { tenantId } = this.#run.running
    const content = this.#services.files.open({ tenantId, id, part }, scan.position)
    const done = new Set<string>()
    let position: Position = scan
    try {
      for await (const batch of batchesOf(content, units, scan))
        position = await this.#record(batch, position, this.#doneBefore(batch, units, done))
    } catch (error) {
      if (!(error instanceof FileMissing)) throw error
      const detail = 'What was read of the file is not where this worker looks.'
      throw new Problem(500, 'file_missing', detail)
    }
  }

  async #plan(tx: Tx) {
    const scan = await checkpoints.importedScan(tx, this.#scan.id)
    const { uid } = await tx.single<{ uid: string }>(sql`
      select p.uid from providers p where p.tenant_id = ${tx.tenantId} and p.id = ${this.#scan.provider_id}`)
    this.#account = uid
    this.#mayBeOutdated = await mayBeOutdated(tx, this.#scan, scan.oldest_at)
    const units = await checkpoints.planUnits(tx, this.#scan, scan.records)
    return { scan, units }
  }

  /** Units are recorded in their order: all before the first of a batch are done. */
  #doneBefore(
    { slices }: Batch,
    units: readonly UnitSummary[],
    done: Set<string>,
  ): ReadonlySet<string> {
    const next = slices[0]?.number ?? 0
    for (const { name } of units.slice(done.size, next)) done.add(name)
    return done
  }

  #recording(): RecordingScan {
    const { id, provider_id, seq, inserted_at } = this.#scan
    const insertedMs = Date.parse(inserted_at)
    return { id, provider_id, seq, account: this.#account, kind: 'import', insertedMs }
  }

  /**
   * Records a batch, with the checkpoint behind it. A transaction whose commit was not heard of runs again, and
   * finds the checkpoint behind the batch.
   */
  async #record(batch: Batch, before: Position, doneUnits: ReadonlySet<string>): Promise<Position> {
    const { after, progress } = await this.#run.write(async (tx) => {
      const { checked, total, ...current } = await checkpoints.currentPosition(tx, this.#scan.id)
      if (current.position !== before.position)
        return { after: current, progress: { checked, total } }
      const isBegun = batch.slices[0]?.begun ?? false
      const began = isBegun ? before.began_at : null // all of a unit is seen when it begins
      const now = began ?? (await clock(tx))
      await recordShared(tx, this.#recording(), batch, now)
      const slices = await this.#upToDate(tx, batch)
      const evidence = await this.#evidence(tx, slices)
      const fresh = batch.slices.filter(({ begun }) => !begun).map(({ unit }) => unit)
      if (fresh.length > 0) await beginUnits(tx, evidence, fresh, now)
      const recorded =
        slices.length > 0 ? await recordSlices(tx, evidence, slices, { now, doneUnits }) : []
      const { after, done } = positionBehind(batch, recorded, { before, now })
      const rejected = sizeOf(batch.slices) - sizeOf(slices)
      const counted = { recorded: recorded.reduce(sum, nothing), rejected }
      await finishUnits(tx, this.#scan, done)
      await this.#run.running.progressed(tx)
      const progress = await checkpoints.keepPosition(tx, this.#scan.id, after, counted)
      return { after, progress }
    })
    if (batch.slices.length > 0) this.#run.progressed(progress)
    return after
  }

  /** The slices without records that are older than what is known. */
  async #upToDate(tx: Tx, { slices }: Batch): Promise<readonly UnitSlice[]> {
    if (!this.#mayBeOutdated || slices.length === 0) return slices
    const rows = slices.flatMap(({ staged, times }) =>
      staged.map((one) => ({ ukey: one.ukey, time: times.get(one) ?? 0 })),
    )
    const outdated = await outdatedKeys(tx, this.#scan, rows)
    return slices.map((slice) => ({
      ...slice,
      staged: slice.staged.filter(({ ukey }) => !outdated.has(ukey)),
    }))
  }

  async #evidence(tx: Tx, slices: readonly UnitSlice[]): Promise<Evidence> {
    const keys = slices.flatMap(({ staged }) => staged.map(({ ukey }) => ukey))
    return {
      scan: this.#recording(),
      checks: null,
      unread: [],
      absent: null,
      mutes: await this.#services.mutesOf(tx, this.#scan.provider_id, keys),
    }
  }
}

const sizeOf = (slices: readonly UnitSlice[]): number =>
  slices.reduce((size, { staged }) => size + staged.length, 0)

/** The database's clock: what workers of several machines record stands in one order. */
const clock = async (tx: Tx): Promise<string> =>
  (await tx.single<{ now: string }>(sql`select now() as now`)).now
