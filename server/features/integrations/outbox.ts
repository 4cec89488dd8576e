/** The work of the outbox: deliveries that are due, one at a time to each integration, many of them side by side. */
import {
  type Database,
  isPassing,
  levelOf,
  patient,
  type Retries,
  sql,
  type Tx,
} from '../../platform/db/index.ts'
import { doubledSeconds, Loop } from '../../platform/due/index.ts'
import { unlessAborted } from '../../platform/ends.ts'
import type { Log } from '../../platform/log.ts'
import type { Vault } from '../../platform/vault/index.ts'
import { NotDelivered } from '../../targets/target.ts'
import { kindsAfterScan } from './after-scan.ts'
import { open, type Opened } from './credentials.ts'
import * as store from './delivery-store.ts'
import type { Target } from './target.ts'
import type { TypeName } from './types.ts'

export interface OutboxSettings {
  /** Integrations at a time, of all tenants; one tenant has half of them at most. */
  readonly concurrency: number
  /**
   * A delivery that takes longer gives up its slot, so that others do not wait. A target that hangs is given up within
   * this time; longer deliveries send much, or are slow on purpose.
   */
  readonly slowAfterMs: number
  readonly pollMs: number
  /** Longer than a tracker's search index may lag behind: a worker that takes over searches first. */
  readonly leaseSeconds: number
  /** What is under way when the process leaves may end within this time. */
  readonly leaveMs: number
  /** After the first failed attempt; doubled after each further one. */
  readonly firstWaitSeconds: number
  /** Of one transaction. */
  readonly retries?: Retries
}
export const outboxDefaults: OutboxSettings = {
  concurrency: 16,
  slowAfterMs: 60_000,
  pollMs: 2_000,
  leaseSeconds: 120,
  leaveMs: 8_000,
  firstWaitSeconds: 30,
}

export type Attempted = (
  target: TypeName,
  outcome: 'delivered' | 'again' | 'failed',
  seconds: number,
) => void

export interface OutboxServices {
  readonly database: Database
  readonly vault: Vault
  readonly targets: Readonly<Record<TypeName, Target>>
  readonly log: Log
  /** Hears of each attempt. */
  readonly attempted?: Attempted
  readonly settings?: OutboxSettings
}

const longestWait = 6 * 3_600
const longestPause = 600
/** All deliveries under way, slow ones included, in times of the concurrency. */
const mostUnderWay = 4
/** How often the log is cut. */
const oldEveryMs = 3_600_000

/** Kinds of deliveries that report findings of a provider of the integration. */
const afterScan: ReadonlySet<string> = new Set(Object.values(kindsAfterScan))

type Waits = Pick<OutboxSettings, 'firstWaitSeconds'>

/**
 * Seconds until the attempt after the n-th: the first wait, doubled up to 6 hours, and at least the target's
 * Retry-After.
 */
export const waitAfter = (
  attempts: number,
  asked: number | null = null,
  { firstWaitSeconds }: Waits = outboxDefaults,
): number => {
  const seconds = { firstSeconds: firstWaitSeconds, mostSeconds: longestWait }
  return Math.min(longestWait, Math.max(doubledSeconds(attempts, seconds), asked ?? 0))
}

/** Of these the target is to blame, and not what was sent. */
const ofTarget: ReadonlySet<string> = new Set([
  'uncertain',
  'unreachable',
  'unavailable',
  'rate_limited',
])

/** Seconds in which nothing is sent to a target that did not take `failures` deliveries before this one. */
export const pauseAfter = (
  failures: number,
  { code, retryAfterSeconds }: NotDelivered,
  { firstWaitSeconds }: Waits = outboxDefaults,
): number | null =>
  ofTarget.has(code)
    ? Math.min(
        longestWait,
        Math.max(
          doubledSeconds(failures + 1, {
            firstSeconds: firstWaitSeconds,
            mostSeconds: longestPause,
          }),
          retryAfterSeconds ?? 0,
        ),
      )
    : null

/** Why a delivery failed that its target is not to blame for. */
type OwnFault = Pick<store.Failure, 'code' | 'reason'>

const internal: OwnFault = {
  code: 'error',
  reason:
    'The delivery failed because of an internal error. The server log has details under its ID.',
}
const unavailable: OwnFault = {
  code: 'database_unavailable',
  reason:
    'The database was unavailable during the attempt, so the delivery may have been received. It is tried again.',
}

interface Held extends store.Claimed {
  /** No later than the lease began; of `performance.now()`. */
  readonly heldMs: number
}

interface Running {
  readonly tenantId: string
  isSlow: boolean
}

export class Outbox {
  readonly #services: OutboxServices
  readonly #settings: OutboxSettings
  readonly #running = new Map<Promise<void>, Running>()
  readonly #loop = new Loop()
  #deletedAt = Number.NEGATIVE_INFINITY

  constructor(services: OutboxServices) {
    this.#services = services
    this.#settings = services.settings ?? outboxDefaults
  }

  /** Delivers until `signal`; what is under way then has some seconds to end. */
  async work(signal: AbortSignal): Promise<void> {
    const { database, log } = this.#services
    const hints = store.queued.listen(database, this.#loop.wake)
    const leaving = new AbortController()
    const { pollMs, leaveMs } = this.#settings
    await this.#loop.run(() => this.#search(leaving.signal), {
      pauseMs: pollMs,
      signal,
      failed: (error) =>
        log.warn('delivery queue could not be read, retrying', { error: error as Error }),
    })
    const late = setTimeout(() => leaving.abort(), leaveMs)
    await Promise.all(this.#running.keys())
    clearTimeout(late)
    await hints.close()
  }

  /** Starts a delivery that is due; false if there is none. */
  async #search(leaving: AbortSignal): Promise<boolean> {
    if (!this.#hasCapacity()) return false
    const { database } = this.#services
    const heldMs = performance.now()
    const claimed = await store.claim(database, this.#settings.leaseSeconds, this.#served())
    if (claimed) this.#start({ ...claimed, heldMs }, leaving)
    else await this.#deleteOld()
    return claimed !== undefined
  }

  #hasCapacity(): boolean {
    const { concurrency } = this.#settings
    const quick = [...this.#running.values()].filter(({ isSlow }) => !isSlow).length
    return quick < concurrency && this.#running.size < concurrency * mostUnderWay
  }

  /** Tenants that have their share of this process. */
  #served(): readonly string[] {
    const share = Math.max(1, Math.floor(this.#settings.concurrency / 2))
    const counts = new Map<string, number>()
    for (const { tenantId } of this.#running.values())
      counts.set(tenantId, (counts.get(tenantId) ?? 0) + 1)
    return [...counts].filter(([, count]) => count >= share).map(([tenantId]) => tenantId)
  }

  async #deleteOld(): Promise<void> {
    if (performance.now() - this.#deletedAt < oldEveryMs) return
    const { database, log } = this.#services
    const deleted = await store.deleteOld(database).catch((error: unknown) => {
      log.warn('cleanup of old deliveries failed', { error: error as Error })
      return 0
    })
    if (deleted === 0) this.#deletedAt = performance.now()
  }

  #start(claimed: Held, leaving: AbortSignal): void {
    const { tenant_id, id } = claimed
    const done = this.#deliver(claimed, leaving)
      .catch((error: unknown) => {
        // Its lease runs out, and it is tried again.
        this.#services.log[levelOf(error)]('delivery could not be processed', {
          tenant_id,
          delivery_id: id,
          error: error as Error,
        })
      })
      .finally(() => {
        clearTimeout(timer)
        this.#running.delete(done)
        this.#loop.wake()
      })
    const running: Running = { tenantId: tenant_id, isSlow: false }
    const timer = setTimeout(() => {
      running.isSlow = true
      this.#loop.wake()
    }, this.#settings.slowAfterMs)
    this.#running.set(done, running)
  }

  async #deliver(claimed: Held, leaving: AbortSignal): Promise<void> {
    const { database, log, targets, attempted } = this.#services
    const inTenant = <T>(work: (tx: Tx) => Promise<T>): Promise<T> =>
      patient(() => database.inTenant(claimed.tenant_id, work, { lane: 'work' }), {
        ...this.#settings.retries,
        signal: leaving,
      })
    const begun = await inTenant((tx) => this.#begin(tx, claimed))
    if (!begun) return
    const { delivery, integration } = begun
    const facts = {
      tenant_id: claimed.tenant_id,
      integration_id: claimed.integration_id,
      delivery_id: delivery.id,
      attempts: delivery.attempts,
    }
    const startedMs = performance.now()
    const ended = (outcome: Parameters<Attempted>[1]): void =>
      attempted?.(integration.integration_type, outcome, (performance.now() - startedMs) / 1_000)
    const { lost, release } = this.#hold(claimed, inTenant)
    try {
      const deliver = targets[integration.integration_type].deliver[delivery.kind]
      if (!deliver)
        throw new Error(`No target of this type takes deliveries of kind ${delivery.kind}.`)
      const until = AbortSignal.any([leaving, lost])
      until.throwIfAborted()
      const delivering = deliver({
        id: delivery.id,
        kind: delivery.kind,
        attempt: delivery.attempts,
        payload: delivery.payload,
        providerId: delivery.provider_id,
        integration,
        inTenant,
        signal: until,
      })
      const { outcome, record } = await unlessAborted(delivering, until)
      const isOurs = await inTenant(async (tx) => {
        if (!(await store.delivered(tx, claimed, outcome))) return false
        await record?.(tx)
        return true
      })
      if (!isOurs) return
      ended('delivered')
      log.info('delivered', facts)
    } catch (error) {
      if (leaving.aborted || lost.aborted) return // another worker resumes after the lease has expired
      const why = error instanceof NotDelivered ? error : null
      const isTemporary = !why && isPassing(error)
      const state = await inTenant((tx) =>
        this.#failed(tx, claimed, delivery.attempts, why ?? (isTemporary ? unavailable : internal)),
      )
      if (state) ended(state === 'failed' ? 'failed' : 'again')
      const event = state === 'failed' ? 'delivery failed' : 'delivery failed, will retry'
      if (why) log.warn(event, { ...facts, code: why.code })
      else if (isTemporary) log.warn(event, { ...facts, error: error as Error })
      else log.error(event, { ...facts, error: error as Error })
    } finally {
      release()
    }
  }

  /**
   * Renews the lease until `release`. `lost`: another has it, or may have it soon. Half of it is left then, so that what
   * was sent last shows before another looks for it.
   */
  #hold(
    claimed: Held,
    inTenant: <T>(work: (tx: Tx) => Promise<T>) => Promise<T>,
  ): { readonly lost: AbortSignal; release(): void } {
    const { leaseSeconds } = this.#settings
    const lost = new AbortController()
    let { heldMs } = claimed
    const isHalfOver = (nowMs: number): boolean => nowMs - heldMs > leaseSeconds * 500
    if (isHalfOver(performance.now())) lost.abort() // to begin took that long
    const renew = (): void => {
      const nowMs = performance.now()
      if (isHalfOver(nowMs)) return lost.abort()
      void inTenant((tx) => store.renew(tx, claimed, leaseSeconds))
        .then((isOurs) => {
          if (isOurs) heldMs = nowMs
          else lost.abort()
        })
        .catch(() => {}) // the next renewal may come through
    }
    const renewing = setInterval(renew, leaseSeconds * 250)
    return { lost: lost.signal, release: () => clearInterval(renewing) }
  }

  /** The delivery with all that it needs, or undefined if it ended before it started. */
  async #begin(
    tx: Tx,
    claimed: store.Claimed,
  ): Promise<{ delivery: store.Begun; integration: Opened } | undefined> {
    const { integration_id, id, fence } = claimed
    const delivery = await store.begin(tx, claimed)
    if (!delivery) {
      await store.letGo(tx, claimed)
      return undefined
    }
    const why = await store.obstacle(tx, integration_id, {
      ...delivery,
      mustBeAttached: afterScan.has(delivery.kind),
    })
    if (why !== null) {
      await this.#drop(tx, claimed, why)
      return undefined
    }
    const name = `deliver-${delivery.kind}`
    const integration = await open(tx, this.#services.vault, integration_id, {
      why: { action: name, after: { opened_for: { delivery: id, integration: integration_id } } },
      held: sql`
        exists (select from integrations h
                 where h.tenant_id = ${tx.tenantId} and h.id = ${integration_id} and h.provider_id = p.id
                   and h.fence = ${fence} and h.lease_until > now())`,
      work: { name, taskId: id },
    })
    if (integration) return { delivery, integration }
    await this.#drop(tx, claimed, 'The provider was deleted.')
    return undefined
  }

  #drop(tx: Tx, claimed: store.Claimed, reason: string): Promise<unknown> {
    return store.failed(tx, claimed, {
      code: 'not_found',
      reason,
      againSeconds: null,
      pauseSeconds: null,
      hiddenSeconds: null,
    })
  }

  async #failed(
    tx: Tx,
    claimed: store.Claimed,
    attempts: number,
    why: NotDelivered | OwnFault,
  ): Promise<'pending' | 'failed' | undefined> {
    const settings = this.#settings
    if (!(why instanceof NotDelivered))
      return store.failed(tx, claimed, {
        ...why,
        againSeconds: waitAfter(attempts, null, settings),
        pauseSeconds: null,
        hiddenSeconds: settings.leaseSeconds, // it may have been sent before that, as by a worker that died
      })
    const failures = await store.failuresOf(tx, claimed.integration_id)
    const leastWait = Math.max(why.retryAfterSeconds ?? 0, why.hiddenSeconds ?? 0)
    return store.failed(tx, claimed, {
      code: why.code,
      reason: why.message,
      againSeconds: why.isFinal ? null : waitAfter(attempts, leastWait, settings),
      pauseSeconds: pauseAfter(failures, why, settings),
      hiddenSeconds: why.hiddenSeconds,
    })
  }
}
