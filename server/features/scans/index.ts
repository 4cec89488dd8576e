import { sql } from '../../platform/db/index.ts'
import type { Database } from '../../platform/db/index.ts'
import type { Sweep } from '../../platform/tasks/index.ts'
import type { DeleteRows } from '../providers/index.ts'
import { abandon } from './lease.ts'
import type { Listeners } from './tasks.ts'

export { cancelScan, scanLoaders, scanRoutes } from './routes.ts'
export { threadedScan } from './runner.ts'
export { scanListeners, scanProgress, scanStream } from './streams.ts'
export { performScan } from './tasks.ts'

/** Scans whose worker died, and scans that wait though their provider is free. */
export const scanSweep =
  (database: Database): Sweep =>
  async (found) => {
    const rows = await database.outsideTenants((tx) =>
      tx.rows<{ tenant_id: string; task_id: string }>(sql`
        select tenant_id, task_id from find_expired_scans(20)
        union all
        select tenant_id, task_id from find_waiting_scans(20)`),
    )
    for (const row of rows) found({ ...row, name: 'scan-perform' })
  }

/** The scans of a deleted provider: running ones are ended first, then all go with their coverage. */
export const deleteScans =
  (listeners: Listeners): DeleteRows =>
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
    if (running.length > 0) return running.length
    return tx.run(sql`
    delete from scans
     where tenant_id = ${tx.tenantId} and id in (
       select id from scans where tenant_id = ${tx.tenantId} and provider_id = ${providerId} limit 20)`)
  }
