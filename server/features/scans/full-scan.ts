import { invalid, uuid } from '@plumbline/jsonapi'
import { failedCoverage, type FailedResult } from '@plumbline/scanner'
import { sql, type Tx } from '../../platform/db/index.ts'
import {
  type Definition,
  LostLease,
  type Running,
  taskHeld,
  taskWith,
} from '../../platform/tasks/index.ts'
import type { Vault } from '../../platform/vault/index.ts'
import { kindCodes } from '../versions/index.ts'
import {
  type Batch,
  maxRows,
  type MutesOf,
  nothing,
  type Recorded,
  type RecordingScan,
  record,
  closeUnplanned,
  type Spool,
  type Spools,
  sum,
  type UnitBatch,
} from '../recording/index.ts'
import {
  type Account,
  type AmbientOf,
  type InternalOf,
  isConnectedAccount,
  NotHeld,
  openAccount,
  otherAccount,
} from '../providers/index.ts'
import {
  type Completed,
  giveUpScan,
  type Listeners,
  resumedScan,
  runScan,
  type ScanRun,
} from './scan-lifecycle.ts'
import type { ExecutingScan } from './provider-queue.ts'
import type { Driver, RunScan } from './start-thread.ts'
import type { ScanOutline, StagedResult } from './scan-thread.ts'
import { recordingTime } from './scan-recorder.ts'
import { configurationOfScan, reportedChecks } from './store.ts'
import * as units from './units.ts'

export interface ScanServices {
  readonly listeners: Listeners
  readonly vault: Vault
  readonly runScan: RunScan
  readonly ambientOf: AmbientOf
  readonly internalOf: InternalOf
  readonly mutesOf: MutesOf
  /** The operator's own keys of a scan configuration for a kind of account, such as another endpoint. */
  readonly configOf: (provider: string) => Readonly<Record<string, unknown>>
  /** Units of one scan in flight. */
  readonly unitsAtATime: number
  /** Where the findings of a unit wait for its end. */
  readonly spools: Spools
  /** What follows a full scan. */
  readonly fullScanCompleted: readonly Completed[]
}

const input = { scan_id: uuid }

const perform = (services: ScanServices): Definition<typeof input> => ({
  input,
  may: 'manage_scans',
  resumed: resumedScan(
    'The scan failed because of an internal error. The server log has details under the ID of the scan.',
  ),
  concurrencyGroup: 'scan-perform',
  run: ({ scan_id }, running) =>
    runScan(
      services.listeners,
      running,
      scan_id,
      (run) => new Performance(services, run).run(),
      async (tx, scan) => {
        if (scan.kind !== kindCodes.full) return
        for (const completed of services.fullScanCompleted) await completed(tx, scan)
      },
    ),
  gaveUp: ({ scan_id }, running, failure) =>
    giveUpScan(services.listeners, running, scan_id, failure),
})

export const performScan = taskWith('scan-perform', perform)
/** The same work under the name that the wire has for scans of a schedule. */
export const performScheduledScan = taskWith('scan-perform-scheduled', perform)

/** What a scan saw of a unit beside its findings. */
type SeenUnit = Pick<UnitBatch, 'unit' | 'checks' | 'unread' | 'excluded'> &
  Pick<units.EndedUnit, 'coverage'>

interface Part {
  readonly seen: SeenUnit
  readonly batch: Batch
}

/** What the batches of a unit so far have recorded, all at one time. */
interface Earlier {
  readonly now: string
  readonly recorded: Recorded
}

const rowsOf = ({ resources, bodies, slices }: Batch): number =>
  slices.reduce((rows, { staged }) => rows + staged.length, resources.length + bodies.length)

/** Scans the cloud and records the results, unit by unit. */
class Performance implements Driver {
  readonly #services: ScanServices
  readonly #run: ScanRun
  readonly #running: Running
  readonly #scan: ExecutingScan
  #account: Account | undefined
  #plan: ScanOutline | undefined
  #takePlaceBack = (): void => {}
  /** A partial scan's results, buffered until complete: it is recorded as one unit. */
  readonly #partial: Extract<StagedResult, { kind: 'unit' }>[] = []
  /** An earlier attempt has recorded the partial scan, but did not end it: only its result is still to be found. */
  #isRecorded = false
  /** What the units in flight have seen so far. */
  readonly #spools = new Map<string, Spool>()

  constructor(services: ScanServices, run: ScanRun) {
    this.#services = services
    this.#run = run
    this.#running = run.running
    this.#scan = run.scan
  }

  async run(): Promise<object | undefined> {
    try {
      await this.#scanAll(this.#running.signal)
      if (this.#isPartial) return { gone_resource_uids: this.#missing }
      if (this.#plan?.regionsKnown) await this.#closeUnplanned()
      return undefined
    } finally {
      for (const spool of this.#spools.values()) spool.close()
    }
  }

  /** Rounds over the plan until no unit remains to run: one that failed is tried again. */
  async #scanAll(signal: AbortSignal): Promise<void> {
    const { inTenant } = this.#running
    const { vault, runScan, ambientOf, internalOf, configOf } = this.#services
    const concurrency = this.#services.unitsAtATime
    const { provider_id, resource_uids } = this.#scan
    this.#account = await inTenant((tx) => {
      const { name, taskId, fence } = this.#running
      const held = taskHeld(tx, taskId, sql`p.id`, fence)
      return openAccount(tx, vault, { providerId: provider_id, held, work: { name, taskId } })
    }).catch((error: unknown) => {
      throw error instanceof NotHeld ? new LostLease() : error
    })
    if (!this.#account) throw new LostLease() // its provider is being deleted, which ends the scan
    if (!this.#account.secret) {
      throw invalid(
        '',
        'The provider has no secret. Add one with POST /providers/secrets.',
        'no_secret',
      )
    }
    const { tenantId, provider, uid, secret } = this.#account
    const [ambient, internal] = [ambientOf(tenantId), internalOf(tenantId)]
    const named = resource_uids && {
      uids: resource_uids,
      checks: await inTenant((tx) => reportedChecks(tx, provider_id, resource_uids)),
    }
    const configuration = await inTenant((tx) => configurationOfScan(tx, this.#scan))
    const account = { provider, uid, secret, ambient, internal }
    const config = configOf(provider)
    const work = { ...account, config, configuration, named, concurrency }
    for (let remaining = 1; remaining > 0; ) {
      await runScan(work, this, signal)
      remaining = this.#isPartial ? 0 : await inTenant((tx) => units.remaining(tx, this.#scan.id))
    }
    if (this.#isPartial && !this.#isRecorded) await this.#recordPartial()
  }

  get #isPartial(): boolean {
    return this.#scan.kind === kindCodes.partial
  }

  /** Named resources that are not there any more. */
  get #missing(): readonly string[] {
    return [...new Set(this.#partial.flatMap(({ gone }) => gone))]
  }

  waits(isWaiting: boolean): void {
    this.#takePlaceBack()
    this.#takePlaceBack = isWaiting ? this.#running.releasePlace() : () => {}
  }

  async planned(plan: ScanOutline): Promise<void> {
    this.#plan = plan
    const own = this.#isPartial
      ? [{ name: 'partial', checks: plan.units.flatMap(({ checks }) => checks) }]
      : plan.units
    const progress = await this.#run.write(async (tx) => {
      if (!(await isConnectedAccount(tx, this.#scan.provider_id, plan.identity)))
        throw invalid('', otherAccount.detail, otherAccount.code)
      const progress = await units.plan(tx, this.#scan, own, plan.total)
      await units.storeCoverage(tx, this.#scan.id, [{ unit: '', coverage: plan.coverage }])
      if (this.#isPartial) {
        this.#isRecorded = (await units.doneUnits(tx, this.#scan.id)).has('partial')
        const [claimed] = await units.claimUnits(tx, this.#scan, ['partial'])
        if (!this.#isRecorded && claimed?.state !== 'running') throw new LostLease()
      }
      return progress
    })
    this.#run.progressed(progress)
  }

  claim(names: readonly string[]): Promise<readonly string[]> {
    if (this.#isPartial) return Promise.resolve(names)
    return this.#running.inTenant(async (tx) => {
      await this.#running.hold(tx)
      const claimed = await units.claimUnits(tx, this.#scan, names)
      const { running = [], failed = [] } = Object.groupBy(claimed, ({ state }) => state)
      for (const { unit } of failed) await this.#storeFailedCoverage(tx, unit, 'worker_lost')
      return running.map(({ unit }) => unit)
    })
  }

  /** Each check of a unit that failed is shown as not assessed. */
  async #storeFailedCoverage(tx: Tx, unit: string, code: string): Promise<void> {
    const planned = this.#plan?.units.find(({ name }) => name === unit)
    if (!planned) return
    const coverage = failedCoverage(planned, code)
    await units.storeCoverage(tx, this.#scan.id, [{ unit, coverage }])
  }

  #spool(unit: string): Spool {
    const known = this.#spools.get(unit) ?? this.#services.spools.open()
    this.#spools.set(unit, known)
    return known
  }

  #dropSpool(unit: string): void {
    this.#spools.get(unit)?.close()
    this.#spools.delete(unit)
  }

  async record(results: readonly StagedResult[]): Promise<void> {
    const ended: SeenUnit[] = []
    for (const result of results) {
      if (result.kind === 'failed') {
        if (this.#isPartial) throw invalid('', result.error.detail, result.error.code)
        this.#dropSpool(result.unit)
        await this.#failed(result.unit, result.error)
        continue
      }
      const { unit, batch } = result
      this.#spool(this.#isPartial ? 'partial' : unit).add(batch)
      if (result.kind === 'slice') continue
      if (this.#isPartial) {
        this.#partial.push(result)
        continue
      }
      const planned = this.#plan?.units.find(({ name }) => name === unit)
      const { unread, coverage } = result
      const excluded = coverage.filter(({ outcome }) => outcome === 'excluded')
      ended.push({ unit, checks: new Set(planned?.checks ?? []), unread, excluded, coverage })
    }
    await this.#recordUnits(ended)
  }

  async #failed(unit: string, error: FailedResult['error']): Promise<void> {
    this.#running.log.warn('unit failed', {
      scan_id: this.#scan.id,
      unit,
      code: error.code,
      detail: error.detail,
      cause: error.cause,
    })
    const progress = await this.#run.write(async (tx) => {
      await this.#storeFailedCoverage(tx, unit, error.code)
      return units.failUnit(tx, this.#scan, unit, error)
    })
    this.#run.progressed(progress)
  }

  #recordPartial(): Promise<void> {
    const seen = {
      unit: 'partial',
      checks: null,
      unread: this.#partial.flatMap(({ unread }) => unread),
      excluded: [],
      coverage: this.#partial.flatMap(({ coverage }) => coverage),
    }
    return this.#recordUnits([seen])
  }

  /** Small units share transactions; a unit of several batches has one for each. */
  async #recordUnits(seen: readonly SeenUnit[]): Promise<void> {
    let small: Part[] = []
    let rows = 0
    for (const unit of seen) {
      let earlier: Earlier | undefined
      for (const batch of this.#spool(unit.unit).batches()) {
        const part = { seen: unit, batch }
        if (!batch.first || !batch.last) {
          earlier = await this.#recordParts([part], earlier)
          continue
        }
        if (small.length > 0 && rows + rowsOf(batch) > maxRows) {
          await this.#recordParts(small)
          small = []
          rows = 0
        }
        small.push(part)
        rows += rowsOf(batch)
      }
    }
    if (small.length > 0) await this.#recordParts(small)
  }

  /** Records parts of different units in one transaction; `earlier` is what the batches before the only part recorded. */
  async #recordParts(parts: readonly Part[], earlier?: Earlier): Promise<Earlier> {
    const { id, provider_id } = this.#scan
    const { progress, ...done } = await this.#run.write(async (tx) => {
      const now = earlier?.now ?? (await recordingTime(tx))
      const keys = parts.flatMap(({ batch }) =>
        batch.slices.flatMap(({ staged }) => staged.map(({ finding_key }) => finding_key)),
      )
      const mutes = await this.#services.mutesOf(tx, provider_id, keys)
      const absent = this.#absent
      const moment = { now, doneUnits: await units.doneUnits(tx, id) }
      const batches = parts.map(({ seen, batch }) => ({ ...seen, batch }))
      const counts = await record(tx, { scan: this.#recording(), absent, mutes }, batches, moment)
      const recorded = counts.reduce(sum, earlier?.recorded ?? nothing)
      const ended = parts.flatMap(({ seen, batch }, index) =>
        batch.last ? [{ ...seen, recorded: earlier ? recorded : (counts[index] ?? nothing) }] : [],
      )
      if (ended.length === 0) return { now, recorded, progress: undefined }
      await this.#running.progressed(tx)
      return { now, recorded, progress: await units.endUnits(tx, this.#scan, ended, now) }
    })
    for (const { seen, batch } of parts) if (batch.last) this.#dropSpool(seen.unit)
    if (progress && !this.#isPartial) this.#run.progressed(progress)
    return done
  }

  /** What a partial scan looked for and did not find. */
  get #absent() {
    if (!this.#isPartial) return null
    return { resources: this.#missing, findings: this.#partial.flatMap(({ lapsed }) => lapsed) }
  }

  #recording(): RecordingScan {
    const { id, provider_id, seq, kind, inserted_at } = this.#scan
    return {
      id,
      provider_id,
      seq,
      account: this.#account?.uid ?? '',
      kind: kind === kindCodes.partial ? 'partial' : 'full',
      insertedMs: Date.parse(inserted_at),
    }
  }

  async #closeUnplanned(): Promise<void> {
    const planned = this.#plan?.units.map(({ name }) => name) ?? []
    const stale = await this.#running.inTenant((tx) => units.unplanned(tx, this.#scan, planned))
    for (const unit of stale) {
      for (let closed = 1; closed > 0; ) {
        closed = await this.#run.write(async (tx) => {
          const rows = await closeUnplanned(tx, this.#recording(), unit)
          if (rows === 0) await units.deleteLatestRun(tx, this.#scan.provider_id, unit)
          return rows
        })
      }
    }
  }
}
