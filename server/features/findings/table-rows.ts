/**
 * Rows of a table of all findings of a scan, in one statement a batch. What a table has no column for is not read:
 * notes, evidence, descriptions of checks. Takes half the time of a list's rows.
 */
import {
  all,
  behind,
  empty,
  join,
  orderBy,
  plannedForValues,
  raw,
  type Sql,
  sql,
  type Tx,
} from '../../platform/db/index.ts'
import {
  versionColumns,
  deltaOf,
  severityOf,
  statusOf,
  triageOf,
  triageCode,
  effectiveStatus,
} from '../versions/index.ts'
import type { CheckCatalog } from '../checks/index.ts'
import type { TableFinding } from './exports.ts'
import { updatedAt } from './filters.ts'
import type { Place } from './page.ts'
import { carried, orderOf } from './order.ts'
import type { Plan } from './plan.ts'
import { observationsOf } from './sources/source.ts'

interface Row {
  readonly id: string
  readonly uid: string
  readonly status: number
  readonly raw_status: number
  readonly severity: number
  readonly status_extended: string | null
  readonly check_id: string
  readonly delta: number | null
  readonly muted: boolean
  readonly muted_reason: string | null
  readonly triage: number
  readonly service: string
  readonly region: string
  readonly resource_type: string
  readonly first_seen_at: string | null
  readonly inserted_at: string
  readonly updated_at: string
  readonly resource_uid: string | null
  readonly resource_name: string | null
}

/** What is the same for every row: it is not read with each. */
export interface TableOf {
  readonly scanId: string
  readonly account: Pick<TableFinding, 'provider_type' | 'account_uid' | 'account_name'>
}

const order = orderOf([{ key: 'status', descending: false }])
const columns = sql`
  v.tenant_id, v.provider_id, ${versionColumns('v.')}, v.status, v.triage, v.status_until,
  s.scan_id as s_scan_id, s.recorded_at as s_recorded_at`

/** The first rows of a branch, or those behind a place in it. */
async function rowsOf({ source, where }: Plan, after: Place, most: number): Promise<Sql> {
  const page = sql`order by ${orderBy(order.keys)} limit ${most}`
  const branch = order.branches[after.branch] ?? raw('false')
  const rest = after.keys.length > 0 ? [behind(order.keys, after.keys)] : []
  const joined = (await observationsOf(source)) ?? empty
  const parts = source.rows.map(
    (rows) => sql`
      (select ${columns}
         from ${rows.from} ${joined}
        where ${all([rows.where, ...where, branch, ...rest])}
        ${page})`,
  )
  return sql`select v.* from (${join(parts, '\n union all ')}) v ${page}`
}

/** FAIL and the worst first; undefined after the last branch. The place is where to continue. */
export async function tableRows(
  tx: Tx,
  plan: Plan | undefined,
  catalog: CheckCatalog,
  {
    of,
    after = { branch: 0, keys: [] },
    most,
  }: { readonly of: TableOf; readonly after: Place | undefined; readonly most: number },
): Promise<{ readonly rows: readonly TableFinding[]; readonly place: Place | undefined }> {
  if (!plan) return { rows: [], place: undefined }
  const rows = await tx.rows<Row>(sql`
    ${plannedForValues}select v.id, v.uid, ${effectiveStatus} as status, v.raw_status, v.severity, v.status_extended, v.check_id,
           case when v.scan_id = s.scan_id then v.delta end as delta, v.muted, v.muted_reason,
           ${triageCode('v')} as triage, v.service, v.region, v.resource_type, v.first_seen_at,
           s.recorded_at as inserted_at, ${updatedAt} as updated_at,
           r.uid as resource_uid, r.name as resource_name
      from (${await rowsOf(plan, after, most)}) v
      ${carried}
      left join resources r
        on r.tenant_id = ${tx.tenantId} and r.provider_id = v.provider_id and r.id = v.resource_id
     order by ${orderBy(order.keys)}`)
  const last = rows.at(-1)
  const next = { branch: after.branch + 1, keys: [] }
  const place =
    rows.length === most && last
      ? { branch: after.branch, keys: [String(last.severity), last.id] }
      : next
  return {
    rows: rows.map((row) => toFile(row, catalog, of)),
    place: place.branch < order.branches.length ? place : undefined,
  }
}

function toFile(row: Row, catalog: CheckCatalog, { scanId, account }: TableOf): TableFinding {
  const { resource_uid, resource_name, region, service, resource_type } = row
  const { severity, delta, triage } = row
  const check = catalog.get(row.check_id)
  const finding = {
    id: row.id,
    uid: row.uid,
    check_id: row.check_id,
    status_extended: row.status_extended,
    muted: row.muted,
    muted_reason: row.muted_reason,
    first_seen_at: row.first_seen_at,
    inserted_at: row.inserted_at,
    updated_at: row.updated_at,
    scan: scanId,
    status: statusOf(row.status),
    raw_status: statusOf(row.raw_status),
    severity: severityOf(severity),
    delta: deltaOf(delta),
    triage_status: triageOf(triage),
    categories: check?.categories ?? [],
    resource_groups: check?.resource_group ?? null,
  }
  const resource =
    resource_uid === null ? undefined : { uid: resource_uid, name: resource_name ?? resource_uid }
  const { provider_type, account_uid, account_name } = account
  const place = { service, region, resource_type }
  return { finding, resource, provider_type, account_uid, account_name, ...place }
}
