import { type Sql, sql } from '../../platform/db/index.ts'

/** Joins the version of a key: `f` if it is live, else `h`, the last that ended. Without one, both are null. */
export const newestVersion = (
  tenantId: string,
  { providerId, key }: { readonly providerId: Sql; readonly key: Sql },
): Sql => sql`
  left join findings f
    on f.tenant_id = ${tenantId} and f.provider_id = ${providerId} and f.finding_key = ${key}
  left join lateral (
    select v.id, v.uid
      from finding_history v
     where v.tenant_id = ${tenantId} and v.provider_id = ${providerId} and v.finding_key = ${key}
     order by v.seq_from desc
     limit 1) h on f.id is null`
