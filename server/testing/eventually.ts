/** Waiting for what happens in the background. */
import { setTimeout as sleep } from 'node:timers/promises'

/** How much slower the machine is than the reference machine, as the runner measured it. */
const machineFactor = Number(process.env['PLUMBLINE_TEST_FACTOR'] ?? 1)

/** Far beyond what a busy machine takes: only what never happens fails. */
export const patienceMs = 120_000 * machineFactor

/** Asks until the answer is there or true, and gives it; throws with what was waited for if it never comes. */
export async function eventually<T>(
  what: string,
  look: () => T | Promise<T>,
  pauseMs = 20,
): Promise<Exclude<T, false | null | undefined>> {
  for (const end = Date.now() + patienceMs; Date.now() < end; await sleep(pauseMs)) {
    const found = await look()
    if (found) return found as Exclude<T, false | null | undefined>
  }
  throw new Error(`Waited in vain: ${what}.`)
}
