import {
  all,
  columnsOf,
  contains,
  idArray,
  type Page,
  pageOf,
  sql,
  type Tx,
  scalar,
} from '../../platform/db/index.ts'
import { newId } from '../../platform/ids.ts'
import type { Query } from '@plumbline/jsonapi'
import { type Membership, memberships, type User, users } from './resource.ts'
import { adminRole, flags, insertRole, link } from './roles.ts'

const userColumns = columnsOf(users, 'u', {
  search: ({ value }) => contains(value, sql`u.name`, sql`u.email`),
})

/** Roles and memberships of others are shown only if `whole` is true. */
const userFields = (tx: Tx, whole: boolean, own: string) => sql`
  u.id, u.name, u.email, u.email_verified, u.company_name, u.date_joined,
  case when u.id = ${own} then u.pending_email end as pending_email,
  case when ${whole} or u.id = ${own} then array(
    select ur.role_id from user_roles ur
     where ur.tenant_id = ${tx.tenantId} and ur.user_id = u.id order by ur.role_id) else '{}' end as roles,
  case when ${whole} or u.id = ${own} then coalesce((
    select jsonb_agg(jsonb_build_object(
             'id', m.membership_id, 'meta', jsonb_build_object('active', m.id = ${tx.tenantId})))
      from tenants_of_user(u.id) m
     where u.id = ${own} or m.id = ${tx.tenantId}), '[]') else '[]' end as memberships`

export function userPage(
  tx: Tx,
  query: Query<typeof users>,
  whole: boolean,
  own: string,
): Promise<Page<User>> {
  const select = userFields(tx, whole, own)
  return pageOf(tx, query, userColumns, { select, from: sql`users_of_tenant() u` })
}

export const userById = (
  tx: Tx,
  id: string,
  whole: boolean,
  own: string,
): Promise<User | undefined> =>
  tx.maybe<User>(sql`
    select ${userFields(tx, whole, own)}
      from users_of_tenant() u
     where u.id = ${id}`)

export const usersByIds = (
  tx: Tx,
  ids: readonly string[],
  whole: boolean,
  own: string,
): Promise<User[]> =>
  tx.rows<User>(sql`
    select ${userFields(tx, whole, own)}
      from users_of_tenant() u
     where u.id = any(${idArray(ids)})`)

export const changeUser = (
  tx: Tx,
  id: string,
  change: { email?: string; name?: string; company_name?: string },
): Promise<number> =>
  tx.run(sql`
    select change_user(${id}, ${change.email ?? null}, ${change.name ?? null},
                       ${change.company_name ?? null}, null)`)

/** A new password ends every session; one that another sets binds those that follow to the tenant. */
export const setPassword = (
  tx: Tx,
  id: string,
  { hash, byOther }: { readonly hash: string; readonly byOther: boolean },
): Promise<number> => tx.run(sql`select set_password(${id}, ${hash}, ${byOther})`)

/** Unlinks the accounts that signed in with the old address after another user changed it, and ends every session. */
export const unlinkIdentities = (tx: Tx, id: string): Promise<number> =>
  tx.run(sql`select unlink_identities(${id})`)

/** Whether a user is a member of any other tenant. */
export const hasOtherTenants = async (tx: Tx, id: string): Promise<boolean> =>
  (await tx.maybe(
    sql`select 1 from tenants_of_user(${id}) t where t.id <> ${tx.tenantId} limit 1`,
  )) !== undefined

export const deleteUser = (tx: Tx, id: string): Promise<number> =>
  tx.run(sql`select delete_user(${id})`)

const membershipColumns = columnsOf(memberships, 'm', {
  search: ({ value }) => contains(value, sql`m.role`),
})
const membershipFields = sql`m.id, m.role, m.date_joined, m.user_id as user, m.tenant_id as tenant`

/** Members of the tenant; of one user only, when `userId` is given. */
export function membershipPage(
  tx: Tx,
  query: Query<typeof memberships>,
  userId: string | null,
): Promise<Page<Membership>> {
  const where = all([
    sql`m.tenant_id = ${tx.tenantId}`,
    ...(userId ? [sql`m.user_id = ${userId}`] : []),
  ])
  const from = sql`memberships m`
  return pageOf(tx, query, membershipColumns, { select: membershipFields, from, where })
}

export const membershipsByIds = (
  tx: Tx,
  ids: readonly string[],
  own: string,
): Promise<Membership[]> =>
  tx.rows<Membership>(sql`
    select ${membershipFields}
      from memberships m
     where m.tenant_id = ${tx.tenantId} and m.id = any(${idArray(ids)})
    union all
    select o.membership_id, o.role, o.date_joined, ${own}::uuid, o.id
      from tenants_of_user(${own}) o
     where o.id <> ${tx.tenantId} and o.membership_id = any(${idArray(ids)})`)

/** A membership of the tenant. */
export const membershipById = (tx: Tx, id: string): Promise<Membership | undefined> =>
  tx.maybe<Membership>(sql`
    select ${membershipFields}
      from memberships m
     where m.tenant_id = ${tx.tenantId} and m.id = ${id}`)

/**
 * Makes a user a member; an existing member keeps the role. With a second tenant, the sessions that the first tenant
 * could have opened itself end, and what was made in them.
 */
export async function join(tx: Tx, userId: string, role: 'owner' | 'member'): Promise<Membership> {
  await tx.run(sql`
    insert into memberships (tenant_id, id, user_id, role)
    values (${tx.tenantId}, ${newId()}, ${userId}, ${role})
        on conflict (tenant_id, user_id) do nothing`)
  await tx.run(sql`select end_bound_sessions(${userId})`)
  return tx.single<Membership>(sql`
    select ${membershipFields}
      from memberships m
     where m.tenant_id = ${tx.tenantId} and m.user_id = ${userId}`)
}

export const endSession = (tx: Tx, userId: string, id: string): Promise<boolean> =>
  scalar<boolean>(tx, sql`select end_session(${userId}, ${id})`)

/** Of a member of the tenant. */
export const emailOf = (tx: Tx, userId: string): Promise<string> =>
  scalar<string>(tx, sql`select u.email from users_of_tenant() u where u.id = ${userId}`)

export const endOtherSessions = (tx: Tx, userId: string, except: string): Promise<number> =>
  tx.run(sql`select end_other_sessions(${userId}, ${except})`)

/** In the tenant of the transaction. */
export const endSessionsHere = (tx: Tx, userId: string): Promise<number> =>
  tx.run(sql`select end_refresh_families(${userId}, ${tx.tenantId})`)

/** What every new tenant starts with: its creator as owner, with the role `admin`. */
export async function found(tx: Tx, tenantName: string, userId: string): Promise<string> {
  await tx.run(sql`select create_tenant(${tx.tenantId}, ${tenantName})`)
  const membership = await join(tx, userId, 'owner')
  const everything = Object.fromEntries(flags.map((flag) => [flag, true]))
  const role = await insertRole(tx, adminRole, everything)
  await link(tx, 'users', { roles: [role], others: [userId] })
  return membership.id
}
