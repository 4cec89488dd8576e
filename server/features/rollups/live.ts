/** The live rollups as findings move them. */
import { join, keyTable, raw, rowTable, sql, type Tx } from '../../platform/db/index.ts'
import { countFailures } from '../resources/index.ts'
import { buckets, counters, rowOf, rowTypes } from './columns.ts'
import type { Tally } from './tally.ts'

/** Adds a write's differences to rollups and resources. Resources are named by their ids. */
export async function addTally(
  tx: Tx,
  providerId: string,
  { rollups, failed }: Pick<Tally, 'rollups' | 'failed'>,
): Promise<void> {
  if (rollups.size > 0) await add(tx, providerId, [...rollups.values()].map(rowOf))
  const failures = [...failed].filter(([, by]) => by !== 0).map(([id, by]) => ({ id, by }))
  if (failures.length > 0) await countFailures(tx, failures)
}

/** In the order of the keys, so that two writers never wait for each other. */
const add = (tx: Tx, providerId: string, rows: readonly object[]): Promise<number> =>
  tx.run(sql`
    insert into rollup_live as o (
      tenant_id, provider_id, unit, check_id, region, resource_type, severity, service, ${raw(counters.join(', '))})
    select ${tx.tenantId}::uuid, ${providerId}::uuid, r.unit, r.check_id, r.region, r.resource_type, r.severity,
           r.service, ${join(counters.map((name) => raw(`r.${name}`)))}
      from ${rowTable(rows, 'r', rowTypes)}
     order by r.unit collate "C", r.check_id collate "C", r.region collate "C", r.resource_type collate "C", r.severity
    on conflict (tenant_id, provider_id, unit, check_id, region, resource_type, severity) do update
       set ${raw(counters.map((name) => `${name} = o.${name} + excluded.${name}`).join(', '))}`)

/** Rows that count nothing any more. */
export const dropEmpty = (tx: Tx, providerId: string): Promise<number> =>
  tx.run(sql`
    delete from rollup_live
     where tenant_id = ${tx.tenantId} and provider_id = ${providerId}
       and ${raw(buckets.join(' + '))} = 0`)

const deltaCounters = counters.filter((name) => /^(new|changed)_/.test(name))

/** A unit's new and changed counters begin at zero when a scan begins to record it. */
export const resetDeltas = (
  tx: Tx,
  providerId: string,
  units: readonly string[],
): Promise<number> =>
  tx.run(sql`
    update rollup_live
       set ${raw(deltaCounters.map((name) => `${name} = 0`).join(', '))}
     where tenant_id = ${tx.tenantId} and provider_id = ${providerId}
       and unit in (select k.key from ${keyTable(units)})
       and ${raw(deltaCounters.join(' + '))} > 0`)
