/** Everything stored about a finding, for the operator's command line: all tenants are searched. */
import { type Database, idArray, raw, sql, type Tx } from '../../platform/db/index.ts'
import {
  findingKeyOf,
  type Severity,
  severityOf,
  type Status,
  statusOf,
  observationOf,
  effectiveStatus,
} from '../versions/index.ts'
import { newestVersion } from './newest-version.ts'
import { bodies, byId } from './shape.ts'

export interface StoredFinding {
  readonly id: string
  readonly uid: string
  readonly check_id: string
  /** With what people have decided about it. */
  readonly status: Status
  /** As the scan reported it. */
  readonly raw_status: Status
  readonly severity: Severity
  readonly status_extended: string
  readonly muted: boolean
  readonly region: string
  readonly resource_uid: string | null
  readonly resource_name: string | null
  readonly partition: string | null
  readonly provider: string
  readonly account_uid: string
  /** When it was seen last. */
  readonly recorded_at: string
  readonly raw_result: unknown
  /** The configuration of the scan that saw it last; null if unknown. */
  readonly configuration: Readonly<Record<string, unknown>> | null
  readonly is_imported: boolean
}

type Row = Omit<StoredFinding, 'status' | 'raw_status' | 'severity'> &
  Readonly<Record<'status' | 'raw_status' | 'severity', number>>

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

/** The findings of a tenant with this id of a version, or with this uid of the scanner: then as each is now, or was last. */
export async function storedFindings(
  database: Database,
  tenantId: string,
  name: string,
): Promise<readonly StoredFinding[]> {
  const rows = await database.inTenant(tenantId, async (tx) => {
    const ids = uuid.test(name) ? [name.toLowerCase()] : await newestIds(tx, name)
    return ids.length === 0 ? [] : rowsOf(tx, ids)
  })
  return rows.map((row) => ({
    ...row,
    status: statusOf(row.status),
    raw_status: statusOf(row.raw_status),
    severity: severityOf(row.severity),
  }))
}

/** Of each account that has it; the lookup by key needs no caller. */
async function newestIds(tx: Tx, uid: string): Promise<string[]> {
  const key = findingKeyOf(uid)
  const rows = await tx.rows<{ id: string }>(sql`
    select coalesce(f.id, h.id) as id
      from providers p
      ${newestVersion(tx.tenantId, { providerId: raw('p.id'), key: sql`${key}` })}
     where p.tenant_id = ${tx.tenantId} and p.deleted_at is null and coalesce(f.id, h.id) is not null`)
  return rows.map(({ id }) => id)
}

const rowsOf = (tx: Tx, ids: readonly string[]): Promise<Row[]> =>
  tx.rows<Row>(sql`
    select v.id, v.uid, v.check_id, ${effectiveStatus} as status, v.raw_status, v.severity, v.status_extended, v.muted,
           v.region, r.uid as resource_uid, r.name as resource_name, r.partition, p.provider, p.uid as account_uid,
           coalesce(x.recorded_at, v.changed_at) as recorded_at, b.body as raw_result,
           s.configuration, coalesce(s.trigger = 'imported', false) as is_imported
      from (select unnest(${idArray(ids)}) as id) w
      ${byId(tx.tenantId)}
      join providers p on p.tenant_id = ${tx.tenantId} and p.id = v.provider_id and p.deleted_at is null
      ${bodies(tx.tenantId)}
      left join lateral (${observationOf(tx.tenantId, sql`v`, { ended: true })}) x on true
      left join scans s on s.tenant_id = ${tx.tenantId} and s.id = coalesce(x.scan_id, v.scan_id)
      left join resources r
        on r.tenant_id = ${tx.tenantId} and r.provider_id = v.provider_id and r.id = v.resource_id
     order by v.id`)
