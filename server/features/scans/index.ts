import { sql } from '../../platform/db/index.ts'
import type { EndWork } from '../providers/index.ts'
import type { Listeners } from './scan-lifecycle.ts'
import { abandon } from './provider-queue.ts'

export { dropPlanned, planScan, startPlanned } from './planned.ts'
export {
  type Completed,
  giveUpScan,
  type Listeners,
  resumedScan,
  runScan,
  type ScanRun,
} from './scan-lifecycle.ts'
export { begin as beginScan, type ExecutingScan, executingScan } from './provider-queue.ts'
export {
  addUnits,
  availableAt,
  countRecorded,
  type DoneUnit,
  finishUnits,
  recordingTime,
  startedAt,
  startUnits,
} from './scan-recorder.ts'
export { isInReach, scanStarter, type StartScan } from './queued.ts'
export { insertScan, waiting } from './store.ts'
export { mostResources, scans } from './resource.ts'
export { cancelScan, scanLoaders, scanRoutes } from './routes.ts'
export { threadedScan } from './start-thread.ts'
export { scanListeners, scanProgress, scanStream } from './streams.ts'
export { performScan, performScheduledScan } from './full-scan.ts'
export { finish as finishScan, storeCoverage, plan as planUnits } from './units.ts'

/** Ends waiting and running scans of a deleted provider; their workers lose the lease. */
export const endScans =
  (listeners: Listeners): EndWork =>
  async (tx, providerId) => {
    const running = await tx.rows<{ id: string; task_id: string }>(sql`
      select id, task_id
        from scans
       where tenant_id = ${tx.tenantId} and provider_id = ${providerId}
         and state in ('available', 'scheduled', 'executing')
       limit 20`)
    const why = { code: 'provider_deleted', detail: 'The provider was deleted.' }
    for (const { id, task_id } of running) {
      const ended = await abandon(tx, { id, task_id, provider_id: providerId }, 'cancelled', why)
      if (ended) listeners.errored(tx, id, why)
    }
    return running.length
  }
