import { sql, type Tx } from '../../platform/db/index.ts'
import type { DataVersion } from '../../platform/http/index.ts'
import { type Caller, visible } from '../../platform/tenancy/index.ts'

/** Included rows that change with the version: any others are written without it. */
const versioned: ReadonlySet<string> = new Set(['findings', 'resources'])

/**
 * The version of what is shown of findings and resources: which providers the caller sees, their revisions
 * and rows, and the expired attestations, which change a response by time alone. Which providers a group has is written
 * without them.
 */
export const findingsVersion: DataVersion = async ({ tx, caller, query }) => {
  const { filters, include } = query
  const isCovered =
    filters.every(({ name }) => name !== 'provider_groups') &&
    include.every((path) => versioned.has(path))
  return isCovered ? versionFor(tx, caller) : null
}

/** By provider, so that callers learn of none that they cannot see. */
async function versionFor(tx: Tx, caller: Caller): Promise<string> {
  const { tenantId } = tx
  const { version } = await tx.single<{ version: string | null }>(sql`
    select string_agg(concat_ws(' ', p.id, p.xmin, h.revision, f.over, a.over), ',' order by p.id) as version
      from providers p
      left join provider_revisions h on h.tenant_id = p.tenant_id and h.provider_id = p.id
      left join (
        select f.provider_id, count(*) as over
          from findings f
         where f.tenant_id = ${tenantId} and f.status_until <= now()
         group by f.provider_id) f on f.provider_id = p.id
      left join (
        select a.provider_id, count(*) as over
          from finding_attestations a
         where a.tenant_id = ${tenantId} and a.ended_at is null and a.expires_at <= now()
         group by a.provider_id) a on a.provider_id = p.id
     where p.tenant_id = ${tenantId} and p.deleted_at is null and ${visible(caller, sql`p.id`)}`)
  return version ?? ''
}
