/** `Filter.1.Name=vpc-id&Filter.1.Value.1=vpc-1…`, as all Describe calls accept them. */
import type { Tags } from '../tags.ts'
import type { Input } from '../request.ts'
import { Fault } from '../fault.ts'
import { globMatches } from '../permissions.ts'

export interface Filter {
  readonly name: string
  readonly values: readonly string[]
}

/** The values of an item that a filter of this name compares. */
export type Readers<T> = Record<string, (item: T) => readonly string[]>

export const filtersOf = (input: Input): Filter[] => {
  const filters: Filter[] = []
  for (let at = 1; ; at += 1) {
    const name = input.text(`Filter.${at}.Name`)
    if (name === undefined) return filters
    filters.push({ name, values: input.texts(`Filter.${at}.Value`) })
  }
}

const tagReader = (name: string): ((item: { tags?: Tags }) => readonly string[]) | undefined => {
  if (name === 'tag-key') return ({ tags = {} }) => Object.keys(tags)
  if (!name.startsWith('tag:')) return undefined
  const key = name.slice('tag:'.length)
  return ({ tags = {} }) => (tags[key] === undefined ? [] : [tags[key]])
}

/** Returns the items that match all filters; values are alternatives. An unknown filter is an error. */
export const keep = <T extends object>(
  items: readonly T[],
  filters: readonly Filter[],
  readers: Readers<T>,
): readonly T[] => {
  const tests = filters.map(({ name, values }) => {
    const read = readers[name] ?? tagReader(name)
    if (!read) throw new Fault('InvalidParameterValue', 400, `The filter '${name}' is invalid`)
    return (item: T) => read(item).some((has) => values.some((glob) => globMatches(glob, has)))
  })
  return tests.length === 0 ? items : items.filter((item) => tests.every((test) => test(item)))
}
