/**
 * The URL is the view: filters and sort in the API's format (`filter[status]=FAIL`), and the app’s own parameters
 * without brackets (`group`, `open`, `tab`).
 */
import { useCallback, useMemo } from 'react'
import { useLocation, useSearch } from 'wouter'
import { type Query, search } from '../api/query.ts'

export type View = Readonly<Record<string, string>>

export const parseView = (text: string): View => Object.fromEntries(new URLSearchParams(text))

const isOfApi = (name: string): boolean => name.startsWith('filter[') || name === 'sort'

/** The part of a view that is sent to the API. */
export const queryOf = (view: View): Query =>
  Object.fromEntries(Object.entries(view).filter(([name]) => isOfApi(name)))

/** `{ 'filter[status]': '' }` removes a filter. */
export const merged = (view: View, changes: Readonly<Record<string, string | undefined>>): View =>
  Object.fromEntries(
    Object.entries({ ...view, ...changes }).filter(
      (pair): pair is [string, string] => pair[1] !== undefined && pair[1] !== '',
    ),
  )

export interface UsedView {
  readonly view: View
  readonly query: Query
  /** Changes the URL. Opening a panel adds a history entry; changing a filter does not. */
  readonly set: (
    changes: Readonly<Record<string, string | undefined>>,
    how?: { readonly push?: boolean },
  ) => void
  /** Replaces the whole view. */
  readonly replace: (view: View) => void
}

export function useView(): UsedView {
  const text = useSearch()
  const [path, go] = useLocation()
  const view = useMemo(() => parseView(text), [text])
  const query = useMemo(() => queryOf(view), [view])
  const set = useCallback<UsedView['set']>(
    (changes, { push = false } = {}) =>
      go(path + search(merged(parseView(location.search), changes)), { replace: !push }),
    [go, path],
  )
  const replace = useCallback((next: View) => go(path + search(next)), [go, path])
  return { view, query, set, replace }
}

/** `in` filters have several values, separated by commas. */
export const valuesOf = (view: View, name: string): readonly string[] =>
  (view[name] ?? '').split(',').filter(Boolean)

export const toggled = (values: readonly string[], value: string): string =>
  (values.includes(value) ? values.filter((one) => one !== value) : [...values, value]).join(',')
