/** One number for an account: requirements weighted by what a failure would cost. */
import { type Assessed, judgedOf } from './roll-up.ts'

type Counted = Pick<Assessed, 'pass' | 'fail' | 'requirement'>

/** Weights of findings that passed, and of all; sums of them are those of accounts together. */
export interface Reach {
  readonly reached: number
  readonly possible: number
}

/** Risks from here on are named one by one when they fail. */
export const criticalRisk = 4

/** Weight and risk of a requirement; what has none does not count. */
export const weightOf = ({ requirement }: Pick<Assessed, 'requirement'>) => ({
  weight: Number(requirement.attributes['Weight'] ?? 0),
  risk: Number(requirement.attributes['LevelOfRisk'] ?? 0),
})

export const sectionOf = ({ requirement }: Pick<Assessed, 'requirement'>): string =>
  String(requirement.attributes['Section'] ?? '')

const factorOf = (one: Pick<Assessed, 'requirement'>): number => {
  const { weight, risk } = weightOf(one)
  return weight * (1 + 0.25 * risk)
}

/** Each finding weighs W · (1 + L/4) of its requirement. */
export function reachOf(assessed: readonly Counted[]): Reach {
  let reached = 0
  let possible = 0
  for (const one of assessed) {
    const factor = factorOf(one)
    reached += one.pass * factor
    possible += (one.pass + one.fail) * factor
  }
  return { reached, possible }
}

/** From 0 to 100; null where nothing was judged. */
export const scoreOf = ({ reached, possible }: Reach): number | null =>
  possible === 0 ? null : (100 * reached) / possible

/** The share of the requirements that was judged, from 0 to 1: by their weights and the checks that they name. */
export function coverageOf(assessed: readonly Pick<Assessed, 'requirement' | 'checks'>[]): number {
  let judged = 0
  let named = 0
  for (const one of assessed) {
    const factor = factorOf(one)
    judged += judgedOf(one.checks) * factor
    named += one.checks.named * factor
  }
  return named === 0 ? 0 : judged / named
}

/** Requirements that fail and would cost most. */
export const critical = (assessed: readonly Assessed[]): Assessed[] =>
  assessed.filter((one) => one.status === 'FAIL' && weightOf(one).risk >= criticalRisk)
