import type { Database } from './database.ts'
import { sql } from './sql.ts'

/** Resolves when the database has answered a query. */
export const ping = async (database: Database): Promise<void> => {
  await database.outsideTenants((tx) => tx.rows(sql`select 1`))
}
