// Limits of streams. A slot is taken before any database query, and kept until the stream ends, so that streams being
// opened count too.

import type { Limits } from './limits.ts'
import { StreamRefused } from './refusal.ts'

/** Who listens, as the authentication in front of the stream knows it. */
export type Caller = {
  readonly tenantId: string
  readonly userId: string
  /** The token or key that was shown: what a revocation names. */
  readonly credentialId: string
  /** Epoch milliseconds after which nothing may be written; absent for credentials without an end. */
  readonly expiresAt?: number
  /** How the caller authenticated, for counts: "header", "access_token", "api_key". */
  readonly auth?: string
}

/** A caller's place in this process. */
export class Seat {
  readonly caller: Caller
  #free: (() => void) | null
  #vacate: (() => void) | null = null

  constructor(caller: Caller, free: () => void) {
    this.caller = caller
    this.#free = free
  }

  /** Sets what to end when the slot is released. Throws if the slot is in use or released already. */
  taken(vacate: () => void): void {
    if (!this.#free || this.#vacate)
      throw new Error('A slot accepts one stream while it is reserved.')
    this.#vacate = vacate
  }

  /** Releases the slot and ends its stream. Idempotent. */
  release(): void {
    this.free()
    this.#vacate?.()
  }

  /** Releases the slot; its stream sends its final events by itself. */
  free(): void {
    this.#free?.()
    this.#free = null
  }
}

const retryAfterSeconds = 5

export class Admission {
  readonly #limits: Limits
  #total = 0
  readonly #perUser = new Map<string, number>()
  readonly #perTenant = new Map<string, number>()
  /** Connects a user has left, refilled steadily: a bucket per user. */
  readonly #connects = new Map<string, { remaining: number; at: number }>()

  constructor(limits: Limits) {
    this.#limits = limits
  }

  /** Throws a StreamRefused of status 429. */
  admit(caller: Caller, now: number): Seat {
    const { userId, tenantId } = caller
    this.#connect(userId, now)
    const { streamsPerUser, streamsPerTenant, streamsPerProcess } = this.#limits
    refuseAt(this.#perUser.get(userId) ?? 0, streamsPerUser, 'This user')
    refuseAt(this.#perTenant.get(tenantId) ?? 0, streamsPerTenant, 'This tenant')
    refuseAt(this.#total, streamsPerProcess, 'This server')
    this.#total += 1
    step(this.#perUser, userId, 1)
    step(this.#perTenant, tenantId, 1)
    return new Seat(caller, () => {
      this.#total -= 1
      step(this.#perUser, userId, -1)
      step(this.#perTenant, tenantId, -1)
    })
  }

  /** Forgets users whose bucket is full again. */
  sweep(now: number): void {
    for (const [userId, bucket] of this.#connects)
      if (this.#refilled(bucket, now) >= this.#limits.connectsPerMinute)
        this.#connects.delete(userId)
  }

  #connect(userId: string, now: number): void {
    const bucket = this.#connects.get(userId) ?? {
      remaining: this.#limits.connectsPerMinute,
      at: now,
    }
    const remaining = this.#refilled(bucket, now)
    if (remaining < 1) {
      const seconds = Math.ceil(((1 - remaining) * 60) / this.#limits.connectsPerMinute)
      throw new StreamRefused('too_many_connects', 'This user connects too often.', seconds)
    }
    this.#connects.set(userId, { remaining: remaining - 1, at: now })
  }

  #refilled(bucket: { remaining: number; at: number }, now: number): number {
    const perMs = this.#limits.connectsPerMinute / 60_000
    const gained = Math.max(0, now - bucket.at) * perMs
    return Math.min(this.#limits.connectsPerMinute, bucket.remaining + gained)
  }
}

function refuseAt(held: number, most: number, who: string): void {
  if (held >= most)
    throw new StreamRefused(
      'too_many_streams',
      `${who} holds ${held} event streams, the most allowed.`,
      retryAfterSeconds,
    )
}

function step(counts: Map<string, number>, key: string, by: number): void {
  const count = (counts.get(key) ?? 0) + by
  if (count > 0) counts.set(key, count)
  else counts.delete(key)
}
