/**
 * The rollups of a scan as they were when it ended, its resources, and its day in the series of severities.
 * Overviews read them once a newer scan has started to change the live rollups, or where the scan could not
 * read everything. A mute, a decision or an attestation still moves them while the scan is the latest.
 */
import {
  idArray,
  join,
  raw,
  rowTable,
  type Sql,
  sql,
  type Tx,
  plannedForValues,
} from '../../platform/db/index.ts'
import { kindCodes, severityCodes, gapped } from '../versions/index.ts'
import { bucketIn, type Counter, counters, rowOf, rowTypes } from './columns.ts'
import { latestScan } from './latest-scan.ts'
import { dropEmpty } from './live.ts'
import type { RollupChange } from './tally.ts'

const keys = ['unit', 'check_id', 'region', 'resource_type', 'severity'] as const
const columns = [...keys, 'service', ...counters] as const
export type RollupColumn = (typeof columns)[number]

interface ScanRef {
  readonly id: string
  readonly provider_id: string
}

const named = (names: readonly string[], alias: string): Sql =>
  raw(names.map((name) => `${alias}.${name}`).join(', '))

/** Rollup rows of snapshots with their scan_id and provider_id, and the requested columns. */
export const snapshotRows = (
  tenantId: string,
  scanIds: readonly string[],
  requested: readonly RollupColumn[],
): Sql => sql`
  select s.scan_id, s.provider_id, ${named(requested, 'x')}
    from rollup_snapshots s
   cross join lateral unnest(${named(requested, 's')}) x(${raw(requested.join(', '))})
   where s.tenant_id = ${tenantId} and s.scan_id = any(${idArray(scanIds)})`

/** Rows with one key as one, without those that count nothing; in the order of their keys. */
const added = (rows: Sql): Sql => sql`
  select ${named(keys, 'r')}, max(r.service) as service,
         ${raw(counters.map((name) => `sum(r.${name})::int as ${name}`).join(', '))}
    from (${rows}) r
   group by ${named(keys, 'r')}
  having ${raw(counters.map((name) => `sum(r.${name}) <> 0`).join(' or '))}
   order by ${named(keys, 'r')}`

/** One row: an array a column. */
const arrays = (rows: Sql): Sql => sql`
  select ${raw(columns.map((name) => `coalesce(array_agg(r.${name}), '{}') as ${name}`).join(', '))}
    from (${added(rows)}) r`

const write = (tx: Tx, { id, provider_id }: ScanRef, rows: Sql): Promise<number> =>
  tx.run(sql`
    ${plannedForValues}insert into rollup_snapshots (tenant_id, scan_id, provider_id, ${raw(columns.join(', '))})
    select ${tx.tenantId}::uuid, ${id}::uuid, ${provider_id}::uuid, ${named(columns, 'n')}
      from (${arrays(rows)}) n
    on conflict (tenant_id, scan_id) do update
       set ${raw(columns.map((name) => `${name} = excluded.${name}`).join(', '))}`)

/** Live rollups of the units that the scan completed. `offset 0` keeps the look at each unit one into its index. */
const liveRows = (tx: Tx, { id, provider_id }: ScanRef): Sql => sql`
  select ${named(columns, 'r')}
    from rollup_live r
   where r.tenant_id = ${tx.tenantId} and r.provider_id = ${provider_id}
     and exists (
       select from scan_units u
        where u.tenant_id = ${tx.tenantId} and u.scan_id = ${id} and u.unit = r.unit and u.state = 'done'
       offset 0)`

/**
 * Live rows that the scan could not read, as what they add to the rollups of its units. They are neither new
 * nor changed: those counters are of what the scan itself saw.
 */
const unreadRows = (tx: Tx, { id, provider_id }: ScanRef): Sql => sql`
  select f.unit, f.check_id, f.region, f.resource_type, (f.counted >> 3)::smallint as severity, '' as service,
         ${join(counters.map((name) => unreadIn(name)))}
    from scan_units u
    join findings f on f.tenant_id = u.tenant_id and f.provider_id = ${provider_id} and f.unit = u.unit
   where u.tenant_id = ${tx.tenantId} and u.scan_id = ${id} and u.state = 'done' and u.gaps > 0
     and f.counted is not null and ${gapped(tx.tenantId, sql`f`)}
   group by 1, 2, 3, 4, 5`

const unreadIn = (name: Counter): Sql => {
  const bucket = bucketIn(name)
  return raw(bucket === undefined ? '0' : `-count(*) filter (where f.counted & 7 = ${bucket})`)
}

/** Stores the counts of an ended scan: those of its done units, without what it could not read. */
export async function takeSnapshot(tx: Tx, scan: ScanRef): Promise<void> {
  await dropEmpty(tx, scan.provider_id)
  await write(tx, scan, sql`${liveRows(tx, scan)} union all ${unreadRows(tx, scan)}`)
  await countResources(tx, scan)
  await writeDay(tx, scan.id)
}

/** The latest scan once more, unless it is its snapshot that is read already. */
export async function renewLatestSnapshot(tx: Tx, providerId: string): Promise<void> {
  const latest = await tx.maybe<{ id: string; from_snapshot: boolean }>(
    latestScan(
      tx.tenantId,
      sql`${providerId}`,
      sql`s.id, ${readsSnapshot(tx.tenantId)} as from_snapshot`,
    ),
  )
  if (!latest || latest.from_snapshot) return
  const scan = { id: latest.id, provider_id: providerId }
  await write(tx, scan, liveRows(tx, scan))
  await writeDay(tx, scan.id)
}

/** Adds differences to the snapshot of a scan, where it has one. */
export async function moveSnapshot(
  tx: Tx,
  { id }: Pick<ScanRef, 'id'>,
  changes: readonly RollupChange[],
): Promise<void> {
  if (changes.length === 0) return
  const before = snapshotRows(tx.tenantId, [id], columns)
  const after = sql`
    select ${named(columns, 'b')} from (${before}) b
    union all
    select ${named(columns, 'c')} from ${rowTable(changes.map(rowOf), 'c', rowTypes)}`
  const moved = await tx.run(sql`
    ${plannedForValues}update rollup_snapshots o
       set ${raw(columns.map((name) => `${name} = n.${name}`).join(', '))}
      from (${arrays(after)}) n
     where o.tenant_id = ${tx.tenantId} and o.scan_id = ${id}`)
  if (moved > 0) await writeDay(tx, id)
}

/** Whether the snapshot of scan `s` is read: a newer one has started, or it could not read everything. */
export const readsSnapshot = (tenantId: string): Sql => sql`(
  exists (select from scans n
           where n.tenant_id = ${tenantId} and n.provider_id = s.provider_id and n.seq > s.seq
             and n.kind <> ${kindCodes.partial})
  or exists (select from scan_units g
              where g.tenant_id = ${tenantId} and g.scan_id = s.id and g.gaps > 0))`

/** Resources of a scan by the checks that looked at them, and how many there are of each kind. */
export type ResourceCounts = readonly (readonly [checks: readonly string[], count: number])[]

/**
 * Resources that the same checks looked at are one number: a few hundred rows, however many resources. The first
 * resource of each kind determines the checks.
 */
async function countResources(tx: Tx, { id, provider_id }: ScanRef): Promise<void> {
  const seen = sql`
    f.tenant_id = ${tx.tenantId} and f.provider_id = ${provider_id} and f.removed_at is null
    and exists (
      select from scan_units u
       where u.tenant_id = ${tx.tenantId} and u.scan_id = ${id} and u.unit = f.unit and u.state = 'done'
         and (u.gaps = 0 or not ${gapped(tx.tenantId, sql`f`)}))`
  await tx.run(sql`
    ${plannedForValues}with alike as (
      select f.resource_id, sum(hashtextextended(f.check_id, 0)) as signature
        from findings f
       where ${seen} and f.resource_id is not null
       group by f.resource_id),
    kinds as (
      select signature, count(*)::int as count, (min(resource_id::text))::uuid as first
        from alike
       group by signature),
    -- By an array: before the first statistics a planner expects one kind, and would look through all findings for each.
    named as (
      select f.resource_id, string_agg(distinct f.check_id, ' ') as checks
        from findings f
       where ${seen} and f.resource_id = any(array(select first from kinds))
       group by f.resource_id),
    counted as (
      select k.count, n.checks
        from kinds k
        join named n on n.resource_id = k.first)
    update rollup_snapshots
       set resource_checks = array(select c.checks from counted c order by c.checks),
           resource_counts = array(select c.count from counted c order by c.checks)
     where tenant_id = ${tx.tenantId} and scan_id = ${id}`)
}

/** The resources of scans, of each that has a snapshot. */
export async function resourcesOfScans(
  tx: Tx,
  scanIds: readonly string[],
): Promise<ReadonlyMap<string, ResourceCounts>> {
  const rows = await tx.rows<{ scan_id: string; checks: string[]; counts: number[] }>(sql`
    select scan_id, resource_checks as checks, resource_counts as counts
      from rollup_snapshots
     where tenant_id = ${tx.tenantId} and scan_id = any(${idArray(scanIds)})`)
  return new Map(
    rows.map(({ scan_id, checks, counts }) => [
      scan_id,
      checks.map((names, at) => [names.split(' '), counts[at] ?? 0] as const),
    ]),
  )
}

/** The number of resources of each scan that has a snapshot. */
export async function resourceTotals(
  tx: Tx,
  scanIds: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  const rows = await tx.rows<{ scan_id: string; count: number }>(sql`
    select scan_id, coalesce((select sum(n) from unnest(resource_counts) as n), 0)::int as count
      from rollup_snapshots
     where tenant_id = ${tx.tenantId} and scan_id = any(${idArray(scanIds)})`)
  return new Map(rows.map(({ scan_id, count }) => [scan_id, count]))
}

const severities = Object.keys(severityCodes) as (keyof typeof severityCodes)[]
const failedBySeverity = severities.map(
  (name) => `coalesce(sum(r.fail) filter (where r.severity = ${severityCodes[name]}), 0)`,
)

/**
 * One row a provider and day, of the last full scan that ended on it; of an import only where no full
 * scan has ended at all. Failed findings by severity, the muted ones of all severities as one number.
 */
const writeDay = (tx: Tx, scanId: string): Promise<number> =>
  tx.run(sql`
    insert into severity_days as o (tenant_id, provider_id, day, scan_id, ${raw(severities.join(', '))}, muted)
    select s.tenant_id, s.provider_id, (coalesce(s.completed_at, s.inserted_at) at time zone 'UTC')::date, s.id,
           ${raw(failedBySeverity.join(', '))}, coalesce(sum(r.fail_muted), 0)
      from scans s
      left join (${snapshotRows(tx.tenantId, [scanId], ['severity', 'fail', 'fail_muted'])}) r on true
     where s.tenant_id = ${tx.tenantId} and s.id = ${scanId}
       and (s.kind = ${kindCodes.full} or not exists (
         select from scans f
          where f.tenant_id = s.tenant_id and f.provider_id = s.provider_id and f.kind = ${kindCodes.full}
            and f.state = 'completed'))
     group by s.tenant_id, s.id
    on conflict (tenant_id, provider_id, day) do update
       set scan_id = excluded.scan_id, muted = excluded.muted,
           ${raw(severities.map((name) => `${name} = excluded.${name}`).join(', '))}
     where not exists (
       select from scans n
        where n.tenant_id = o.tenant_id and n.id = o.scan_id
          and n.seq > (select s.seq from scans s where s.tenant_id = o.tenant_id and s.id = excluded.scan_id))`)
