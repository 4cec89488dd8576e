/** How findings are read. */
import { all, join, type Page, raw, type Sql, sql, type Tx } from '../../platform/db/index.ts'
import { type Caller, visible } from '../../platform/tenancy/index.ts'
import { type AnyFilter, scopeOf } from '../resources/index.ts'
import { type CheckCatalog, checkMetadata } from './catalog.ts'
import { deltaOf, severityOf, statusCodes, statusOf } from './codes.ts'
import { conditionsOf, rangeOf, scansOf, updatedAt } from './filters.ts'
import { orderOf, type SortBy } from './order.ts'
import type { Finding } from './resource.ts'
import { sighting, type Window } from './sightings.ts'
import { liveView, versions, type View, viewOfScans, windowView } from './view.ts'

interface Asked {
  readonly filters: readonly AnyFilter[]
  readonly sort: readonly SortBy[]
  readonly page: { readonly number: number; readonly size: number }
  /** Sparse fields by type; a type that is not there shows everything. */
  readonly fields: ReadonlyMap<string, ReadonlySet<string>>
}

interface Shown {
  readonly id: string
  readonly uid: string
  readonly provider_type: string
  readonly scan: string
  readonly resource_id: string | null
  readonly check_id: string
  readonly status: number
  readonly raw_status: number
  readonly status_extended: string
  readonly severity: number
  readonly delta: number | null
  readonly muted: boolean
  readonly muted_reason: string | null
  readonly service: string
  readonly resource_type: string
  readonly inserted_at: string
  readonly updated_at: string
  readonly first_seen_at: string
  readonly raw_result: unknown
}

const effectiveStatus = sql`
  case when v.status = ${statusCodes.PASS} and v.status_until <= now() then ${statusCodes.MANUAL}
       else v.status end`

/** Columns of `Shown`, of versions `v` with sightings `s`; the judged record only when it is wanted. */
const shown = (updated: Sql, withBody: boolean): Sql => sql`
  v.id, v.uid, p.provider as provider_type, s.scan_id as scan, v.resource_id, v.check_id,
  ${effectiveStatus} as status, v.raw_status, v.status_extended, v.severity,
  case when v.scan_id = s.scan_id then v.delta end as delta, v.muted, v.muted_reason, v.service,
  v.resource_type, s.recorded_at as inserted_at, ${updated} as updated_at, v.first_seen_at,
  ${withBody ? raw('b.body') : raw('null')} as raw_result`

const joined = (tenantId: string, withBody: boolean): Sql => sql`
  join providers p on p.tenant_id = ${tenantId} and p.id = v.provider_id
  ${withBody ? sql`left join finding_bodies b on b.tenant_id = ${tenantId} and b.provider_id = v.provider_id and b.body_key = v.body_key` : raw('')}`

const toFinding =
  (catalog: CheckCatalog) =>
  (row: Shown): Finding => {
    const check = catalog.get(row.check_id)
    const severity = severityOf(row.severity)
    return {
      id: row.id,
      uid: row.uid,
      delta: deltaOf(row.delta),
      status: statusOf(row.status),
      raw_status: statusOf(row.raw_status),
      status_extended: row.status_extended,
      severity,
      check_id: row.check_id,
      check_metadata: checkMetadata(catalog, { ...row, severity }) as Finding['check_metadata'],
      categories: check?.categories ?? [],
      resource_groups: check?.resource_group ?? null,
      raw_result: row.raw_result as Finding['raw_result'],
      inserted_at: row.inserted_at,
      updated_at: row.updated_at,
      first_seen_at: row.first_seen_at,
      muted: row.muted,
      muted_reason: row.muted_reason,
      scan: row.scan,
      resources: row.resource_id === null ? [] : [row.resource_id],
    }
  }

const wantsBody = (fields: Asked['fields']): boolean =>
  fields.get('findings')?.has('raw_result') ?? true

/** The newest of observation, mute and triage up to a moment; events tell what came before a later one. */
const updatedBefore = (tenantId: string, until: string): Sql => sql`
  greatest(s.recorded_at, (
    select max(e.at)
      from finding_events e
     where e.tenant_id = ${tenantId} and e.provider_id = v.provider_id and e.ukey = v.ukey
       and e.at < ${until}::timestamptz))`

interface Plan {
  readonly view: View
  readonly where: Sql
  readonly updated: Sql
  readonly needSightings: boolean
}

/** What a query is about; undefined when nothing can be in it. `latest` takes no windows. */
async function planOf(
  tx: Tx,
  caller: Caller,
  catalog: CheckCatalog,
  { filters, latest }: { filters: readonly AnyFilter[]; latest: boolean },
): Promise<Plan | undefined> {
  const scope = await scopeOf(tx, caller, filters)
  if (scope.ids.length === 0) return undefined
  const own = latest ? filters : filters.filter(({ name }) => name !== 'updated_at')
  const { where, needSightings } = conditionsOf(tx.tenantId, catalog, own)
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
  const view = scanIds
    ? await viewOfScans(tx, scope, scanIds, window)
    : dated || updatedFrom !== undefined
      ? windowView(tx, scope, window)
      : liveView(tx, scope)
  if (!view) return undefined
  const updated = updates.until ? updatedBefore(tx.tenantId, updates.until) : updatedAt
  const since = updatedFrom === undefined ? [] : [sql`${updated} >= ${updatedFrom}::timestamptz`]
  return {
    view,
    where: all([view.where, ...where, ...since]),
    updated,
    needSightings: needSightings || since.length > 0,
  }
}

/** One page: the branches of the order after each other, then what is shown of the rows on the page. */
export async function findingPage(
  tx: Tx,
  caller: Caller,
  catalog: CheckCatalog,
  query: Asked & { readonly latest: boolean },
): Promise<Page<Finding>> {
  const plan = await planOf(tx, caller, catalog, query)
  if (!plan) return { rows: [], count: 0 }
  const { view, where, updated } = plan
  const order = orderOf(query.sort)
  const inside = view.hasSightings || plan.needSightings || order.needSightings
  const from = inside && !view.hasSightings ? sql`${view.from} ${view.sighted}` : view.from
  const limit = query.page.size
  const offset = (query.page.number - 1) * limit
  const columns = inside
    ? sql`v.*, s.scan_id as s_scan_id, s.recorded_at as s_recorded_at`
    : sql`v.*`
  const branches = order.branches.map(
    (branch) => sql`
      (select ${columns}
         from ${from}
        where ${where} and ${branch}
        order by ${order.by}
        limit ${limit + offset})`,
  )
  const sightings = inside
    ? sql`cross join lateral (select v.s_scan_id as scan_id, v.s_recorded_at as recorded_at) s`
    : view.sighted
  const withBody = wantsBody(query.fields)
  const [rows, counted] = await Promise.all([
    tx.rows<Shown>(sql`
      select ${shown(updated, withBody)}
        from (select q.*, row_number() over () as place
                from (${join(branches, '\n union all ')}) q
               limit ${limit} offset ${offset}) v
        ${sightings}
        ${joined(tx.tenantId, withBody)}
       order by v.place`),
    tx.single<{ count: number }>(sql`
      select count(*) as count
        from ${plan.needSightings && !view.hasSightings ? from : view.from}
       where ${where}`),
  ])
  return { rows: rows.map(toFinding(catalog)), count: counted.count }
}

/** Findings by id, as they were seen last: a version that has ended answers from history. */
export const findingsByIds =
  (catalog: CheckCatalog) =>
  async (tx: Tx, ids: readonly string[], caller: Caller): Promise<Finding[]> => {
    const own = sql`f.tenant_id = ${tx.tenantId} and f.id = any(${`{${ids.join(',')}}`}::uuid[])`
    const rows = await tx.rows<Shown>(sql`
      select ${shown(updatedAt, true)}
        from ${versions(own, own)}
        left join lateral (${sighting(tx.tenantId, sql`v`, { ended: true })}) x on true
       cross join lateral (
         select coalesce(x.scan_id, v.scan_id) as scan_id, coalesce(x.recorded_at, v.changed_at) as recorded_at) s
        ${joined(tx.tenantId, true)}
       where p.deleted_at is null and ${visible(caller, sql`v.provider_id`)}`)
    return rows.map(toFinding(catalog))
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
  return sql`${resource} in (select v.resource_id from ${view.from} where ${view.where})`
}
