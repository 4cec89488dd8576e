/**
 * Resources on which one check may have several findings. On all others a check has one, so that
 * findings that are counted are resources that are counted. A resource may be named without need, and stays.
 */
import { idArray, raw, sql, type Tx } from '../../platform/db/index.ts'

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
