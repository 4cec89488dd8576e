/** Lists and rows for screens: cached by URL, and kept while the next one is fetched. */
import {
  keepPreviousData,
  QueryClient,
  useQueries,
  useQuery,
  type UseQueryResult,
} from '@tanstack/react-query'
import { useCallback, useState } from 'react'
import { tenantId } from './session.ts'
import { list, type Query, show, whole } from './client.ts'
import type { Included, Page, Row, Type } from './documents.ts'
import { ApiProblem, mayPass } from './problem.ts'
import { search } from './query.ts'

/** Requests to a busy server were already retried, as often as the server requested. */
const isWorthAnotherTry = (failures: number, error: Error): boolean =>
  failures < 2 && !(error instanceof ApiProblem && (error.status < 500 || error.status === 503))

export const queryClient = new QueryClient({
  defaultOptions: { queries: { staleTime: 15_000, retry: isWorthAnotherTry } },
})

/** True for a temporary error of a query that has data: the screen keeps showing that data. */
const isPassing = ({ data, error }: Pick<UseQueryResult, 'data' | 'error'>): boolean =>
  data !== undefined && mayPass(error)

/** A query whose temporary errors never hide displayed data, such as a form that the user is filling in. */
const keepingShown = <T>(result: UseQueryResult<T>): UseQueryResult<T> =>
  // Inherits the getters of the result: TanStack Query renders again for the properties that were read.
  Object.create(result, { error: { get: () => (isPassing(result) ? null : result.error) } })

export const useList = <T extends Type>(
  path: string,
  query: Query = {},
  { enabled = true, refetchInterval = false as number | false } = {},
): UseQueryResult<Page<T>> =>
  keepingShown(
    useQuery({
      queryKey: [path, query],
      queryFn: ({ signal }) => list<T>(path, query, signal),
      placeholderData: keepPreviousData,
      enabled,
      refetchInterval,
    }),
  )

/** All rows of a list that is known to be short. */
export const useWhole = <T extends Type>(
  path: string,
  query: Query = {},
  { enabled = true } = {},
): UseQueryResult<readonly Row<T>[]> =>
  keepingShown(useQuery({ ...wholeOf<T>(path, query), select: ({ rows }) => rows, enabled }))

const wholeOf = <T extends Type>(path: string, query: Query) => ({
  queryKey: [path, query, 'whole'],
  queryFn: ({ signal }: { signal: AbortSignal }) => whole<T>(path, query, signal),
})

/**
 * Like `useWhole`, with the included rows and the total, which is higher than the length of `rows` if there are too
 * many.
 */
export const useWholePage = <T extends Type>(
  path: string,
  query: Query = {},
  { enabled = true } = {},
): UseQueryResult<Page<T>> =>
  keepingShown(useQuery({ ...wholeOf<T>(path, query), placeholderData: keepPreviousData, enabled }))

interface Shown<T extends Type> {
  readonly row: Row<T>
  readonly included: Included
}
/** Milliseconds until the next refetch, depending on the current data; false if the data does not change by itself. */
type IntervalOf<T extends Type> = (shown: Shown<T> | undefined) => number | false
const noInterval = (): false => false

export const useShow = <T extends Type>(
  path: string,
  query: Query = {},
  { enabled = true, refetchInterval = noInterval as IntervalOf<T> } = {},
): UseQueryResult<Shown<T>> =>
  keepingShown(
    useQuery({
      queryKey: [path, query, 'one'],
      queryFn: ({ signal }) => show<T>(path, query, signal),
      enabled,
      refetchInterval: ({ state: { data } }) => refetchInterval(data),
    }),
  )

/** Refetches all data below these paths. */
export const refetch = (...paths: readonly string[]): Promise<void> =>
  queryClient.invalidateQueries({
    predicate: ({ queryKey: [path] }) =>
      typeof path === 'string' && paths.some((one) => path.startsWith(one)),
  })

/** Replaces a row in the cached lists of this path by a new version, in the same position. */
export function patchRow<T extends Type>(path: string, row: Row<T>): void {
  queryClient.setQueriesData<Partial<Page<T>>>(
    { predicate: ({ queryKey: [of] }) => of === path },
    (page) =>
      page?.rows?.some(({ id }) => id === row.id)
        ? { ...page, rows: page.rows.map((one) => (one.id === row.id ? row : one)) }
        : page,
  )
}

/** Returns all rows in the cached lists of this path. */
export const heldRows = <T extends Type>(path: string): readonly Row<T>[] =>
  queryClient
    .getQueriesData<Partial<Page<T>>>({ predicate: ({ queryKey: [of] }) => of === path })
    .flatMap(([, page]) => page?.rows ?? [])

/** Removes the cache of a deleted path, so that it is not requested again. */
export const forget = (path: string): void =>
  queryClient.removeQueries({ predicate: ({ queryKey }) => queryKey[0] === path })

export interface Paged<T extends Type> {
  /** Undefined until the first page is loaded */
  readonly count: number | undefined
  /** The metadata of the whole list. */
  readonly meta: Page<T>['meta'] | undefined
  /** Undefined while the row is being fetched. */
  readonly row: (index: number) => Row<T> | undefined
  readonly included: (index: number) => Included | undefined
  /** Requests the rows on the screen and other needed rows. */
  readonly want: (first: number, last: number, others?: readonly number[]) => void
  readonly isOld: boolean
  readonly error: Error | null
  readonly retry: () => void
}

const nothing: readonly number[] = [0]

/**
 * An infinite list whose pages are fetched when they are displayed. The old rows remain until the rows of a new query
 * have loaded, unless they have another type.
 */
export function usePaged<T extends Type>(
  path: string,
  query: Query,
  { size = 100, enabled = true, kind = '' } = {},
): Paged<T> {
  const [pages, setPages] = useState(nothing)
  const results = useQueries({
    queries: (enabled ? pages : []).map((page) => {
      const ofPage = { ...query, 'page[number]': page + 1, 'page[size]': size }
      return {
        queryKey: [path, ofPage],
        queryFn: ({ signal }: { signal: AbortSignal }) => list<T>(path, ofPage, signal),
      }
    }),
  })
  const answered = new Map(
    pages.flatMap((page, index) => {
      const data = results[index]?.data
      return data ? [[page, data] as const] : []
    }),
  )
  // `placeholderData` would do for one query; here each page has a separate observer.
  const tenant = tenantId()
  const asked = search(query) // compared by value: callers create a new object each time
  const [held, setHeld] = useState({ asked, tenant, kind, pages: answered })
  const isNew = [...answered].some(([page, data]) => held.pages.get(page) !== data)
  if (isNew || (answered.size > 0 && held.asked !== asked))
    setHeld({ asked, tenant, kind, pages: answered })
  const isOthers = held.tenant !== tenant || held.kind !== kind
  const shown = answered.size > 0 || isOthers ? answered : held.pages
  // Earlier pages are known while they are cached, even if no component uses them now.
  const passed = new Map<number, Page<T> | undefined>()
  const passedPage = (page: number): Page<T> | undefined => {
    if (answered.size === 0) return undefined
    if (!passed.has(page)) {
      const ofPage = { ...query, 'page[number]': page + 1, 'page[size]': size }
      passed.set(page, queryClient.getQueryData<Page<T>>([path, ofPage]))
    }
    return passed.get(page)
  }
  const dataOf = (index: number): Page<T> | undefined => {
    const page = Math.floor(index / size)
    return shown.get(page) ?? passedPage(page)
  }
  const want = useCallback(
    (first: number, last: number, others: readonly number[] = []) => {
      const from = Math.max(0, Math.floor(first / size))
      const to = Math.max(from, Math.floor(last / size))
      const onScreen = Array.from({ length: to - from + 1 }, (_, index) => from + index)
      const further = others.map((index) => Math.floor(index / size))
      const wanted = [...new Set([...onScreen, ...further])].toSorted((a, b) => a - b)
      setPages((held) => (held.join() === wanted.join() ? held : wanted))
    },
    [size],
  )
  const failed = results.find((result) => result.error !== null && !isPassing(result))
  const first = shown.values().next().value
  return {
    count: first?.count,
    meta: first?.meta,
    row: (index) => dataOf(index)?.rows[index % size],
    included: (index) => dataOf(index)?.included,
    want,
    isOld: answered.size === 0 && shown.size > 0 && held.asked !== asked,
    error: failed?.error ?? null,
    retry: () => void Promise.all(results.map((result) => result.refetch())),
  }
}
