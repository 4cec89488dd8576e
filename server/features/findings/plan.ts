/** What a query is about: which versions, under which conditions. */
import { type Sql, sql, type Tx } from '../../platform/db/index.ts'
import { firstId } from '../../platform/ids.ts'
import type { Viewer } from '../../platform/tenancy/index.ts'
import { type AnyFilter, type Scope, scopeOf } from '../providers/index.ts'
import type { CheckCatalog } from '../checks/index.ts'
import { checksOf, conditionsOf, scansOf, updatedAt } from './filters.ts'
import { viewOfUpdates, viewOfWindow } from './sources/period.ts'
import { type Window, rangeOf } from '../versions/index.ts'
import { liveView, type ScanSeen, type View, viewOfScans } from './sources/scan.ts'

/** Filters over columns of a rollup. */
export const dimensions: ReadonlySet<string> = new Set([
  'check_id',
  'service',
  'region',
  'resource_type',
  'severity',
  'impact',
  'category',
  'resource_groups',
])

/** The newest of observation, mute and triage up to a moment; events record what came before a later one. */
const updatedBefore = (tenantId: string, until: string): Sql => sql`
  greatest(s.recorded_at, (
    select max(e.at)
      from finding_events e
     where e.tenant_id = ${tenantId} and e.provider_id = v.provider_id and e.finding_key = v.finding_key
       and e.at < ${until}::timestamptz))`

/** Versions `v` that a mute or a decision changed in a period. */
const changedSince = (tenantId: string, from: string, until: string | undefined): Sql =>
  until === undefined
    ? sql`v.triaged_at >= ${from}::timestamptz`
    : sql`(v.provider_id, v.finding_key) in (
        select e.provider_id, e.finding_key
          from finding_events e
         where e.tenant_id = ${tenantId} and e.at >= ${from}::timestamptz and e.at < ${until}::timestamptz)`

/** Versions that the scan made: what it found new or changed. */
const madeBy = ({ inserted_at }: ScanSeen): Sql => {
  const ms = Date.parse(inserted_at)
  return sql`v.id >= ${firstId(ms)}::uuid and v.id < ${firstId(ms + 1)}::uuid`
}

export interface Plan {
  readonly view: View
  readonly scope: Scope
  readonly filters: readonly AnyFilter[]
  readonly where: readonly Sql[]
  /** Those conditions that a rollup could answer. */
  readonly dimensions: readonly Sql[]
  /** The checks that a filter on their facts means. */
  readonly checksOf: (filter: AnyFilter) => readonly string[]
  readonly updated: Sql
  readonly needsObservations: boolean
}

interface About {
  readonly filters: readonly AnyFilter[]
  readonly latest: boolean
}

/** What a query is about; undefined when nothing can be in it. `latest` takes no windows. */
export const planOf = async (
  tx: Tx,
  caller: Viewer,
  catalog: CheckCatalog,
  about: About,
): Promise<Plan | undefined> => planIn(tx, await scopeOf(tx, caller, about.filters), catalog, about)

/** The same of a scope that was resolved already. */
export async function planIn(
  tx: Tx,
  scope: Scope,
  catalog: CheckCatalog,
  { filters, latest }: About,
): Promise<Plan | undefined> {
  if (scope.ids.length === 0) return undefined
  const own = latest ? filters : filters.filter(({ name }) => name !== 'updated_at')
  const { where, needsObservations } = conditionsOf(tx.tenantId, catalog, own)
  const updates = latest ? {} : rangeOf(filters, 'updated_at')
  const inserts = rangeOf(filters, 'inserted_at')
  const until = [inserts.until, updates.until].filter((one) => one !== undefined).toSorted()[0]
  const window: Window = {
    ...(inserts.from !== undefined && { from: inserts.from }),
    ...(until !== undefined && { until }),
  }
  const dated = window.from !== undefined || window.until !== undefined
  const scanIds = scansOf(filters)
  const updatedFrom = updates.from
  const changed =
    updatedFrom === undefined ? undefined : changedSince(tx.tenantId, updatedFrom, updates.until)
  const view = scanIds
    ? await viewOfScans(tx, scope, scanIds, window)
    : changed && updatedFrom !== undefined
      ? await viewOfUpdates(tx, scope, { window, from: updatedFrom, changed })
      : dated
        ? await viewOfWindow(tx, scope, window)
        : liveView(tx, scope)
  if (!view) return undefined
  const updated = updates.until ? updatedBefore(tx.tenantId, updates.until) : updatedAt
  const asksForDelta = filters.some(({ name }) => name === 'delta')
  const made = view.scan && asksForDelta ? [madeBy(view.scan)] : []
  const since =
    scanIds && changed ? [sql`(s.recorded_at >= ${updatedFrom}::timestamptz or ${changed})`] : []
  return {
    view,
    scope,
    filters,
    where: [...where, ...since, ...made],
    dimensions: conditionsOf(
      tx.tenantId,
      catalog,
      own.filter(({ name }) => dimensions.has(name)),
    ).where,
    checksOf: (filter) => checksOf(catalog, filter),
    updated,
    needsObservations: needsObservations || since.length > 0,
  }
}
