/** Findings that were seen since a time, and earlier ones that a mute or a decision has changed since. */
import {
  plannedForValues,
  raw,
  rowTable,
  type Sql,
  sql,
  type Tx,
} from '../../../platform/db/index.ts'
import type { Scope } from '../../providers/index.ts'
import { observationOf, type Window } from '../../versions/index.ts'
import { observedIn, type Period, periodSource } from './period.ts'
import { allOf, endedRows, liveRows, type Rows, versions } from './rows.ts'

export interface Updates {
  readonly window: Window
  /** RFC 3339. */
  readonly from: string
  /** RFC 3339, exclusive. */
  readonly until: string | undefined
}

/** Versions `v` that a mute or a decision changed in a period. */
export const changedSince = (
  { tenantId }: Tx,
  { from, until }: Pick<Updates, 'from' | 'until'>,
): Sql =>
  until === undefined
    ? sql`v.triaged_at >= ${from}::timestamptz`
    : sql`(v.provider_id, v.finding_key) in (
        select e.provider_id, e.finding_key
          from finding_events e
         where e.tenant_id = ${tenantId} and e.at >= ${from}::timestamptz and e.at < ${until}::timestamptz)`

export async function updatesSource(tx: Tx, scope: Scope, updates: Updates): Promise<Period> {
  const { window, from } = updates
  const since = window.from !== undefined && window.from > from ? window.from : from
  const period = await periodSource(tx, scope, { ...window, from: since })
  const before = await changedBefore(tx, scope, updates)
  const { rows, known } = period
  return {
    kind: 'period',
    rows: [...rows, ...before],
    ...(known && { known: { ...known, others: [...known.others, ...before] } }),
  }
}

/** So many are named one by one; more are looked for with every page. */
const mostNamed = 1_000

interface Observed {
  readonly id: string
  readonly scan_id: string
  readonly recorded_at: string
  readonly seq: number
}

/** Versions in the window that a mute or a decision has changed since `from`, and that no scan has seen since. */
async function changedBefore(tx: Tx, scope: Scope, updates: Updates): Promise<readonly Rows[]> {
  const { tenantId } = tx
  const { window, from } = updates
  const changed = changedSince(tx, updates)
  // Few were changed: a look at the observations of each, and not at the runs of all units.
  const changedRows = observedIn(tx, scope, window).map((rows): Rows => {
    const seen = observationOf(tenantId, raw('v'), {
      window,
      ended: rows.table === 'finding_history',
    })
    return {
      ...rows,
      from: sql`${versions[rows.table]} cross join lateral (${seen}) s`,
      where: sql`${rows.where} and ${changed} and s.recorded_at < ${from}::timestamptz`,
    }
  })
  const columns = raw('v.id, s.scan_id, s.recorded_at, s.seq')
  const found = await tx.rows<Observed>(sql`
    ${plannedForValues}${allOf(changedRows, columns)} limit ${mostNamed + 1}`)
  if (found.length === 0) return []
  if (found.length > mostNamed) return changedRows
  const own = sql`v.tenant_id = ${tenantId}`
  const named = rowTable(found, 's', 'id uuid, scan_id uuid, recorded_at timestamptz, seq int')
  return [liveRows(own), endedRows(own)].map((rows) => ({
    ...rows,
    from: sql`${named} join ${rows.from} on v.id = s.id`,
  }))
}
