/** Completions of the filter box: `service:s3`, `resource_name~logs`, or words to search for. */
import { merged, type View } from '../kit/view.ts'
import { number } from '../kit/words.ts'
import {
  type Changes,
  type Filter,
  filterOf,
  filters,
  type NameOf,
  plainName,
  toggledFilter,
} from './filters.ts'

/** A completion of the typed text. */
export interface Completion {
  readonly label: string
  /** Displayed after the label: the number of findings, or an explanation. */
  readonly note?: string | undefined
  /** The text after selecting the completion; absent if selecting it sets filters. */
  readonly text?: string
  readonly changes?: Changes
}

/** Known values by filter, with the number of findings of each. */
export type Known = Readonly<Record<string, Readonly<Record<string, number | undefined>>>>

const typed = /^\s*(\w+)\s*([:~=])\s*(.*)$/

const most = 12

/** Returns the filters that a complete text sets; undefined for a name without a value. */
export function parsed(text: string, view: View): Changes | undefined {
  const [, name = '', sign, value = ''] = typed.exec(text) ?? []
  const filter = filterOf(name.toLowerCase())
  if (!filter || sign === undefined) {
    const search = text.trim()
    return search === '' ? undefined : { 'filter[search]': search }
  }
  const trimmed = value.trim()
  if (trimmed === '') return undefined
  if (sign === '~')
    return filter.isText ? { [`filter[${filter.name}__icontains]`]: trimmed } : undefined
  const values = trimmed.split(',').map((one) => spelled(filter, one.trim()))
  return values
    .filter(Boolean)
    .reduce<Changes>(
      (changes, one) => ({ ...changes, ...toggledFilter(merged(view, changes), filter, one) }),
      {},
    )
}

/** Values of the API match in any case. */
const spelled = ({ values }: Filter, value: string): string =>
  values?.find((one) => one.toLowerCase() === value.toLowerCase()) ?? value

const has = (text: string, part: string): boolean => text.toLowerCase().includes(part.toLowerCase())

const knownValues = (
  filter: Filter,
  known: Known,
): readonly (readonly [string, number | undefined])[] =>
  filter.values
    ? filter.values.map((value) => [value, known[filter.name]?.[value]] as const)
    : Object.entries(known[filter.name] ?? {})

/** Returns the completions of a text: values of the named filter, else matching names and values. */
export function completions(
  text: string,
  view: View,
  known: Known,
  nameOf: NameOf = plainName,
): readonly Completion[] {
  const [, name = '', sign, part = ''] = typed.exec(text) ?? []
  const filter = filterOf(name.toLowerCase())
  if (filter && sign !== undefined) {
    const values = knownValues(filter, known)
      .filter(([value]) => has(value, part.trim()) || has(nameOf(filter.name, value), part.trim()))
      .slice(0, most)
      .map(([value, count]) => valueCompletion(filter, value, count, { view, nameOf }))
    const contains: readonly Completion[] =
      filter.isText && part.trim() !== ''
        ? [
            {
              label: `${filter.name}~${part.trim()}`,
              note: 'contains',
              changes: { [`filter[${filter.name}__icontains]`]: part.trim() },
            },
          ]
        : []
    return [...values, ...contains]
  }
  const word = text.trim()
  const names = filters
    .filter(({ name, title }) => has(name, word) || has(title, word))
    .map(({ name, title }) => ({ label: `${name}:`, note: title, text: `${name}:` }))
  if (word === '') return names
  const values = filters.flatMap((one) =>
    knownValues(one, known)
      .filter(([value]) => has(value, word) || has(nameOf(one.name, value), word))
      .slice(0, 4)
      .map(([value, count]) => valueCompletion(one, value, count, { view, nameOf })),
  )
  const search = { label: `“${word}”`, note: 'search', changes: { 'filter[search]': word } }
  return [search, ...values, ...names].slice(0, most)
}

const valueCompletion = (
  filter: Filter,
  value: string,
  count: number | undefined,
  { view, nameOf }: { readonly view: View; readonly nameOf: NameOf },
): Completion => ({
  label: `${filter.name}:${filter.values ? value : nameOf(filter.name, value)}`,
  note: count === undefined ? undefined : number(count),
  changes: toggledFilter(view, filter, value),
})
