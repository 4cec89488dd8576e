/** One sentence about a comparison: better or worse, by how much, and why. */
import { number } from '../kit/words.ts'
import type { Changes } from './since.ts'

export type Direction = 'worse' | 'better' | 'same'

export interface Verdict {
  readonly direction: Direction
  /** "Worse", "Better", "Unchanged". */
  readonly word: string
  /** "142 more failures than on Nov 21, 2 more of them critical" */
  readonly text: string
}

type Sums = Pick<Changes, 'fail' | 'by_severity'>

const more = (by: number): string => `${number(Math.abs(by))} ${by > 0 ? 'more' : 'fewer'}`
const serious = ['critical', 'high'] as const

/** Fewer failures are not better when more of them are critical: the worst severity that changed decides. */
export function verdictOf({ fail, by_severity }: Sums, when: string): Verdict {
  const by = fail.now - fail.before
  const severe = serious
    .map((name) => {
      const change = by_severity[name]
      return { name, by: change ? change.now - change.before : 0 }
    })
    .filter((one) => one.by !== 0)
  const worst = severe[0]?.by ?? by
  const direction = worst > 0 ? 'worse' : worst < 0 ? 'better' : 'same'
  const noun = Math.abs(by) === 1 ? 'failure' : 'failures'
  const total = by === 0 ? `as many failures as ${when}` : `${more(by)} ${noun} than ${when}`
  const parts = severe.map((one) => `${more(one.by)} ${one.name}`)
  return {
    direction,
    word: direction === 'worse' ? 'Worse' : direction === 'better' ? 'Better' : 'Unchanged',
    text: parts.length === 0 ? total : `${total} (${parts.join(', ')})`,
  }
}

type Part = Changes['by_service'][number]

/** The two parts that changed most in the direction of the whole, or of the worst severity. */
export const mostChanged = (parts: readonly Part[], direction: Direction): readonly Part[] =>
  direction === 'same'
    ? []
    : parts
        .filter(({ before, now }) => (direction === 'worse' ? now > before : now < before))
        .toSorted(
          (one, other) => Math.abs(other.now - other.before) - Math.abs(one.now - one.before),
        )
        .slice(0, 2)
