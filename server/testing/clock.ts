import { setTimeout as sleep } from 'node:timers/promises'
import type { Clock } from '@plumbline/sse'

/** Real time that can leap: whatever falls due on the way runs at its moment, in order, at once. */
export interface LeapingClock extends Clock {
  leap(ms: number): void
}

interface Timer {
  readonly at: number
  readonly run: () => void
  timeout: NodeJS.Timeout | undefined
}

export function leapingClock(): LeapingClock {
  let ahead = 0
  const timers = new Set<Timer>()
  const now = (): number => Date.now() + ahead
  const cancel = (timer: Timer): void => {
    clearTimeout(timer.timeout)
    timers.delete(timer)
  }
  const arm = (timer: Timer): void => {
    clearTimeout(timer.timeout)
    const fire = (): void => {
      timers.delete(timer)
      timer.run()
    }
    timer.timeout = setTimeout(fire, Math.max(0, timer.at - now()))
    timer.timeout.unref()
  }
  return {
    now,
    after(ms, run) {
      const timer: Timer = { at: now() + ms, run, timeout: undefined }
      timers.add(timer)
      arm(timer)
      return () => cancel(timer)
    },
    soon: (run) => void setImmediate(run),
    leap(ms) {
      const end = now() + ms
      for (;;) {
        const [next] = [...timers].toSorted((a, b) => a.at - b.at)
        if (!next || next.at > end) break
        cancel(next)
        ahead += Math.max(0, next.at - now())
        next.run()
      }
      ahead += Math.max(0, end - now())
      for (const timer of timers) arm(timer)
    },
  }
}

/**
 * Lets time pass in seconds that take 50 ms, so that a database has its time to answer in each: five
 * seconds without an answer are still a quarter of a real one. Real time counts too: on a busy machine the
 * pauses are long, and yet no more time passes than requested.
 */
export async function passing(clock: LeapingClock, ms: number): Promise<void> {
  const end = clock.now() + ms
  for (let remaining = ms; remaining > 0; remaining = end - clock.now()) {
    clock.leap(Math.min(remaining, 1_000))
    await sleep(50)
  }
}
