import {
  all,
  type Columns,
  compile,
  contains,
  join,
  type Page,
  page,
  pageOf,
  raw,
  sql,
  type Tx,
} from '../../platform/db/index.ts'
import { newId } from '../../platform/ids.ts'
import { type Permission, permissions } from '../../platform/tenancy/index.ts'
import type { Query } from '@plumbline/jsonapi'
import type { Membership, memberships, Role, roles, User, users } from './resource.ts'

const userColumns: Columns<typeof users> = {
  filters: {
    name: sql`u.name`,
    email: sql`u.email`,
    company_name: sql`u.company_name`,
    date_joined: sql`u.date_joined`,
    is_active: sql`u.is_active`,
    search: ({ value }) => contains(value, sql`u.name`, sql`u.email`),
  },
  sort: {
    name: sql`u.name`,
    email: sql`u.email`,
    company_name: sql`u.company_name`,
    date_joined: sql`u.date_joined`,
    is_active: sql`u.is_active`,
  },
  last: sql`u.id`,
}

/** Roles and memberships of others are shown only where `whole` says so. */
const userFields = (tx: Tx, whole: boolean, own: string) => sql`
  u.id, u.name, u.email, u.company_name, u.date_joined,
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
     where u.id in (${join(ids.map((id) => sql`${id}`))})`)

export const changeUser = (
  tx: Tx,
  id: string,
  change: { email?: string; name?: string; company_name?: string; hash?: string },
): Promise<number> =>
  tx.run(sql`
    select change_user(${id}, ${change.email ?? null}, ${change.name ?? null},
                       ${change.company_name ?? null}, ${change.hash ?? null})`)

/** Whether a user is a member of another tenant besides this one. */
export const hasOtherTenants = async (tx: Tx, id: string): Promise<boolean> =>
  (await tx.maybe(
    sql`select 1 from tenants_of_user(${id}) t where t.id <> ${tx.tenantId} limit 1`,
  )) !== undefined

export const deleteUser = (tx: Tx, id: string): Promise<number> =>
  tx.run(sql`select delete_user(${id})`)

const membershipColumns: Columns<typeof memberships> = {
  filters: {
    role: sql`m.role`,
    tenant: sql`m.tenant_id`,
    user: sql`m.user_id`,
    date_joined: sql`m.date_joined`,
    search: ({ value }) => contains(value, sql`m.role`),
  },
  sort: {
    id: sql`m.id`,
    user: sql`m.user_id`,
    tenant: sql`m.tenant_id`,
    role: sql`m.role`,
    date_joined: sql`m.date_joined`,
  },
  last: sql`m.id`,
}
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
     where m.tenant_id = ${tx.tenantId} and m.id in (${join(ids.map((id) => sql`${id}`))})
    union all
    select o.membership_id, o.role, o.date_joined, ${own}::uuid, o.id
      from tenants_of_user(${own}) o
     where o.id <> ${tx.tenantId} and o.membership_id in (${join(ids.map((id) => sql`${id}`))})`)

const flags = [...permissions, 'unlimited_visibility'] as const
const granted = join(
  permissions.map((flag) => raw(`r.${flag}::int`)),
  ' + ',
)
const state = sql`
  case ${granted} when 0 then 'none' when ${raw(String(permissions.length))} then 'unlimited' else 'limited' end`

const roleFields = (tx: Tx) => sql`
  r.id, r.name, ${join(flags.map((flag) => raw(`r.${flag}`)))}, ${state} as permission_state,
  r.inserted_at, r.updated_at,
  array(select ur.user_id from user_roles ur
         where ur.tenant_id = ${tx.tenantId} and ur.role_id = r.id order by ur.user_id) as users,
  array(select rg.provider_group_id from role_provider_groups rg
         where rg.tenant_id = ${tx.tenantId} and rg.role_id = r.id
         order by rg.provider_group_id) as provider_groups`

const roleColumns: Columns<typeof roles> = {
  filters: {
    id: sql`r.id`,
    name: sql`r.name`,
    permission_state: state,
    inserted_at: sql`r.inserted_at`,
    updated_at: sql`r.updated_at`,
    search: ({ value }) => contains(value, sql`r.name`),
  },
  sort: { inserted_at: sql`r.inserted_at`, name: sql`r.name`, updated_at: sql`r.updated_at` },
  last: sql`r.id`,
}

export function rolePage(tx: Tx, query: Query<typeof roles>): Promise<Page<Role>> {
  const compiled = compile(query, roleColumns)
  const where = all([sql`r.tenant_id = ${tx.tenantId}`, compiled.where])
  return page<Role>(tx, { select: roleFields(tx), from: sql`roles r`, where }, compiled)
}

export const rolesByIds = (tx: Tx, ids: readonly string[]): Promise<Role[]> =>
  tx.rows<Role>(sql`
    select ${roleFields(tx)}
      from roles r
     where r.tenant_id = ${tx.tenantId} and r.id in (${join(ids.map((id) => sql`${id}`))})`)

export const roleById = async (tx: Tx, id: string): Promise<Role | undefined> =>
  (await rolesByIds(tx, [id]))[0]

/** What every new tenant starts with: its creator as owner, with the role `admin`. */
export async function found(tx: Tx, tenantName: string, userId: string): Promise<string> {
  const membershipId = newId()
  const roleId = newId()
  await tx.run(sql`select create_tenant(${tx.tenantId}, ${tenantName})`)
  await tx.run(sql`
    insert into memberships (tenant_id, id, user_id, role)
    values (${tx.tenantId}, ${membershipId}, ${userId}, 'owner')`)
  await tx.run(sql`
    insert into roles (tenant_id, id, name, ${join(flags.map((flag) => raw(flag)))})
    values (${tx.tenantId}, ${roleId}, 'admin', ${join(flags.map(() => raw('true')))})`)
  await tx.run(sql`
    insert into user_roles (tenant_id, user_id, role_id)
    values (${tx.tenantId}, ${userId}, ${roleId})`)
  return membershipId
}

/** What a member may do: to be held against what somebody may who wants to act for him. */
export async function rightsOf(
  tx: Tx,
  userId: string,
): Promise<{ isOwner: boolean; granted: ReadonlySet<Permission> }> {
  const found = await tx.maybe<{ role: string } & Record<Permission, boolean>>(sql`
    select m.role, ${join(permissions.map((flag) => raw(`coalesce(bool_or(r.${flag}), false) as ${flag}`)))}
      from memberships m
      left join user_roles ur on ur.tenant_id = m.tenant_id and ur.user_id = m.user_id
      left join roles r on r.tenant_id = ur.tenant_id and r.id = ur.role_id
     where m.tenant_id = ${tx.tenantId} and m.user_id = ${userId}
     group by m.role`)
  return {
    isOwner: found?.role === 'owner',
    granted: new Set(permissions.filter((permission) => found?.[permission])),
  }
}
