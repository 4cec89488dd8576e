import { type Database, deleteSome, sql } from '../../platform/db/index.ts'
import type { Sweep } from '../../platform/tasks/index.ts'
import type { DeleteRows } from '../providers/index.ts'
import type { IngestionFiles } from './files.ts'
import type { processIngestion } from './process.ts'
import { enqueue } from './routes.ts'
import { standings as standingsOf } from './store.ts'

export { finishUnits } from './checkpoints.ts'
export { IngestionFiles } from './files.ts'
export { importScan } from './import-scan.ts'
export { cancelIngestion, processIngestion } from './process.ts'
export { ingestionLoaders, ingestionRoutes } from './routes.ts'
export { shownTo } from './visibility.ts'

/** A folder whose row is not there yet may belong to a file that is still arriving. */
const orphanMs = 2 * 3_600_000

/** Files whose reader died are read again; those that nobody needs any more go. */
export const ingestionSweep =
  (
    database: Database,
    files: IngestionFiles,
    { process, now }: { process: ReturnType<typeof processIngestion>; now: () => number },
  ): Sweep =>
  async (found) => {
    const rows = await database.outsideTenants((tx) =>
      tx.rows<{ tenant_id: string; task_id: string }>(
        sql`select tenant_id, task_id from find_expired_ingestions(20)`,
      ),
    )
    for (const row of rows) found({ ...row, name: 'ingestion-process' })
    for (const [tenantId, folders] of files.list()) {
      const standings = await database.inTenant(tenantId, async (tx) => {
        const known = await standingsOf(tx, [...folders.keys()])
        for (const { id, user_id, is_unqueued } of known)
          if (is_unqueued) await enqueue(tx, process, { id, user_id })
        return new Map(known.map((standing) => [standing.id, standing]))
      })
      for (const [id, madeMs] of folders) {
        const standing = standings.get(id)
        if (standing ? standing.is_needed : now() - madeMs < orphanMs) continue
        files.drop(tenantId, id)
      }
    }
  }

/** What is kept of a deleted provider's files: thousands of units first, as with its scans. */
export const deleteImports: DeleteRows = async (tx, providerId) => {
  const scans = sql`
    select id from scans where tenant_id = ${tx.tenantId} and provider_id = ${providerId}`
  const units = await deleteSome(tx, 'ingestion_units', sql`scan_id in (${scans})`)
  return units > 0 ? units : deleteSome(tx, 'ingestion_scans', sql`scan_id in (${scans})`)
}
