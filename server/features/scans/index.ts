import { sql } from '../../platform/db/index.ts'
import type { EndWork } from '../providers/index.ts'
import type { Listeners } from './scan-lifecycle.ts'
import { abandon } from './provider-queue.ts'

export { beginPastScan, dropPlanned, planScan, startPlanned } from './planned.ts'
export { type ExecutingScan, executingScan } from './provider-queue.ts'
export { isInReach, scanStarter, type StartScan } from './queued.ts'
export { mostResources, scans } from './resource.ts'
export { cancelScan, scanLoaders, scanRoutes } from './routes.ts'
export {
  type Completed,
  completeScan,
  giveUpScan,
  type Listeners,
  resumedScan,
  runScan,
  type ScanRun,
} from './scan-lifecycle.ts'
export { type OpenUnit, ScanRecorder } from './scan-recorder.ts'
export { performScan, performScheduledScan } from './scan-task.ts'
export { scanThreads } from './start-thread.ts'
export { insertScan, waiting } from './store.ts'
export { scanListeners, scanProgress, scanStream } from './streams.ts'
export { addUnits, countRecords, plan as planUnits, type Progress, storeCoverage } from './units.ts'

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
