/** The scan of one account of a file: it waits its turn as any scan, and goes on where a dead worker stopped. */
import { existsSync } from 'node:fs'
import { Problem, uuid } from '@plumbline/jsonapi'
import { type Tx, sql } from '../../platform/db/index.ts'
import { taskWith } from '../../platform/tasks/index.ts'
import {
  beginUnits,
  type Evidence,
  type MutesOf,
  nothing,
  type RecordingScan,
  recordShared,
  recordSlices,
  type Shared,
  sum,
  type UnitSlice,
} from '../findings/index.ts'
import { type Claimed, type Holder, holdScan, type Terms } from '../scans/index.ts'
import { behind } from './behind.ts'
import * as checkpoints from './checkpoints.ts'
import type { Position } from './checkpoints.ts'
import type { IngestionFiles } from './files.ts'
import { mayBeOlder, olderKeys } from './older.ts'
import { type FileSlice, portionsFrom, sharedFrom } from './portions.ts'
import { StagedAccount } from './staging.ts'
import { addFault } from './store.ts'

export interface ImportServices extends Terms {
  readonly files: IngestionFiles
  readonly mutesOf: MutesOf
}

const input = { scan_id: uuid }

export const importScan = taskWith('scan-import', (services: ImportServices) => ({
  input,
  may: 'manage_scans',
  leased: true,
  async run({ scan_id }, running) {
    await holdScan(services, running, scan_id, {
      async perform(holder) {
        await new Recording(services, holder).run()
        return undefined
      },
      ourFault: 'The file could not be recorded for a reason on our side; the log has the scan.',
      async givenUp(tx, scanId, failure) {
        const { ingestion_id } = await checkpoints.importedScan(tx, scanId)
        await addFault(tx, ingestion_id, failure)
      },
    })
    return undefined
  },
}))

class Recording {
  readonly #services: ImportServices
  readonly #holder: Holder
  readonly #scan: Claimed
  #account = ''
  #mayBeOlder = true

  constructor(services: ImportServices, holder: Holder) {
    this.#services = services
    this.#holder = holder
    this.#scan = holder.scan
  }

  async run(): Promise<void> {
    const { scan, units } = await this.#holder.inScan((tx) => this.#plan(tx))
    const folder = this.#services.files.staged(this.#holder.running.tenantId, scan.ingestion_id)
    if (!existsSync(folder)) {
      const detail = 'The file is not where this worker looks: servers and workers share DATA_DIR.'
      throw new Problem(500, 'file_missing', detail)
    }
    const account = new StagedAccount(folder, scan.part)
    for (const some of sharedFrom(account, scan.shared)) await this.#recordShared(some)
    const done = new Set(units.flatMap(({ number, name }) => (number < scan.unit ? [name] : [])))
    let position: Position = scan
    for (const portion of portionsFrom(account, units, scan))
      position = await this.#recordPortion(portion, position, done)
  }

  async #plan(tx: Tx) {
    const scan = await checkpoints.importedScan(tx, this.#scan.id)
    const { uid } = await tx.single<{ uid: string }>(sql`
      select p.uid from providers p where p.tenant_id = ${tx.tenantId} and p.id = ${this.#scan.provider_id}`)
    this.#account = uid
    this.#mayBeOlder = await mayBeOlder(tx, this.#scan, scan.oldest_at)
    const units = await checkpoints.planUnits(tx, this.#scan, scan.records)
    return { scan, units }
  }

  async #recordShared({ parts, ...shared }: Shared & { readonly parts: number }): Promise<void> {
    await this.#holder.inScan(async (tx) => {
      await recordShared(tx, this.#recording(), shared, await clock(tx))
      await checkpoints.keepShared(tx, this.#scan.id, parts)
    })
  }

  #recording(): RecordingScan {
    const { id, provider_id, seq, inserted_at } = this.#scan
    const insertedMs = Date.parse(inserted_at)
    return { id, provider_id, seq, account: this.#account, kind: 'import', insertedMs }
  }

  /**
   * Records a portion, with the checkpoint behind it, and adds the units that it ends to those that are done.
   * A transaction whose commit was not heard of runs again, and finds the checkpoint behind the portion.
   */
  async #recordPortion(
    portion: readonly FileSlice[],
    position: Position,
    done: Set<string>,
  ): Promise<Position> {
    const { after, progress } = await this.#holder.inScan(async (tx) => {
      const { checked, total, ...standing } = await checkpoints.standing(tx, this.#scan.id)
      const isRecorded = standing.unit !== position.unit || standing.next_key !== position.next_key
      if (isRecorded) return { after: standing, progress: { checked, total } }
      const [begun] = portion
      const began_at = begun?.begun ? position.began_at : null // all of a unit is seen when it begins
      const now = began_at ?? (await clock(tx))
      const slices = await this.#newEnough(tx, portion)
      const evidence = await this.#evidence(tx, slices)
      const fresh = portion.filter(({ begun }) => !begun).map(({ unit }) => unit)
      if (fresh.length > 0) await beginUnits(tx, evidence, fresh, now)
      const recorded = await recordSlices(tx, evidence, slices, { now, doneUnits: done })
      const after = behind(portion, recorded, { position, now })
      const rejected = sizeOf(portion) - sizeOf(slices)
      const counted = { recorded: recorded.reduce(sum, nothing), rejected }
      await checkpoints.finishUnits(tx, this.#scan, after.done)
      const progress = await checkpoints.keepPosition(tx, this.#scan.id, after.position, counted)
      return { after: after.position, progress }
    })
    for (const { unit, until } of portion) if (until === null) done.add(unit)
    this.#holder.progressed(progress)
    return after
  }

  /** The slices without records that are older than what is known. */
  async #newEnough(tx: Tx, portion: readonly FileSlice[]): Promise<readonly UnitSlice[]> {
    if (!this.#mayBeOlder) return portion
    const rows = portion.flatMap(({ staged, times }) =>
      staged.map((one) => ({ staged: one, time: times.get(one) ?? 0 })),
    )
    const older = await olderKeys(tx, this.#scan, rows)
    return portion.map((slice) => ({
      ...slice,
      staged: slice.staged.filter(({ ukey }) => !older.has(ukey)),
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
