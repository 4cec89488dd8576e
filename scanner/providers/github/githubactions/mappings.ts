// Values of a workflow, which has no guaranteed shape.
export type Mapping = Readonly<Record<string, unknown>>

export const isMapping = (value: unknown): value is Mapping =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

export const mappingOf = (value: unknown): Mapping => (isMapping(value) ? value : {})
export const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')
export const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])

const lowered = new WeakMap<Mapping, ReadonlyMap<string, readonly string[]>>()

/** The members with a lowercase name in any case; all members for `*` and no name. */
export function membersOf(
  mapping: Mapping,
  name: string | undefined,
): readonly (readonly [string, unknown])[] {
  if (name === undefined || name === '*') return Object.entries(mapping)
  let names = lowered.get(mapping)
  if (!names) {
    names = Map.groupBy(Object.keys(mapping), (key) => key.toLowerCase())
    lowered.set(mapping, names)
  }
  return (names.get(name) ?? []).map((key) => [key, mapping[key]] as const)
}

const texts = new WeakMap<object, readonly string[]>()

/** All texts in a value of a workflow. */
export function textsIn(value: unknown): readonly string[] {
  if (typeof value === 'string') return [value]
  if (typeof value !== 'object' || value === null) return []
  const before = texts.get(value)
  if (before) return before
  const found = Object.values(value).flatMap(textsIn)
  texts.set(value, found)
  return found
}
