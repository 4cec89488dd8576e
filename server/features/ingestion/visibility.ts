/** Who learns of a file. */
import { raw, type Sql, sql } from '../../platform/db/index.ts'
import { type Caller, visible } from '../../platform/tenancy/index.ts'

/**
 * A file `i` may be about any account, and its name, its size and its faults tell of them: whoever does not see
 * every account that it became a scan of learns of it only if they sent it.
 */
export const shownTo = (caller: Caller): Sql =>
  caller.unlimitedVisibility
    ? raw('true')
    : sql`(i.user_id = ${caller.userId}
           or (select bool_and(${visible(caller, sql`c.provider_id`)})
                 from ingestion_scans n
                 join scans c on c.tenant_id = n.tenant_id and c.id = n.scan_id
                where n.tenant_id = ${caller.tenantId} and n.ingestion_id = i.id))`
