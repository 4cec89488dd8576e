import { raw, type Sql, sql } from '../../platform/db/index.ts'
import { kindCodes } from '../versions/index.ts'

/**
 * The scan that every default means: of the completed ones that are neither partial nor an import, the
 * newest; an import only where the provider has nothing else. Newest is the last completed; without a completion time,
 * its creation time counts. As columns of `scans s`, among those that `where` lets through.
 */
export const latestScan = (
  tenantId: string,
  provider: Sql,
  columns: Sql,
  where: Sql = raw('true'),
): Sql => sql`
  select ${columns}
    from scans s
   where s.tenant_id = ${tenantId} and s.provider_id = ${provider} and s.state = 'completed'
     and s.kind <> ${raw(String(kindCodes.partial))} and ${where}
   order by (s.kind = ${raw(String(kindCodes.full))}) desc, coalesce(s.completed_at, s.inserted_at) desc, s.id desc
   limit 1`
