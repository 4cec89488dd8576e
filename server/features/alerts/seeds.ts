/** The condition that matches the findings of a filtered list, so that an alert rule can start from it. No I/O. */
import { collect, invalid, type Problem, Problems } from '@plumbline/jsonapi'
import { type Condition, condition, otherFilters } from './condition.ts'

export const queryAt = '/data/attributes/query'

/** Filters of the findings list, and the filter of a condition with the same meaning. */
const sameFilter: Readonly<Record<string, string>> = {
  provider: 'provider_id',
  provider_id: 'provider_id',
  provider_type: 'provider_type',
  severity: 'severity',
  check_id: 'check_id',
  service: 'service',
  region: 'region',
  category: 'category',
  resource_type: 'resource_type',
  resource_uid: 'resource_uid',
  ...otherFilters,
}

/** Conditions count findings that fail and are not muted, so these filters change nothing. */
const implied = new Set(['filter[status]=FAIL', 'filter[status__in]=FAIL', 'filter[muted]=false'])

export type FilterBag = Readonly<Record<string, string | readonly string[]>>

export interface Seed {
  readonly condition: Condition
  /** Filters that a condition cannot express: it matches more findings than the list. */
  readonly left_out: readonly string[]
}

/** A filter as it is sent, `filter[severity__in]`, with its values. */
export interface SentFilter {
  readonly name: string
  readonly values: readonly string[]
}

const isList = (name: string): boolean => /(?:__|\.)in\]$/.test(name)

/** The filters of a query string of the findings list, such as `filter[severity__in]=critical,high`. */
export const filtersOfQuery = (query: string): readonly SentFilter[] =>
  [...new URLSearchParams(query)].map(([name, value]) => ({
    name,
    values: isList(name) ? value.split(',') : [value],
  }))

/** The same by name. Names may lack `filter[…]`. Values in a list may contain commas. */
export const filtersOfBag = (bag: FilterBag): readonly SentFilter[] =>
  Object.entries(bag).map(([sent, value]) => {
    const name = sent.startsWith('filter[') ? sent : `filter[${sent}]`
    return typeof value !== 'string'
      ? { name: isList(name) ? name : name.replace(/\]$/, '__in]'), values: value }
      : { name, values: isList(name) ? value.split(',') : [value] }
  })

/**
 * Reads filters of the findings list. Sorting, pages and grouping are ignored. A filter without a value matches nothing
 * in the list, which a condition cannot express. Throws 400 if a value is not valid in a condition.
 */
export function seedOf(filters: readonly SentFilter[]): Seed {
  const filter: Record<string, readonly string[]> = {}
  const leftOut: string[] = []
  let op = 'any'
  for (const { name, values } of filters) {
    const [, of = ''] = /^filter\[(\w+?)(?:__in|\.in)?\]$/.exec(name) ?? []
    const target = Object.hasOwn(sameFilter, of) ? sameFilter[of] : undefined
    if (!name.startsWith('filter[') || implied.has(`${name}=${values.join()}`)) continue
    if (of === 'delta' && values.join() === 'new') op = 'new'
    else if (target !== undefined && !(target in filter) && values.some((value) => value !== ''))
      filter[target] = values
    else leftOut.push(name)
  }
  const problems: Problem[] = []
  const isFiltered = Object.keys(filter).length > 0
  const made = condition.read({ op, ...(isFiltered && { filter }) }, collect(problems))
  if (problems.length > 0)
    throw new Problems(
      problems.map(({ source, detail, code }) => {
        const [, , name = ''] = (source && 'pointer' in source ? source.pointer : '').split('/')
        return invalid(queryAt, `filter[${name}]: ${detail}`, code)
      }),
    )
  return { condition: made as Condition, left_out: leftOut }
}
