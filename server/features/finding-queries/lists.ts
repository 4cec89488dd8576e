/** How findings are read. */
import {
  all,
  behind,
  idArray,
  join,
  orderBy,
  type Page,
  placeOf,
  prepared,
  raw,
  type Sql,
  sql,
  type Tx,
} from '../../platform/db/index.ts'
import { type Caller, visible } from '../../platform/tenancy/index.ts'
import { type AnyFilter, scopeOf } from '../providers/index.ts'
import { type CheckCatalog, checkMetadata } from './catalog.ts'
import { countOf } from './counts.ts'
import { deltaOf, severityOf, statusCodes, statusOf, triageOf } from '../observations/index.ts'
import { triageCode, updatedAt } from './filters.ts'
import { triageId } from './named.ts'
import { isByTime, rowsByTime } from './newest-first.ts'
import { settled } from './windows.ts'
import { type Order, orderOf, type SortBy } from './order.ts'
import type { Finding } from './resource.ts'
import { type Plan, planOf } from './plan.ts'
import { versionsById, viewOfScans } from './views.ts'

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
  readonly provider_id: string
  readonly ukey: string
  readonly triage: number
  readonly notes: number
  readonly attested_at: string | null
  readonly expires_at: string | null
  readonly ended_at: string | null
  readonly evidence: string | null
  readonly author_name: string | null
}

/** What a list need not read where nobody asks for it. */
export interface Wanted {
  readonly body: boolean
  readonly triage: boolean
}

export const effectiveStatus = sql`
  case when v.status = ${statusCodes.PASS} and v.status_until <= now() then ${statusCodes.MANUAL}
       else v.status end`

/** Columns of `Shown`, of versions `v` with sightings `s`. */
const shown = (updated: Sql, wanted: Wanted): Sql => sql`
  v.id, v.uid, p.provider as provider_type, s.scan_id as scan, v.resource_id, v.check_id,
  ${effectiveStatus} as status, v.raw_status, v.status_extended, v.severity,
  case when v.scan_id = s.scan_id then v.delta end as delta, v.muted, v.muted_reason, v.service,
  v.resource_type, s.recorded_at as inserted_at, ${updated} as updated_at, v.first_seen_at,
  ${wanted.body ? raw('b.body') : raw('null')} as raw_result,
  v.provider_id, v.ukey, ${triageCode('v')} as triage, ${wanted.triage ? kept : notKept}`

/** What people keep about a finding: how many notes, and the newest attestation. */
const kept = raw(
  'noted.notes, attested.attested_at, attested.expires_at, attested.evidence, attested.author_name, ' +
    'coalesce(attested.ended_at, case when attested.expires_at <= now() then attested.expires_at end) as ended_at',
)
const notKept = raw(
  '0 as notes, null as attested_at, null as expires_at, null as evidence, null as author_name, null as ended_at',
)

const joined = (tenantId: string, wanted: Wanted): Sql => sql`
  join providers p on p.tenant_id = ${tenantId} and p.id = v.provider_id
  ${wanted.body ? sql`left join finding_bodies b on b.tenant_id = ${tenantId} and b.provider_id = v.provider_id and b.body_key = v.body_key` : raw('')}
  ${wanted.triage ? keptOf(tenantId) : raw('')}`

const keptOf = (tenantId: string): Sql => sql`
  cross join lateral (
    select count(*) as notes
      from finding_notes n
     where n.tenant_id = ${tenantId} and n.provider_id = v.provider_id and n.ukey = v.ukey) noted
  left join lateral (
    select o.*
      from finding_attestations o
     where o.tenant_id = ${tenantId} and o.provider_id = v.provider_id and o.ukey = v.ukey
       and v.raw_status = ${statusCodes.MANUAL}
     order by o.attested_at desc
     limit 1) attested on true`

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
      finding_uid: row.uid,
      triage_id: triageId(row),
      triage_status: triageOf(row.triage),
      triage_notes_count: row.notes,
      triage_has_note: row.notes > 0,
      manual_pass_active: row.attested_at !== null && row.ended_at === null,
      manual_pass_created_at: row.attested_at,
      manual_pass_expires_at: row.expires_at,
      manual_pass_deactivated_at: row.ended_at,
      manual_pass_evidence: row.evidence,
      manual_pass_created_by_name: row.author_name,
      scan: row.scan,
      resources: row.resource_id === null ? [] : [row.resource_id],
    }
  }

function wantedBy(fields: Asked['fields']): Wanted {
  const names = fields.get('findings')
  if (!names) return everything
  const triage = [...names].some((name) => /^(triage|manual_pass)_/.test(name))
  return { body: names.has('raw_result'), triage }
}
const everything: Wanted = { body: true, triage: true }

const and = (where: Sql, conditions: readonly Sql[]): Sql => all([where, ...conditions])

/** Live rows are picked by their ids, which the index of the list has: what lies before the page is not read. */
const isByKey = ({ live }: Plan['view'], inside: boolean): boolean => live === true && !inside

/** A row of an order: its branch, and its place among the keys of this branch. */
export interface Place {
  readonly branch: number
  readonly keys: readonly string[]
}

/**
 * The rows `q` of a page, in their order: the branches after each other, each merged of its sources. With
 * `after` only those behind it, each with its `branch`.
 */
function pageRows(
  { view, where }: Plan,
  order: Order,
  inside: boolean,
  {
    most,
    after,
    only,
  }: { readonly most?: number; readonly after?: Place | 'nothing'; readonly only?: 'ids' },
): Sql {
  const by = orderBy(order.keys)
  const limit = sql`limit ${most}`
  const sightings = inside ? sql`, s.scan_id as s_scan_id, s.recorded_at as s_recorded_at` : raw('')
  const joins = inside && !view.hasSightings ? view.sighted : raw('')
  const branch = (conditions: readonly Sql[], number: number): Sql => {
    const numbered = after ? raw(`, ${number} as branch`) : raw('')
    const parts = view.sources.map(
      (source) => sql`
        (select ${only === 'ids' ? raw('v.id') : source.columns} ${sightings} ${numbered}
           from ${source.from} ${joins}
          where ${and(source.where, [...where, ...conditions])}
          order by ${by} ${limit})`,
    )
    if (parts.length === 1) return parts[0] as Sql
    return sql`
      (select v.*
         from (${join(parts, '\n union all ')}) v ${inside ? keptSightings : raw('')}
        order by ${by} ${limit})`
  }
  const left = order.branches.flatMap((condition, number) => {
    if (after === undefined || after === 'nothing') return [branch([condition], number)]
    if (number < after.branch) return []
    const rest = number === after.branch ? [behind(order.keys, after.keys)] : []
    return [branch([condition, ...rest], number)]
  })
  return join(left, '\n union all ')
}

/** Sightings that the rows `v` carry already. */
const keptSightings = sql`
  cross join lateral (select v.s_scan_id as scan_id, v.s_recorded_at as recorded_at) s`

/**
 * Live rows of a page. Which they are is a question of the list's own; what is shown of them is asked by
 * their ids, in words that every list shares and a connection plans once: planning took 3 ms of 8.
 */
async function liveRows(
  tx: Tx,
  { view, updated }: Plan,
  wanted: Wanted,
  placed: Sql,
): Promise<Shown[]> {
  const found = await tx.rows<{ id: string }>(sql`select w.id from (${placed}) w order by w.place`)
  if (found.length === 0) return []
  return tx.rows<Shown>(prepared`
    select ${shown(updated, wanted)}
      from unnest(${idArray(found.map(({ id }) => id))}) with ordinality w(id, place)
      join findings v on v.tenant_id = ${tx.tenantId} and v.id = w.id
      ${view.sighted}
      ${joined(tx.tenantId, wanted)}
     order by w.place`)
}

/** The first page of a list: most are full of its first branch alone, which is planned in a third of the time. */
async function begunBy(
  rowsIn: (branches: Order['branches']) => Promise<Shown[]>,
  branches: Order['branches'],
  limit: number,
): Promise<Shown[]> {
  if (branches.length > 1) {
    const rows = await rowsIn(branches.slice(0, 1))
    if (rows.length === limit) return rows
  }
  return rowsIn(branches)
}

/** One page and the number of all that match; of the rows on the page, what is shown of them. */
export async function findingPage(
  tx: Tx,
  caller: Caller,
  catalog: CheckCatalog,
  query: Asked & { readonly latest: boolean },
): Promise<Page<Finding>> {
  const planned = await planOf(tx, caller, catalog, query)
  if (!planned) return { rows: [], count: 0 }
  const order = orderOf(query.sort)
  const byTime = isByTime(planned, query.sort)
  const plan = byTime && !planned.needSightings ? planned : await settled(tx, planned)
  const { view, updated } = plan
  const inside = view.hasSightings || plan.needSightings || order.needSightings
  const byKey = isByKey(view, inside)
  const limit = query.page.size
  const offset = (query.page.number - 1) * limit
  const wanted = wantedBy(query.fields)
  const most = limit + offset
  const rowsIn = (branches: Order['branches']): Promise<Shown[]> => {
    const some = { ...order, branches }
    const matching = byTime
      ? rowsByTime(tx, plan, { order: some, sort: query.sort, most })
      : pageRows(plan, some, inside, { most, ...(byKey && { only: 'ids' }) })
    const placed = sql`
      select q.*, row_number() over () as place
        from (${matching}) q
       limit ${limit} offset ${offset}`
    if (byKey) return liveRows(tx, plan, wanted, placed)
    return tx.rows<Shown>(sql`
      select ${shown(updated, wanted)}
        from (${placed}) v
        ${inside ? keptSightings : view.sighted}
        ${joined(tx.tenantId, wanted)}
       order by place`)
  }
  const [rows, count] = await Promise.all([
    offset === 0 ? begunBy(rowsIn, order.branches, limit) : rowsIn(order.branches),
    countOf(tx, plan),
  ])
  return { rows: rows.map(toFinding(catalog)), count }
}

/** A finding with what it is about, as files of findings tell it. */
export interface Placed {
  readonly finding: Finding
  readonly service: string
  readonly region: string
  readonly resource_type: string
  readonly provider: string
  readonly account: { readonly uid: string; readonly name: string | null }
}

type Further = Shown & {
  readonly region: string
  readonly account_uid: string
  readonly account_name: string | null
  readonly branch: number
  readonly keys: readonly string[]
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
    readonly query: Omit<Asked, 'page'> & { readonly latest: boolean }
    readonly wanted?: Wanted
    readonly after: Place | undefined
    readonly most: number
  },
): Promise<{ rows: readonly Placed[]; place: Place | undefined }> {
  const plan = await planOf(tx, caller, catalog, query)
  if (!plan) return { rows: [], place: undefined }
  const { view, updated } = plan
  const order = orderOf(query.sort)
  const inside = view.hasSightings || plan.needSightings || order.needSightings
  const rows = await tx.rows<Further>(sql`
    select ${shown(updated, wanted)}, v.region, p.uid as account_uid, p.alias as account_name,
           v.branch, ${placeOf(order.keys)} as keys
      from (select q.*, row_number() over () as place
              from (${pageRows(plan, order, inside, { most, after: after ?? 'nothing' })}) q
             limit ${most}) v
      ${inside ? keptSightings : view.sighted}
      ${joined(tx.tenantId, wanted)}
     order by v.place`)
  const last = rows.at(-1)
  return {
    rows: rows.map((row) => ({
      finding: toFinding(catalog)(row),
      service: row.service,
      region: row.region,
      resource_type: row.resource_type,
      provider: row.provider_type,
      account: { uid: row.account_uid, name: row.account_name },
    })),
    place: last && { branch: last.branch, keys: last.keys },
  }
}

/** Findings by id, as they were seen last: a version that has ended answers from history. */
export const findingsByIds =
  (catalog: CheckCatalog) =>
  async (tx: Tx, ids: readonly string[], caller: Caller): Promise<Finding[]> => {
    const view = versionsById(tx, ids)
    const parts = view.sources.map(
      ({ columns, from, where }) => sql`(select ${columns} from ${from} where ${where})`,
    )
    const rows = await tx.rows<Shown>(sql`
      select ${shown(updatedAt, everything)}
        from (${join(parts, ' union all ')}) v
        ${view.sighted}
        ${joined(tx.tenantId, everything)}
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
  const parts = view.sources.map(
    ({ from, where, whole }) => sql`select v.resource_id from ${from} where ${whole ?? where}`,
  )
  return sql`${resource} in (${join(parts, ' union all ')})`
}
