/** Which records of a file are older than what is known of their findings and resources: they change neither. */
import { idArray, rowTable, type Sql, sql, type Tx } from '../../platform/db/index.ts'
import type { StagedResource } from '../resources/index.ts'
import { gapped } from '../versions/index.ts'
import type { ExecutingScan } from '../scans/index.ts'

/** A record of a file: the key of its finding, and its time in milliseconds. */
interface TimedKey {
  readonly finding_key: string
  readonly time: number
}

/** This scan is the first that records findings of the provider. */
export async function isFirstOfProvider(tx: Tx, scan: ExecutingScan): Promise<boolean> {
  const other = await tx.maybe(sql`
    select 1
      from scans s
     where s.tenant_id = ${tx.tenantId} and s.provider_id = ${scan.provider_id} and s.id <> ${scan.id}
       and s.seq is not null
     limit 1`)
  return other === undefined
}

/**
 * Whether any row of the provider was seen after this moment; if not, no record can be too old. What a
 * file saw is known to be as new as its oldest record; what a scan saw, as its recording.
 */
export async function mayBeOutdated(tx: Tx, scan: ExecutingScan, oldest: string): Promise<boolean> {
  const found = await tx.maybe(sql`
    select 1
      from scans s
      left join ingestion_scans n on n.tenant_id = s.tenant_id and n.scan_id = s.id
     where s.tenant_id = ${tx.tenantId} and s.provider_id = ${scan.provider_id} and s.id <> ${scan.id}
       and s.seq is not null
       and coalesce(n.oldest_at, s.completed_at, s.started_at) > ${oldest}::timestamptz
     limit 1`)
  return found !== undefined
}

/**
 * When the finding `f` was last seen by other scans than this one: the latest of three moments. The scan that made the
 * version has seen it, though it may have ended before the unit was done, or the unit's run before it did not.
 */
const seenAt = sql`greatest(h.at, o.at, m.at)`
const lastSeen = (tx: Tx, scan: ExecutingScan): Sql => sql`
      left join lateral (
        select coalesce(n.oldest_at, u.recorded_at) as at
          from latest_unit_runs u
          left join ingestion_scans n on n.tenant_id = u.tenant_id and n.scan_id = u.scan_id
         where u.tenant_id = f.tenant_id and u.provider_id = f.provider_id and u.unit = f.unit
           and u.scan_id <> ${scan.id}
           and not ${gapped(tx.tenantId, sql`f`)}) h on true
      left join lateral (
        select coalesce(n.oldest_at, x.recorded_at) as at
          from scan_observations x
          left join ingestion_scans n on n.tenant_id = x.tenant_id and n.scan_id = x.scan_id
         where x.tenant_id = f.tenant_id and x.provider_id = f.provider_id and x.finding_key = f.finding_key
           and x.scan_id <> ${scan.id}
         order by x.seq desc
         limit 1) o on f.observed_seq is not null
      left join lateral (
        select coalesce(max(n.oldest_at), f.changed_at) as at
          from ingestion_scans n
         where n.tenant_id = f.tenant_id and n.scan_id = f.scan_id) m on f.scan_id <> ${scan.id}`

/** By key, in milliseconds: when findings were last seen that were seen after the record of this file was made. */
export async function outdatedKeys(
  tx: Tx,
  scan: ExecutingScan,
  rows: readonly TimedKey[],
): Promise<ReadonlyMap<string, number>> {
  const keys = rows.map(({ finding_key }) => finding_key)
  const seen = await tx.rows<{ finding_key: string; at: string | null }>(sql`
    select f.finding_key, ${seenAt} as at
      from findings f
      ${lastSeen(tx, scan)}
     where f.tenant_id = ${tx.tenantId} and f.provider_id = ${scan.provider_id}
       and f.finding_key = any(${idArray(keys)})`)
  const known = new Map(
    seen.flatMap(({ finding_key, at }) => (at ? [[finding_key, Date.parse(at)]] : [])),
  )
  return new Map(
    rows.flatMap(({ finding_key, time }): [string, number][] => {
      const at = known.get(finding_key)
      return at !== undefined && time < at ? [[finding_key, at]] : []
    }),
  )
}

/**
 * Without resources that a file only names in records that are not recorded, and without ones that were seen in another
 * way after its records. `newest` has the times of records that are recorded, by the keys of their resources.
 */
export async function currentResources(
  tx: Tx,
  scan: ExecutingScan,
  resources: readonly StagedResource[],
  newest: ReadonlyMap<string, number>,
): Promise<readonly StagedResource[]> {
  const named = resources.filter(({ resource_key }) => newest.has(resource_key))
  if (named.length === 0) return []
  const contents = named.map(({ resource_key, content }) => ({ resource_key, content }))
  const changed = await tx.rows<{ resource_key: string; at: string | null }>(sql`
    select r.resource_key, max(${seenAt}) as at
      from ${rowTable(contents, 'c', 'resource_key uuid, content uuid')}
      join resources r on r.tenant_id = ${tx.tenantId} and r.provider_id = ${scan.provider_id}
       and r.resource_key = c.resource_key and r.content <> c.content
      join findings f on f.tenant_id = r.tenant_id and f.resource_id = r.id and f.removed_at is null
      ${lastSeen(tx, scan)}
     group by r.resource_key`)
  const later = new Set(
    changed.flatMap(({ resource_key, at }) =>
      at && (newest.get(resource_key) ?? 0) < Date.parse(at) ? [resource_key] : [],
    ),
  )
  return named.filter(({ resource_key }) => !later.has(resource_key))
}
