/**
 * Resources on which one check may have found several things. On all others a check has one finding, so that
 * findings that are counted are resources that are counted. A resource may be named without need, and stays.
 */
import { idArray, join, type Sql, sql, type Tx } from '../../platform/db/index.ts'
import { type Scope, within } from '../providers/index.ts'

/** A resource with so many findings is named without a look at all of them. */
const mostLooked = 64

/** Names those of the resources `r` for which `which` holds. */
async function name(
  tx: Tx,
  providerId: string,
  resources: readonly string[],
  which: Sql,
): Promise<void> {
  if (resources.length === 0) return
  await tx.run(sql`
    insert into finding_twins (tenant_id, provider_id, resource_id)
    select ${tx.tenantId}::uuid, ${providerId}::uuid, r.id
      from (select unnest(${idArray(resources)}) as id) r
     where ${which}
    on conflict do nothing`)
}

/** Asked after findings of these resources were written: names those that one check has found several things on. */
export const nameTwins = (
  tx: Tx,
  providerId: string,
  resources: readonly string[],
): Promise<void> =>
  name(
    tx,
    providerId,
    resources,
    sql`
    exists (
      select from (select f.check_id
                     from findings f
                    where f.tenant_id = ${tx.tenantId} and f.resource_id = r.id and f.gone_at is null
                    limit ${mostLooked}) f
      having count(*) > count(distinct f.check_id) or count(*) = ${mostLooked})`,
  )

/** Names resources unasked: some of their findings are marked as gone, and may come back beside others. */
export const nameAll = (tx: Tx, providerId: string, resources: readonly string[]): Promise<void> =>
  name(tx, providerId, resources, sql`true`)

/** By `check_id`, among live findings `v`: how many more there are than resources; `fails` of those that hold it. */
export const surplus = (
  tx: Tx,
  scope: Scope,
  { where, fails }: { readonly where: readonly Sql[]; readonly fails: Sql },
): Sql => sql`
  select v.check_id, count(*) - count(distinct v.resource_id) as findings,
         count(*) filter (where ${fails}) - count(distinct v.resource_id) filter (where ${fails}) as failing
    from finding_twins t
   cross join lateral (
     select f.*
       from findings f
      where f.tenant_id = ${tx.tenantId} and f.resource_id = t.resource_id and f.gone_at is null
     offset 0) v
   where t.tenant_id = ${tx.tenantId} and ${within(scope, sql`t.provider_id`)}
     and ${join([sql`true`, ...where], ' and ')}
   group by v.check_id`
