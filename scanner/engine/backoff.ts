/**
 * Milliseconds to wait before attempt `n + 1`: full jitter, capped. An integer in
 * [0, min(cap, base * 2 ** (n - 1))); `n` is 1 after the first attempt, `random` returns [0, 1). Source: "Exponential
 * Backoff and Jitter", AWS Architecture Blog, 2015.
 */
export const backoff = (n: number, random: () => number, base = 200, cap = 20_000): number =>
  Math.floor(random() * Math.min(cap, base * 2 ** (n - 1)))

/**
 * Milliseconds that a Retry-After header requests: seconds or a date, in [0, cap]; null if it is missing or invalid.
 * Source: RFC 9110, section 10.2.3.
 */
export function retryAfter(header: string | undefined, now: number, cap = 60_000): number | null {
  if (!header) return null
  const ms = /^\d+$/.test(header) ? Number(header) * 1_000 : Date.parse(header) - now
  return Number.isNaN(ms) ? null : Math.min(cap, Math.max(0, ms))
}
