import { setTimeout as wait } from 'node:timers/promises'
import type { Clock } from '../kit/index.ts'

/** The system's clock; the only place of the scanner that reads it. */
export const systemClock: Clock = {
  now: () => Date.now(),
  sleep: (ms, signal) => wait(ms, undefined, { signal }),
}
