/** The progress of a scan and its estimated remaining time, which is omitted if too little is known. */

export interface Progress {
  readonly checked: number
  readonly total: number
}

/** Below this fraction, the elapsed time does not predict the remaining time. */
const leastFraction = 0.05

/** 0 to 1. */
export const fractionOf = ({ checked, total }: Progress): number =>
  total > 0 ? Math.min(1, checked / total) : 0

/**
 * The progress in the bar: the stream's value, or the list's if it is higher. The stream keeps its last value if its
 * connection was lost unnoticed; the list is always polled. `percent` is the list's value.
 */
export function shownProgress(
  heard: Progress | null,
  percent: number,
): { readonly fraction: number; readonly counts: Progress | null } {
  const listed = percent / 100
  const fraction = heard ? fractionOf(heard) : 0
  // The list truncates to whole percents, so it is ahead only if the difference exceeds the truncated part.
  return heard && heard.total > 0 && fraction + 0.01 >= listed
    ? { fraction, counts: heard }
    : { fraction: listed, counts: null }
}

const slower = (leastMs: number, mostMs: number, unchanged: number): number =>
  Math.min(mostMs, Math.round((leastMs * 1.5 ** Math.min(unchanged, 20)) / 1_000) * 1_000)

/**
 * Milliseconds until the list is refetched while a scan runs without a stream; `unchanged`: the number of consecutive
 * equal responses.
 */
export const paceMs = (unchanged: number): number => slower(4_000, 30_000, unchanged)

/** Like `paceMs`, while a scan is queued: it usually starts within a second, and no stream reports that. */
export const queuedPaceMs = (unchanged: number): number => slower(1_000, 15_000, unchanged)

/** Estimated seconds left at the current speed; undefined while unknown. */
export function secondsLeft(
  startedAt: string | null,
  fraction: number,
  now: number,
): number | undefined {
  if (startedAt === null || fraction < leastFraction || fraction >= 1) return undefined
  const elapsed = Math.max(0, now - Date.parse(startedAt)) / 1_000
  return (elapsed * (1 - fraction)) / fraction
}

/** Rounds an estimate: "about 40 s", "about 3 min". */
export function about(seconds: number): string {
  if (seconds < 10) return 'a few seconds'
  if (seconds < 90) return `about ${Math.ceil(seconds / 10) * 10} s`
  return seconds < 5_400
    ? `about ${Math.round(seconds / 60)} min`
    : `about ${Math.round(seconds / 3_600)} h`
}
