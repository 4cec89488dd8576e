import { invalid, type Query } from '@plumbline/jsonapi'
import {
  columnsOf,
  compare,
  contains,
  idArray,
  type Page,
  pageOf,
  type Sql,
  sql,
  type Tx,
} from '../../platform/db/index.ts'
import { newId } from '../../platform/ids.ts'
import { type Caller, visible, visibleGroup } from '../../platform/tenancy/index.ts'
import type { ProviderType } from './names.ts'
import { type Provider, providers } from './resource.ts'

/** A provider whose groups are among the given ones. */
export const inGroups = (
  tenantId: string,
  provider: Sql,
  filter: { op: string; value: unknown },
): Sql => sql`
  exists (select from provider_group_members g
           where g.tenant_id = ${tenantId} and g.provider_id = ${provider}
             and ${compare(sql`g.provider_group_id`, filter)})`

const columns = (tenantId: string) =>
  columnsOf(providers, 'p', {
    provider_type: sql`p.provider`,
    provider_groups: (filter) => inGroups(tenantId, sql`p.id`, filter),
    search: ({ value }) => contains(value, sql`p.uid`, sql`p.alias`),
  })

const fields = ({ tenantId }: Tx, caller: Caller): Sql => sql`
  p.id, p.inserted_at, p.updated_at, p.provider, p.uid, p.alias,
  jsonb_build_object(
    'connected', p.connected,
    'last_checked_at', to_char(p.connection_last_checked_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')
  ) as connection,
  (select s.id from provider_secrets s where s.tenant_id = ${tenantId} and s.provider_id = p.id) as secret,
  array(select g.provider_group_id from provider_group_members g
         where g.tenant_id = ${tenantId} and g.provider_id = p.id
           and ${visibleGroup(caller, sql`g.provider_group_id`)}
         order by g.provider_group_id) as provider_groups`

const there = (tx: Tx, caller: Caller): Sql => sql`
  p.tenant_id = ${tx.tenantId} and p.deleted_at is null and ${visible(caller, sql`p.id`)}`

export async function providerPage(
  tx: Tx,
  caller: Caller,
  query: Query<typeof providers>,
  whole: boolean,
): Promise<Page<Provider>> {
  const { tenantId } = tx
  const from = sql`providers p`
  const seen = { select: fields(tx, caller), from, where: there(tx, caller), whole }
  return pageOf(tx, query, columns(tenantId), seen)
}

export const providersByIds = (
  tx: Tx,
  ids: readonly string[],
  caller: Caller,
): Promise<Provider[]> =>
  tx.rows<Provider>(sql`
    select ${fields(tx, caller)}
      from providers p
     where ${there(tx, caller)} and p.id = any(${idArray(ids)})`)

export const providerById = async (
  tx: Tx,
  id: string,
  caller: Caller,
): Promise<Provider | undefined> => (await providersByIds(tx, [id], caller))[0]

/** Providers that the caller cannot see count as missing: 400 at the pointer of the first such id. */
export async function checkProviders(
  tx: Tx,
  caller: Caller,
  ids: readonly string[],
  pointerOf: (at: number) => string,
): Promise<void> {
  const seen = new Set((await providersByIds(tx, ids, caller)).map(({ id }) => id))
  const at = ids.findIndex((id) => !seen.has(id))
  if (at !== -1) throw invalid(pointerOf(at), 'There is no provider with this ID.', 'not_found')
}

export async function insertProvider(
  tx: Tx,
  { provider, uid, alias = null }: { provider: ProviderType; uid: string; alias?: string | null },
): Promise<string> {
  const id = newId()
  await tx.run(sql`
    insert into providers (tenant_id, id, provider, uid, alias)
    values (${tx.tenantId}, ${id}, ${provider}, ${uid}, ${alias})`)
  return id
}

/** The account's id in the tenant; creates the provider if it is not connected yet. */
export async function ensureProvider(
  tx: Tx,
  account: { provider: ProviderType; uid: string; alias?: string | null },
): Promise<{ id: string; isNew: boolean }> {
  const { provider, uid, alias = null } = account
  const made = await tx.run(sql`
    insert into providers (tenant_id, id, provider, uid, alias)
    values (${tx.tenantId}, ${newId()}, ${provider}, ${uid}, ${alias})
    on conflict (tenant_id, provider, uid) where deleted_at is null do nothing`)
  const { id } = await tx.single<{ id: string }>(sql`
    select id
      from providers
     where tenant_id = ${tx.tenantId} and provider = ${provider} and uid = ${uid} and deleted_at is null`)
  return { id, isNew: made === 1 }
}

export const renameProvider = (tx: Tx, id: string, alias: string | null): Promise<number> =>
  tx.run(sql`
    update providers
       set alias = ${alias}, updated_at = now()
     where tenant_id = ${tx.tenantId} and id = ${id}`)

/** Hides it at once; its rows follow in the background. */
export const hideProvider = (tx: Tx, id: string): Promise<number> =>
  tx.run(sql`
    update providers
       set deleted_at = now()
     where tenant_id = ${tx.tenantId} and id = ${id} and deleted_at is null`)

/** The first provider of the tenant, hidden or not; undefined if none exists. */
export const firstProvider = async (tx: Tx): Promise<string | undefined> => {
  const found = await tx.maybe<{ id: string }>(sql`
    select p.id from providers p where p.tenant_id = ${tx.tenantId} order by p.id limit 1`)
  return found?.id
}

/**
 * Locks a hidden provider without a queued deletion; undefined if it has one or is deleted. Returns the user who
 * requested the last deletion.
 */
export async function providerWithoutDeletion(
  tx: Tx,
  id: string,
): Promise<{ user_id: string | null } | undefined> {
  await tx.rows(sql`
    select id
      from providers
     where tenant_id = ${tx.tenantId} and id = ${id} and deleted_at is not null
       for update`)
  return tx.maybe<{ user_id: string | null }>(sql`
    select (select t.user_id
              from tasks t
             where t.tenant_id = ${tx.tenantId} and t.provider_id = p.id and t.name = 'provider-deletion'
             order by t.inserted_at desc
             limit 1) as user_id
      from providers p
     where p.tenant_id = ${tx.tenantId} and p.id = ${id} and p.deleted_at is not null
       and not exists (
         select from tasks t
          where t.tenant_id = ${tx.tenantId} and t.provider_id = p.id and t.name = 'provider-deletion'
            and t.state in ('available', 'scheduled', 'executing'))`)
}

/** Deletes a provider of a tenant that is deleted: it has no users any more from whom it would have to be hidden first. */
export const deleteProviderRow = (tx: Tx, id: string): Promise<number> =>
  tx.run(sql`delete from providers where tenant_id = ${tx.tenantId} and id = ${id}`)

export const dropProvider = (tx: Tx, id: string): Promise<number> =>
  tx.run(sql`
    delete from providers
     where tenant_id = ${tx.tenantId} and id = ${id} and deleted_at is not null`)

export const kindOfProvider = (tx: Tx, id: string): Promise<{ provider: string } | undefined> =>
  tx.maybe(sql`
    select provider
      from providers
     where tenant_id = ${tx.tenantId} and id = ${id} and deleted_at is null`)

/** The stored identity of the account that answered first; stores this one if there is none. */
export async function identityOnce(
  tx: Tx,
  id: string,
  identity: string | null,
): Promise<string | null> {
  if (identity !== null)
    await tx.run(sql`
      update providers
         set identity = ${identity}
       where tenant_id = ${tx.tenantId} and id = ${id} and identity is null`)
  const found = await tx.maybe<{ identity: string | null }>(sql`
    select identity
      from providers
     where tenant_id = ${tx.tenantId} and id = ${id}`)
  return found?.identity ?? null
}

/**
 * Stores the result of a connection test started at `asked`. Ignored if a later test has finished first or the secret
 * was replaced since.
 */
export const noteConnection = (
  tx: Tx,
  id: string,
  connected: boolean,
  asked: string,
): Promise<number> =>
  tx.run(sql`
    update providers
       set connected = ${connected}, connection_last_checked_at = now(), updated_at = now(),
           connection_requested_at = ${asked}::timestamptz
     where tenant_id = ${tx.tenantId} and id = ${id}
       and coalesce(connection_requested_at <= ${asked}::timestamptz, true)
       and not exists (
         select from provider_secrets s
          where s.tenant_id = ${tx.tenantId} and s.provider_id = ${id}
            and s.updated_at > ${asked}::timestamptz)`)
