import { raw, type Sql, sql } from '../../platform/db/index.ts'
import { kindCodes } from '../versions/index.ts'

const [full, partial] = [raw(String(kindCodes.full)), raw(String(kindCodes.partial))]

/**
 * Scan `s` is the first completed full scan of its provider, or, if it is an import, the first import. Conditions and
 * order are the expressions of the index `scans_latest`, so that one entry of it is read.
 */
export const isFirstScan = (tenantId: string): Sql => sql`(
  s.state = 'completed' and s.kind <> ${partial}
  and s.id = (
    select b.id
      from scans b
     where b.tenant_id = ${tenantId} and b.provider_id = s.provider_id and b.state = 'completed'
       and b.kind <> ${partial} and (b.kind = ${full}) = (s.kind = ${full})
     order by (b.kind = ${full}), coalesce(b.completed_at, b.inserted_at), b.id
     limit 1))`
