/** Reads the public form of findings by the ids of their versions. */
import { empty, idArray, raw, rowTable, type Sql, sql, type Tx } from '../../platform/db/index.ts'
import { type Caller, visible } from '../../platform/tenancy/index.ts'
import {
  deltaOf,
  severityOf,
  statusCodes,
  statusOf,
  triageOf,
  observationOf,
  versionColumns,
  triageCode,
  triageId,
  effectiveStatus,
} from '../versions/index.ts'
import { type CheckCatalog, type CheckOf, checksOfRows } from '../checks/index.ts'
import { updatedAt } from './filters.ts'
import type { Plan } from './plan.ts'
import type { Finding } from './resource.ts'
import { lookedUpObservations } from './sources/source.ts'
import { noTriage, triageColumns, triageJoins } from './triage-columns.ts'
import { checkMetadata } from './check-metadata.ts'

/** Columns that rows store as codes or not at all. */
type Coded = 'status' | 'raw_status' | 'severity' | 'delta'
type OfCatalog = 'check_metadata' | 'categories' | 'resource_groups'
type OfTriage = 'finding_uid' | 'triage_id' | 'triage_status' | 'triage_has_note'

/** A row in its public form, with the extra columns of files. */
export interface Shown
  extends Omit<Finding, Coded | OfCatalog | OfTriage | 'resources'>,
    Readonly<Record<Exclude<Coded, 'delta'>, number>> {
  readonly delta: number | null
  readonly triage: number
  readonly provider_id: string
  readonly finding_key: string
  readonly resource_id: string | null
  readonly provider_type: string
  readonly account_uid: string
  readonly account_name: string | null
  readonly service: string
  readonly region: string
  readonly resource_type: string
}

/** Parts that are read only if the query needs them. */
export interface Parts {
  readonly body: boolean
  readonly triage: boolean
}
export const everything: Parts = { body: true, triage: true }

/** By sparse fields: by type, and a type that is not there shows everything. */
export function partsOf(fields: ReadonlyMap<string, ReadonlySet<string>>): Parts {
  const names = fields.get('findings')
  if (!names) return everything
  const triage = [...names].some((name) => /^(triage|manual_pass)_/.test(name))
  return { body: names.has('raw_result'), triage }
}

const isManual = sql`v.raw_status = ${statusCodes.MANUAL}`
export const bodies = (tenantId: string): Sql => sql`
  left join finding_bodies b
    on b.tenant_id = ${tenantId} and b.provider_id = v.provider_id and b.body_key = v.body_key`

/** All that is shown, of `rows` with versions `v` and observations `s`. */
const shown = (
  tenantId: string,
  rows: Sql,
  { updated, parts }: { updated: Sql; parts: Parts },
) => sql`
  select v.id, v.uid, p.provider as provider_type, p.uid as account_uid, p.alias as account_name,
         s.scan_id as scan, v.resource_id, v.check_id, ${effectiveStatus} as status, v.raw_status,
         v.status_extended, v.severity, case when v.scan_id = s.scan_id then v.delta end as delta,
         v.muted, v.muted_reason, v.service, v.region, v.resource_type, s.recorded_at as inserted_at,
         ${updated} as updated_at, v.first_seen_at, ${raw(parts.body ? 'b.body' : 'null')} as raw_result,
         v.provider_id, v.finding_key, ${triageCode('v')} as triage, ${parts.triage ? triageColumns : noTriage}
    from ${rows}
    join providers p on p.tenant_id = ${tenantId} and p.id = v.provider_id
    ${parts.body ? bodies(tenantId) : empty}
    ${parts.triage ? triageJoins(tenantId, isManual) : empty}`

const columns = sql`v.tenant_id, v.provider_id, ${versionColumns('v.')}, v.status, v.triage`

/**
 * Versions `v` by the ids of rows `w`, live or ended. A version in history has no running attestation. Its limit has each
 * looked up by its id, whatever the planner believes: without statistics it read all of a tenant for each row of a page.
 */
export const byId = (tenantId: string): Sql => sql`
  cross join lateral (
    select ${columns}, v.status_until, null::int as seq_to
      from findings v
     where v.tenant_id = ${tenantId} and v.id = w.id
    union all
    select ${columns}, null, v.seq_to
      from finding_history v
     where v.tenant_id = ${tenantId} and v.id = w.id
     limit 1) v`
const liveById = (tenantId: string): Sql => sql`
  cross join lateral (
    select * from findings v where v.tenant_id = ${tenantId} and v.id = w.id limit 1) v`

/** A version on a page, with its observation where the view knows that of each row. */
export interface Placed {
  readonly id: string
  readonly scan_id: string | null
  readonly recorded_at: string | null
}

/**
 * The public form of the rows of a page, in their order. Every list uses the same statement, which a connection plans
 * once: planning took 3 ms of 8.
 */
export function shownRows(
  tx: Tx,
  { source, updated }: Pick<Plan, 'source' | 'updated'>,
  parts: Parts,
  placed: readonly Placed[],
): Promise<Shown[]> {
  if (placed.length === 0) return Promise.resolve([])
  const rows = placed.map((row, place) => ({ ...row, place }))
  const types = 'id uuid, scan_id uuid, recorded_at timestamptz, place int'
  const observed = placed.every(({ scan_id }) => scan_id !== null)
    ? raw('cross join lateral (select w.scan_id, w.recorded_at) s')
    : (lookedUpObservations(tx.tenantId, source) ?? empty)
  const versions = source.kind === 'live' ? liveById(tx.tenantId) : byId(tx.tenantId)
  const from = sql`${rowTable(rows, 'w', types)} ${versions} ${observed}`
  return tx.rows<Shown>(sql`${shown(tx.tenantId, from, { updated, parts })} order by w.place`)
}

export const toFinding =
  (checkOf: CheckOf) =>
  (row: Shown): Finding => {
    const described = checkOf(row)
    // Categories and groups are facts of the catalog, by which findings are filtered.
    const check = described && 'imported' in described ? undefined : described
    const severity = severityOf(row.severity)
    const { provider_type, account_uid, account_name, service, region, resource_type, ...rest } =
      row
    const { provider_id, finding_key, triage, resource_id, ...columns } = rest
    const facts = { check_id: row.check_id, provider_type, service, severity, resource_type }
    return {
      ...columns,
      delta: deltaOf(row.delta),
      status: statusOf(row.status),
      raw_status: statusOf(row.raw_status),
      severity,
      check_metadata: checkMetadata(described, facts) as Finding['check_metadata'],
      categories: check?.categories ?? [],
      resource_groups: check?.resource_group ?? null,
      finding_uid: row.uid,
      triage_id: triageId({ provider_id, finding_key }),
      triage_status: triageOf(triage),
      triage_has_note: row.triage_notes_count > 0,
      resources: resource_id === null ? [] : [resource_id],
    }
  }

/** Rows by the ids of their versions, as they were seen last: a version that has ended answers from history. */
export function shownByIds(tx: Tx, ids: readonly string[], where: Sql): Promise<Shown[]> {
  const { tenantId } = tx
  const from = sql`
      (select unnest(${idArray(ids)}) as id) w
      ${byId(tenantId)}
      left join lateral (${observationOf(tenantId, sql`v`, { ended: true })}) x on true
      cross join lateral (
        select coalesce(x.scan_id, v.scan_id) as scan_id, coalesce(x.recorded_at, v.changed_at) as recorded_at) s`
  return tx.rows<Shown>(sql`
      ${shown(tenantId, from, { updated: updatedAt, parts: everything })}
       where p.deleted_at is null and ${where}`)
}

export const findingsByIds =
  (catalog: CheckCatalog) =>
  async (tx: Tx, ids: readonly string[], caller: Caller): Promise<Finding[]> => {
    const rows = await shownByIds(tx, ids, visible(caller, sql`v.provider_id`))
    return rows.map(toFinding(await checksOfRows(tx, catalog, rows)))
  }
