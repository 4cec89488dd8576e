/** Maps numbers to positions on a chart, and labels its axes. */

/** Round values from 0 up to at least `max`: at most `most` steps of 1, 2 or 5 times a power of ten. */
export function ticks(max: number, most = 4): readonly number[] {
  if (!(max > 0)) return [0, 1]
  const rough = max / most
  const power = 10 ** Math.floor(Math.log10(rough))
  const step = Math.max(1, [1, 2, 5, 10].map((by) => by * power).find((by) => by >= rough) ?? power)
  return Array.from({ length: Math.ceil(max / step) + 1 }, (_, index) => index * step)
}

/** Maps `[0, max]` to `[from, to]`. If `max` is 0, the result is `from`. */
export const linear =
  (max: number, [from, to]: readonly [number, number]) =>
  (value: number): number =>
    max === 0 ? from : from + (value / max) * (to - from)

/** Every `n`th day, including the last, so that at most `most` have a label. */
export function namedDays(days: readonly string[], most: number): readonly number[] {
  const every = Math.max(1, Math.ceil(days.length / Math.max(1, most)))
  return days.flatMap((_, index) => ((days.length - 1 - index) % every === 0 ? [index] : []))
}

/**
 * Moves positions apart until neighbors are `gap` from each other, all within `[low, high]` if they fit. Keeps their
 * order.
 */
export function spread(
  at: readonly number[],
  gap: number,
  [low, high]: readonly [number, number],
): readonly number[] {
  const order = at.map((_, index) => index).toSorted((a, b) => (at[a] ?? 0) - (at[b] ?? 0))
  const placed = [...at]
  let floor = low
  for (const index of order) {
    placed[index] = Math.max(floor, placed[index] ?? 0)
    floor = (placed[index] ?? 0) + gap
  }
  let ceiling = high
  for (const index of order.toReversed()) {
    placed[index] = Math.min(ceiling, placed[index] ?? 0)
    ceiling = (placed[index] ?? 0) - gap
  }
  return placed
}
