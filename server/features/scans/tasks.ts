import { invalid, Problem, uuid } from '@plumbline/jsonapi'
import type { FailedResult } from '@plumbline/scanner'
import { isPassing, sql, type Tx } from '../../platform/db/index.ts'
import {
  type Definition,
  endTask,
  type Failure,
  type Running,
  taskWith,
} from '../../platform/tasks/index.ts'
import type { Vault } from '../../platform/vault/index.ts'
import {
  kindCodes,
  lockHead,
  type MutesOf,
  nothing,
  type RecordingScan,
  record,
  retireUnit,
  type Spool,
  type Spools,
  sum,
  type UnitEvidence,
} from '../findings/index.ts'
import { type Account, checkSupported, NotHeld, openAccount } from '../providers/index.ts'
import * as lease from './lease.ts'
import type { Driver, PlanSaid, RunScan } from './runner.ts'
import type { StagedResult } from './thread.ts'
import * as units from './units.ts'

/** Who listens to a scan. */
export interface Listeners {
  progressed(tenantId: string, scanId: string, progress: units.Progress): void
  ended(tx: Tx, scanId: string): void
  errored(tx: Tx, scanId: string, failure: Failure): void
}

export interface ScanServices {
  readonly vault: Vault
  readonly runScan: RunScan
  readonly listeners: Listeners
  readonly mutesOf: MutesOf
  /** The operator's own keys of a scan configuration, such as another endpoint. */
  readonly config: Readonly<Record<string, unknown>>
  /** Units of one scan in flight. */
  readonly unitsAtATime: number
  /** Where the findings of a unit wait for its end. */
  readonly spools: Spools
  /** A holder that is silent for so long has lost the scan. */
  readonly leaseSeconds: number
}

const input = { scan_id: uuid }

/** Thrown to end a run whose scan belongs to another holder by now. */
class LostLease extends Error {
  override name = 'LostLease'
}

const perform = (services: ScanServices): Definition<typeof input> => ({
  input,
  may: 'manage_scans',
  leased: true,
  besides: 'scan-perform',
  async run({ scan_id }, running) {
    const claim = await running.inTenant((tx) => lease.claim(tx, scan_id, services.leaseSeconds))
    if (claim.kind === 'not_ours') return undefined
    if (claim.kind === 'gone') {
      await running.inTenant((tx) => endTask(tx, running.taskId, 'cancelled', null))
      return undefined
    }
    if (claim.kind === 'exhausted') {
      await giveUp(services, running, claim.scan, {
        code: 'worker_lost',
        detail: 'Three workers in a row ended without completing a part of this scan.',
      })
      return undefined
    }
    await new Performance(services, running, claim.scan).run()
    return undefined
  },
})

export const performScan = taskWith('scan-perform', perform)
/** The same work under the name that the wire has for scans of a schedule. */
export const performScheduledScan = taskWith('scan-perform-scheduled', perform)

async function giveUp(
  { listeners }: ScanServices,
  { inTenant }: Running,
  scan: lease.Claimed,
  failure: Failure,
): Promise<void> {
  await inTenant(async (tx) => {
    await lockHead(tx, scan.provider_id)
    if (!(await lease.hold(tx, scan))) return // another holder goes on with it
    const ended = await lease.abandon(tx, scan, 'failed', failure)
    if (ended) listeners.errored(tx, scan.id, failure)
  })
}

/** What a unit was seen to hold, besides its findings. */
type Seen = Omit<UnitEvidence, 'scan' | 'unit' | 'mutes'> & {
  readonly coverage: Parameters<typeof units.keepCoverage>[3]
}

const ourFault: Failure = {
  code: 'scan_failed',
  detail: 'The scan failed on our side; the log has its id.',
}

const isAbort = (error: unknown): boolean => error instanceof Error && error.name === 'AbortError'

/** One holder's work on one scan, from claim to end. */
class Performance implements Driver {
  readonly #services: ScanServices
  readonly #running: Running
  readonly #scan: lease.Claimed
  readonly #lost = new AbortController()
  #account: Account | undefined
  #plan: PlanSaid | undefined
  /** A partial scan's results, kept until all are there: it is recorded as one unit. */
  readonly #partial: Extract<StagedResult, { kind: 'unit' }>[] = []
  /** What the units in flight have seen so far. */
  readonly #spools = new Map<string, Spool>()

  constructor(services: ScanServices, running: Running, scan: lease.Claimed) {
    this.#services = services
    this.#running = running
    this.#scan = scan
  }

  async run(): Promise<void> {
    const { inTenant, signal, log } = this.#running
    const scan_id = this.#scan.id
    // Often enough, too, that a scan that somebody cancels stops asking the cloud at once.
    const renewMs = Math.min(this.#services.leaseSeconds * 250, 1_000)
    const renewal = setInterval(() => void this.#renew(), renewMs)
    const stop = AbortSignal.any([signal, this.#lost.signal])
    try {
      await this.#scanAll(stop)
      await this.#finish()
      log.info('scan finished', { scan_id })
    } catch (error) {
      const lost = error instanceof LostLease || error instanceof NotHeld
      if (lost || this.#lost.signal.aborted) {
        return log.info('scan left to another holder', { scan_id })
      }
      if (signal.aborted || isAbort(error)) {
        await inTenant((tx) => lease.release(tx, this.#scan))
        return log.info('scan handed back', { scan_id })
      }
      if (isPassing(error)) {
        // Whoever finds the lease run out goes on; claims that complete nothing are counted.
        return log.warn('scan left until the database answers', { scan_id, error: error as Error })
      }
      const known = error instanceof Problem
      if (!known) log.error('scan failed', { scan_id, error: error as Error })
      const failure = known ? { code: error.code, detail: error.detail } : ourFault
      await giveUp(this.#services, this.#running, this.#scan, failure)
    } finally {
      clearInterval(renewal)
      for (const spool of this.#spools.values()) spool.close()
    }
  }

  async #renew(): Promise<void> {
    try {
      const held = await this.#running.inTenant((tx) =>
        lease.renew(tx, this.#scan, this.#services.leaseSeconds),
      )
      if (!held) this.#lost.abort()
    } catch (error) {
      this.#running.log.warn('lease was not renewed', {
        scan_id: this.#scan.id,
        error: error as Error,
      })
    }
  }

  /** Rounds over the plan until no unit is left to run: one that failed is tried again. */
  async #scanAll(signal: AbortSignal): Promise<void> {
    const { inTenant } = this.#running
    const { vault, runScan, config, unitsAtATime: concurrency } = this.#services
    const { provider_id, resource_uids } = this.#scan
    this.#account = await inTenant((tx) => {
      const held = lease.held(tx, this.#scan, sql`p.id`)
      const work = { name: this.#running.name, taskId: this.#running.taskId }
      return openAccount(tx, vault, { providerId: provider_id, held, work })
    })
    if (!this.#account) throw new LostLease() // its provider is being deleted, which ends the scan
    checkSupported(this.#account.provider)
    if (!this.#account.secret) {
      throw invalid(
        '',
        'The provider has no secret; POST /providers/secrets adds one.',
        'no_secret',
      )
    }
    const { provider, uid, secret } = this.#account
    const work = { provider, uid, secret, config, uids: resource_uids, concurrency }
    for (let left = 1; left > 0; ) {
      await runScan(work, this, signal)
      left = this.#isPartial ? 0 : await inTenant((tx) => units.remaining(tx, this.#scan.id))
    }
    if (this.#isPartial) await this.#recordPartial()
  }

  get #isPartial(): boolean {
    return this.#scan.kind === kindCodes.partial
  }

  async planned(plan: PlanSaid): Promise<void> {
    this.#plan = plan
    const own = this.#isPartial
      ? [{ name: 'partial', checks: plan.units.flatMap(({ checks }) => checks) }]
      : plan.units
    const progress = await this.#running.inTenant(async (tx) => {
      await lockHead(tx, this.#scan.provider_id) // before the scan, as whoever records does
      if (!(await lease.hold(tx, this.#scan))) throw new LostLease()
      const standing = await units.plan(tx, this.#scan, own, plan.total)
      await units.keepCoverage(tx, this.#scan.id, '', plan.coverage)
      if (this.#isPartial && !(await units.claimUnit(tx, this.#scan, 'partial')))
        throw new LostLease()
      return standing
    })
    this.#progressed(progress)
  }

  claim(unit: string): Promise<boolean> {
    if (this.#isPartial) return Promise.resolve(true)
    return this.#running.inTenant(async (tx) => {
      const taken = await units.takeUnit(tx, this.#scan, unit)
      if (taken === 'failed') await this.#keepFailed(tx, unit, 'worker_lost')
      return taken === 'running'
    })
  }

  /** Each check of a unit that failed is told as not assessed. */
  async #keepFailed(tx: Tx, unit: string, code: string): Promise<void> {
    const planned = this.#plan?.units.find(({ name }) => name === unit)
    if (planned)
      await units.keepCoverage(tx, this.#scan.id, unit, units.failedCoverage(planned, code))
  }

  #spool(unit: string): Spool {
    const known = this.#spools.get(unit) ?? this.#services.spools.open()
    this.#spools.set(unit, known)
    return known
  }

  #forget(unit: string): void {
    this.#spools.get(unit)?.close()
    this.#spools.delete(unit)
  }

  async record(result: StagedResult): Promise<void> {
    if (result.kind === 'failed') {
      if (this.#isPartial) throw invalid('', result.error.detail, result.error.code)
      this.#forget(result.unit)
      return this.#failed(result.unit, result.error)
    }
    const { unit, batch } = result
    this.#spool(this.#isPartial ? 'partial' : unit).add(batch)
    if (result.kind === 'slice') return
    if (this.#isPartial) {
      this.#partial.push(result)
      return
    }
    const planned = this.#plan?.units.find(({ name }) => name === unit)
    const progress = await this.#recordUnit(unit, {
      checks: new Set(planned?.checks ?? []),
      unread: result.unread,
      vanished: new Set(),
      coverage: result.coverage,
    })
    this.#progressed(progress)
  }

  async #failed(unit: string, error: FailedResult['error']): Promise<void> {
    this.#running.log.warn('unit failed', {
      scan_id: this.#scan.id,
      unit,
      code: error.code,
      detail: error.detail,
      cause: error.cause,
    })
    const progress = await this.#running.inTenant(async (tx) => {
      if (!(await units.holdUnit(tx, this.#scan, unit))) throw new LostLease()
      await this.#keepFailed(tx, unit, error.code)
      return units.failUnit(tx, this.#scan, unit, error)
    })
    this.#progressed(progress)
  }

  async #recordPartial(): Promise<void> {
    const vanished = this.#partial.flatMap(({ gone }) => gone)
    await this.#recordUnit('partial', {
      checks: null,
      unread: this.#partial.flatMap(({ unread }) => unread),
      vanished: new Set(vanished),
      coverage: this.#partial.flatMap(({ coverage }) => coverage),
    })
  }

  async #recordUnit(unit: string, seen: Seen): Promise<units.Progress> {
    const { coverage, ...evidence } = seen
    // The database's clock: what workers of several machines record stands in one order.
    const { now } = await this.#running.inTenant((tx) =>
      tx.single<{ now: string }>(sql`select now() as now`),
    )
    let recorded = nothing
    const portions = this.#spool(unit).portions()
    for (let turn = portions.next(); ; ) {
      if (turn.done) throw new Error('A unit has at least one portion.')
      this.#running.signal.throwIfAborted() // whoever leaves does not wait for a large unit's end
      const portion = turn.value
      turn = portions.next()
      const last = turn.done
      const progress = await this.#running.inTenant(async (tx) => {
        if (!(await units.holdUnit(tx, this.#scan, unit))) throw new LostLease()
        const keys = portion.slices.flatMap(({ staged }) => staged.map(({ ukey }) => ukey))
        const mutes = await this.#services.mutesOf(tx, this.#scan.provider_id, keys)
        const doneUnits = await units.doneUnits(tx, this.#scan.id)
        const whole: UnitEvidence = { ...evidence, scan: this.#recording(), unit, mutes }
        const all = sum(recorded, await record(tx, whole, portion, { now, doneUnits }))
        if (last) return units.finishUnit(tx, this.#scan, unit, { recorded: all, coverage, now })
        return all
      })
      if ('emitted' in progress) recorded = progress
      else {
        this.#forget(unit)
        return progress
      }
    }
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

  #progressed(progress: units.Progress): void {
    this.#services.listeners.progressed(this.#running.tenantId, this.#scan.id, progress)
  }

  async #finish(): Promise<void> {
    const { inTenant, log } = this.#running
    if (this.#plan?.regionsKnown && !this.#isPartial) await this.#closeUnplanned()
    await inTenant(async (tx) => {
      await lockHead(tx, this.#scan.provider_id)
      if (!(await lease.hold(tx, this.#scan))) throw new LostLease()
      const { emitted, accounted } = await units.balance(tx, this.#scan.id)
      if (emitted !== accounted) {
        log.error('findings are missing', { scan_id: this.#scan.id, emitted, accounted })
      }
      await units.finish(tx, this.#scan)
      this.#services.listeners.ended(tx, this.#scan.id) // heard after the commit
    })
  }

  async #closeUnplanned(): Promise<void> {
    const planned = this.#plan?.units.map(({ name }) => name) ?? []
    const stale = await this.#running.inTenant((tx) => units.unplanned(tx, this.#scan, planned))
    for (const unit of stale) {
      for (let closed = 1; closed > 0; ) {
        this.#running.signal.throwIfAborted()
        closed = await this.#running.inTenant(async (tx) => {
          await lockHead(tx, this.#scan.provider_id)
          if (!(await lease.hold(tx, this.#scan))) throw new LostLease()
          const rows = await retireUnit(tx, this.#recording(), unit)
          if (rows === 0) await units.forgetHead(tx, this.#scan.provider_id, unit)
          return rows
        })
      }
    }
  }
}
