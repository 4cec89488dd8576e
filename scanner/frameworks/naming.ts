import { checksOf, framework, frameworksOf } from './framework.ts'
import { frameworkName } from './words.ts'

/** A framework that includes a check, with the requirements that include it. */
export interface Naming {
  readonly id: string
  /** `CIS 3.0 for AWS`. */
  readonly name: string
  readonly requirements: readonly string[]
}

/**
 * Returns the frameworks that include each check, by the check id that they use, in the order of the index. Loads all
 * frameworks.
 */
export async function namings(provider: string): Promise<ReadonlyMap<string, readonly Naming[]>> {
  const byCheck = new Map<string, Naming[]>()
  for (const { id } of frameworksOf(provider)) {
    const found = await framework(id)
    if (!found) throw new Error(`The definition of the framework ${id} is missing.`)
    const name = frameworkName(found)
    const requirementsOf = new Map<string, string[]>()
    for (const requirement of found.requirements) {
      for (const check of checksOf(found, requirement, provider)) {
        const ids = requirementsOf.get(check)
        if (ids) ids.push(requirement.id)
        else requirementsOf.set(check, [requirement.id])
      }
    }
    for (const [check, requirements] of requirementsOf) {
      const naming = { id, name, requirements }
      const known = byCheck.get(check)
      if (known) known.push(naming)
      else byCheck.set(check, [naming])
    }
  }
  return byCheck
}

/** Returns the frameworks that include a check by its current or a former id. */
export function namingsOf(
  byCheck: ReadonlyMap<string, readonly Naming[]>,
  ids: readonly string[],
): readonly Naming[] {
  const merged = new Map<string, Naming>()
  for (const naming of ids.flatMap((id) => byCheck.get(id) ?? [])) {
    const requirements = [...(merged.get(naming.id)?.requirements ?? []), ...naming.requirements]
    merged.set(naming.id, { ...naming, requirements: [...new Set(requirements)] })
  }
  return [...merged.values()]
}
