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
import type { Caller } from '../../platform/tenancy/index.ts'
import { type Scope, scopeOf } from '../providers/index.ts'
import { type CheckCatalog, type CheckOf, checksOfRows } from '../checks/index.ts'
import { countOf } from './count.ts'
import { carried, type Order, ordered, orderOf, type SortBy } from './order.ts'
import { type FindingQuery, type Plan, planOf, sourceOfScans } from './plan.ts'
import type { Finding } from './resource.ts'
import { everything, type Placed, partsOf, type Shown, shownRows, toFinding } from './shape.ts'
import { rowsByUnit } from './sources/live.ts'
import { allOf } from './sources/rows.ts'
import { lookedUpObservations, observationsOf } from './sources/source.ts'

interface ListQuery extends FindingQuery {
  readonly sort: readonly SortBy[]
  readonly page: { readonly number: number; readonly size: number }
  readonly fields: ReadonlyMap<string, ReadonlySet<string>>
}

/** A row of an order: its branch, and its place among the keys of this branch. */
export interface Place {
  readonly branch: number
  readonly keys: readonly string[]
}

interface Reading {
  readonly order: Order
  /** The join of the observations; undefined if they are not read, or if the rows have them. */
  readonly joined: Sql | undefined
  readonly observed: boolean
}

/** Rows are read with their observations if these come with them, or if the query needs them. */
const isObserved = ({ source, needsObservations }: Plan, order: Order): boolean =>
  source.kind === 'period' || needsObservations || order.needsObservations

/**
 * The first rows `v` of a list: its branches after each other, each merged of the rows of its source. With
 * `after` only those behind it.
 */
function firstRows(
  { source, where }: Plan,
  { order, joined = empty, observed }: Reading,
  { most, after }: { most: number; after?: Place | undefined },
): Sql {
  const page = sql`order by ${orderBy(order.keys)} limit ${most}`
  const branch = (condition: Sql, number: number): Sql[] => {
    if (after && number < after.branch) return []
    const rest = after && number === after.branch ? [behind(order.keys, after.keys)] : []
    const parts = source.rows.map(
      (rows) => sql`
        (select ${ordered(observed)}, ${number} as branch
           from ${rows.from} ${joined}
          where ${all([rows.where, ...where, condition, ...rest])}
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
  { order, observed }: Reading,
  { limit, offset = 0 }: { limit: number; offset?: number },
): Promise<Found[]> =>
  tx.rows<Found>(sql`
    ${plannedForValues}select v.id, ${raw(observed ? 's.scan_id, s.recorded_at' : 'null as scan_id, null as recorded_at')}, v.branch,
           ${placeOf(order.keys)} as keys
      from (select q.*, row_number() over () as place
              from (${rows}) q
             limit ${limit} offset ${offset}) v
      ${observed ? carried : empty}
     order by v.place`)

/** One page and the number of all that match. */
export async function findingPage(
  tx: Tx,
  scope: Scope,
  catalog: CheckCatalog,
  query: ListQuery,
): Promise<Page<Finding>> {
  const plan = await planOf(tx, scope, catalog, query)
  if (!plan) return { rows: [], count: 0 }
  const [found, count] = await Promise.all([pageOf(tx, plan, query), countOf(tx, plan)])
  const rows = await shownRows(tx, plan, partsOf(query.fields), found)
  return { rows: rows.map(toFinding(await checksOfRows(tx, catalog, rows))), count }
}

async function pageOf(
  tx: Tx,
  plan: Plan,
  { sort, page: { number, size: limit } }: ListQuery,
): Promise<Found[]> {
  const order = orderOf(sort)
  const offset = (number - 1) * limit
  const most = limit + offset
  const observed = isObserved(plan, order)
  const joined = observed && !plan.byUnit ? await observationsOf(plan.source) : undefined
  const rowsIn = (branches: Order['branches']): Promise<Found[]> => {
    const some = { order: { ...order, branches }, observed, joined }
    const rows = plan.byUnit
      ? rowsByUnit(tx, { ...plan, order, descending: sort[0]?.descending === true, most })
      : firstRows(plan, some, { most })
    return foundIn(tx, rows, some, { limit, offset })
  }
  // Most first pages are full of their first branch alone, which is planned in a third of the time.
  if (offset === 0 && order.branches.length > 1) {
    const rows = await rowsIn(order.branches.slice(0, 1))
    if (rows.length === limit) return rows
  }
  return rowsIn(order.branches)
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
  { query, ...behind }: Behind & { readonly query: Omit<ListQuery, 'page' | 'fields'> },
): Promise<Batch> {
  const scope = await scopeOf(tx, caller, query.filters)
  const { filters, latest, sort } = query
  const plan = await planOf(tx, scope, catalog, { filters, latest })
  return findingsOfPlan(tx, plan, catalog, { ...behind, sort })
}

/** The same of a plan. */
export async function findingsOfPlan(
  tx: Tx,
  plan: Plan | undefined,
  catalog: CheckCatalog,
  { sort, after, most }: Behind & Pick<ListQuery, 'sort'>,
): Promise<Batch> {
  if (!plan) return { rows: [], place: undefined }
  const order = orderOf(sort)
  const observed = isObserved(plan, order)
  // A file takes many transactions, and scans are recorded between its statements.
  const joined = observed ? lookedUpObservations(tx.tenantId, plan.source) : undefined
  const reading = { order, observed, joined }
  const rows = firstRows(plan, reading, { most, after })
  const found = await foundIn(tx, rows, reading, { limit: most })
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
  scope: Scope,
  scanIds: readonly string[],
  resource: Sql,
): Promise<Sql> {
  const source = await sourceOfScans(tx, scope, scanIds)
  if (!source) return raw('false')
  return sql`${resource} in (${allOf(source.rows, sql`v.resource_id`)})`
}
