// A clock that only a test moves.

import type { Clock } from '../clock.ts'

export type TestClock = Clock & {
  /** Runs what is due now: the turns of the event loop that follow. */
  readonly turns: () => void
  /** Runs one turn. */
  readonly turn: () => void
  /** Moves time on, running every timer at its moment and the turns it brings. */
  readonly advance: (ms: number) => void
  /** Moves time on while nothing runs, as a busy loop does: timers are late. */
  readonly stall: (ms: number) => void
}

export function testClock(start = Date.UTC(2026, 0, 1)): TestClock {
  let now = start
  let soon: (() => void)[] = []
  const timers = new Set<{ at: number; run: () => void }>()
  const turn = (): void => {
    const due = soon
    soon = []
    for (const run of due) run()
  }
  const turns = (): void => {
    while (soon.length > 0) turn()
  }
  return {
    now: () => now,
    after(ms, run) {
      const timer = { at: now + ms, run }
      timers.add(timer)
      return () => void timers.delete(timer)
    },
    soon: (run) => void soon.push(run),
    turn,
    turns,
    stall: (ms) => void (now += ms),
    advance(ms) {
      const end = now + ms
      turns()
      for (;;) {
        const [next] = [...timers].sort((a, b) => a.at - b.at)
        if (!next || next.at > end) break
        timers.delete(next)
        now = Math.max(now, next.at)
        next.run()
        turns()
      }
      now = end
    },
  }
}
