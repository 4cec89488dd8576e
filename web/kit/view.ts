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
  /**
   * Changes the URL. What a user changes is a history entry, so that Back undoes it. Only what follows by itself
   * replaces the entry: a default, the panel that follows the cursor, a form that was saved.
   */
  readonly set: (
    changes: Readonly<Record<string, string | undefined>>,
    how?: { readonly replace?: boolean },
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
    (changes, { replace = false } = {}) => {
      const before = parseView(location.search)
      const next = search(merged(before, changes))
      // A change to the same view would be an entry whose Back does nothing.
      go(path + next, { replace: replace || next === search(before) })
    },
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
