import { setTimeout as wait } from 'node:timers/promises'
import type { Clock } from '../kit/index.ts'

/** The system clock. No other code of the scanner reads it. */
export const systemClock: Clock = {
  now: () => Date.now(),
  sleep: (ms, signal) => wait(ms, undefined, { signal }),
}
