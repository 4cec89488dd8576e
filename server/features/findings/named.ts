/** Findings as people name them: by the id of any of their versions, or by the uid of the scanner. */
import { idArray, sql, type Tx } from '../../platform/db/index.ts'
import { type Caller, visible } from '../../platform/tenancy/index.ts'
import { ukeyOf } from '../observations/index.ts'

/** Where what is kept of a finding lies, whatever its version. */
export interface NamedFinding {
  readonly provider_id: string
  readonly ukey: string
  readonly uid: string
}

/** Findings by ids of versions, live or ended, as far as the caller sees them; and the ids that name none. */
export async function namedFindings(
  tx: Tx,
  caller: Caller,
  ids: readonly string[],
): Promise<{ found: NamedFinding[]; missing: string[] }> {
  const rows = await tx.rows<NamedFinding & { id: string }>(sql`
    select v.id, v.provider_id, v.ukey, v.uid
      from (select id, provider_id, ukey, uid from findings
             where tenant_id = ${tx.tenantId} and id = any(${idArray(ids)})
            union all
            select id, provider_id, ukey, uid from finding_history
             where tenant_id = ${tx.tenantId} and id = any(${idArray(ids)})) v
      join providers p on p.tenant_id = ${tx.tenantId} and p.id = v.provider_id and p.deleted_at is null
     where ${visible(caller, sql`v.provider_id`)}`)
  const known = new Set(rows.map(({ id }) => id))
  const found = new Map(
    rows.map(({ id: _, ...named }) => [`${named.provider_id} ${named.ukey}`, named]),
  )
  return {
    found: [...found.values()],
    missing: ids.filter((id) => !known.has(id)),
  }
}

/** Findings with a uid, one a provider; those that are not live any more too. */
export async function findingsByUid(tx: Tx, caller: Caller, uid: string): Promise<NamedFinding[]> {
  const ukey = ukeyOf(uid)
  const rows = await tx.rows<{ provider_id: string }>(sql`
    select p.id as provider_id
      from providers p
     where p.tenant_id = ${tx.tenantId} and p.deleted_at is null and ${visible(caller, sql`p.id`)}
       and (exists (select from findings f
                     where f.tenant_id = ${tx.tenantId} and f.provider_id = p.id and f.ukey = ${ukey})
            or exists (select from finding_gone g
                        where g.tenant_id = ${tx.tenantId} and g.provider_id = p.id and g.ukey = ${ukey}))`)
  return rows.map(({ provider_id }) => ({ provider_id, ukey, uid }))
}
