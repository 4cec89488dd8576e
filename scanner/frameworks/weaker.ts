/** The effect on a requirement of a scan with laxer values than it states. */
import type { Need, Threshold } from './thresholds.ts'

/** The values of a scan's configuration, defaults included. */
export type ScanValues = Readonly<Record<string, unknown>>

/** A value that is laxer than the requirement states. */
export interface Weaker {
  readonly key: string
  readonly need: Need
  readonly used: unknown
}

/** An unknown value does not count as laxer. */
function isLaxer(need: Need, used: unknown): boolean {
  if (used === undefined || used === null) return false
  if ('includes' in need) {
    return !Array.isArray(used) || need.includes.some((one) => !used.includes(one))
  }
  if (typeof used !== 'number') return false
  return 'atMost' in need ? used > need.atMost : used < need.atLeast
}

/** Returns the values of these scans that are laxer than the thresholds of one check, without duplicates. */
export function weakerOf(
  thresholds: readonly Threshold[],
  check: string,
  scans: readonly ScanValues[],
): readonly Weaker[] {
  const found = thresholds
    .filter((one) => one.check === check)
    .flatMap(({ key, need }) =>
      scans.flatMap((values) =>
        isLaxer(need, values[key]) ? [{ key, need, used: values[key] }] : [],
      ),
    )
  return [...new Map(found.map((one) => [JSON.stringify([one.key, one.used]), one])).values()]
}

const needText = (need: Need): string =>
  'includes' in need
    ? `include ${need.includes.join(', ')}`
    : 'atMost' in need
      ? `be at most ${need.atMost}`
      : `be at least ${need.atLeast}`

const usedText = (used: unknown): string =>
  Array.isArray(used) ? (used.length > 0 ? used.join(', ') : 'an empty list') : String(used)

/** Returns one sentence with the required and the used values; null if none is laxer. */
export const weakerSentence = (weaker: readonly Weaker[]): string | null =>
  weaker.length === 0
    ? null
    : `The scan configuration is weaker than the requirement: ${weaker
        .map(
          ({ key, need, used }) =>
            `${key} must ${needText(need)}, but the scan used ${usedText(used)}`,
        )
        .join('; ')}.`
