import { setTimeout as sleep } from 'node:timers/promises'
import { isPassing } from './errors.ts'

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
    baseMs = 100,
    capMs = 5_000,
    signal,
    random = Math.random,
  }: {
    tries?: number
    baseMs?: number
    capMs?: number
    signal?: AbortSignal
    random?: () => number
  } = {},
): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work()
    } catch (error) {
      if (!isPassing(error) || attempt >= tries || signal?.aborted) throw error
      const waitMs = random() * Math.min(capMs, baseMs * 2 ** attempt)
      await sleep(waitMs, undefined, signal && { signal }).catch(() => {
        throw error // the error of the work is more useful than the aborted wait
      })
    }
  }
}
