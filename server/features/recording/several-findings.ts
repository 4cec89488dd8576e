/**
 * Resources on which one check may have several findings. On all others a check has one, so that
 * findings that are counted are resources that are counted. A resource may be named without need, and stays.
 */
import { idArray, join, raw, type Sql, sql, type Tx } from '../../platform/db/index.ts'
import { type Scope, within } from '../providers/index.ts'

/** A resource with so many findings is named without a look at all of them. */
const maxLooked = 64

/** After findings of resources were written: names those on which a check has several, or all of them `unasked`. */
export async function nameResources(
  tx: Tx,
  providerId: string,
  findings: readonly { readonly resource_id: string | null }[],
  { unasked = false }: { readonly unasked?: boolean } = {},
): Promise<void> {
  const ids = new Set(findings.flatMap(({ resource_id }) => resource_id ?? []))
  if (ids.size === 0) return
  const hasSeveral = sql`
    exists (
      select from (select f.check_id
                     from findings f
                    where f.tenant_id = ${tx.tenantId} and f.resource_id = r.id and f.removed_at is null
                    limit ${maxLooked}) f
      having count(*) > count(distinct f.check_id) or count(*) = ${maxLooked})`
  await tx.run(sql`
    insert into multi_finding_resources (tenant_id, provider_id, resource_id)
    select ${tx.tenantId}::uuid, ${providerId}::uuid, r.id
      from (select unnest(${idArray([...ids])}) as id) r
     where ${unasked ? raw('true') : hasSeveral}
    on conflict do nothing`)
}

/**
 * By `check_id`, among live findings `v`: how many more there are than resources; `fails` counts only those that match
 * it.
 */
export const surplus = (
  tx: Tx,
  scope: Scope,
  { where, fails }: { readonly where: readonly Sql[]; readonly fails: Sql },
): Sql => sql`
  select v.check_id, count(*) - count(distinct v.resource_id) as findings,
         count(*) filter (where ${fails}) - count(distinct v.resource_id) filter (where ${fails}) as failing
    from multi_finding_resources t
   cross join lateral (
     select f.*
       from findings f
      where f.tenant_id = ${tx.tenantId} and f.resource_id = t.resource_id and f.removed_at is null
     offset 0) v
   where t.tenant_id = ${tx.tenantId} and ${within(scope, sql`t.provider_id`)}
     and ${join([sql`true`, ...where], ' and ')}
   group by v.check_id`
