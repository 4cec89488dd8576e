import type { Database } from './database.ts'
import { sql } from './sql.ts'

/** After a crash of the only process: releases its leases at once. */
export const releaseLeases = (database: Database): Promise<unknown> =>
  database.outsideTenants((tx) => tx.rows(sql`select release_leases()`))
