/** The plan of a list: which versions it shows, under which conditions. */
import { type Sql, sql, type Tx } from '../../platform/db/index.ts'
import type { CheckCatalog } from '../checks/index.ts'
import type { AnyFilter, Scope } from '../providers/index.ts'
import { rangeOf, type Window } from '../versions/index.ts'
import { conditionsOf, type RollupConditions, scansOf, updatedAt } from './filters.ts'
import type { SortBy } from './order.ts'
import { liveSource } from './sources/live.ts'
import { observedIn, periodSource } from './sources/period.ts'
import { madeBy, scanSource, scansSeen } from './sources/scan.ts'
import type { Source } from './sources/source.ts'
import { changedSince, updatesSource } from './sources/updates.ts'

export interface Plan {
  readonly source: Source
  readonly scope: Scope
  /** Conditions on versions `v`, and on observations `s` if `needsObservations`. */
  readonly where: readonly Sql[]
  readonly needsObservations: boolean
  /** The same of rollups; undefined if these do not know it. */
  readonly rollups: RollupConditions | undefined
  /** Pages are read unit by unit, as their order is that of the runs of units. */
  readonly byUnit: boolean
  /** When a finding was updated. */
  readonly updated: Sql
}

export interface FindingQuery {
  readonly filters: readonly AnyFilter[]
  /** Of the present alone: filters choose no scan and no time. */
  readonly latest: boolean
  /** Of a page. */
  readonly sort?: readonly SortBy[]
}

/** When versions are looked at: scans, or a time of observations and of updates. */
interface When {
  readonly scanIds: readonly string[] | undefined
  readonly window: Window
  readonly updates: Pick<Window, 'from' | 'until'>
}

function whenOf({ filters, latest }: FindingQuery): When {
  const updates = latest ? {} : rangeOf(filters, 'updated_at')
  const { from, until: end } = rangeOf(filters, 'inserted_at')
  const [until] = [end, updates.until].filter((one) => one !== undefined).toSorted()
  return {
    scanIds: scansOf(filters),
    window: { ...(from !== undefined && { from }), ...(until !== undefined && { until }) },
    updates,
  }
}

/** The newest of observation, mute and triage up to a moment; events record what came before a later one. */
const updatedBefore = (tenantId: string, until: string): Sql => sql`
  greatest(s.recorded_at, (
    select max(e.at)
      from finding_events e
     where e.tenant_id = ${tenantId} and e.provider_id = v.provider_id and e.finding_key = v.finding_key
       and e.at < ${until}::timestamptz))`

/** Undefined when nothing can be in the list. */
export async function planOf(
  tx: Tx,
  scope: Scope,
  catalog: CheckCatalog,
  query: FindingQuery,
): Promise<Plan | undefined> {
  if (scope.ids.length === 0) return undefined
  const when = whenOf(query)
  const onlyDeltas = query.filters.some(({ name }) => name === 'delta')
  const source = await sourceOf(tx, scope, when, onlyDeltas)
  if (!source) return undefined
  const { tenantId } = tx
  const { where, needsObservations, rollups, areLight } = conditionsOf({ tenantId, catalog }, query)
  const { from, until } = when.updates
  const made = source.kind === 'scan' && source.whole && onlyDeltas ? [madeBy(source.scan)] : []
  const since =
    when.scanIds && from !== undefined
      ? sql`(s.recorded_at >= ${from}::timestamptz or ${changedSince(tx, { from, until })})`
      : undefined
  return {
    source,
    scope,
    where: [...where, ...(since ? [since] : []), ...made],
    needsObservations: needsObservations || since !== undefined,
    rollups: since ? undefined : rollups,
    byUnit: source.kind === 'live' && query.sort?.[0]?.key === 'inserted_at' && areLight,
    updated: until === undefined ? updatedAt : updatedBefore(tenantId, until),
  }
}

async function sourceOf(
  tx: Tx,
  scope: Scope,
  { scanIds, window, updates: { from, until } }: When,
  onlyDeltas: boolean,
): Promise<Source | undefined> {
  if (scanIds) return sourceOfScans(tx, scope, scanIds, window)
  if (from !== undefined) return updatesSource(tx, scope, { window, from, until })
  return isDated(window) ? periodSource(tx, scope, window) : liveSource(tx, scope, { onlyDeltas })
}

const isDated = ({ from, until }: Window): boolean => from !== undefined || until !== undefined

/** The findings of one scan at any time, or of several in a window. Undefined if none of them has started. */
export async function sourceOfScans(
  tx: Tx,
  scope: Scope,
  ids: readonly string[],
  window: Window = {},
): Promise<Source | undefined> {
  const scans = (await scansSeen(tx, scope, ids)).filter(({ seq }) => seq !== null)
  const [first, ...others] = scans
  if (!first) return undefined
  if (others.length === 0 && !isDated(window)) return scanSource(tx, first)
  const providers = { whole: false, ids: [...new Set(scans.map((scan) => scan.provider_id))] }
  const scanIds = scans.map(({ id }) => id)
  return { kind: 'period', rows: observedIn(tx, providers, { ...window, scanIds }) }
}
