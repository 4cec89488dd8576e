/**
 * What is kept of a scan's rollups, compressed: overviews read it once a newer scan has begun to change
 * the live ones. A mute, a decision or an attestation still moves it while its scan is the latest.
 */
import { gunzipSync, gzipSync } from 'node:zlib'
import { join, raw, type Sql, sql, type Tx } from '../../platform/db/index.ts'
import { kindCodes } from './codes.ts'
import { latestScan } from './heads.ts'
import { columnsOf, rollupColumns } from './record-store.ts'
import type { RollupChange } from './tally.ts'

export type RollupRow = Readonly<Record<string, string | number>>

const keyColumns = ['unit', 'check_id', 'region', 'resource_type', 'severity'] as const
const columns = [...keyColumns, 'service', ...rollupColumns]

/** The rollup rows of a scan's done units as they stand. */
export async function keepRollups(tx: Tx, providerId: string, scanId: string): Promise<void> {
  const rows = await tx.rows<RollupRow>(sql`
    select ${join(columns.map((column) => raw(`r.${column}`)))}
      from rollup_live r
      join scan_units u
        on u.tenant_id = r.tenant_id and u.scan_id = ${scanId} and u.unit = r.unit and u.state = 'done'
     where r.tenant_id = ${tx.tenantId} and r.provider_id = ${providerId}
     order by r.unit, r.check_id, r.region, r.resource_type, r.severity`)
  await write(tx, scanId, rows)
}

/** Those of the latest scan once more, unless it is not the live ones that are read of it any more. */
export async function keepLatestRollups(tx: Tx, providerId: string): Promise<void> {
  const latest = await tx.maybe<{ id: string; kept: boolean }>(
    latestScan(tx.tenantId, sql`${providerId}`, sql`s.id, ${readsKept(tx.tenantId)} as kept`),
  )
  if (latest && !latest.kept) await keepRollups(tx, providerId, latest.id)
}

/** Whether what is kept of scan `s` is read: a newer one has begun, or it could not read everything. */
export const readsKept = (tenantId: string): Sql => sql`(
  exists (select from scans n
           where n.tenant_id = ${tenantId} and n.provider_id = s.provider_id and n.seq > s.seq
             and n.kind <> ${kindCodes.partial})
  or exists (select from scan_units g
              where g.tenant_id = ${tenantId} and g.scan_id = s.id and g.gaps > 0))`

/** The rows as they were kept; undefined where none are. */
export async function keptRollups(tx: Tx, scanId: string): Promise<RollupRow[] | undefined> {
  const kept = await tx.maybe<{ body: Uint8Array }>(sql`
    select body from scan_rollups where tenant_id = ${tx.tenantId} and scan_id = ${scanId}`)
  return kept && (JSON.parse(gunzipSync(kept.body).toString()) as RollupRow[])
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
    const row = byKey.get(keyOf({ ...change, counts: '' }))
    if (!row) continue
    for (const [column, by] of columnsOf(change)) row[column] = Number(row[column]) + by
  }
  await write(tx, scanId, [...byKey.values()])
}

const keyOf = (row: Readonly<Record<string, unknown>>): string =>
  keyColumns.map((column) => row[column]).join('\n')

const write = (tx: Tx, scanId: string, rows: readonly RollupRow[]): Promise<number> =>
  tx.run(sql`
    insert into scan_rollups (tenant_id, scan_id, body)
    values (${tx.tenantId}, ${scanId}, ${gzipSync(JSON.stringify(rows))})
    on conflict (tenant_id, scan_id) do update set body = excluded.body`)
