/** The API's errors by place in a condition, and the counts of a preview. */
import type { ApiError } from '../api/problem.ts'

const conditionAt = '/data/attributes/condition'

/** Errors by the key of a node and the name of its field; `''` is the node itself. */
export type Faults = ReadonlyMap<string, Readonly<Record<string, string>>>

/** Returns the node that a pointer leads into, and the rest of the pointer. */
export function placeOf(
  pointer: string | undefined,
  places: ReadonlyMap<string, string>,
): { readonly key: string; readonly rest: string } | undefined {
  if (!pointer?.startsWith(conditionAt)) return undefined
  const at = pointer.slice(conditionAt.length)
  const [deepest] = [...places]
    .filter(([, place]) => at === place || at.startsWith(`${place}/`))
    .toSorted(([, a], [, b]) => b.length - a.length)
  return deepest && { key: deepest[0], rest: at.slice(deepest[1].length + 1) }
}

/** `filter/check_id/3` belongs to `check_id`. */
const fieldOf = (rest: string): string => {
  const [first = '', second] = rest.split('/')
  return first === 'filter' ? (second ?? '') : first === 'op' || first === 'conditions' ? '' : first
}

/** Separates errors of nodes from errors of the rest of the rule. */
export function sorted(
  errors: readonly ApiError[],
  places: ReadonlyMap<string, string>,
): { readonly faults: Faults; readonly others: readonly ApiError[] } {
  const faults = new Map<string, Record<string, string>>()
  const others: ApiError[] = []
  for (const error of errors) {
    const place = placeOf(error.source?.pointer, places)
    if (!place) {
      others.push(error)
      continue
    }
    const field = fieldOf(place.rest)
    const known = faults.get(place.key) ?? {}
    known[field] = known[field] ? `${known[field]} ${error.detail}` : error.detail
    faults.set(place.key, known)
  }
  return { faults, others }
}
