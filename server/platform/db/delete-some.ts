import type { Tx } from './port.ts'
import { raw, type Sql, sql } from './sql.ts'

/** Rows of one transaction: few enough that others wait only briefly for its locks, or its end. */
const most = 2_000

/** Deletes a bounded number of the tenant's rows; returns the number deleted, 0 when none is left. */
export const deleteSome = (tx: Tx, table: string, where: Sql): Promise<number> => {
  const rows = sql`tenant_id = ${tx.tenantId} and ${where}`
  // A ctid names a row of one partition; the condition is there again for the other partitions.
  return tx.run(sql`
    delete from ${raw(table)}
     where ${rows} and ctid in (select ctid from ${raw(table)} where ${rows} limit ${most})`)
}
