/** Time, handed in: tests own it, nothing reads the system's clock behind their back. */
export interface Clock {
  /** Milliseconds since 1970. */
  now(): number
  /** Resolves after `ms`; rejects with the signal's AbortError when that comes first. */
  sleep(ms: number, signal: AbortSignal): Promise<void>
}
