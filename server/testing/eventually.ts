/** Waiting for what happens in the background. */
import { setTimeout as sleep } from 'node:timers/promises'

/** How much slower the machine is than the reference machine, as the runner measured it. */
const machineFactor = Number(process.env['PLUMBLINE_TEST_FACTOR'] ?? 1)

/** Far beyond what a busy machine takes: only what never happens fails. */
export const patienceMs = 120_000 * machineFactor

/**
 * Repeats `look` until it returns a true value, and returns that; throws with `what` if it never does. Each look takes
 * processor time from the work that it waits for, so the pauses grow up to `longestPauseMs`.
 */
export async function eventually<T>(
  what: string,
  look: () => T | Promise<T>,
  longestPauseMs = 200,
): Promise<Exclude<T, false | null | undefined>> {
  let pauseMs = Math.min(20, longestPauseMs)
  for (const end = Date.now() + patienceMs; Date.now() < end; await sleep(pauseMs)) {
    const found = await look()
    if (found) return found as Exclude<T, false | null | undefined>
    pauseMs = Math.min(pauseMs * 1.4, longestPauseMs)
  }
  throw new Error(`Waited in vain: ${what}.`)
}
