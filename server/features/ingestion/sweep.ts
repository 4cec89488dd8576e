import { type Database, levelOf } from '../../platform/db/index.ts'
import type { Files, StoredFile } from '../../platform/files/index.ts'
import type { Log } from '../../platform/log.ts'
import type { Sweep } from '../../platform/tasks/index.ts'
import { enqueue } from './routes.ts'
import { waitingIngestions } from './store.ts'

/** A file whose row is not there yet may still be arriving. */
const orphanMs = 2 * 3_600_000
/** A slow client may send a file for days. */
const unfinishedMs = 7 * 24 * 3_600_000

interface Sweeping {
  readonly log: Log
  readonly now: () => number
}

/** Queues files that were not queued, and removes files that are no longer needed. */
export const ingestionSweep =
  (database: Database, files: Files, sweeping: Sweeping): Sweep =>
  async () => {
    await files.removeUnfinished(sweeping.now() - unfinishedMs).catch((error: Error) => {
      // A store may not permit listing them. Completed uploads are cleaned up regardless.
      sweeping.log.warn('cleanup of unfinished uploads failed', { error })
    })
    for (const [tenant_id, own] of Map.groupBy(await files.list(), (file) => file.tenantId)) {
      try {
        await tidy(database, files, { tenantId: tenant_id, own }, sweeping)
      } catch (error) {
        // The next sweep tries again; the other tenants' files are still cleaned up.
        const facts = { tenant_id, error: error as Error }
        sweeping.log[levelOf(error)]('file cleanup failed', facts)
      }
    }
  }

/** The same for one tenant. */
async function tidy(
  database: Database,
  files: Files,
  { tenantId, own }: { tenantId: string; own: readonly StoredFile[] },
  { now }: Sweeping,
): Promise<void> {
  const byId = Map.groupBy(own, ({ id }) => id)
  const known = await database.inTenant(tenantId, async (tx) => {
    const ingestions = await waitingIngestions(tx, [...byId.keys()])
    for (const { id, user_id, is_unqueued } of ingestions)
      if (is_unqueued) await enqueue(tx, { id, user_id })
    return new Map(ingestions.map((one) => [one.id, one]))
  })
  for (const [id, parts] of byId) {
    const changedMs = Math.max(...parts.map((part) => part.changedMs))
    const isNeeded = known.get(id)?.is_needed ?? now() - changedMs < orphanMs
    if (!isNeeded) await files.remove({ tenantId, id })
  }
}
