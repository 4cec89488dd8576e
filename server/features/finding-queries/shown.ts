/** What is shown of versions: all that a finding says, read by the ids of its versions. */
import { idArray, raw, rowTable, type Sql, sql, type Tx } from '../../platform/db/index.ts'
import { type Caller, visible } from '../../platform/tenancy/index.ts'
import {
  deltaOf,
  severityOf,
  observationOf,
  statusCodes,
  statusOf,
  triageOf,
} from '../observations/index.ts'
import { type CheckCatalog, checkMetadata } from './catalog.ts'
import { triageCode, updatedAt } from './filters.ts'
import { triageId } from './named.ts'
import type { Plan } from './plan.ts'
import type { Finding } from './resource.ts'

/** A row as it is shown, with what files say beside it. */
export interface Shown {
  readonly id: string
  readonly uid: string
  readonly provider_type: string
  readonly account_uid: string
  readonly account_name: string | null
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
  readonly region: string
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

/** What need not be read where nobody asks for it. */
export interface Wanted {
  readonly body: boolean
  readonly triage: boolean
}
export const everything: Wanted = { body: true, triage: true }

/** By sparse fields: by type, and a type that is not there shows everything. */
export function wantedBy(fields: ReadonlyMap<string, ReadonlySet<string>>): Wanted {
  const names = fields.get('findings')
  if (!names) return everything
  const triage = [...names].some((name) => /^(triage|manual_pass)_/.test(name))
  return { body: names.has('raw_result'), triage }
}

export const effectiveStatus = sql`
  case when v.status = ${statusCodes.PASS} and v.status_until <= now() then ${statusCodes.MANUAL}
       else v.status end`

/** How many notes there are about a finding, and its newest attestation. */
const triaged = (tenantId: string): Sql => sql`
  cross join lateral (
    select count(*) as notes
      from finding_notes n
     where n.tenant_id = ${tenantId} and n.provider_id = v.provider_id and n.ukey = v.ukey) noted
  left join lateral (
    select o.attested_at, o.expires_at, o.evidence, o.author_name,
           coalesce(o.ended_at, case when o.expires_at <= now() then o.expires_at end) as ended_at
      from finding_attestations o
     where o.tenant_id = ${tenantId} and o.provider_id = v.provider_id and o.ukey = v.ukey
       and v.raw_status = ${statusCodes.MANUAL}
     order by o.attested_at desc
     limit 1) attested on true`
const triageColumns = raw(
  'noted.notes, attested.attested_at, attested.expires_at, attested.evidence, attested.author_name, attested.ended_at',
)
const noTriage = raw(
  '0 as notes, null as attested_at, null as expires_at, null as evidence, null as author_name, null as ended_at',
)

/** All that is shown, of `rows` with versions `v` and observations `s`. */
const shown = (
  tenantId: string,
  rows: Sql,
  { updated, wanted }: { updated: Sql; wanted: Wanted },
) => sql`
  select v.id, v.uid, p.provider as provider_type, p.uid as account_uid, p.alias as account_name,
         s.scan_id as scan, v.resource_id, v.check_id, ${effectiveStatus} as status, v.raw_status,
         v.status_extended, v.severity, case when v.scan_id = s.scan_id then v.delta end as delta,
         v.muted, v.muted_reason, v.service, v.region, v.resource_type, s.recorded_at as inserted_at,
         ${updated} as updated_at, v.first_seen_at, ${raw(wanted.body ? 'b.body' : 'null')} as raw_result,
         v.provider_id, v.ukey, ${triageCode('v')} as triage, ${wanted.triage ? triageColumns : noTriage}
    from ${rows}
    join providers p on p.tenant_id = ${tenantId} and p.id = v.provider_id
    ${
      wanted.body
        ? sql`left join finding_bodies b on b.tenant_id = ${tenantId} and b.provider_id = v.provider_id and b.body_key = v.body_key`
        : raw('')
    }
    ${wanted.triage ? triaged(tenantId) : raw('')}`

const columns = raw(
  [
    'provider_id ukey id scan_id unit resource_id uid check_id status raw_status severity delta muted',
    'muted_reason triage service region resource_type seq_from observed_seq changed_at first_seen_at',
    'touched_at status_extended body_key',
  ]
    .flatMap((names) => names.split(' '))
    .map((name) => `v.${name}`)
    .join(', '),
)

/** Versions `v` by the ids of rows `w`, live or ended. A version in history has no running attestation. */
const byId = (tenantId: string): Sql => sql`
  cross join lateral (
    select ${columns}, v.status_until, null::int as seq_to
      from findings v
     where v.tenant_id = ${tenantId} and v.id = w.id
    union all
    select ${columns}, null, v.seq_to
      from finding_history v
     where v.tenant_id = ${tenantId} and v.id = w.id) v`
const liveById = (tenantId: string): Sql =>
  sql`join findings v on v.tenant_id = ${tenantId} and v.id = w.id`

/** A version on a page, with its observation where the view knows that of each row. */
export interface Placed {
  readonly id: string
  readonly scan_id: string | null
  readonly recorded_at: string | null
}

/**
 * What is shown of the rows of a page, in their order. Every list asks it in the same words, which a
 * connection plans once: planning took 3 ms of 8.
 */
export function shownRows(
  tx: Tx,
  { view, updated }: Pick<Plan, 'view' | 'updated'>,
  wanted: Wanted,
  placed: readonly Placed[],
): Promise<Shown[]> {
  if (placed.length === 0) return Promise.resolve([])
  const rows = placed.map((row, place) => ({ ...row, place }))
  const types = 'id uuid, scan_id uuid, recorded_at timestamptz, place int'
  const observed = placed.every(({ scan_id }) => scan_id !== null)
    ? raw('cross join lateral (select w.scan_id, w.recorded_at) s')
    : view.observation
  const versions = view.live ? liveById(tx.tenantId) : byId(tx.tenantId)
  const from = sql`${rowTable(rows, 'w', types)} ${versions} ${observed}`
  return tx.rows<Shown>(sql`${shown(tx.tenantId, from, { updated, wanted })} order by w.place`)
}

export const toFinding =
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

/** Findings by id, as they were seen last: a version that has ended answers from history. */
export const findingsByIds =
  (catalog: CheckCatalog) =>
  async (tx: Tx, ids: readonly string[], caller: Caller): Promise<Finding[]> => {
    const { tenantId } = tx
    const from = sql`
      (select unnest(${idArray(ids)}) as id) w
      ${byId(tenantId)}
      left join lateral (${observationOf(tenantId, sql`v`, { ended: true })}) x on true
      cross join lateral (
        select coalesce(x.scan_id, v.scan_id) as scan_id, coalesce(x.recorded_at, v.changed_at) as recorded_at) s`
    const rows = await tx.rows<Shown>(sql`
      ${shown(tenantId, from, { updated: updatedAt, wanted: everything })}
       where p.deleted_at is null and ${visible(caller, sql`v.provider_id`)}`)
    return rows.map(toFinding(catalog))
  }
