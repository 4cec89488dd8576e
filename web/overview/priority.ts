/** What to do first: failing checks by severity, number of resources, and exposure to the internet. */
import type { Row } from '../api/documents.ts'

type Group = Pick<Row<'finding-groups'>, 'id' | 'check_id' | 'severity' | 'resources_fail'>

const weights = { critical: 40, high: 10, medium: 3, low: 1, informational: 0.1 } as const

/**
 * The severity counts most: a critical check with one resource precedes a high one with hundreds, unless these are
 * exposed to the internet, which doubles. Ten times the resources add the weight of the severity once more.
 */
export const priority = ({ severity, resources_fail }: Group, isExposed: boolean): number =>
  weights[severity] * (1 + Math.log10(Math.max(1, resources_fail))) * (isExposed ? 2 : 1)

/** The `most` groups with the highest priority. Groups may be in both lists. */
export function first<G extends Group>(
  groups: readonly G[],
  exposed: readonly G[],
  most: number,
): readonly { readonly group: G; readonly isExposed: boolean }[] {
  const ids = new Set(exposed.map(({ id }) => id))
  return [...new Map([...groups, ...exposed].map((group) => [group.id, group])).values()]
    .map((group) => ({ group, isExposed: ids.has(group.id) }))
    .toSorted(
      (one, other) =>
        priority(other.group, other.isExposed) - priority(one.group, one.isExposed) ||
        (one.group.check_id < other.group.check_id ? -1 : 1),
    )
    .slice(0, most)
}
