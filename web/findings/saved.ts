/** Saved views: a name for a URL's query. */
import type { Row } from '../api/documents.ts'
import { useWholePage } from '../api/hooks.ts'
import { search } from '../api/query.ts'
import { parseView, type View } from '../kit/view.ts'

export const screen = '/findings'

export type SavedView = Row<'saved-views'>

/** The saved part of a view: its filters, order and grouping, but not the open finding. */
export function keptOf({ open: _, tab: __, ...view }: View): View {
  return view
}

export const queryText = (view: View): string => search(keptOf(view)).slice(1)

/** True if a saved view is on the screen, regardless of the order of parameters. */
export function isShown({ query }: Pick<SavedView, 'query'>, view: View): boolean {
  const [one, other] = [keptOf(parseView(query)), keptOf(view)]
  const names = Object.keys(one)
  return (
    names.length === Object.keys(other).length && names.every((name) => one[name] === other[name])
  )
}

export const addressOf = ({ query }: Pick<SavedView, 'query'>): string =>
  query === '' ? screen : `${screen}?${query}`

export const ownerOf = ({ related }: Pick<SavedView, 'related'>): string | undefined =>
  [related['owner'] ?? []].flat()[0]?.id

/** The user's own views and shared ones, by name. Loaded when the menu opens. */
export const useSavedViews = (enabled: boolean) =>
  useWholePage<'saved-views'>(
    '/saved-views',
    { 'filter[screen]': screen, include: 'owner', sort: 'name' },
    { enabled },
  )
