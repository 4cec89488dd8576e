/** An injected clock: tests control it, and no code reads the system clock directly. */
export interface Clock {
  /** Milliseconds since 1970. */
  now(): number
  /** Resolves after `ms`; rejects with the signal's AbortError if the signal aborts first. */
  sleep(ms: number, signal: AbortSignal): Promise<void>
}
