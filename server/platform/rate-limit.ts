/** What a key may still do. */
export interface Allowance {
  readonly isOver: boolean
  readonly remaining: number
  /** Until the full quota is back, or if it is used up, until the next request is allowed. */
  readonly seconds: number
}

/** Counts that several processes share. */
export interface SharedCounts {
  /** Takes one of `rate` a minute; undefined if the counts are unavailable. Waits a bounded time. */
  take(name: string, rate: number, key: string): Promise<Allowance | undefined>
}

const windowMs = 60_000
/** About 10 MB when all are taken; beyond, the older half is evicted. */
const mostKeys = 50_000

/**
 * One limit a minute for many keys: the generic cell rate algorithm, which stores one moment a key: when its
 * allowance will be whole again. A burst of `rate` is granted, then one request each `60 s / rate`.
 */
export class RateLimit {
  readonly #rate: number
  readonly #now: () => number
  /** Keys of recent requests, and of older ones: forgetting the older half costs nothing. */
  #young = new Map<string, number>()
  #old = new Map<string, number>()

  constructor(rate: number, now: () => number) {
    this.#rate = rate
    this.#now = now
  }

  /** How many keys it remembers. */
  get size(): number {
    return this.#young.size + this.#old.size
  }

  take(key: string): Allowance {
    const now = this.#now()
    const each = windowMs / this.#rate
    const wholeAt = Math.max(this.#young.get(key) ?? this.#old.get(key) ?? now, now) + each
    const excess = wholeAt - now - windowMs
    if (excess > 0)
      return { isOver: true, remaining: 0, seconds: Math.max(1, Math.ceil(excess / 1_000)) }
    this.#remember(key, wholeAt)
    const seconds = Math.ceil((wholeAt - now) / 1_000)
    return { isOver: false, remaining: Math.floor(-excess / each), seconds }
  }

  #remember(key: string, wholeAt: number): void {
    this.#young.set(key, wholeAt)
    if (this.#young.size < mostKeys / 2) return
    this.#old = this.#young
    this.#young = new Map()
  }
}
