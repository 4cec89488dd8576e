import { type Database, sql } from '../../platform/db/index.ts'
import type { Log } from '../../platform/log.ts'
import type { Sweep } from '../../platform/tasks/index.ts'
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

interface Sweeping {
  readonly process: ReturnType<typeof processIngestion>
  readonly log: Log
  readonly now: () => number
}

/** Files whose reader died are read again; those that nobody needs any more go. */
export const ingestionSweep =
  (database: Database, files: IngestionFiles, sweeping: Sweeping): Sweep =>
  async (found) => {
    const rows = await database.outsideTenants((tx) =>
      tx.rows<{ tenant_id: string; task_id: string }>(
        sql`select tenant_id, task_id from find_expired_ingestions(20)`,
      ),
    )
    for (const row of rows) found({ ...row, name: 'ingestion-process' })
    for (const [tenant_id, folders] of files.list()) {
      try {
        await tidy(database, files, { tenantId: tenant_id, folders }, sweeping)
      } catch (error) {
        // The next sweep tries again; until then it holds up nobody else's.
        sweeping.log.error('files were not tidied', { tenant_id, error: error as Error })
      }
    }
  }

/** Has files read that were not queued, and drops those that nobody needs. `folders` have the time they were made at. */
async function tidy(
  database: Database,
  files: IngestionFiles,
  { tenantId, folders }: { tenantId: string; folders: ReadonlyMap<string, number> },
  { process, now }: Sweeping,
): Promise<void> {
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
