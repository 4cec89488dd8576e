// Protection plans, for the checks of individual plans.
import { fail, pass, type Verdict } from '../../../kit/index.ts'
import type { Detector } from './resources.ts'

/**
 * The verdict on a plan with one of these names. No verdict if GuardDuty itself is off, which another check reports, or
 * if the region does not have the plan.
 */
export function planned(
  region: string,
  detector: Detector | null,
  what: string,
  ...names: readonly string[]
): Verdict | readonly Verdict[] {
  if (!detector?.enabled) return []
  const known = names.filter((name) => Object.hasOwn(detector.features, name))
  if (known.length === 0) return []
  return known.some((name) => detector.features[name])
    ? pass(`GuardDuty monitors ${what} in ${region}.`)
    : fail(`GuardDuty does not monitor ${what} in ${region}.`)
}
