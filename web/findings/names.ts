/** Names of the rows whose ids are in the filters of a view. */
import type { Row, Type } from '../api/documents.ts'
import { useList, useWhole } from '../api/hooks.ts'
import { type NameOf, plainName, valuesSet } from './filters.ts'
import type { View } from '../kit/view.ts'
import type { IdsOf } from './typed.ts'

const dateTime = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeStyle: 'short' })

/** Filters whose values are ids, by the kind of their rows. */
const kinds = new Map([
  ['provider', 'provider'],
  ['provider_id', 'provider'],
  ['provider_groups', 'group'],
  ['resources', 'resource'],
  ['scan', 'scan'],
])

interface Names {
  readonly nameOf: NameOf
  /** Loaded only if the view names one, or to choose from. */
  readonly providers: readonly Row<'providers'>[]
  /** The ids of the providers with this name, UID or id; undefined while they load. */
  readonly idsOf: IdsOf
}

/** The rows with the ids in a filter of the view. */
function useNamed<T extends Type>(path: string, view: View, filter: string, fields: string) {
  const ids = valuesSet(view, filter)
  const { data, isFetching } = useList<T>(
    path,
    { 'filter[id__in]': ids.join(','), [`fields[${path.slice(1)}]`]: fields, 'page[size]': 100 },
    { enabled: ids.length > 0 },
  )
  return { rows: data?.rows ?? [], isLoading: isFetching }
}

export function useNames(view: View, isChoosing = false): Names {
  const hasProvider = ['provider', 'provider_id'].some((name) => valuesSet(view, name).length > 0)
  const providers = useWhole<'providers'>(
    '/providers',
    { sort: 'alias' },
    { enabled: isChoosing || hasProvider },
  )
  const groups = useNamed<'provider-groups'>('/provider-groups', view, 'provider_groups', 'name')
  const resources = useNamed<'resources'>('/resources', view, 'resources', 'name,uid')
  const scans = useNamed<'scans'>('/scans', view, 'scan', 'name,completed_at,inserted_at')
  const isLoading: Readonly<Record<string, boolean>> = {
    provider: providers.isFetching,
    group: groups.isLoading,
    resource: resources.isLoading,
    scan: scans.isLoading,
  }
  const names = new Map([
    ...(providers.data ?? []).map(({ id, alias, uid }) => [id, alias || uid] as const),
    ...groups.rows.map(({ id, name }) => [id, name] as const),
    ...resources.rows.map(({ id, name, uid }) => [id, name || uid] as const),
    ...scans.rows.map(
      ({ id, name, completed_at, inserted_at }) =>
        [id, name || `of ${dateTime.format(new Date(completed_at ?? inserted_at))}`] as const,
    ),
  ])
  return {
    providers: providers.data ?? [],
    idsOf: (name) => {
      const text = name.toLowerCase()
      return providers.data
        ?.filter(({ id, alias, uid }) =>
          [id, alias, uid].some((one) => one?.toLowerCase() === text),
        )
        .map(({ id }) => id)
    },
    nameOf: (name, value) => {
      const kind = kinds.get(name)
      if (kind === undefined) return plainName(name, value)
      return names.get(value) ?? (isLoading[kind] ? '…' : 'unknown')
    },
  }
}
