/** One number for an account: requirements weighted by what a failure would cost. */
import type { Assessed } from './roll-up.ts'

export interface Score {
  /** From 0 to 100; 100 where nothing was found. */
  readonly overall: number
  /** The same within each section. */
  readonly sections: Readonly<Record<string, number>>
}

type Counted = Pick<Assessed, 'pass' | 'fail' | 'requirement'>

/** Risks from here on are named one by one when they fail. */
export const criticalRisk = 4

/** Weight and risk of a requirement; what has none does not count. */
export const weightOf = ({ requirement }: Pick<Assessed, 'requirement'>) => ({
  weight: Number(requirement.attributes['Weight'] ?? 0),
  risk: Number(requirement.attributes['LevelOfRisk'] ?? 0),
})

/** 100 · Σ(rate · total · W · (1 + L/4)) / Σ(total · W · (1 + L/4)), rate and total of a requirement's findings. */
function weighted(assessed: readonly Counted[]): number {
  let reached = 0
  let possible = 0
  for (const one of assessed) {
    const { weight, risk } = weightOf(one)
    const factor = weight * (1 + 0.25 * risk)
    reached += one.pass * factor
    possible += (one.pass + one.fail) * factor
  }
  return possible === 0 ? 100 : (100 * reached) / possible
}

export const sectionOf = ({ requirement }: Pick<Assessed, 'requirement'>): string =>
  String(requirement.attributes['Section'] ?? '')

export function score(assessed: readonly Counted[]): Score {
  const sections = Map.groupBy(assessed, sectionOf)
  return {
    overall: weighted(assessed),
    sections: Object.fromEntries([...sections].map(([name, list]) => [name, weighted(list)])),
  }
}

/** Requirements that fail and would cost most. */
export const critical = (assessed: readonly Assessed[]): Assessed[] =>
  assessed.filter((one) => one.status === 'FAIL' && weightOf(one).risk >= criticalRisk)
