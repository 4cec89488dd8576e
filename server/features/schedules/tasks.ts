import { type Database, sql } from '../../platform/db/index.ts'
import type { Log } from '../../platform/log.ts'
import type { Sweep } from '../../platform/tasks/index.ts'
import { type Perform, runDue } from './timetable.ts'

/** Starts the scans whose slot has come. Every worker does so; none is the one that has to. */
export const scheduleSweep =
  (database: Database, perform: Perform, log: Log): Sweep =>
  async () => {
    const due = await database.outsideTenants((tx) =>
      tx.rows<{ tenant_id: string; provider_id: string }>(
        sql`select tenant_id, provider_id from find_due_schedules(20)`,
      ),
    )
    for (const { tenant_id, provider_id } of due) {
      try {
        await database.inTenant(tenant_id, (tx) => runDue(tx, perform, provider_id))
      } catch (error) {
        // The next sweep tries again; until then it holds up nobody else's.
        log.error('schedule was not run', { tenant_id, provider_id, error: error as Error })
      }
    }
  }
