import { type Database, levelOf } from '../../platform/db/index.ts'
import type { Files } from '../../platform/files/index.ts'
import type { Log } from '../../platform/log.ts'
import type { Sweep } from '../../platform/tasks/index.ts'
import { filesInUse } from './store.ts'

/** A file that no scan has yet may still be written to, if it was a short while ago. */
const orphanMs = 3_600_000
/** Between two looks: each lists every file of the store. */
const everyMs = 3_600_000

interface Sweeping {
  readonly database: Database
  readonly log: Log
  readonly now: () => number
}

/** Removes files of scans that are gone with their provider or tenant, and of work that was killed. */
export const reportSweep =
  (files: Files) =>
  ({ database, log, now }: Sweeping): Sweep => {
    let nextMs = 0
    return async () => {
      if (now() < nextMs) return
      nextMs = now() + everyMs
      await files.removeUnfinished(now() - 24 * 3_600_000).catch((error: Error) => {
        // A store may not permit listing them. Complete files are cleaned up regardless.
        log.warn('cleanup of unfinished reports failed', { error })
      })
      for (const [tenantId, own] of Map.groupBy(await files.list(), (file) => file.tenantId)) {
        try {
          const stale = own.filter(({ changedMs }) => now() - changedMs >= orphanMs)
          const ids = [...new Set(stale.map(({ id }) => id))]
          const kept = await database.inTenant(tenantId, (tx) => filesInUse(tx, ids))
          for (const id of ids) if (!kept.has(id)) await files.remove({ tenantId, id })
        } catch (error) {
          log[levelOf(error)]('report cleanup failed', {
            tenant_id: tenantId,
            error: error as Error,
          })
        }
      }
    }
  }
