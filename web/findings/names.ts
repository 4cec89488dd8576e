/** Names of the rows whose ids are in the filters of a view. */
import type { UseQueryResult } from '@tanstack/react-query'
import type { Page, Row, Type } from '../api/documents.ts'
import { useList, useWholePage } from '../api/hooks.ts'
import { dateTime } from '../kit/dates.ts'
import type { View } from '../kit/view.ts'
import type { RowNames } from './completion.ts'
import { plainName, valuesSet } from './filters.ts'
import { accountsNamed } from './typed.ts'

/** Filters whose values are ids, by the kind of their rows. */
const kinds = new Map([
  ['provider', 'provider'],
  ['provider_id', 'provider'],
  ['provider_groups', 'group'],
  ['resources', 'resource'],
  ['scan', 'scan'],
])

interface Names extends RowNames {
  /** Loaded only if the view names one, or to choose from. */
  readonly providers: readonly Row<'providers'>[]
}

/** The rows with the ids in a filter of the view. */
function useNamed<T extends Type>(path: string, view: View, filter: string, fields: string) {
  const ids = valuesSet(view, filter)
  return useList<T>(
    path,
    { 'filter[id__in]': ids.join(','), [`fields[${path.slice(1)}]`]: fields, 'page[size]': 100 },
    { enabled: ids.length > 0 },
  )
}

/** Displayed for an id without a name. A row is unknown only if all rows have loaded. */
function nameless<T extends Type>({ data, isFetching }: UseQueryResult<Page<T>>): string {
  if (isFetching) return '…'
  return data && data.rows.length >= data.count ? 'unknown' : 'name not available'
}

export function useNames(view: View, isChoosing = false): Names {
  const hasProvider = ['provider', 'provider_id'].some((name) => valuesSet(view, name).length > 0)
  const providers = useWholePage<'providers'>(
    '/providers',
    { sort: 'alias' },
    { enabled: isChoosing || hasProvider },
  )
  const groups = useNamed<'provider-groups'>('/provider-groups', view, 'provider_groups', 'name')
  const resources = useNamed<'resources'>('/resources', view, 'resources', 'name,uid')
  const scans = useNamed<'scans'>('/scans', view, 'scan', 'name,completed_at,inserted_at')
  const others = new Map([
    ['provider', nameless(providers)],
    ['group', nameless(groups)],
    ['resource', nameless(resources)],
    ['scan', nameless(scans)],
  ])
  const accounts = providers.data?.rows
  const names = new Map([
    ...(accounts ?? []).map(({ id, alias, uid }) => [id, alias || uid] as const),
    ...(groups.data?.rows ?? []).map(({ id, name }) => [id, name] as const),
    ...(resources.data?.rows ?? []).map(({ id, name, uid }) => [id, name || uid] as const),
    ...(scans.data?.rows ?? []).map(
      ({ id, name, completed_at, inserted_at }) =>
        [id, name || `of ${dateTime(completed_at ?? inserted_at)}`] as const,
    ),
  ])
  return {
    providers: accounts ?? [],
    idsOf: (name) => accounts && accountsNamed(accounts, name),
    uidOf: (id) => accounts?.find((one) => one.id === id)?.uid,
    nameOf: (name, value) => {
      const kind = kinds.get(name)
      if (kind === undefined) return plainName(name, value)
      return names.get(value) ?? others.get(kind) ?? 'unknown'
    },
  }
}
