/**
 * One holder's work on one scan, from claim to end, whoever brings the findings: a cloud that is asked, or a
 * file. What a holder writes for the scan as a whole, it writes behind the provider's lock and by its lease.
 */
import { Problem } from '@plumbline/jsonapi'
import { isPassing, type Tx } from '../../platform/db/index.ts'
import { endTask, type Failure, type Running } from '../../platform/tasks/index.ts'
import { lockProvider, NotHeld } from '../providers/index.ts'
import * as lease from './lease.ts'
import * as units from './units.ts'

/** Who listens to a scan. */
export interface Listeners {
  progressed(tenantId: string, scanId: string, progress: units.Progress): void
  ended(tx: Tx, scanId: string): void
  errored(tx: Tx, scanId: string, failure: Failure): void
}

export interface Terms {
  readonly listeners: Listeners
  /** A holder that is silent for so long has lost the scan. */
  readonly leaseSeconds: number
}

export interface Work {
  /**
   * Ends when every unit is recorded, with what joins the task's result; how it throws decides whether the
   * scan fails, waits or goes to another.
   */
  perform(holder: Holder): Promise<object | undefined>
  /** What is said of an error that nobody else can mend; the log has it whole. */
  readonly ourFault: string
  /** What else is written when the scan is given up. */
  givenUp?(tx: Tx, scanId: string, failure: Failure): Promise<void>
}

/** Thrown to end a run whose scan belongs to another holder by now. */
export class LostLease extends Error {
  override name = 'LostLease'
}

const workerLost: Failure = {
  code: 'worker_lost',
  detail: 'Three workers in a row ended without completing a part of this scan.',
}

const isAbort = (error: unknown): boolean => error instanceof Error && error.name === 'AbortError'

/** Takes the scan, if it is its turn and nobody's, and has it done. */
export async function holdScan(
  terms: Terms,
  running: Running,
  scanId: string,
  work: Work,
): Promise<void> {
  const { inTenant, taskId } = running
  const claim = await inTenant((tx) => lease.claim(tx, scanId, terms.leaseSeconds))
  if (claim.kind === 'not_ours') return
  if (claim.kind === 'gone') {
    await inTenant((tx) => endTask(tx, taskId, 'cancelled', null))
    return
  }
  const holder = new Holder(terms, running, claim.scan)
  if (claim.kind === 'claimed') await holder.run(work)
  else await holder.giveUp(work, workerLost)
}

export class Holder {
  readonly scan: lease.Claimed
  readonly running: Running
  /** Aborted when the work has to stop: the process leaves, or the scan is another's. */
  readonly signal: AbortSignal
  readonly #terms: Terms
  readonly #lost = new AbortController()

  constructor(terms: Terms, running: Running, scan: lease.Claimed) {
    this.scan = scan
    this.running = running
    this.signal = AbortSignal.any([running.signal, this.#lost.signal])
    this.#terms = terms
  }

  async run(work: Work): Promise<void> {
    const { inTenant, log, signal } = this.running
    const scan_id = this.scan.id
    const letGo = this.running.hold(lease.leaseOf(this.scan), () => this.#lost.abort())
    try {
      await this.#finish(await work.perform(this))
      log.info('scan finished', { scan_id })
    } catch (error) {
      const isLost = error instanceof LostLease || error instanceof NotHeld
      if (isLost || this.#lost.signal.aborted) {
        return log.info('scan left to another holder', { scan_id })
      }
      if (signal.aborted || isAbort(error)) {
        await letGo() // a renewal behind the release would keep others off
        await inTenant((tx) => lease.release(tx, this.scan))
        return log.info('scan handed back', { scan_id })
      }
      if (isPassing(error)) {
        // Whoever finds the lease run out goes on; claims that complete nothing are counted.
        return log.warn('scan left until what it needs answers', { scan_id, error: error as Error })
      }
      const isKnown = error instanceof Problem
      if (!isKnown) log.error('scan failed', { scan_id, error: error as Error })
      const ours = { code: 'scan_failed', detail: work.ourFault }
      await this.giveUp(work, isKnown ? { code: error.code, detail: error.detail } : ours)
    } finally {
      await letGo()
    }
  }

  async giveUp(work: Work, failure: Failure): Promise<void> {
    await this.running.inTenant(async (tx) => {
      await lockProvider(tx, this.scan.provider_id)
      if (!(await lease.hold(tx, this.scan))) return // another holder goes on with it
      if (!(await lease.abandon(tx, this.scan, 'failed', failure))) return
      await work.givenUp?.(tx, this.scan.id, failure)
      this.#terms.listeners.errored(tx, this.scan.id, failure)
    })
  }

  /** Whoever has to leave does not wait for a large unit's end. */
  checkLeaving(): void {
    this.running.signal.throwIfAborted()
    if (this.#lost.signal.aborted) throw new LostLease()
  }

  /** A transaction of whoever holds the scan, behind the provider's lock. */
  inScan<T>(write: (tx: Tx) => Promise<T>): Promise<T> {
    this.checkLeaving()
    return this.running.inTenant(async (tx) => {
      await lockProvider(tx, this.scan.provider_id) // before the scan, as whoever records does
      if (!(await lease.hold(tx, this.scan))) throw new LostLease()
      return write(tx)
    })
  }

  progressed(progress: units.Progress): void {
    this.#terms.listeners.progressed(this.running.tenantId, this.scan.id, progress)
  }

  #finish(told: object | undefined): Promise<void> {
    return this.inScan(async (tx) => {
      const { emitted, accounted } = await units.balance(tx, this.scan.id)
      if (emitted !== accounted) {
        const facts = { scan_id: this.scan.id, emitted, accounted }
        this.running.log.error('findings are missing', facts)
      }
      await units.finish(tx, this.scan, { told })
      this.#terms.listeners.ended(tx, this.scan.id) // heard after the commit
    })
  }
}
