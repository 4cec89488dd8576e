import type { Database } from './database.ts'
import { sql } from './sql.ts'

/** After a crash of the only process: what it held is free at once. */
export const releaseLeases = (database: Database): Promise<unknown> =>
  database.outsideTenants((tx) => tx.rows(sql`select release_leases()`))
