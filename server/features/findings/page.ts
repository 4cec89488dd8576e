/** Lists of findings: which versions are on a page and in what order, then what is shown of them. */
import {
  all,
  behind,
  empty,
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
import type { Caller, Viewer } from '../../platform/tenancy/index.ts'
import { type AnyFilter, scopeOf } from '../providers/index.ts'
import { type CheckCatalog, type CheckOf, checksOfRows } from '../checks/index.ts'
import { countOf } from './count.ts'
import { isByTime, rowsByTime } from './sources/live.ts'
import { carried, type Order, ordered, orderOf, type SortBy } from './order.ts'
import { type Plan, planOf } from './plan.ts'
import type { Finding } from './resource.ts'
import { everything, type Placed, partsOf, type Shown, shownRows, toFinding } from './shape.ts'
import { allRows, viewOfScans } from './sources/scan.ts'
import { consistent } from './sources/period.ts'

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
  const joins = (observed && view.observation) || empty
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

interface Reading {
  readonly order: Order
  readonly observed: boolean
  readonly limit: number
  readonly offset: number
}

const foundIn = (
  tx: Tx,
  rows: Sql,
  { order, observed, limit, offset }: Reading,
): Promise<Found[]> =>
  tx.rows<Found>(sql`
    ${plannedForValues}select v.id, ${raw(observed ? 's.scan_id, s.recorded_at' : 'null as scan_id, null as recorded_at')}, v.branch,
           ${placeOf(order.keys)} as keys
      from (select q.*, row_number() over () as place
              from (${rows}) q
             limit ${limit} offset ${offset}) v
      ${observed ? carried : empty}
     order by v.place`)

/** Whether rows are read with their observations: the view includes them anyway, or the query needs them. */
const needsObservations = (plan: Plan, order: Order): boolean =>
  !plan.view.observation || plan.needsObservations || order.needsObservations

/** One page and the number of all that match. */
export async function findingPage(
  tx: Tx,
  caller: Viewer,
  catalog: CheckCatalog,
  query: Asked,
): Promise<Page<Finding>> {
  const planned = await planOf(tx, caller, catalog, query)
  if (!planned) return { rows: [], count: 0 }
  const order = orderOf(query.sort)
  const byTime = isByTime(planned, query.sort)
  const plan = byTime && !planned.needsObservations ? planned : await consistent(tx, planned)
  const observed = needsObservations(plan, order)
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
  // Most first pages are full of their first branch alone, which is planned in a third of the time.
  const rowsOfPage = async (): Promise<Found[]> => {
    if (offset === 0 && order.branches.length > 1) {
      const rows = await rowsIn(order.branches.slice(0, 1))
      if (rows.length === limit) return rows
    }
    return rowsIn(order.branches)
  }
  const [found, count] = await Promise.all([rowsOfPage(), countOf(tx, plan)])
  const rows = await shownRows(tx, plan, partsOf(query.fields), found)
  return { rows: rows.map(toFinding(await checksOfRows(tx, catalog, rows))), count }
}

/** A finding with what it is about, as files of findings have it. */
export interface Exported
  extends Pick<
    Shown,
    'service' | 'region' | 'resource_type' | 'provider_type' | 'account_uid' | 'account_name'
  > {
  readonly finding: Finding
  readonly check: ReturnType<CheckOf>
}

/** Without the row itself: a batch of a file has thousands. */
export const exported =
  (checkOf: CheckOf) =>
  (row: Shown): Exported => {
    const { service, region, resource_type, provider_type, account_uid, account_name } = row
    const facts = { service, region, resource_type, provider_type, account_uid, account_name }
    return { ...facts, finding: toFinding(checkOf)(row), check: checkOf(row) }
  }

interface Behind {
  readonly after: Place | undefined
  readonly most: number
}
interface Continued extends Behind {
  readonly query: Omit<Asked, 'page' | 'fields'>
}

/** Findings of a list, and the place of the last. Without a next place, the list has ended. */
export interface Batch {
  readonly rows: readonly Exported[]
  readonly place: Place | undefined
}

/** The findings of a list behind a place in its order, `most` of them. */
export async function findingsBehind(
  tx: Tx,
  caller: Caller,
  catalog: CheckCatalog,
  { query, ...behind }: Continued,
): Promise<Batch> {
  const plan = await planOf(tx, caller, catalog, query)
  return findingsOfPlan(tx, plan, catalog, { ...behind, sort: query.sort })
}

/** The same of a plan. */
export async function findingsOfPlan(
  tx: Tx,
  plan: Plan | undefined,
  catalog: CheckCatalog,
  { sort, after, most }: Behind & Pick<Asked, 'sort'>,
): Promise<Batch> {
  if (!plan) return { rows: [], place: undefined }
  const order = orderOf(sort)
  const observed = needsObservations(plan, order)
  const rows = firstRows(plan, order, { observed, most, after })
  const found = await foundIn(tx, rows, { order, observed, limit: most, offset: 0 })
  const shown = await shownRows(tx, plan, everything, found)
  const last = found.at(-1)
  return {
    rows: shown.map(exported(await checksOfRows(tx, catalog, shown))),
    // A number that is a parameter comes back as a text.
    place: last && { branch: Number(last.branch), keys: last.keys },
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
  return sql`${resource} in (${allRows(view.sources, sql`v.resource_id`, {})})`
}
