// How long a client waits before it comes back.

const leastMs = 1_000
const mostMs = 30_000
/**
 * Caps the wait that a server requests. Beyond 2^31 ms a timer fires at once, and the client would reconnect in a loop.
 */
export const longestWaitMs = 3_600_000

/**
 * Milliseconds before attempt `attempt` (1-based) after failures: between 1 s and 2 s at first, then
 * between half and all of a bound that doubles up to 30 s. `random` returns [0, 1).
 */
export const backoff = (attempt: number, random: () => number): number => {
  const bound = Math.min(mostMs, 2 * leastMs * 2 ** Math.min(attempt - 1, 10))
  return Math.floor(bound / 2 + (bound / 2) * random())
}

/** A Retry-After header in milliseconds: seconds or an HTTP date; null if missing or invalid. */
export function retryAfterMs(header: string | null, now: number): number | null {
  if (header === null) return null
  if (/^\s*\d+\s*$/.test(header)) return Number(header) * 1000
  const date = Date.parse(header)
  return Number.isNaN(date) ? null : Math.max(0, date - now)
}
