/** Which versions a list is about, and how each is tied to the scan that saw it. */
import type { Sql } from '../../../platform/db/index.ts'
import { newestObservation } from '../../versions/index.ts'
import type { Live } from './live.ts'
import type { Period } from './period.ts'
import type { OfScan } from './scan.ts'

export type Source = Live | OfScan | Period

/** The join of rows `s` (scan_id, recorded_at), the newest observations; undefined where the rows have them. */
export const observationsOf = async (source: Source): Promise<Sql | undefined> =>
  source.kind === 'period' ? undefined : source.observation()

/** The same with a lookup for each row, which finds one even if its unit is recorded in the meantime. */
export function lookedUpObservations(tenantId: string, source: Source): Sql | undefined {
  if (source.kind === 'period') return undefined
  return source.kind === 'live' ? newestObservation(tenantId) : source.observation()
}
