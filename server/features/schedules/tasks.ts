import { type Database, sql } from '../../platform/db/index.ts'
import type { Log } from '../../platform/log.ts'
import { rowByRow, type Sweep } from '../../platform/tasks/index.ts'
import { runDue } from './timetable.ts'

interface Due {
  readonly tenant_id: string
  readonly provider_id: string
}

/** Starts the scans whose planned run has come. Every worker does so; none is the one that has to. */
export const scheduleSweep = (database: Database, log: Log): Sweep =>
  rowByRow<Due>(
    {
      failed: 'schedule was not run',
      find: (most) =>
        database.outsideTenants((tx) =>
          tx.rows<Due>(sql`select tenant_id, provider_id from find_due_schedules(${most})`),
        ),
      ids: ({ tenant_id, provider_id }) => ({ tenant_id, provider_id }),
      work: ({ tenant_id, provider_id }) =>
        database.inTenant(tenant_id, (tx) => runDue(tx, provider_id)),
    },
    log,
  )
