import { useList } from '../api/hooks.ts'
import type { Query } from '../api/query.ts'

/** The number of findings, whose rows are on the linked page. Undefined while loading; null on errors. */
export function useFindingCount(query: Query, enabled = true): number | null | undefined {
  const { data, error, isPlaceholderData } = useList<'findings'>(
    '/findings/latest',
    { ...query, 'page[size]': 1, 'fields[findings]': 'uid' },
    { enabled },
  )
  if (error) return null
  return isPlaceholderData ? undefined : data?.count
}
