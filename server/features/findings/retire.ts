import { type Tx, sql } from '../../platform/db/index.ts'
import type { SeverityCode } from '../observations/index.ts'
import { maxRows } from './batches.ts'
import type { RecordingScan } from './record.ts'
import { news, retire } from './record-store.ts'
import { addTally, lossOf, Tally } from '../rollups/index.ts'

interface Counted {
  readonly ukey: string
  readonly unit: string
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
    select ukey, unit, check_id, region, resource_type, service, counted, resource_id
      from findings
     where tenant_id = ${tx.tenantId} and provider_id = ${scan.provider_id} and unit = ${unit}
     limit ${maxRows}`)
  if (rows.length === 0) return 0
  const told = await news(tx, scan.provider_id, rows)
  const tally = new Tally()
  for (const { counted, resource_id, ...row } of rows) {
    if (counted === null) continue
    tally.count(row, (counted >> 3) as SeverityCode, counted & 7, lossOf(told.get(row.ukey)))
    tally.fail(resource_id, counted & 7, -1)
  }
  await retire(
    tx,
    scan,
    rows.map(({ ukey }) => ukey),
    'unplanned',
  )
  await addTally(tx, scan.provider_id, tally)
  return rows.length
}
