/**
 * What findings mean for a requirement. There is one rule, and every table, report and endpoint takes it
 * from here.
 */
import type { Framework, Requirement } from './framework.ts'

export type RequirementStatus = 'PASS' | 'FAIL' | 'MANUAL'

/**
 * Findings of one check by their effective status, without the muted ones: nobody has to mend those, and
 * they prove nothing either. `manual` are also places that could not be read: nobody can tell of them.
 */
export interface CheckTally {
  readonly pass: number
  readonly fail: number
  readonly manual: number
}

/**
 * A fail fails; without one, what nobody could tell has to be looked at; else all passed. Where there is
 * no finding at all, there is nothing that passed.
 */
export const rollUp = ({ pass, fail, manual }: CheckTally): RequirementStatus => {
  if (fail > 0) return 'FAIL'
  return pass > 0 && manual === 0 ? 'PASS' : 'MANUAL'
}

/** The tally of a check; undefined where it has no finding. */
export type TallyOf = (provider: string, checkId: string) => CheckTally | undefined

export interface Assessed extends CheckTally {
  readonly requirement: Requirement
  readonly status: RequirementStatus
}

/** Every requirement of a framework with its findings, in the framework's order. */
export function assess(framework: Framework, tallyOf: TallyOf): Assessed[] {
  const tallies = framework.providers.map((provider, at) =>
    (framework.checks[at] ?? []).map((id) => tallyOf(provider, id)),
  )
  return framework.requirements.map((requirement) => {
    let pass = 0
    let fail = 0
    let manual = 0
    for (const [at, places] of requirement.checks.entries()) {
      const known = tallies[at]
      for (const place of places) {
        const tally = known?.[place]
        if (!tally) continue
        pass += tally.pass
        fail += tally.fail
        manual += tally.manual
      }
    }
    return { requirement, pass, fail, manual, status: rollUp({ pass, fail, manual }) }
  })
}

export interface Totals {
  readonly passed: number
  readonly failed: number
  readonly manual: number
  readonly total: number
}

export function totalsOf(assessed: readonly Pick<Assessed, 'status'>[]): Totals {
  const counts = { PASS: 0, FAIL: 0, MANUAL: 0 }
  for (const { status } of assessed) counts[status] += 1
  return {
    passed: counts.PASS,
    failed: counts.FAIL,
    manual: counts.MANUAL,
    total: assessed.length,
  }
}
