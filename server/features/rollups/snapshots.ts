/**
 * What is kept of a scan: its rollups, compressed, its resources, and its day in the series of severities.
 * Overviews read it once a newer scan has begun to change the live rollups, or where the scan could not
 * read everything. A mute, a decision or an attestation still moves it while its scan is the latest.
 */
import { idArray, join, prepared, raw, type Sql, sql, type Tx } from '../../platform/db/index.ts'
import { kindCodes, type SeverityCode, severityCodes, gapped } from '../observations/index.ts'
import { latestScan } from './latest-scan.ts'
import {
  pack,
  packRollups,
  type RollupKey,
  type RollupRow,
  unpack,
  unpackRollups,
} from './packed.ts'
import { columnOf, columnsOf, counters } from './columns.ts'
import type { RollupChange } from './tally.ts'

const keyColumns = ['unit', 'check_id', 'region', 'resource_type', 'severity'] as const
const columns = [...keyColumns, 'service', ...counters]

/** Keeps a scan that has ended: what its done units hold, less what it could not read. */
export async function keepRollups(tx: Tx, providerId: string, scanId: string): Promise<void> {
  const rows = await rollupsOf(tx, providerId, scanId)
  await write(tx, scanId, await withoutGaps(tx, { providerId, scanId }, rows))
  const resources = await resourcesOf(tx, providerId, scanId)
  await tx.run(prepared`
    update scan_rollups
       set resources = ${pack(resources)}
     where tenant_id = ${tx.tenantId} and scan_id = ${scanId}`)
}

/** The rollups of the latest scan once more, unless it is not the live ones that are read of it any more. */
export async function keepLatestRollups(tx: Tx, providerId: string): Promise<void> {
  const latest = await tx.maybe<{ id: string; kept: boolean }>(
    latestScan(tx.tenantId, sql`${providerId}`, sql`s.id, ${readsKept(tx.tenantId)} as kept`),
  )
  if (latest && !latest.kept) await write(tx, latest.id, await rollupsOf(tx, providerId, latest.id))
}

/** Whether what is kept of scan `s` is read: a newer one has begun, or it could not read everything. */
export const readsKept = (tenantId: string): Sql => sql`(
  exists (select from scans n
           where n.tenant_id = ${tenantId} and n.provider_id = s.provider_id and n.seq > s.seq
             and n.kind <> ${kindCodes.partial})
  or exists (select from scan_units g
              where g.tenant_id = ${tenantId} and g.scan_id = s.id and g.gaps > 0))`

/**
 * The rollup rows of a scan's done units as they stand. Put together here: joined by a planner that does not
 * know the provider yet, each row would be held against each unit (7 s for 7,000 rows).
 */
async function rollupsOf(tx: Tx, providerId: string, scanId: string): Promise<RollupRow[]> {
  const [rows, units] = await Promise.all([
    tx.rows<RollupRow>(prepared`
      select ${join(columns.map((column) => raw(`r.${column}`)))}
        from rollup_live r
       where r.tenant_id = ${tx.tenantId} and r.provider_id = ${providerId}
       order by r.unit, r.check_id, r.region, r.resource_type, r.severity`),
    tx.rows<{ unit: string }>(prepared`
      select u.unit
        from scan_units u
       where u.tenant_id = ${tx.tenantId} and u.scan_id = ${scanId} and u.state = 'done'`),
  ])
  const done = new Set(units.map(({ unit }) => unit))
  return rows.filter(({ unit }) => done.has(unit))
}

/**
 * Live rows that the scan could not read are counted in its units, but it has not seen them. They are
 * neither new nor changed: those counters are of what the scan itself saw.
 */
async function withoutGaps(
  tx: Tx,
  { providerId, scanId }: { providerId: string; scanId: string },
  rows: readonly RollupRow[],
): Promise<readonly RollupRow[]> {
  const unread = await tx.rows<RollupKey & { bucket: number; count: number }>(prepared`
    select f.unit, f.check_id, f.region, f.resource_type, f.counted >> 3 as severity, f.counted & 7 as bucket,
           count(*) as count
      from scan_units u
      join findings f
        on f.tenant_id = u.tenant_id and f.provider_id = ${providerId} and f.unit = u.unit
     where u.tenant_id = ${tx.tenantId} and u.scan_id = ${scanId} and u.state = 'done' and u.gaps > 0
       and f.counted is not null and ${gapped(tx.tenantId, sql`f`)}
     group by 1, 2, 3, 4, 5, 6`)
  if (unread.length === 0) return rows
  const byKey = new Map(rows.map((row) => [keyOf(row), { ...row }]))
  for (const one of unread) {
    const row = byKey.get(keyOf(one))
    if (row) row[columnOf(one.bucket)] -= one.count
  }
  return [...byKey.values()].filter((row) => counters.some((name) => row[name] !== 0))
}

/** Resources of a scan by the checks that looked at them, and how many there are of each kind. */
export type ResourceCounts = readonly (readonly [checks: readonly string[], count: number])[]

/**
 * Resources that were looked at by the same checks are told as one number: a few hundred lines, however
 * many resources. Which checks, the first of each kind says.
 */
async function resourcesOf(tx: Tx, providerId: string, scanId: string): Promise<ResourceCounts> {
  const seen = sql`
    f.tenant_id = ${tx.tenantId} and f.provider_id = ${providerId} and f.gone_at is null
    and exists (
      select from scan_units u
       where u.tenant_id = ${tx.tenantId} and u.scan_id = ${scanId} and u.unit = f.unit and u.state = 'done'
         and (u.gaps = 0 or not ${gapped(tx.tenantId, sql`f`)}))`
  const rows = await tx.rows<{ checks: string; count: number }>(prepared`
    with alike as (
      select f.resource_id, sum(hashtextextended(f.check_id, 0)) as signature
        from findings f
       where ${seen} and f.resource_id is not null
       group by f.resource_id),
    kinds as (
      select signature, count(*) as count, (min(resource_id::text))::uuid as first
        from alike
       group by signature)
    select k.count,
           (select string_agg(distinct f.check_id, ' ') from findings f where f.resource_id = k.first and ${seen}) as checks
      from kinds k`)
  return rows.map(({ checks, count }) => [checks.split(' '), count])
}

/** The bytes that were kept, of each scan of which some were. */
export async function keptBodies(
  tx: Tx,
  scanIds: readonly string[],
): Promise<ReadonlyMap<string, Uint8Array>> {
  const rows = await tx.rows<{ scan_id: string; body: Uint8Array }>(prepared`
    select scan_id, body
      from scan_rollups
     where tenant_id = ${tx.tenantId} and scan_id = any(${idArray(scanIds)})`)
  return new Map(rows.map(({ scan_id, body }) => [scan_id, body]))
}

/** The rows as they were kept; undefined where none were. */
export async function keptRollups(tx: Tx, scanId: string): Promise<RollupRow[] | undefined> {
  const body = (await keptBodies(tx, [scanId])).get(scanId)
  return body && unpackRollups(body)
}

/** What is kept of the resources of scans, of each that has it. */
export async function keptResources(
  tx: Tx,
  scanIds: readonly string[],
): Promise<ReadonlyMap<string, ResourceCounts>> {
  const rows = await tx.rows<{ scan_id: string; resources: Uint8Array }>(prepared`
    select scan_id, resources
      from scan_rollups
     where tenant_id = ${tx.tenantId} and scan_id = any(${`{${scanIds.join(',')}}`}::uuid[])
       and resources is not null`)
  return new Map(
    rows.map(({ scan_id, resources }) => [scan_id, unpack(resources) as ResourceCounts]),
  )
}

/** Adds differences to what is kept. */
export async function moveKept(
  tx: Tx,
  scanId: string,
  changes: readonly RollupChange[],
): Promise<void> {
  const rows = changes.length === 0 ? undefined : await keptRollups(tx, scanId)
  if (!rows) return
  const byKey = new Map(rows.map((row) => [keyOf(row), { ...row }]))
  for (const change of changes) {
    const row = byKey.get(keyOf(change))
    if (!row) continue
    for (const [column, by] of columnsOf(change)) row[column] += by
  }
  await write(tx, scanId, [...byKey.values()])
}

const keyOf = (row: RollupKey): string => keyColumns.map((column) => row[column]).join('\n')

async function write(tx: Tx, scanId: string, rows: readonly RollupRow[]): Promise<void> {
  await tx.run(prepared`
    insert into scan_rollups (tenant_id, scan_id, body)
    values (${tx.tenantId}, ${scanId}, ${packRollups(rows)})
    on conflict (tenant_id, scan_id) do update set body = excluded.body`)
  await keepDay(tx, scanId, rows)
}

/**
 * One row a provider and day, of the last full scan that ended on it; of an import only where no full
 * scan has ended at all. What nobody muted is told by severity, what is muted as one number.
 */
async function keepDay(tx: Tx, scanId: string, rows: readonly RollupRow[]): Promise<void> {
  const failed = (code: SeverityCode): number =>
    rows.reduce((sum, row) => (row.severity === code ? sum + row.fail : sum), 0)
  const muted = rows.reduce((sum, row) => sum + row.fail_muted, 0)
  const { critical, high, medium, low, informational } = severityCodes
  await tx.run(prepared`
    insert into severity_days as o (
      tenant_id, provider_id, day, scan_id, critical, high, medium, low, informational, muted)
    select s.tenant_id, s.provider_id, (coalesce(s.completed_at, s.inserted_at) at time zone 'UTC')::date, s.id,
           ${failed(critical)}::int, ${failed(high)}::int, ${failed(medium)}::int, ${failed(low)}::int,
           ${failed(informational)}::int, ${muted}::int
      from scans s
     where s.tenant_id = ${tx.tenantId} and s.id = ${scanId}
       and (s.kind = ${kindCodes.full} or not exists (
         select from scans f
          where f.tenant_id = s.tenant_id and f.provider_id = s.provider_id and f.kind = ${kindCodes.full}
            and f.state = 'completed'))
    on conflict (tenant_id, provider_id, day) do update
       set scan_id = excluded.scan_id, critical = excluded.critical, high = excluded.high,
           medium = excluded.medium, low = excluded.low, informational = excluded.informational,
           muted = excluded.muted
     where not exists (
       select from scans n
        where n.tenant_id = o.tenant_id and n.id = o.scan_id
          and n.seq > (select s.seq from scans s where s.tenant_id = o.tenant_id and s.id = excluded.scan_id))`)
}
