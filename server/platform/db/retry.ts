import { setTimeout as sleep } from 'node:timers/promises'
import { isPassing, isTooSlow } from './errors.ts'

/** How often a transaction is tried, and the pauses in between, in milliseconds. */
export interface Retries {
  readonly tries?: number
  /** Tries of a transaction with a statement that was canceled for its duration, which costs the database as much again. */
  readonly triesOfTooSlow?: number
  readonly baseMs?: number
  readonly capMs?: number
}

/**
 * Repeats a whole transaction that the database could not finish for a passing reason: a lost
 * connection, a shutdown, a deadlock. `work` must be safe to run again, since a commit whose answer
 * was lost may have happened. Waits up to `capMs` between tries, with full jitter; an aborted
 * `signal` ends the wait with the error of the last try.
 */
export async function patient<T>(
  work: () => Promise<T>,
  {
    tries = 8,
    triesOfTooSlow = 2,
    baseMs = 100,
    capMs = 5_000,
    signal,
    random = Math.random,
  }: Retries & { readonly signal?: AbortSignal; readonly random?: () => number } = {},
): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work()
    } catch (error) {
      const most = isTooSlow(error) ? Math.min(tries, triesOfTooSlow) : tries
      if (!isPassing(error) || attempt >= most || signal?.aborted) throw error
      const waitMs = random() * Math.min(capMs, baseMs * 2 ** attempt)
      await sleep(waitMs, undefined, signal && { signal }).catch(() => {
        throw error // the error of the work is more useful than the aborted wait
      })
    }
  }
}
