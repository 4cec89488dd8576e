/** The scan of one account of a file: it waits its turn as any scan, and goes on where a dead worker stopped. */
import { existsSync } from 'node:fs'
import { Problem, uuid } from '@plumbline/jsonapi'
import { isPassing, sql, type Tx } from '../../platform/db/index.ts'
import { endTask, type Failure, type Running, taskWith } from '../../platform/tasks/index.ts'
import {
  beginUnits,
  type Evidence,
  lockHead,
  type MutesOf,
  nothing,
  type RecordingScan,
  recordShared,
  recordSlices,
  type Shared,
  sum,
  type UnitSlice,
} from '../findings/index.ts'
import { type Listeners, scanLease, scanUnits } from '../scans/index.ts'
import { behind } from './behind.ts'
import * as checkpoints from './checkpoints.ts'
import type { Position } from './checkpoints.ts'
import type { IngestionFiles } from './files.ts'
import { mayBeOlder, olderKeys } from './older.ts'
import { type FileSlice, portionsFrom, sharedFrom } from './portions.ts'
import { addFault } from './store.ts'

export type ScanHeld = scanLease.Claimed

export interface ImportServices {
  readonly files: IngestionFiles
  readonly listeners: Listeners
  readonly mutesOf: MutesOf
  readonly leaseSeconds: number
}

const input = { scan_id: uuid }

class LostLease extends Error {
  override name = 'LostLease'
}

const ourFault: Failure = {
  code: 'scan_failed',
  detail: 'The file could not be recorded for a reason on our side; the log has the scan.',
}

export const importScan = taskWith('scan-import', (services: ImportServices) => ({
  input,
  may: 'manage_scans',
  leased: true,
  async run({ scan_id }, running) {
    const { inTenant, taskId } = running
    const claim = await inTenant((tx) => scanLease.claim(tx, scan_id, services.leaseSeconds))
    if (claim.kind === 'not_ours') return undefined
    if (claim.kind === 'gone') {
      await inTenant((tx) => endTask(tx, taskId, 'cancelled', null))
      return undefined
    }
    const recording = new Recording(services, running, claim.scan)
    if (claim.kind === 'claimed') await recording.run()
    else {
      const detail = 'Three workers in a row ended without recording a part of this file.'
      await recording.giveUp({ code: 'worker_lost', detail })
    }
    return undefined
  },
}))

class Recording {
  readonly #services: ImportServices
  readonly #running: Running
  readonly #scan: ScanHeld
  readonly #lost = new AbortController()
  #account = ''
  #mayBeOlder = true

  constructor(services: ImportServices, running: Running, scan: ScanHeld) {
    this.#services = services
    this.#running = running
    this.#scan = scan
  }

  async run(): Promise<void> {
    const { inTenant, signal, log } = this.#running
    const scan_id = this.#scan.id
    const renewMs = Math.min(this.#services.leaseSeconds * 250, 1_000)
    const renewal = setInterval(() => void this.#renew(), renewMs)
    try {
      await this.#recordAll()
      log.info('scan finished', { scan_id })
    } catch (error) {
      if (error instanceof LostLease || this.#lost.signal.aborted) {
        return log.info('scan left to another holder', { scan_id })
      }
      if (signal.aborted) {
        await inTenant((tx) => scanLease.release(tx, this.#scan))
        return log.info('scan handed back', { scan_id })
      }
      if (isPassing(error)) {
        return log.warn('scan left until the database answers', { scan_id, error: error as Error })
      }
      const isKnown = error instanceof Problem
      if (!isKnown) log.error('scan failed', { scan_id, error: error as Error })
      await this.giveUp(isKnown ? { code: error.code, detail: error.detail } : ourFault)
    } finally {
      clearInterval(renewal)
    }
  }

  async giveUp(failure: Failure): Promise<void> {
    const { listeners } = this.#services
    await this.#running.inTenant(async (tx) => {
      await lockHead(tx, this.#scan.provider_id)
      if (!(await scanLease.hold(tx, this.#scan))) return // another holder goes on with it
      const { ingestion_id } = await checkpoints.importedScan(tx, this.#scan.id)
      if (!(await scanLease.abandon(tx, this.#scan, 'failed', failure))) return
      await addFault(tx, ingestion_id, failure)
      listeners.errored(tx, this.#scan.id, failure)
    })
  }

  async #renew(): Promise<void> {
    try {
      const held = await this.#running.inTenant((tx) =>
        scanLease.renew(tx, this.#scan, this.#services.leaseSeconds),
      )
      if (!held) this.#lost.abort()
    } catch (error) {
      const facts = { scan_id: this.#scan.id, error: error as Error }
      this.#running.log.warn('lease was not renewed', facts)
    }
  }

  #checkLeaving(): void {
    this.#running.signal.throwIfAborted()
    if (this.#lost.signal.aborted) throw new LostLease()
  }

  /** A transaction of whoever holds the scan, behind the provider's lock. */
  #held<T>(work: (tx: Tx) => Promise<T>): Promise<T> {
    this.#checkLeaving()
    return this.#running.inTenant(async (tx) => {
      await lockHead(tx, this.#scan.provider_id)
      if (!(await scanLease.hold(tx, this.#scan))) throw new LostLease()
      return work(tx)
    })
  }

  async #recordAll(): Promise<void> {
    const { scan, units } = await this.#held((tx) => this.#plan(tx))
    const folder = this.#services.files.staged(this.#running.tenantId, scan.ingestion_id)
    if (!existsSync(folder)) {
      const detail = 'The file is not where this worker looks: servers and workers share DATA_DIR.'
      throw new Problem(500, 'file_missing', detail)
    }
    const place = { folder, account: scan.part }
    for (const some of sharedFrom(place, scan.shared)) await this.#recordShared(some)
    const done = new Set(units.flatMap(({ number, name }) => (number < scan.unit ? [name] : [])))
    let position: Position = scan
    for (const portion of portionsFrom(place, units, scan))
      position = await this.#recordPortion(portion, position, done)
    await this.#held(async (tx) => {
      const { emitted, accounted } = await scanUnits.balance(tx, this.#scan.id)
      if (emitted !== accounted) {
        const facts = { scan_id: this.#scan.id, emitted, accounted }
        this.#running.log.error('findings are missing', facts)
      }
      await scanUnits.finish(tx, this.#scan)
      this.#services.listeners.ended(tx, this.#scan.id) // heard after the commit
    })
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

  async #recordShared({ files, ...shared }: Shared & { readonly files: number }): Promise<void> {
    await this.#held(async (tx) => {
      await recordShared(tx, this.#recording(), shared, await clock(tx))
      await checkpoints.keepShared(tx, this.#scan.id, files)
    })
  }

  #recording(): RecordingScan {
    const { id, provider_id, seq, inserted_at } = this.#scan
    const insertedMs = Date.parse(inserted_at)
    return { id, provider_id, seq, account: this.#account, kind: 'import', insertedMs }
  }

  /** Records a portion, with the checkpoint behind it, and adds the units that it ends to those that are done. */
  async #recordPortion(
    portion: readonly FileSlice[],
    position: Position,
    done: Set<string>,
  ): Promise<Position> {
    const { after, progress } = await this.#held(async (tx) => {
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
      return { after, progress }
    })
    for (const { unit } of after.done) done.add(unit)
    const { listeners } = this.#services
    listeners.progressed(this.#running.tenantId, this.#scan.id, progress)
    return after.position
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
      vanished: new Set(),
      mutes: await this.#services.mutesOf(tx, this.#scan.provider_id, keys),
    }
  }
}

const sizeOf = (slices: readonly UnitSlice[]): number =>
  slices.reduce((size, { staged }) => size + staged.length, 0)

/** The database's clock: what workers of several machines record stands in one order. */
const clock = async (tx: Tx): Promise<string> =>
  (await tx.single<{ now: string }>(sql`select now() as now`)).now
