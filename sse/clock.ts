// Time, handed in everywhere, so that tests own it.

export type Clock = {
  /** Epoch milliseconds. */
  readonly now: () => number
  /** Runs once, later; the returned function cancels. */
  readonly after: (ms: number, run: () => void) => () => void
  /** Runs in the next turn of the event loop, after what this turn received. */
  readonly soon: (run: () => void) => void
}

/** Its timers keep no process alive: sockets do. */
export const systemClock: Clock = {
  now: Date.now,
  after(ms, run) {
    const timer = setTimeout(run, ms)
    timer.unref()
    return () => clearTimeout(timer)
  },
  soon: (run) => void setImmediate(run),
}
