/** How resources are written: by the findings that look at them, and only when something has changed. */
import { idArray, rowTable, sql, type Tx } from '../../platform/db/index.ts'
import { derivedId } from '../../platform/ids.ts'

/** A resource as a scan or a file brings it. Uids are unique in a region of a provider. */
export interface ObservedResource {
  readonly uid: string
  readonly name: string
  readonly region: string
  readonly service: string
  readonly type: string
  readonly partition: string
  readonly tags: Readonly<Record<string, string>>
  readonly details?: string
  readonly metadata?: unknown
  /** A file does not list its tags: known tags stay. */
  readonly keepsTags?: true
}

/** A resource as it is compared and written: with its key, and text that PostgreSQL takes. */
export interface StagedResource extends Omit<ObservedResource, 'details' | 'metadata'> {
  readonly resource_key: string
  readonly details: string | null
  /** JSON. */
  readonly metadata: string | null
  /** Hash of what may change: a row is written only when this differs. */
  readonly content: string
}

/** The scan that records, as far as its resources depend on it. */
export interface ResourceScan {
  readonly provider_id: string
  /** RFC 3339: the time part of the ids that it makes. */
  readonly inserted_at: string
}

/** Writes the resources that are new or have changed; of two with one key the first. `now` is RFC 3339 in UTC. */
export async function recordResources(
  tx: Tx,
  { provider_id, inserted_at }: ResourceScan,
  staged: readonly StagedResource[],
  now: string,
): Promise<void> {
  if (staged.length === 0) return
  const observed = new Map(staged.toReversed().map((resource) => [resource.resource_key, resource]))
  const contents = await tx.rows<{ resource_key: string; id: string; content: string }>(sql`
    select r.resource_key, r.id, r.content
      from resources r
     where r.tenant_id = ${tx.tenantId} and r.provider_id = ${provider_id}
       and r.resource_key = any(${idArray([...observed.keys()])})`)
  const insertedMs = Date.parse(inserted_at)
  const known = new Map(contents.map((one) => [one.resource_key, one]))
  const changed = [...observed.values()].flatMap((resource) => {
    const found = known.get(resource.resource_key)
    if (found?.content === resource.content) return []
    const id =
      found?.id ??
      derivedId(insertedMs, [tx.tenantId, provider_id, 'resource', resource.resource_key])
    return [{ ...resource, id }]
  })
  if (changed.length === 0) return
  await upsert(tx, provider_id, changed, now)
  await deleteTags(
    tx,
    changed
      .filter(({ resource_key, keepsTags }) => known.has(resource_key) && !keepsTags)
      .map(({ id }) => id),
  )
  await insertTags(tx, changed)
}

/** Ids of resources by their keys. All are there: a unit's resources are recorded before its findings. */
export async function resourceIds(
  tx: Tx,
  providerId: string,
  keys: readonly string[],
): Promise<Map<string, string>> {
  const rows = await tx.rows<{ resource_key: string; id: string }>(sql`
    select r.resource_key, r.id
      from resources r
     where r.tenant_id = ${tx.tenantId} and r.provider_id = ${providerId} and r.resource_key = any(${idArray(keys)})`)
  return new Map(rows.map(({ resource_key, id }) => [resource_key, id]))
}

/** The resource attributes that a rule can match. */
export interface ResourceTraits {
  readonly resource_uid: string
  readonly resource_name: string
  /** `key=value` each. */
  readonly tags: readonly string[]
}

const traits = sql`
  r.uid as resource_uid, r.name as resource_name,
  array(select t.key || '=' || t.value
          from resource_tags t
         where t.tenant_id = r.tenant_id and t.resource_id = r.id) as tags`

/** The same resources as rules see them, by their keys. */
export async function resourceTraits(
  tx: Tx,
  providerId: string,
  keys: readonly string[],
): Promise<Map<string, ResourceTraits>> {
  const rows = await tx.rows<ResourceTraits & { resource_key: string }>(sql`
    select r.resource_key, ${traits}
      from resources r
     where r.tenant_id = ${tx.tenantId} and r.provider_id = ${providerId} and r.resource_key = any(${idArray(keys)})`)
  return new Map(rows.map(({ resource_key, ...traits }) => [resource_key, traits]))
}

/** Resources as rules see them, by their ids. */
export async function traitsById(
  tx: Tx,
  ids: readonly string[],
): Promise<Map<string, ResourceTraits>> {
  const rows = await tx.rows<ResourceTraits & { id: string }>(sql`
    select r.id, ${traits}
      from resources r
     where r.tenant_id = ${tx.tenantId} and r.id = any(${idArray(ids)})`)
  return new Map(rows.map(({ id, ...traits }) => [id, traits]))
}

async function upsert(
  tx: Tx,
  providerId: string,
  rows: readonly (StagedResource & { readonly id: string })[],
  now: string,
): Promise<void> {
  const types =
    'resource_key uuid, id uuid, uid text, name text, region text, service text, type text, partition text, ' +
    'details text, metadata text, content uuid'
  await tx.run(sql`
    insert into resources as o (
      tenant_id, provider_id, resource_key, id, uid, name, region, service, type, partition, details, metadata, content,
      inserted_at, updated_at)
    select ${tx.tenantId}::uuid, ${providerId}::uuid, r.resource_key, r.id, r.uid, r.name, r.region, r.service,
           r.type, r.partition, r.details, r.metadata::jsonb, r.content, ${now}::timestamptz, ${now}::timestamptz
      from ${rowTable(rows, 'r', types)}
     order by r.resource_key
    on conflict (tenant_id, provider_id, resource_key) do update
       set name = excluded.name, service = excluded.service, type = excluded.type,
           partition = excluded.partition, details = excluded.details, metadata = excluded.metadata,
           content = excluded.content, updated_at = excluded.updated_at`)
}

async function deleteTags(tx: Tx, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return
  await tx.run(sql`
    delete from resource_tags
     where tenant_id = ${tx.tenantId} and resource_id = any(${idArray(ids)})`)
}

async function insertTags(
  tx: Tx,
  rows: readonly (StagedResource & { readonly id: string })[],
): Promise<void> {
  const tags = rows.flatMap(({ id, tags }) =>
    Object.entries(tags).map(([key, value]) => ({ id, key, value })),
  )
  if (tags.length === 0) return
  await tx.run(sql`
    insert into resource_tags (tenant_id, resource_id, key, value)
    select ${tx.tenantId}::uuid, r.id, r.key, r.value
      from ${rowTable(tags, 'r', 'id uuid, key text, value text')}
    on conflict do nothing`)
}

/** Adds to the number of failed and unmuted findings of each resource. */
export const countFailures = (
  tx: Tx,
  rows: readonly { readonly id: string; readonly by: number }[],
): Promise<number> =>
  tx.run(sql`
    update resources o
       set failed_findings_count = o.failed_findings_count + r.by
      from ${rowTable(rows, 'r', 'id uuid, by int')}
     where o.tenant_id = ${tx.tenantId} and o.id = r.id`)
