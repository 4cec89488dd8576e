/** Which scans a question about compliance is about. */
import { invalidParameter, notFound } from '@plumbline/jsonapi'
import type { Tx } from '../../platform/db/index.ts'
import { type AnyFilter, isProviderFilter, type Scope } from '../providers/index.ts'
import { latestScans, type RolledUp, scanOf } from '../rollups/index.ts'
import { rangeOf } from '../versions/index.ts'

const parameter = 'filter[scan_id]'

/** One completed scan in the scope; throws why it has no compliance. */
export async function completedScan(tx: Tx, scope: Scope, id: string): Promise<RolledUp> {
  const scan = await scanOf(tx, scope, id)
  if (!scan) throw notFound()
  if (scan.partial)
    throw invalidParameter(parameter, 'A partial scan has no compliance results.', 'partial_scan')
  if (!scan.completed) {
    const detail = 'The scan has not completed, so it has no compliance results.'
    throw invalidParameter(parameter, detail, 'not_completed')
  }
  return scan
}

/** The scan that is named, or the latest of each provider that the filters let through. */
export async function subjectOf(
  tx: Tx,
  scope: Scope,
  filters: readonly AnyFilter[],
): Promise<readonly RolledUp[]> {
  const named = filters.find(({ name }) => name === 'scan_id')
  if ((named !== undefined) === filters.some(isProviderFilter)) {
    const detail = named
      ? 'Filter by one scan or by providers, not by both.'
      : 'Filter by one scan (filter[scan_id]) or by providers (filter[provider_id], filter[provider_type]).'
    throw invalidParameter(parameter, detail, named ? 'conflict' : 'required')
  }
  const window = rangeOf(filters, 'inserted_at')
  if (!named) return latestScans(tx, scope, window)
  const scan = await completedScan(tx, scope, String(named.value))
  const { from = scan.at, until } = window
  return scan.at >= from && (until === undefined || scan.at < until) ? [scan] : []
}
