import type { Query } from '@plumbline/jsonapi'
import {
  columnsOf,
  contains,
  idArray,
  type Page,
  pageOf,
  sql,
  type Tx,
} from '../../platform/db/index.ts'
import { type Tenant, tenants } from './resource.ts'

const columns = columnsOf(tenants, 't', {
  search: ({ value }) => contains(value, sql`t.name`),
})

/** A tenant's members are shown for the tenant one is in; for others, one's own membership. */
const fields = (tx: Tx) => sql`
  t.id, t.name,
  case when t.id = ${tx.tenantId}
       then array(select m.id from memberships m where m.tenant_id = ${tx.tenantId} order by m.id)
       else array[t.membership_id] end as memberships`

/** The tenants of one user, whichever of them he is signed in to. */
export function tenantPage(
  tx: Tx,
  query: Query<typeof tenants>,
  userId: string,
): Promise<Page<Tenant>> {
  const from = sql`tenants_of_user(${userId}) t`
  return pageOf(tx, query, columns, { select: fields(tx), from })
}

export const tenantsByIds = (tx: Tx, ids: readonly string[], userId: string): Promise<Tenant[]> =>
  tx.rows<Tenant>(sql`
    select ${fields(tx)}
      from tenants_of_user(${userId}) t
     where t.id = any(${idArray(ids)})`)

export const tenantOf = async (tx: Tx, id: string, userId: string): Promise<Tenant | undefined> =>
  (await tenantsByIds(tx, [id], userId))[0]

export const rename = (tx: Tx, name: string): Promise<number> =>
  tx.run(sql`select rename_tenant(${name})`)
