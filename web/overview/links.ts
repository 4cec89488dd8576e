/** Links from the numbers of this page to their lists. */
import { type Query, search } from '../api/query.ts'

/** The filters for findings that overviews count as failed; muted findings are counted separately. */
const failed = { 'filter[status__in]': 'FAIL', 'filter[muted]': 'false' } as const

export const findings = (filters: Query): string => `/findings${search(filters)}`
export const failing = (filters: Query = {}): string => findings({ ...failed, ...filters })
export const scan = (id: string): string => `/scans?open=${id}`
export const provider = (id: string): string => `/providers?open=${id}`
export const compliance = (id: string, scope: Query = {}): string =>
  `/compliance/${encodeURIComponent(id)}${search(scope)}`
