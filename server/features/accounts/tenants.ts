import type { Query } from '@plumbline/jsonapi'
import {
  columnsOf,
  contains,
  type Database,
  idArray,
  type Page,
  pageOf,
  sql,
  type Tx,
} from '../../platform/db/index.ts'
import { type Caller, nobody } from '../../platform/tenancy/index.ts'
import { type Tenant, tenants } from './resource.ts'

type Seen = Pick<Caller, 'userId' | 'membership'>

const columns = columnsOf(tenants, 't', {
  search: ({ value }) => contains(value, sql`t.name`),
})

/** Owners see all memberships of the tenant that they are signed in to; otherwise a user sees their own. */
const fields = (tx: Tx, { membership }: Seen) => sql`
  t.id, t.name,
  case when t.membership_id is null then '{}'
       when t.id = ${tx.tenantId} and ${membership === 'owner'}
       then array(select m.id from memberships m where m.tenant_id = ${tx.tenantId} order by m.id)
       else array[t.membership_id] end as memberships`

/** The tenants of the caller; for the audit log, which is not a user, the transaction's tenant. */
const seen = (tx: Tx, { userId }: Seen) =>
  userId === nobody
    ? sql`(
      select o.id, o.name, null::uuid as membership_id
        from memberships m, tenants_of_user(m.user_id) o
       where m.tenant_id = ${tx.tenantId} and o.id = m.tenant_id
       limit 1)`
    : sql`tenants_of_user(${userId})`

/** The tenants of one user, in whichever of them the session is. */
export function tenantPage(
  tx: Tx,
  query: Query<typeof tenants>,
  caller: Seen,
): Promise<Page<Tenant>> {
  const from = sql`tenants_of_user(${caller.userId}) t`
  return pageOf(tx, query, columns, { select: fields(tx, caller), from })
}

export const tenantsByIds = (tx: Tx, ids: readonly string[], caller: Seen): Promise<Tenant[]> =>
  tx.rows<Tenant>(sql`
    select ${fields(tx, caller)}
      from ${seen(tx, caller)} t
     where t.id = any(${idArray(ids)})`)

export const tenantOf = async (tx: Tx, id: string, caller: Seen): Promise<Tenant | undefined> =>
  (await tenantsByIds(tx, [id], caller))[0]

/** The tenants of a user who is not signed in yet, the one joined first being home. */
export const belongings = (database: Database, userId: string): Promise<{ id: string }[]> =>
  database.outsideTenants((tx) =>
    tx.rows<{ id: string }>(sql`
      select id from tenants_of_user(${userId}) order by date_joined, id`),
  )

export const rename = (tx: Tx, name: string): Promise<number> =>
  tx.run(sql`select rename_tenant(${name})`)
