/**
 * Refused sign-ins in the audit log: counted after the response, so that neither responses nor the log reveal which
 * users exist.
 */
import { audit } from '../../platform/audit/index.ts'
import { type Database, unhurried } from '../../platform/db/index.ts'
import type { Log } from '../../platform/log.ts'
import { nobody } from '../../platform/tenancy/index.ts'
import { belongings } from './tenants.ts'

export interface Refusal {
  /** Undefined where no user has the address. */
  readonly userId: string | undefined
  /** The requested tenant. */
  readonly tenantId: string | undefined
  readonly requestId: string
}

interface Waiting extends Refusal {
  count: number
}

const hourMs = 3_600_000
/** Users whose refusals are counted at a time, and refusals that wait for the next batch. */
const most = { counted: 10_000, waiting: 1_000 }

const batchMs = 1_000

const later = (run: () => Promise<void>): void => {
  setTimeout(() => void run(), batchMs).unref()
}

/**
 * Notes the first refusal of a user in an hour, and then the tenth, hundredth and so on, each with the number so far:
 * anonymous requests add a handful of events to a tenant's log, however many they are.
 */
export class RefusedSignIns {
  readonly #parts: { readonly now: () => number; readonly log: Log }
  readonly #later: (run: () => Promise<void>) => void
  #waiting = new Map<string, Waiting>()
  /** By user and tenant, the longest counted first. */
  readonly #counts = new Map<string, { readonly since: number; count: number }>()

  constructor(
    parts: { readonly now: () => number; readonly log: Log },
    delay: (run: () => Promise<void>) => void = later,
  ) {
    this.#parts = parts
    this.#later = delay
  }

  /** Returns at once. The batch does the same reads for an unknown address. */
  add(database: Database, refusal: Refusal): void {
    const key = `${refusal.userId ?? nobody} ${refusal.userId ? refusal.tenantId : ''}`
    const known = this.#waiting.get(key)
    if (known) known.count += 1
    else if (this.#waiting.size < most.waiting) this.#waiting.set(key, { ...refusal, count: 1 })
    if (this.#waiting.size === 1 && !known) this.#later(() => this.#write(unhurried(database)))
  }

  async #write(database: Database): Promise<void> {
    const batch = [...this.#waiting.values()]
    this.#waiting = new Map()
    for (const one of batch) {
      await this.#note(database, one).catch((error: unknown) => {
        const facts = { request_id: one.requestId, count: one.count, error: error as Error }
        this.#parts.log.warn('rejected sign-in was not added to the audit log', facts)
      })
    }
  }

  async #note(
    database: Database,
    { userId = nobody, tenantId, requestId, count }: Waiting,
  ): Promise<void> {
    const mine = await belongings(database, userId)
    const tenant = mine.find(({ id }) => id === tenantId) ?? mine[0]
    if (!tenant) return
    const total = this.#counted(`${userId} ${tenant.id}`, count)
    if (digits(total) === digits(total - count)) return
    const about = { resourceType: 'users', resourceId: userId, after: { refused: total } }
    await database.inTenant(tenant.id, (tx) =>
      audit(tx, { action: 'tokens_create_refused', ...about, requestId }),
    )
  }

  /** How many there were in the hour since the first. */
  #counted(key: string, count: number): number {
    const now = this.#parts.now()
    for (const [old, { since }] of this.#counts) {
      if (now - since < hourMs && this.#counts.size < most.counted) break
      this.#counts.delete(old)
    }
    const counted = this.#counts.get(key) ?? { since: now, count: 0 }
    counted.count += count
    this.#counts.set(key, counted)
    return counted.count
  }
}

/** Decimal digits; 0 has none. */
const digits = (count: number): number => (count === 0 ? 0 : String(count).length)
