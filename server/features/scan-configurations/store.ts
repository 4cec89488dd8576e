import type { Query } from '@plumbline/jsonapi'
import {
  type Columns,
  compare,
  contains,
  idArray,
  type Page,
  pageOf,
  type Sql,
  sql,
  type Tx,
  withLinks,
} from '../../platform/db/index.ts'
import { newId } from '../../platform/ids.ts'
import { type Caller, visible } from '../../platform/tenancy/index.ts'
import type { Reading } from './reading.ts'
import type { ScanConfiguration, scanConfigurations } from './resource.ts'

/** `configuration` is the SQL of the id of a configuration. */
const attached = (tx: Tx, where: Sql, configuration = sql`v.id`): Sql => sql`
  select a.provider_id as id
    from scan_configuration_providers a
    join providers p on p.tenant_id = a.tenant_id and p.id = a.provider_id and p.deleted_at is null
   where a.tenant_id = ${tx.tenantId} and a.scan_configuration_id = ${configuration} and ${where}`

const columns = (tx: Tx, caller: Caller): Columns<typeof scanConfigurations> => ({
  filters: {
    name: sql`v.name`,
    provider: (filter) => sql`
      exists (${attached(tx, sql`${visible(caller, sql`a.provider_id`)} and ${compare(sql`a.provider_id`, filter)}`)})`,
    inserted_at: sql`v.inserted_at`,
    search: ({ value }) => contains(value, sql`v.name`, sql`v.configuration::text`),
  },
  sort: {
    inserted_at: sql`v.inserted_at`,
    name: sql`v.name`,
    updated_at: sql`v.updated_at`,
  },
  last: sql`v.id`,
})

const fields = sql`v.id, v.name, v.configuration, v.unknown_keys, v.inserted_at, v.updated_at`
type Unlinked = Omit<ScanConfiguration, 'providers'>

/** Only providers that the caller sees are shown. */
const linked = (
  tx: Tx,
  caller: Caller,
  rows: readonly Unlinked[],
): Promise<ScanConfiguration[]> => {
  const seen = visible(caller, sql`a.provider_id`)
  return withLinks(tx, rows, { providers: attached(tx, seen, sql`linking.id`) })
}

export async function page(
  tx: Tx,
  caller: Caller,
  query: Query<typeof scanConfigurations>,
): Promise<Page<ScanConfiguration>> {
  const found = await pageOf(tx, query, columns(tx, caller), {
    select: fields,
    from: sql`scan_configurations v`,
    where: sql`v.tenant_id = ${tx.tenantId}`,
  })
  return { ...found, rows: await linked(tx, caller, found.rows) }
}

export async function byId(
  tx: Tx,
  caller: Caller,
  id: string,
): Promise<ScanConfiguration | undefined> {
  const rows = await tx.rows<Unlinked>(sql`
    select ${fields}
      from scan_configurations v
     where v.tenant_id = ${tx.tenantId} and v.id = ${id}`)
  return (await linked(tx, caller, rows))[0]
}

/** Locks it against others who change or attach it; false when it is not there. */
export const lock = async (tx: Tx, id: string): Promise<boolean> =>
  (await tx.maybe(sql`
    select 1 from scan_configurations v where v.tenant_id = ${tx.tenantId} and v.id = ${id} for update`)) !==
  undefined

/**
 * Whether the caller sees every provider that it is attached to. Call it under the lock, so that attachments cannot
 * change.
 */
export const seesAllAttached = async (tx: Tx, caller: Caller, id: string): Promise<boolean> =>
  (await tx.maybe(sql`
    select 1
      from scan_configurations v
     where v.tenant_id = ${tx.tenantId} and v.id = ${id}
       and exists (${attached(tx, sql`not ${visible(caller, sql`a.provider_id`)}`)})`)) ===
  undefined

export const count = async (tx: Tx): Promise<number> =>
  (
    await tx.single<{ n: number }>(sql`
      select count(*)::int as n from scan_configurations where tenant_id = ${tx.tenantId}`)
  ).n

export async function insert(
  tx: Tx,
  name: string,
  { configuration, unknownKeys }: Reading,
): Promise<string> {
  const id = newId()
  await tx.run(sql`
    insert into scan_configurations (tenant_id, id, name, configuration, unknown_keys)
    values (${tx.tenantId}, ${id}, ${name}, ${JSON.stringify(configuration)}::jsonb,
            array(select json_array_elements_text(${JSON.stringify(unknownKeys)}::json)))`)
  return id
}

export const update = (
  tx: Tx,
  id: string,
  { name = null, reading }: { readonly name?: string | null; readonly reading: Reading | null },
): Promise<number> =>
  tx.run(sql`
    update scan_configurations as v
       set name = coalesce(${name}, v.name),
           configuration = coalesce(${reading && JSON.stringify(reading.configuration)}::jsonb, v.configuration),
           unknown_keys = case when ${reading !== null} then array(
             select json_array_elements_text(${JSON.stringify(reading?.unknownKeys ?? [])}::json))
             else v.unknown_keys end,
           updated_at = now()
     where v.tenant_id = ${tx.tenantId} and v.id = ${id}`)

export const remove = async (tx: Tx, id: string): Promise<boolean> =>
  (await tx.run(sql`
    delete from scan_configurations
     where tenant_id = ${tx.tenantId} and id = ${id}`)) === 1

/** Attaches exactly these providers. One that has another configuration leaves that for this. */
export async function attach(tx: Tx, id: string, providers: readonly string[]): Promise<void> {
  await tx.run(sql`
    delete from scan_configuration_providers
     where tenant_id = ${tx.tenantId} and scan_configuration_id = ${id}
       and provider_id <> all(${idArray(providers)})`)
  await tx.run(sql`
    insert into scan_configuration_providers (tenant_id, provider_id, scan_configuration_id)
    select ${tx.tenantId}, provider_id, ${id}::uuid
      from unnest(${idArray(providers.toSorted())}) as provider_id
    on conflict (tenant_id, provider_id) do update
       set scan_configuration_id = excluded.scan_configuration_id`)
}

/** The configuration for scans of this provider: the keys that its kind reads, or none. */
export const configurationOf = async (
  tx: Tx,
  providerId: string,
): Promise<Readonly<Record<string, unknown>>> => {
  const found = await tx.maybe<{ keys: Readonly<Record<string, unknown>> | null }>(sql`
    select (v.configuration -> p.provider) - array(
             select substr(k, length(p.provider) + 2)
               from unnest(v.unknown_keys) as k
              where starts_with(k, p.provider || '.')) as keys
      from scan_configuration_providers a
      join providers p on p.tenant_id = a.tenant_id and p.id = a.provider_id
      join scan_configurations v on v.tenant_id = a.tenant_id and v.id = a.scan_configuration_id
     where a.tenant_id = ${tx.tenantId} and a.provider_id = ${providerId}`)
  return found?.keys ?? {}
}
