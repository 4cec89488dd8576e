import type { Query } from '@plumbline/jsonapi'
import {
  columnsOf,
  compare,
  contains,
  idArray,
  type Page,
  pageOf,
  scalar,
  type Sql,
  sql,
  type Tx,
  withLinks,
} from '../../platform/db/index.ts'
import { newId } from '../../platform/ids.ts'
import { type Viewer, visible } from '../../platform/tenancy/index.ts'
import { type Integration, integrations } from './resource.ts'
import type { TypeName } from './types.ts'

/** The providers of an integration that the caller sees. `integration` is the SQL of its id. */
const attached = (tx: Tx, caller: Viewer, integration: Sql): Sql => sql`
  select a.provider_id as id
    from integration_providers a
    join providers p on p.tenant_id = a.tenant_id and p.id = a.provider_id and p.deleted_at is null
   where a.tenant_id = ${tx.tenantId} and a.integration_id = ${integration}
     and ${visible(caller, sql`a.provider_id`)}`

/** Includes what its last successful test learned, without the id in its API address. */
const shownConfiguration = sql`(i.configuration || (i.learned - 'cloud_id'))`

const fields = sql`
  i.id, i.inserted_at, i.updated_at, i.enabled, i.connected, i.connection_last_checked_at, i.integration_type,
  ${shownConfiguration} as configuration`

const linked = (
  tx: Tx,
  caller: Viewer,
  rows: readonly Omit<Integration, 'providers'>[],
): Promise<Integration[]> =>
  withLinks(tx, rows, { providers: attached(tx, caller, sql`linking.id`) })

const columns = (tx: Tx, caller: Viewer) =>
  columnsOf(integrations, 'i', {
    search: ({ value }) =>
      contains(value, sql`i.integration_type`, sql`i.domain`, sql`i.configuration::text`),
    configuration: sql`${shownConfiguration}::text`,
    providers: sql`(select count(*) from (${attached(tx, caller, sql`i.id`)}) l)`,
    url: sql`i.id`,
  })

/**
 * Integrations without providers are visible to all members, others to members who see one of their providers. A link
 * outlives its provider, which members without unlimited visibility then cannot see: an integration whose providers
 * were deleted does not become visible to all. One that belongs to a provider is deleted with it at once.
 */
const there = (tx: Tx, caller: Viewer): Sql => sql`
  i.tenant_id = ${tx.tenantId}
  and (i.provider_id is null or exists (
    select from providers p where p.tenant_id = i.tenant_id and p.id = i.provider_id and p.deleted_at is null))
  and (${caller.unlimitedVisibility} or exists (${attached(tx, caller, sql`i.id`)})
       or not exists (
         select from integration_providers a where a.tenant_id = ${tx.tenantId} and a.integration_id = i.id))`

/** Whether the caller sees the integration `i` of the tenant. */
export const seenIntegrations = there

export async function page(
  tx: Tx,
  caller: Viewer,
  query: Query<typeof integrations>,
): Promise<Page<Integration>> {
  const from = sql`integrations i`
  const seen = { select: fields, from, where: there(tx, caller) }
  const found = await pageOf(tx, query, columns(tx, caller), seen)
  return { ...found, rows: await linked(tx, caller, found.rows) }
}

export const byIds = async (
  tx: Tx,
  ids: readonly string[],
  caller: Viewer,
): Promise<Integration[]> =>
  linked(
    tx,
    caller,
    await tx.rows<Omit<Integration, 'providers'>>(sql`
      select ${fields}
        from integrations i
       where ${there(tx, caller)} and i.id = any(${idArray(ids)})`),
  )

export const byId = async (tx: Tx, id: string, caller: Viewer): Promise<Integration | undefined> =>
  (await byIds(tx, [id], caller))[0]

/** As it was written. */
export interface Written {
  readonly id: string
  readonly integration_type: TypeName
  readonly configuration: Readonly<Record<string, unknown>>
  readonly enabled: boolean
  /** The caller sees all of its providers, and those that were deleted. */
  readonly sees_all: boolean
}

/** Locks what the caller sees against others who change it. */
export const locked = (tx: Tx, id: string, caller: Viewer): Promise<Written | undefined> =>
  tx.maybe<Written>(sql`
    select i.id, i.integration_type, i.configuration, i.enabled,
           ${caller.unlimitedVisibility} or not exists (
             select from integration_providers l
              where l.tenant_id = ${tx.tenantId} and l.integration_id = i.id
                and l.provider_id not in (${attached(tx, caller, sql`i.id`)})) as sees_all
      from integrations i
     where ${there(tx, caller)} and i.id = ${id}
       for update`)

export const count = (tx: Tx): Promise<number> =>
  scalar<number>(tx, sql`select count(*)::int from integrations where tenant_id = ${tx.tenantId}`)

export async function insert(
  tx: Tx,
  integration: Pick<Written, 'integration_type' | 'configuration' | 'enabled'> &
    Unique & { readonly learned: object },
): Promise<string> {
  const id = newId()
  await tx.run(sql`
    insert into integrations (tenant_id, id, integration_type, enabled, configuration, domain, provider_id, learned)
    values (${tx.tenantId}, ${id}, ${integration.integration_type}, ${integration.enabled},
            ${JSON.stringify(integration.configuration)}::jsonb, ${integration.domain}, ${integration.provider_id},
            ${JSON.stringify(integration.learned)}::jsonb)`)
  return id
}

/** What there is one integration of its type for. */
interface Unique {
  readonly domain: string | null
  readonly provider_id: string | null
}

export interface Change {
  readonly enabled?: boolean | undefined
  readonly configuration?: Readonly<Record<string, unknown>> | undefined
  readonly domain?: string | undefined
  readonly provider_id?: string | undefined
  /** In place of what was learned of another site. */
  readonly learned?: object | undefined
  /** Whether it connects is open again. */
  readonly isOther: boolean
}

export const update = (tx: Tx, id: string, change: Change): Promise<number> =>
  tx.run(sql`
    update integrations
       set enabled = coalesce(${change.enabled ?? null}::boolean, enabled),
           configuration = coalesce(${change.configuration ? JSON.stringify(change.configuration) : null}::jsonb, configuration),
           domain = coalesce(${change.domain ?? null}::text, domain),
           provider_id = coalesce(${change.provider_id ?? null}::uuid, provider_id),
           learned = coalesce(${change.learned ? JSON.stringify(change.learned) : null}::jsonb, learned),
           connected = case when ${change.isOther}::boolean then null else connected end,
           paused_until = null, failures = 0, updated_at = now()
     where tenant_id = ${tx.tenantId} and id = ${id}`)

export const remove = async (tx: Tx, id: string): Promise<boolean> =>
  (await tx.run(sql`
    delete from integrations where tenant_id = ${tx.tenantId} and id = ${id}`)) === 1

/** Attaches exactly these providers. */
export async function attach(tx: Tx, id: string, providers: readonly string[]): Promise<void> {
  await tx.run(sql`
    delete from integration_providers
     where tenant_id = ${tx.tenantId} and integration_id = ${id} and provider_id <> all(${idArray(providers)})`)
  await tx.run(sql`
    insert into integration_providers (tenant_id, integration_id, provider_id)
    select ${tx.tenantId}, ${id}::uuid, provider_id
      from unnest(${idArray(providers.toSorted())}) as provider_id
        on conflict do nothing`)
}

/** The first of these providers that is of another kind. */
export const otherKind = async (
  tx: Tx,
  ids: readonly string[],
  kind: string,
): Promise<string | undefined> =>
  (
    await tx.maybe<{ id: string }>(sql`
      select p.id
        from providers p
       where p.tenant_id = ${tx.tenantId} and ${compare(sql`p.id`, { op: 'in', value: ids })} and p.provider <> ${kind}
       limit 1`)
  )?.id

/**
 * Stores the result of a test started at `asked`. Ignored if a later test has finished first or the integration has
 * changed since.
 */
export const noteConnection = (
  tx: Tx,
  id: string,
  { connected, learned, asked }: { connected: boolean; learned: object | null; asked: string },
): Promise<number> =>
  tx.run(sql`
    update integrations i
       set connected = ${connected}, connection_last_checked_at = now(), connection_requested_at = ${asked}::timestamptz,
           learned = i.learned || coalesce(${learned && JSON.stringify(learned)}::jsonb, '{}'),
           paused_until = case when ${connected}::boolean then null else i.paused_until end
     where i.tenant_id = ${tx.tenantId} and i.id = ${id}
       and coalesce(i.connection_requested_at <= ${asked}::timestamptz, true)
       and i.updated_at <= ${asked}::timestamptz`)
