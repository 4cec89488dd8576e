import type { Page, Row } from '../api/documents.ts'
import { useList, useWholePage } from '../api/hooks.ts'
import type { Query } from '../api/query.ts'

/** All frameworks of a scope. */
export function useFrameworks(scope: Query | undefined, filters: Query = {}) {
  const { data, isPlaceholderData, error, refetch } = useWholePage<'compliance-overviews'>(
    '/compliance-overviews',
    { ...scope, ...filters },
    { enabled: scope !== undefined },
  )
  return { rows: data?.rows, isOld: isPlaceholderData, error, retry: refetch }
}

const full = {
  'filter[state]': 'completed',
  'filter[is_partial]': false,
  sort: '-inserted_at',
  include: 'provider',
} as const

/** Completed full scans, newest first, which compliance can refer to; at most the newest 2,000. */
export const useFullScans = () => useWholePage<'scans'>('/scans', full)

/** The newest 100 of them, for a page that polls. */
export const useNewestFullScans = (
  options: { enabled?: boolean; refetchInterval?: number | false } = {},
  filters: Query = {},
) => useList<'scans'>('/scans', { ...full, ...filters, 'page[size]': 100 }, options)

export const providerOf = (
  page: Page<'scans'> | undefined,
  scan: Row<'scans'> | undefined,
): Row<'providers'> | undefined => page?.included.of('providers', scan, 'provider')

export const useProviders = () => useWholePage<'providers'>('/providers', { sort: 'alias' })

export const providerName = ({ alias, uid }: Pick<Row<'providers'>, 'alias' | 'uid'>): string =>
  alias || uid
