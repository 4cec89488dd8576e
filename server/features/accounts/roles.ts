import type { Query } from '@plumbline/jsonapi'
import {
  columnsOf,
  contains,
  idArray,
  join,
  type Page,
  pageOf,
  raw,
  type Sql,
  sql,
  type Tx,
  withLinks,
} from '../../platform/db/index.ts'
import { newId } from '../../platform/ids.ts'
import { type Caller, permissions, visibleGroup } from '../../platform/tenancy/index.ts'
import { type Role, roles } from './resource.ts'

/** Every tenant has it from the start, it grants everything, and it cannot be changed. */
export const adminRole = 'admin'

export const flags = [...permissions, 'unlimited_visibility'] as const
export type Flag = (typeof flags)[number]

const granted = join(
  permissions.map((flag) => raw(`r.${flag}::int`)),
  ' + ',
)
const state = sql`
  case ${granted} when 0 then 'none' when ${raw(String(permissions.length))} then 'unlimited' else 'limited' end`

/** What a role is linked to: the table of the links, and the column beside `role_id`. */
const linkTables = {
  users: { table: raw('user_roles'), column: raw('user_id') },
  provider_groups: { table: raw('role_provider_groups'), column: raw('provider_group_id') },
  invitations: { table: raw('invitation_roles'), column: raw('invitation_id') },
}
type LinkName = keyof typeof linkTables

/** `role` is the SQL of a role's id. */
const linksOf = (tx: Tx, name: LinkName, role: Sql): Sql => {
  const { table, column } = linkTables[name]
  return sql`
    select l.${column} as id
      from ${table} l
     where l.tenant_id = ${tx.tenantId} and l.role_id = ${role}`
}
const countOf = (tx: Tx, name: LinkName): Sql => sql`
  (select count(*) from (${linksOf(tx, name, sql`r.id`)}) l)`

const fields = sql`
  r.id, r.name, ${join(flags.map((flag) => raw(`r.${flag}`)))}, ${state} as permission_state,
  r.inserted_at, r.updated_at`
const none = sql`select null::uuid as id where false`

/** The other users who have a role or are invited to it are shown if `whole` is true. */
function linked(tx: Tx, rows: readonly Omit<Role, LinkName>[], whole = true): Promise<Role[]> {
  const shown = (name: LinkName): Sql => linksOf(tx, name, sql`linking.id`)
  return withLinks(tx, rows, {
    users: whole ? shown('users') : none,
    provider_groups: shown('provider_groups'),
    invitations: whole ? shown('invitations') : none,
  })
}

/** Links cannot be sorted by; their count can. */
const columns = (tx: Tx) =>
  columnsOf(roles, 'r', {
    permission_state: state,
    search: ({ value }) => contains(value, sql`r.name`),
    url: sql`r.id`,
    users: countOf(tx, 'users'),
    provider_groups: countOf(tx, 'provider_groups'),
    invitations: countOf(tx, 'invitations'),
  })

export async function rolePage(tx: Tx, query: Query<typeof roles>): Promise<Page<Role>> {
  const where = sql`r.tenant_id = ${tx.tenantId}`
  const page = await pageOf(tx, query, columns(tx), { select: fields, from: sql`roles r`, where })
  return { ...page, rows: await linked(tx, page.rows) }
}

export const rolesByIds = async (tx: Tx, ids: readonly string[], whole = true): Promise<Role[]> =>
  linked(
    tx,
    await tx.rows<Omit<Role, LinkName>>(sql`
      select ${fields}
        from roles r
       where r.tenant_id = ${tx.tenantId} and r.id = any(${idArray(ids)})`),
    whole,
  )

export const roleById = async (tx: Tx, id: string): Promise<Role | undefined> =>
  (await rolesByIds(tx, [id]))[0]

export const isHeldBy = async (tx: Tx, id: string, userId: string): Promise<boolean> =>
  (await tx.maybe(sql`
    select 1
      from user_roles ur
     where ur.tenant_id = ${tx.tenantId} and ur.role_id = ${id} and ur.user_id = ${userId}`)) !==
  undefined

export type Grants = { readonly [F in Flag]?: boolean | undefined }

/** All that a role of these grants has: who manages providers sees them all. */
export const complete = (grants: Grants): Required<Grants> => {
  const given = Object.fromEntries(flags.map((flag) => [flag, grants[flag] ?? false]))
  const sees = given['unlimited_visibility'] === true || given['manage_providers'] === true
  return { ...(given as Record<Flag, boolean>), unlimited_visibility: sees }
}

export async function insertRole(tx: Tx, name: string, grants: Grants): Promise<string> {
  const id = newId()
  const all = complete(grants)
  const values = flags.map((flag) => sql`${all[flag]}`)
  await tx.run(sql`
    insert into roles (tenant_id, id, name, ${join(flags.map((flag) => raw(flag)))})
    values (${tx.tenantId}, ${id}, ${name}, ${join(values)})`)
  return id
}

/** What a role grants after a change: what is not named stays. */
export const changed = (before: Role, change: Grants): Required<Grants> =>
  complete(Object.fromEntries(flags.map((flag) => [flag, change[flag] ?? before[flag]])))

export function changeRole(
  tx: Tx,
  before: Role,
  change: Grants & { name?: string },
): Promise<number> {
  const grants = changed(before, change)
  const set = flags.map((flag) => sql`${raw(flag)} = ${grants[flag]}`)
  return tx.run(sql`
    update roles
       set name = ${change.name ?? before.name}, ${join(set)}, updated_at = now()
     where tenant_id = ${tx.tenantId} and id = ${before.id}`)
}

export const deleteRole = (tx: Tx, id: string): Promise<number> =>
  tx.run(sql`delete from roles where tenant_id = ${tx.tenantId} and id = ${id}`)

/** Links one row of `name` to roles, as far as it is not; or one role to rows of `name`. */
export async function link(
  tx: Tx,
  name: LinkName,
  { roles: roleIds, others }: { roles: readonly string[]; others: readonly string[] },
): Promise<void> {
  const { table, column } = linkTables[name]
  await tx.run(sql`
    insert into ${table} (tenant_id, role_id, ${column})
    select ${tx.tenantId}, role_id, other_id
      from unnest(${idArray(roleIds)}) as role_id, unnest(${idArray(others)}) as other_id
        on conflict do nothing`)
}

/** Deletes links: all of one side except `except`, or those in `drop`. */
export async function unlink(
  tx: Tx,
  name: LinkName,
  of: { readonly role: string } | { readonly other: string },
  which: { readonly except: readonly string[] } | { readonly drop: readonly string[] },
): Promise<void> {
  const { table, column } = linkTables[name]
  const role = raw('role_id')
  const [own, id, far] = 'role' in of ? [role, of.role, column] : [column, of.other, role]
  const removed =
    'except' in which
      ? sql`${far} <> all(${idArray(which.except)})`
      : sql`${far} = any(${idArray(which.drop)})`
  await tx.run(sql`
    delete from ${table}
     where tenant_id = ${tx.tenantId} and ${own} = ${id} and ${removed}`)
}

/** Ids to which the caller cannot link a role; groups that the caller cannot see are unknown too. */
export async function unknownOf(
  tx: Tx,
  caller: Caller,
  name: 'roles' | 'users' | 'provider_groups',
  ids: readonly string[],
): Promise<ReadonlySet<string>> {
  const there = {
    roles: sql`select r.id from roles r where r.tenant_id = ${tx.tenantId}`,
    users: sql`select m.user_id as id from memberships m where m.tenant_id = ${tx.tenantId}`,
    provider_groups: sql`
      select g.id
        from provider_groups g
       where g.tenant_id = ${tx.tenantId} and ${visibleGroup(caller, sql`g.id`)}`,
  }
  const found = await tx.rows<{ id: string }>(sql`
    select t.id from (${there[name]}) t where t.id = any(${idArray(ids)})`)
  return new Set(ids).difference(new Set(found.map(({ id }) => id)))
}
