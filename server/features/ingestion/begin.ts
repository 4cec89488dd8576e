import { rowTable, sql, type Tx } from '../../platform/db/index.ts'
import { newId } from '../../platform/ids.ts'
import { ensureProvider, knownUid } from '../providers/index.ts'
import { insertScan } from '../scans/index.ts'
import type { importScan } from './import-scan.ts'
import type { HeldIngestion } from './lease.ts'
import type { ReadSummary } from './read-thread.ts'

/** As a name may be: 3 to 100 characters. */
const scanName = (file: string): string => `Import of ${file}`.slice(0, 100)
const aliasOf = (name: string | undefined): string | null =>
  name !== undefined && name.length >= 3 && name.length <= 100 ? name : null

/** A scan for each account of the file, in the transaction that ends the reading. Gives their ids. */
export async function beginScans(
  tx: Tx,
  record: ReturnType<typeof importScan>,
  { id: ingestionId, file_name, user_id }: HeldIngestion,
  accounts: ReadSummary['accounts'],
): Promise<string[]> {
  const scanIds: string[] = []
  for (const [part, { provider, uid, name, records, oldest, units }] of accounts.entries()) {
    const account = knownUid(provider, uid)
    if (!account) throw new Error('An account was staged that is none.')
    const provider_id = await ensureProvider(tx, { ...account, alias: aliasOf(name) })
    const [id, task_id] = [newId(), newId()]
    await insertScan(tx, {
      id,
      provider_id,
      task_id,
      name: scanName(file_name),
      kind: 'import',
      trigger: 'imported',
      resource_uids: null,
    })
    await tx.run(sql`
      insert into ingestion_scans (tenant_id, scan_id, ingestion_id, part, records, oldest_at)
      values (${tx.tenantId}, ${id}, ${ingestionId}, ${part}, ${records},
              least(to_timestamp(${oldest / 1_000}::float8), now()))`)
    await tx.run(sql`
      insert into ingestion_units (tenant_id, scan_id, unit, number, parts, records, checks)
      select ${tx.tenantId}::uuid, ${id}::uuid, r.name, r.number, r.parts, r.records, r.checks
        from ${rowTable(units, 'r', 'name text, number int, parts int, records int, checks jsonb')}`)
    const task_args = { scan_id: id, provider_id, ingestion_id: ingestionId }
    await record.enqueue(tx, { scan_id: id }, { id: task_id, provider_id, user_id, task_args })
    scanIds.push(id)
  }
  await tx.run(sql`
    update ingestions
       set state = 'recording', ended_at = now(), lease_until = null
     where tenant_id = ${tx.tenantId} and id = ${ingestionId}`)
  return scanIds
}
