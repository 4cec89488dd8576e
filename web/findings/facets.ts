/**
 * The choices of a filter, with the number of findings of the view that each would match. Loaded when the menu opens.
 */
import { useQueries } from '@tanstack/react-query'
import { list } from '../api/client.ts'
import { useShow } from '../api/hooks.ts'
import type { Query } from '../api/query.ts'
import { type View, queryOf } from '../kit/view.ts'
import type { Known } from './completion.ts'
import { type Filter, filters, valuesSet } from './filters.ts'
import { useNames } from './names.ts'
import { pathsOf } from './paths.ts'

export interface Choice {
  readonly value: string
  readonly label: string
  /** Undefined while loading, or if it is not counted. */
  readonly count?: number | undefined
}

/** The view without this filter, to count its choices. */
function queryBeside(view: View, { name }: Filter): Query {
  const others = Object.entries(queryOf(view)).filter(
    ([parameter]) =>
      parameter.startsWith('filter[') &&
      !new RegExp(`^filter\\[${name}(__\\w+)?\\]$`).test(parameter),
  )
  return Object.fromEntries(others)
}

/** Undefined while loading. */
export function useChoices(filter: Filter, view: View): readonly Choice[] | undefined {
  const beside = queryBeside(view, filter)
  const { facet } = filter
  const paths = pathsOf(beside)
  const found = useShow<'findings-metadata'>(paths.metadata, beside, {
    enabled: facet !== undefined,
  })
  const { nameOf, providers } = useNames(view, filter.name === 'provider')
  const fixed = filter.values ?? []
  const counts = useQueries({
    queries: fixed.map((value) => {
      const asked = {
        ...beside,
        [`filter[${filter.name}]`]: value,
        'page[size]': 1,
        'fields[findings]': 'uid',
      }
      return {
        queryKey: [paths.findings, asked],
        queryFn: ({ signal }: { signal: AbortSignal }) =>
          list<'findings'>(paths.findings, asked, signal),
      }
    }),
  })
  const named = (value: string, count?: number): Choice => ({
    value,
    label: nameOf(filter.name, value),
    count,
  })
  if (filter.values) return fixed.map((value, index) => named(value, counts[index]?.data?.count))
  if (filter.name === 'provider') return providers.map(({ id }) => named(id))
  if (!facet) return []
  if (!found.data) return undefined
  const { counts: byValue } = found.data.row
  const there = Object.entries(byValue[facet] ?? {})
  // A set value can be removed even if no finding has it any more.
  const gone = valuesSet(view, filter.name).filter((value) => !byValue[facet]?.[value])
  return [
    ...there.toSorted(([, a], [, b]) => b - a).map(([value, count]) => named(value, count)),
    ...gone.map((value) => named(value, 0)),
  ]
}

/** Values for completions in the filter box: the values of the findings in the view. */
export function useKnown(view: View, enabled: boolean): Known {
  const { sort: _, ...query } = queryOf(view)
  const { data } = useShow<'findings-metadata'>(pathsOf(query).metadata, query, { enabled })
  const { providers } = useNames(view, enabled)
  const counts = data?.row.counts
  const byFacet = filters.flatMap(({ name, facet }) =>
    facet && counts ? [[name, counts[facet] ?? {}] as const] : [],
  )
  return {
    ...Object.fromEntries(byFacet),
    provider: Object.fromEntries(providers.map(({ id }) => [id, undefined])),
    provider_type: Object.fromEntries(providers.map(({ provider }) => [provider, undefined])),
  }
}
