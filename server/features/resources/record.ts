/** How resources are written: by the findings that look at them, and only when something has changed. */
import { sql, type Tx } from '../../platform/db/index.ts'
import { derivedId, hashId } from '../../platform/ids.ts'
import { clean, idArray, rowTable } from './rows.ts'

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
}

/** The scan that records, as far as its resources depend on it. */
export interface ResourceScan {
  readonly provider_id: string
  /** Milliseconds of its `inserted_at`: the time part of the ids it makes. */
  readonly insertedMs: number
}

export const rkeyOf = (uid: string, region: string): string => hashId([clean(uid), clean(region)])

interface Changed {
  readonly rkey: string
  readonly id: string
  readonly content: string
  readonly tags: Readonly<Record<string, string>>
}

/**
 * Writes the resources that are new or have changed, by their keys; gives key to id for all of them.
 * `now` is RFC 3339 in UTC.
 */
export async function recordResources(
  tx: Tx,
  { provider_id, insertedMs }: ResourceScan,
  observed: ReadonlyMap<string, ObservedResource>,
  now: string,
): Promise<Map<string, string>> {
  const known = new Map(
    (await contents(tx, provider_id, [...observed.keys()])).map((one) => [one.rkey, one]),
  )
  const ids = new Map<string, string>()
  const changed: Changed[] = []
  for (const [rkey, resource] of observed) {
    const { tags, metadata = null, details = null, ...facts } = resource
    const content = hashId([JSON.stringify([facts, details, metadata, tags])])
    const found = known.get(rkey)
    const id = found?.id ?? derivedId(insertedMs, [tx.tenantId, provider_id, 'resource', rkey])
    ids.set(rkey, id)
    if (found?.content !== content) {
      changed.push({ rkey, id, ...facts, details, metadata, content, tags } as Changed)
    }
  }
  if (changed.length > 0) await upsert(tx, provider_id, changed, now)
  return ids
}

const contents = (
  tx: Tx,
  providerId: string,
  keys: readonly string[],
): Promise<{ rkey: string; id: string; content: string }[]> =>
  tx.rows(sql`
    select r.rkey, r.id, r.content
      from resources r
     where r.tenant_id = ${tx.tenantId} and r.provider_id = ${providerId} and r.rkey = any(${idArray(keys)})`)

async function upsert(
  tx: Tx,
  providerId: string,
  rows: readonly Changed[],
  now: string,
): Promise<void> {
  const types =
    'rkey uuid, id uuid, uid text, name text, region text, service text, type text, partition text, ' +
    'details text, metadata jsonb, content uuid'
  await tx.run(sql`
    insert into resources as o (
      tenant_id, provider_id, rkey, id, uid, name, region, service, type, partition, details, metadata, content,
      inserted_at, updated_at)
    select ${tx.tenantId}::uuid, ${providerId}::uuid, r.rkey, r.id, r.uid, r.name, r.region, r.service,
           r.type, r.partition, r.details, r.metadata, r.content, ${now}::timestamptz, ${now}::timestamptz
      from ${rowTable(rows, 'r', types)}
     order by r.rkey
    on conflict (tenant_id, provider_id, rkey) do update
       set name = excluded.name, service = excluded.service, type = excluded.type,
           partition = excluded.partition, details = excluded.details, metadata = excluded.metadata,
           content = excluded.content, updated_at = excluded.updated_at`)
  await replaceTags(tx, rows)
}

async function replaceTags(tx: Tx, rows: readonly Changed[]): Promise<void> {
  const ids = rows.map(({ id }) => id)
  await tx.run(sql`
    delete from resource_tags
     where tenant_id = ${tx.tenantId} and resource_id = any(${idArray(ids)})`)
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

/** At most `limit` resources of a provider, with their tags; gives how many went. */
export const deleteResources = (tx: Tx, providerId: string, limit: number): Promise<number> =>
  tx.run(sql`
    delete from resources
     where tenant_id = ${tx.tenantId} and provider_id = ${providerId} and rkey in (
       select rkey from resources
        where tenant_id = ${tx.tenantId} and provider_id = ${providerId}
        limit ${limit})`)
