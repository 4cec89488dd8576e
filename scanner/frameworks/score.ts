/** The score of an account: requirements weighted by the impact of a failure. */
import { type Assessed, judgedOf } from './roll-up.ts'

type Counted = Pick<Assessed, 'pass' | 'fail' | 'requirement'>

/** The weight of passed findings, and of all findings. The sums for several accounts give their common score. */
export interface Reach {
  readonly reached: number
  readonly possible: number
}

/** The minimum risk at which failing requirements are listed individually. */
export const criticalRisk = 4

/** The weight and risk of a requirement. A requirement without a weight does not count. */
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

/** Sums the weights. Each finding has the weight W · (1 + L/4) of its requirement. */
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

/** The score from 0 to 100; null if nothing was evaluated. */
export const scoreOf = ({ reached, possible }: Reach): number | null =>
  possible === 0 ? null : (100 * reached) / possible

/** The evaluated share of the requirements, from 0 to 1, weighted by their weights and numbers of checks. */
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

/** Failing requirements of critical risk. */
export const critical = (assessed: readonly Assessed[]): Assessed[] =>
  assessed.filter((one) => one.status === 'FAIL' && weightOf(one).risk >= criticalRisk)
