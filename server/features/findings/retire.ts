import { sql, type Tx } from '../../platform/db/index.ts'
import type { SeverityCode } from './codes.ts'
import { failedBucket, type RollupChange } from './merge.ts'
import { maxRows } from './portion.ts'
import type { RecordingScan } from './record.ts'
import { addToRollups, retire } from './record-store.ts'
import { countFailures } from '../resources/index.ts'

interface Counted {
  readonly ukey: string
  readonly check_id: string
  readonly region: string
  readonly resource_type: string
  readonly service: string
  readonly counted: number | null
  readonly resource_id: string | null
}

/**
 * The units that live rows of a provider lie in. A partial scan may have put one into a unit that no
 * full scan has completed, so this is more than the units with a head. One index probe a unit.
 */
export const liveUnits = async (tx: Tx, providerId: string): Promise<string[]> => {
  const rows = await tx.rows<{ unit: string }>(sql`
    with recursive found(unit) as (
      select min(unit) from findings where tenant_id = ${tx.tenantId} and provider_id = ${providerId}
      union all
      select (select min(f.unit)
                from findings f
               where f.tenant_id = ${tx.tenantId} and f.provider_id = ${providerId} and f.unit > found.unit)
        from found
       where found.unit is not null)
    select unit from found where unit is not null`)
  return rows.map(({ unit }) => unit)
}

/**
 * Closes live rows of a unit that no plan has any more, as unplanned: their triage stays for a return.
 * At most one slice a call; gives how many were closed.
 */
export async function retireUnit(tx: Tx, scan: RecordingScan, unit: string): Promise<number> {
  const rows = await tx.rows<Counted>(sql`
    select ukey, check_id, region, resource_type, service, counted, resource_id
      from findings
     where tenant_id = ${tx.tenantId} and provider_id = ${scan.provider_id} and unit = ${unit}
     order by ukey
     limit ${maxRows}`)
  if (rows.length === 0) return 0
  const changes: RollupChange[] = []
  const failed = new Map<string, number>()
  for (const { counted, ukey: _, resource_id, ...place } of rows) {
    if (counted === null) continue
    const severity = (counted >> 3) as SeverityCode
    const bucket = counted & 7
    changes.push({ ...place, unit, severity, counts: new Map([[bucket, [-1, 0, 0]]]) })
    if (resource_id && bucket === failedBucket)
      failed.set(resource_id, (failed.get(resource_id) ?? 0) - 1)
  }
  await retire(
    tx,
    scan,
    rows.map(({ ukey }) => ukey),
    'unplanned',
  )
  await addToRollups(tx, scan.provider_id, summed(changes))
  if (failed.size > 0)
    await countFailures(
      tx,
      [...failed].map(([id, by]) => ({ id, by })),
    )
  return rows.length
}

/** One row a key: an upsert must not meet the same row twice. */
function summed(changes: readonly RollupChange[]): RollupChange[] {
  const byKey = new Map<string, RollupChange>()
  for (const change of changes) {
    const { check_id, region, resource_type, severity, counts } = change
    const key = `${check_id}\n${region}\n${resource_type}\n${severity}`
    const known = byKey.get(key)
    if (!known) byKey.set(key, change)
    else {
      for (const [bucket, [all, fresh, changed]] of counts) {
        const [a, f, c] = known.counts.get(bucket) ?? [0, 0, 0]
        known.counts.set(bucket, [a + all, f + fresh, c + changed])
      }
    }
  }
  return [...byKey.values()]
}
