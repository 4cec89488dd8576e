/** Relative times and durations in words. */
const relative = new Intl.RelativeTimeFormat('en', { numeric: 'auto' })
const units = [
  ['year', 31_557_600],
  ['month', 2_629_800],
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
] as const

/** "3 days ago", "in 2 hours", "now". */
export function ago(at: string, now = Date.now()): string {
  const seconds = (Date.parse(at) - now) / 1_000
  const unit = units.find(([, size]) => Math.abs(seconds) >= size)
  return unit ? relative.format(Math.trunc(seconds / unit[1]), unit[0]) : 'now'
}

/** "1 h 4 min", "12 s". */
export function duration(seconds: number): string {
  const [hours, minutes] = [Math.floor(seconds / 3_600), Math.floor((seconds % 3_600) / 60)]
  if (hours > 0) return `${hours} h ${minutes} min`
  return minutes > 0 ? `${minutes} min ${Math.round(seconds % 60)} s` : `${Math.round(seconds)} s`
}
