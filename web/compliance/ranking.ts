/** Frameworks by their share of failures. */
import type { Row } from '../api/documents.ts'
import { number } from '../kit/words.ts'

export type Framework = Row<'compliance-overviews'>

/** The failing share of passed and failed requirements, without manual ones. */
export const failingShare = ({
  requirements_failed: failed,
  requirements_passed: passed,
}: Pick<Framework, 'requirements_failed' | 'requirements_passed'>): number =>
  failed + passed === 0 ? 0 : failed / (failed + passed)

export const worstFirst = <
  F extends Pick<Framework, 'id' | 'requirements_failed' | 'requirements_passed'>,
>(
  frameworks: readonly F[],
): F[] =>
  frameworks.toSorted(
    (a, b) =>
      failingShare(b) - failingShare(a) ||
      b.requirements_failed - a.requirements_failed ||
      a.id.localeCompare(b.id),
  )

/** "38 %" of the requirements that passed or failed; "–" if there are none. A share is 100 % only if none failed. */
export function passShare(
  row: Pick<Framework, 'requirements_failed' | 'requirements_passed'>,
): string {
  if (row.requirements_failed + row.requirements_passed === 0) return '–'
  return `${Math.floor((1 - failingShare(row)) * 100)} %`
}

/** "2 of 7 checks evaluated": shown next to each score. */
export const judged = ({
  checks_judged,
  checks_named,
}: Pick<Framework, 'checks_judged' | 'checks_named'>): string =>
  checks_named === 0
    ? 'no checks for these accounts'
    : `${number(checks_judged)} of ${number(checks_named)} checks evaluated`

/** Its parts for a bar: the passed share of a neutral track. Red is left to the number of failures. */
export const partsOf = (
  row: Pick<Framework, 'requirements_passed' | 'requirements_failed' | 'requirements_manual'>,
) =>
  [
    { name: 'passed', value: row.requirements_passed, colour: 'pass' },
    { name: 'manual', value: row.requirements_manual, colour: 'muted', isHatched: true },
    { name: 'failed', value: row.requirements_failed, colour: 'line' },
  ] as const
