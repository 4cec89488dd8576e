import { createHash } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'

type Sleep = (ms: number, signal: AbortSignal | undefined) => Promise<void>

/** Keys that are remembered before those are forgotten that have nothing to wait for. */
const mostKeys = 1_000

/**
 * When calls may be made, by key: a burst at once, then evenly. The generic cell rate algorithm: what is kept of
 * a key is the moment when its burst will be whole again.
 */
export class Pace {
  readonly #eachMs: number
  readonly #burstMs: number
  readonly #now: () => number
  readonly #sleep: Sleep
  readonly #wholeAt = new Map<string, number>()

  constructor(
    { perSecond, burst }: { readonly perSecond: number; readonly burst: number },
    now: () => number = () => performance.now(),
    sleep: Sleep = (ms, signal) => wait(ms, undefined, { ...(signal && { signal }) }),
  ) {
    this.#eachMs = 1_000 / perSecond
    this.#burstMs = burst * this.#eachMs
    this.#now = now
    this.#sleep = sleep
  }

  /** Resolves when it is the turn of this call. */
  async turn(key: string, signal?: AbortSignal): Promise<void> {
    const now = this.#now()
    const wholeAt = Math.max(this.#wholeAt.get(key) ?? now, now) + this.#eachMs
    this.#forget(now)
    this.#wholeAt.set(key, wholeAt)
    const excessMs = wholeAt - now - this.#burstMs
    if (excessMs > 0) await this.#sleep(excessMs, signal)
  }

  #forget(now: number): void {
    if (this.#wholeAt.size < mostKeys) return
    for (const [key, at] of this.#wholeAt) if (at <= now) this.#wholeAt.delete(key)
  }
}

/** A key of secret parts, such as a token or an address with a signature: they are not kept. */
export const paceKey = (...parts: readonly string[]): string =>
  createHash('sha256').update(JSON.stringify(parts)).digest('base64url')
