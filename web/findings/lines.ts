/** A common interface for the forms of the list: flat, and in groups with rows that expand in place. */
import { useQueries } from '@tanstack/react-query'
import { useCallback, useEffect, useMemo, useState } from 'react'
import { list, type Query } from '../api/client.ts'
import type { Page } from '../api/documents.ts'
import { queryClient, refetch, usePaged } from '../api/hooks.ts'
import type { GridRow } from '../kit/grid/grid.tsx'
import { lineAt, lineCount, lineOf, type Opened } from '../kit/grid/outline.ts'
import type { View } from '../kit/view.ts'
import { pathsOf } from './paths.ts'
import { type Grouping, groupOf, groupsAsked, inGroup } from './grouping.ts'
import { findingLine, groupLine, type Line } from './rows.ts'
import { type Counts, flatQuery, shownCounts } from './views.ts'

export interface Lines {
  /** The number of lines; undefined until the first page is loaded. */
  readonly count: number | undefined
  /** The number of findings in the lines, if the responses include it. */
  readonly matching: number | undefined
  /** The number of muted findings in the view, shown or not, if the responses include it. */
  readonly muted: number | undefined
  readonly row: (index: number) => GridRow<Line> | undefined
  readonly want: (first: number, last: number) => void
  readonly isOld: boolean
  readonly error: Error | null
  readonly retry: () => void
  /** Opens or closes a group; on a finding, closes its group. Returns the line to focus. */
  readonly toggle?: (index: number, isOpen: boolean) => number
}

export function useFlat(query: Query, enabled: boolean): Lines {
  const asked = useMemo(() => flatQuery(query), [query])
  const { row, included, ...paged } = usePaged<'findings'>(pathsOf(query).findings, asked, {
    enabled,
  })
  return {
    ...paged,
    matching: paged.isOld ? undefined : paged.count,
    muted: undefined,
    row: (index) => {
      const finding = row(index)
      return finding && findingLine(finding, included(index))
    },
  }
}

type WireGroupType = 'finding-groups' | 'finding-subjects'

const pageSize = 100
const none: ReadonlySet<string> = new Set()

interface Wanted {
  /** The id of its line. */
  readonly group: string
  readonly page: number
}

export function useGrouped(
  query: Query,
  view: View,
  { grouping, enabled }: { readonly grouping: Grouping; readonly enabled: boolean },
): Lines {
  const asked = useMemo(() => groupsAsked(grouping, query), [grouping, query])
  const groups = usePaged<WireGroupType>(asked.path, asked.query, { enabled, kind: grouping })
  const idAt = (index: number): string | undefined => {
    const row = groups.row(index)
    return row && groupOf(row, view).id
  }
  const [opened, setOpened] = useState({ grouping, ids: none })
  const open = opened.grouping === grouping ? opened.ids : none
  const [shown, setShown] = useState({ first: 0, last: 0 })

  const total = groups.count ?? 0
  // After a refetch an open group may have another position.
  const places = new Map<string, number>()
  for (let index = 0; open.size > places.size && index < total; index += 1) {
    const id = idAt(index)
    if (id !== undefined && open.has(id)) places.set(id, index)
  }

  const firstPages: readonly Wanted[] = [...places.keys()].map((group) => ({ group, page: 0 }))
  const answers = usePages(query, firstPages)
  const sizes: Opened = new Map(
    [...places].map(([id, index]) => {
      const group = groups.row(index)
      const expected = group ? shownIn(group, view) : 0
      return [index, answers.of(id, 0)?.count ?? expected]
    }),
  )

  const further: Wanted[] = []
  for (let index = shown.first; index <= shown.last; index += 1) {
    const { group: at, row } = lineAt(index, sizes)
    const page = row === null ? 0 : Math.floor(row / pageSize)
    const group = idAt(at)
    const isNew = !further.some((one) => one.group === group && one.page === page)
    if (group !== undefined && page > 0 && open.has(group) && isNew) further.push({ group, page })
  }
  const furtherAnswers = usePages(query, further)

  const want = useCallback((first: number, last: number) => {
    setShown((held) => (held.first === first && held.last === last ? held : { first, last }))
  }, [])
  const [from, to] = [lineAt(shown.first, sizes).group, lineAt(shown.last, sizes).group]
  const { want: wantGroups } = groups
  // Open groups keep their pages: without them the positions of their lines are unknown once they are out of view.
  const openAt = [...places.values()].join()
  useEffect(
    () => wantGroups(from, to, openAt === '' ? [] : openAt.split(',').map(Number)),
    [wantGroups, from, to, openAt],
  )

  const totals = groups.isOld ? undefined : (groups.meta?.['findings'] as Counts | undefined)
  return {
    count: groups.count === undefined ? undefined : lineCount(total, sizes),
    matching: totals && shownIn(totals, view),
    muted: grouping === 'check' ? totals && shownIn(totals, { ...view, ...onlyMuted }) : undefined,
    isOld: groups.isOld,
    error: groups.error ?? answers.error ?? furtherAnswers.error,
    retry: () => {
      groups.retry()
      void refetch('/findings')
    },
    want,
    row: (index) => {
      const { group: at, row } = lineAt(index, sizes)
      const group = groups.row(at)
      if (!group) return undefined
      const { id } = groupOf(group, view)
      if (row === null) return groupLine(group, view, open.has(id))
      const page = Math.floor(row / pageSize)
      const answer = page === 0 ? answers.of(id, 0) : furtherAnswers.of(id, page)
      const finding = answer?.rows[row % pageSize]
      return finding && findingLine(finding, answer?.included, 2)
    },
    toggle: (index, isOpen) => {
      const { group: at, row } = lineAt(index, sizes)
      const id = idAt(at)
      if (id === undefined) return index
      if (row !== null && !isOpen) return lineOf(at, sizes)
      if (open.has(id) === isOpen) return row === null && isOpen ? index + 1 : index
      const next = new Set(open)
      if (isOpen) next.add(id)
      else next.delete(id)
      setOpened({ grouping, ids: next })
      return index
    },
  }
}

const onlyMuted: View = { 'filter[muted]': 'true' }

const shownIn = (group: Counts, view: View): number =>
  Object.values(shownCounts(group, view)).reduce((sum, n) => sum + n, 0)

/** Pages of several groups’ findings. */
function usePages(
  query: Query,
  wanted: readonly Wanted[],
): { readonly of: (group: string, page: number) => Page<'findings'> | undefined } & Pick<
  Lines,
  'error'
> {
  const { findings } = pathsOf(query)
  const askedFor = ({ group, page }: Wanted): Query => ({
    ...inGroup(query, group),
    'page[number]': page + 1,
    'page[size]': pageSize,
  })
  const results = useQueries({
    queries: wanted.map((one) => {
      const asked = askedFor(one)
      return {
        queryKey: [findings, asked],
        queryFn: ({ signal }: { signal: AbortSignal }) => list<'findings'>(findings, asked, signal),
      }
    }),
  })
  return {
    // An earlier page is known while it is cached.
    of: (group, page) => {
      const at = wanted.findIndex((one) => one.group === group && one.page === page)
      return at < 0
        ? queryClient.getQueryData<Page<'findings'>>([findings, askedFor({ group, page })])
        : results[at]?.data
    },
    error: results.find(({ error }) => error)?.error ?? null,
  }
}
