/** Lists of findings: which versions are on a page and in what order, then what is shown of them. */
import {
  all,
  behind,
  join,
  orderBy,
  type Page,
  placeOf,
  raw,
  type Sql,
  sql,
  type Tx,
  plannedForValues,
} from '../../platform/db/index.ts'
import type { Caller } from '../../platform/tenancy/index.ts'
import { type AnyFilter, scopeOf } from '../providers/index.ts'
import type { CheckCatalog } from './catalog.ts'
import { countOf } from './counts.ts'
import { isByTime, rowsByTime } from './newest-first.ts'
import { carried, type Order, ordered, orderOf, type SortBy } from './order.ts'
import { type Plan, planOf } from './plan.ts'
import type { Finding } from './resource.ts'
import {
  everything,
  type Placed,
  type Shown,
  shownRows,
  toFinding,
  type Wanted,
  wantedBy,
} from './shown.ts'
import { viewOfScans } from './views.ts'
import { consistent } from './windows.ts'

interface Asked {
  readonly filters: readonly AnyFilter[]
  readonly sort: readonly SortBy[]
  readonly page: { readonly number: number; readonly size: number }
  readonly fields: ReadonlyMap<string, ReadonlySet<string>>
  readonly latest: boolean
}

/** A row of an order: its branch, and its place among the keys of this branch. */
export interface Place {
  readonly branch: number
  readonly keys: readonly string[]
}

/**
 * The first rows `v` of a list: its branches after each other, each merged of the sources of the view. With
 * `after` only those behind it.
 */
function firstRows(
  { view, where }: Plan,
  order: Order,
  { observed, most, after }: { observed: boolean; most: number; after?: Place | undefined },
): Sql {
  const page = sql`order by ${orderBy(order.keys)} limit ${most}`
  const joins = observed && !view.hasObservations ? view.observation : raw('')
  const branch = (condition: Sql, number: number): Sql[] => {
    if (after && number < after.branch) return []
    const rest = after && number === after.branch ? [behind(order.keys, after.keys)] : []
    const parts = view.sources.map(
      (source) => sql`
        (select ${ordered(observed)}, ${number} as branch
           from ${source.from} ${joins}
          where ${all([source.where, ...where, condition, ...rest])}
          ${page})`,
    )
    if (parts.length < 2) return parts
    return [
      sql`
      (select v.*
         from (${join(parts, '\n union all ')}) v ${observed ? carried : raw('')}
        ${page})`,
    ]
  }
  return join(order.branches.flatMap(branch), '\n union all ')
}

interface Found extends Placed, Place {}

const foundIn = (
  tx: Tx,
  rows: Sql,
  {
    order,
    observed,
    limit,
    offset,
  }: { order: Order; observed: boolean; limit: number; offset: number },
): Promise<Found[]> =>
  tx.rows<Found>(sql`
    ${plannedForValues}select v.id, ${raw(observed ? 's.scan_id, s.recorded_at' : 'null as scan_id, null as recorded_at')}, v.branch,
           ${placeOf(order.keys)} as keys
      from (select q.*, row_number() over () as place
              from (${rows}) q
             limit ${limit} offset ${offset}) v
      ${observed ? carried : raw('')}
     order by v.place`)

/** The first page of a list: most are full of its first branch alone, which is planned in a third of the time. */
async function firstBranchOrAll(
  rowsIn: (branches: Order['branches']) => Promise<Found[]>,
  branches: Order['branches'],
  limit: number,
): Promise<Found[]> {
  if (branches.length > 1) {
    const rows = await rowsIn(branches.slice(0, 1))
    if (rows.length === limit) return rows
  }
  return rowsIn(branches)
}

/** One page and the number of all that match. */
export async function findingPage(
  tx: Tx,
  caller: Caller,
  catalog: CheckCatalog,
  query: Asked,
): Promise<Page<Finding>> {
  const planned = await planOf(tx, caller, catalog, query)
  if (!planned) return { rows: [], count: 0 }
  const order = orderOf(query.sort)
  const byTime = isByTime(planned, query.sort)
  const plan = byTime && !planned.needsObservations ? planned : await consistent(tx, planned)
  const observed = plan.view.hasObservations || plan.needsObservations || order.needsObservations
  const limit = query.page.size
  const offset = (query.page.number - 1) * limit
  const most = limit + offset
  const rowsIn = (branches: Order['branches']): Promise<Found[]> => {
    const some = { ...order, branches }
    const rows = byTime
      ? rowsByTime(tx, plan, { order: some, sort: query.sort, most })
      : firstRows(plan, some, { observed, most })
    return foundIn(tx, rows, { order, observed, limit, offset })
  }
  const [found, count] = await Promise.all([
    offset === 0 ? firstBranchOrAll(rowsIn, order.branches, limit) : rowsIn(order.branches),
    countOf(tx, plan),
  ])
  const rows = await shownRows(tx, plan, wantedBy(query.fields), found)
  return { rows: rows.map(toFinding(catalog)), count }
}

/** A finding with what it is about, as files of findings have it. */
export interface Exported {
  readonly finding: Finding
  readonly row: Shown
}

/** The findings of a list behind a place in its order, `most` of them. Without a further place there are no more. */
export async function findingsBehind(
  tx: Tx,
  caller: Caller,
  catalog: CheckCatalog,
  {
    query,
    wanted = everything,
    after,
    most,
  }: {
    readonly query: Omit<Asked, 'page' | 'fields'>
    readonly wanted?: Wanted
    readonly after: Place | undefined
    readonly most: number
  },
): Promise<{ rows: readonly Exported[]; place: Place | undefined }> {
  const plan = await planOf(tx, caller, catalog, query)
  if (!plan) return { rows: [], place: undefined }
  const order = orderOf(query.sort)
  const observed = plan.view.hasObservations || plan.needsObservations || order.needsObservations
  const rows = firstRows(plan, order, { observed, most, after })
  const found = await foundIn(tx, rows, { order, observed, limit: most, offset: 0 })
  const shown = await shownRows(tx, plan, wanted, found)
  const last = found.at(-1)
  return {
    rows: shown.map((row) => ({ finding: toFinding(catalog)(row), row })),
    place: last && { branch: last.branch, keys: last.keys },
  }
}

/** The condition that a finding of the resource was seen in one of the scans. */
export async function seenIn(
  tx: Tx,
  caller: Caller,
  scanIds: readonly string[],
  resource: Sql,
): Promise<Sql> {
  const view = await viewOfScans(tx, await scopeOf(tx, caller, []), scanIds, {})
  if (!view) return raw('false')
  const parts = view.sources.map(
    ({ from, where, whole }) => sql`select v.resource_id from ${from} where ${whole ?? where}`,
  )
  return sql`${resource} in (${join(parts, ' union all ')})`
}
