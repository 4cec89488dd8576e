/** Waiting for what happens in the background. */
import { setTimeout as sleep } from 'node:timers/promises'

/** Far beyond what a busy machine takes: only what never happens fails. */
export const patienceMs = 120_000

/** Waits until something holds; throws with what was waited for when it never does. */
export async function eventually(
  what: string,
  holds: () => boolean | Promise<boolean>,
  pauseMs = 20,
): Promise<void> {
  for (const end = Date.now() + patienceMs; !(await holds()); await sleep(pauseMs))
    if (Date.now() > end) throw new Error(`Waited in vain: ${what}.`)
}
