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

/** The same filters as a query string. Names may lack `filter[…]`, and values may be lists. */
export const queryOfBag = (bag: FilterBag): string =>
  new URLSearchParams(
    Object.entries(bag).map(([sent, value]) => {
      const name = /^filter\[(.*)\]$/.exec(sent)?.[1] ?? sent
      const isList = typeof value !== 'string' && !/(__|\.)in$/.test(name)
      return [`filter[${name}${isList ? '__in' : ''}]`, [value].flat().join(',')]
    }),
  ).toString()

/**
 * Reads a query string of the findings list, such as `filter[severity__in]=critical,high`. Sorting, pages and
 * grouping are ignored. Throws 400 if a value is not valid in a condition.
 */
export function seedOf(query: string): Seed {
  const filter: Record<string, readonly string[]> = {}
  const leftOut: string[] = []
  let op = 'any'
  for (const [name, value] of new URLSearchParams(query)) {
    const [, of = '', isList] = /^filter\[(\w+?)(__in|\.in)?\]$/.exec(name) ?? []
    const target = Object.hasOwn(sameFilter, of) ? sameFilter[of] : undefined
    if (!name.startsWith('filter[') || value === '' || implied.has(`${name}=${value}`)) continue
    if (of === 'delta' && value === 'new') op = 'new'
    else if (target !== undefined && !(target in filter))
      filter[target] = isList ? value.split(',') : [value]
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
