import type { Query } from '@plumbline/jsonapi'
import {
  columnsOf,
  contains,
  idArray,
  type Page,
  pageOf,
  raw,
  type Sql,
  sql,
  type Tx,
  withLinks,
} from '../../platform/db/index.ts'
import { newId } from '../../platform/ids.ts'
import { type Caller, visible, visibleGroup } from '../../platform/tenancy/index.ts'
import { type ProviderGroup, providerGroups } from './resource.ts'

/** What a group is linked to: the table of the links, and the column beside `provider_group_id`. */
const linkTables = {
  providers: { table: raw('provider_group_members'), column: raw('provider_id') },
  roles: { table: raw('role_provider_groups'), column: raw('role_id') },
}
type LinkName = keyof typeof linkTables

/** A group's providers are shown as far as the caller sees them. `group` is the SQL of a group's id. */
const providersOf = (tx: Tx, caller: Caller, group: Sql): Sql => sql`
  select gm.provider_id as id
    from provider_group_members gm
    join providers p on p.tenant_id = gm.tenant_id and p.id = gm.provider_id and p.deleted_at is null
   where gm.tenant_id = ${tx.tenantId} and gm.provider_group_id = ${group}
     and ${visible(caller, sql`gm.provider_id`)}`

/**
 * A group's roles: members see their own, users who manage roles or groups see all. A user who replaces the roles of a
 * group would drop hidden ones.
 */
const rolesOf = (tx: Tx, { granted, userId }: Caller, group: Sql): Sql => {
  const all = granted.has('manage_account') || granted.has('manage_providers')
  const shown = all
    ? raw('true')
    : sql`
      exists (select from user_roles ur
               where ur.tenant_id = ${tx.tenantId} and ur.user_id = ${userId} and ur.role_id = rg.role_id)`
  return sql`
    select rg.role_id as id
      from role_provider_groups rg
     where rg.tenant_id = ${tx.tenantId} and rg.provider_group_id = ${group} and ${shown}`
}

const fields = sql`g.id, g.name, g.inserted_at, g.updated_at`
type Unlinked = Omit<ProviderGroup, 'providers' | 'roles'>

const linked = (tx: Tx, caller: Caller, rows: readonly Unlinked[]): Promise<ProviderGroup[]> => {
  const id = sql`linking.id`
  return withLinks(tx, rows, {
    providers: providersOf(tx, caller, id),
    roles: rolesOf(tx, caller, id),
  })
}

/** Links cannot be sorted by; their count can. */
const columns = (tx: Tx, caller: Caller) =>
  columnsOf(providerGroups, 'g', {
    search: ({ value }) => contains(value, sql`g.name`),
    url: sql`g.id`,
    providers: sql`(select count(*) from (${providersOf(tx, caller, sql`g.id`)}) l)`,
    roles: sql`(select count(*) from (${rolesOf(tx, caller, sql`g.id`)}) l)`,
  })

const there = (tx: Tx, caller: Caller): Sql =>
  sql`g.tenant_id = ${tx.tenantId} and ${visibleGroup(caller, sql`g.id`)}`

export async function groupPage(
  tx: Tx,
  caller: Caller,
  query: Query<typeof providerGroups>,
): Promise<Page<ProviderGroup>> {
  const from = sql`provider_groups g`
  const seen = { select: fields, from, where: there(tx, caller) }
  const page = await pageOf(tx, query, columns(tx, caller), seen)
  return { ...page, rows: await linked(tx, caller, page.rows) }
}

export const groupsByIds = async (
  tx: Tx,
  ids: readonly string[],
  caller: Caller,
): Promise<ProviderGroup[]> =>
  linked(
    tx,
    caller,
    await tx.rows<Unlinked>(sql`
      select ${fields}
        from provider_groups g
       where ${there(tx, caller)} and g.id = any(${idArray(ids)})`),
  )

export const groupById = async (
  tx: Tx,
  id: string,
  caller: Caller,
): Promise<ProviderGroup | undefined> => (await groupsByIds(tx, [id], caller))[0]

export async function insertGroup(tx: Tx, name: string): Promise<string> {
  const id = newId()
  await tx.run(sql`
    insert into provider_groups (tenant_id, id, name) values (${tx.tenantId}, ${id}, ${name})`)
  return id
}

export const renameGroup = (tx: Tx, id: string, name: string): Promise<number> =>
  tx.run(sql`
    update provider_groups
       set name = ${name}, updated_at = now()
     where tenant_id = ${tx.tenantId} and id = ${id}`)

export const deleteGroup = (tx: Tx, id: string): Promise<number> =>
  tx.run(sql`delete from provider_groups where tenant_id = ${tx.tenantId} and id = ${id}`)

/** Links a group to providers or roles, as far as it is not. */
export async function linkGroup(
  tx: Tx,
  group: string,
  name: LinkName,
  ids: readonly string[],
): Promise<void> {
  const { table, column } = linkTables[name]
  await tx.run(sql`
    insert into ${table} (tenant_id, provider_group_id, ${column})
    select ${tx.tenantId}, ${group}::uuid, id from unnest(${idArray(ids)}) as id
        on conflict do nothing`)
}

/** Deletes links: all except `except`, or those in `drop`. Users who see a group see all that is in it. */
export async function unlinkGroup(
  tx: Tx,
  group: string,
  name: LinkName,
  which: { readonly except: readonly string[] } | { readonly drop: readonly string[] },
): Promise<void> {
  const { table, column } = linkTables[name]
  const removed =
    'except' in which
      ? sql`l.${column} <> all(${idArray(which.except)})`
      : sql`l.${column} = any(${idArray(which.drop)})`
  await tx.run(sql`
    delete from ${table} l
     where l.tenant_id = ${tx.tenantId} and l.provider_group_id = ${group} and ${removed}`)
}

/** Roles of the tenant among the given ids. */
export async function knownRoles(tx: Tx, ids: readonly string[]): Promise<ReadonlySet<string>> {
  const found = await tx.rows<{ id: string }>(sql`
    select r.id from roles r where r.tenant_id = ${tx.tenantId} and r.id = any(${idArray(ids)})`)
  return new Set(found.map(({ id }) => id))
}
