import { plannedForValues, raw, sql } from '../../platform/db/index.ts'
import type { ReadScope } from '../../platform/http/index.ts'
import { visible } from '../../platform/tenancy/index.ts'
import { isInside, isProviderFilter, type Scope, scopeOf, scopeOfRows } from './scope.ts'

/** Included rows that change with the version: any others are written without it. */
const versioned: ReadonlySet<string> = new Set(['findings', 'resources'])

interface Row {
  readonly id: string
  readonly inside: boolean
  /** Null if the caller does not see it, so that callers learn of none that they cannot see. */
  readonly version: string | null
}

/**
 * The scope of a request for findings or resources, with the version of what is shown of them: which providers the caller
 * sees, their revisions and rows, and the expired attestations, which change a response by time alone.
 */
export const versionedScope: ReadScope<Scope> = async ({ tx, caller, query }) => {
  const { tenantId } = tx
  const { filters, include } = query
  if (!include.every((path) => versioned.has(path)))
    return { scope: await scopeOf(tx, caller, filters), version: null }
  const rows = await tx.rows<Row>(sql`
    ${filters.some(isProviderFilter) ? plannedForValues : raw('')}select p.id, ${isInside(tx, caller, filters)} as inside,
           case when p.deleted_at is null and ${visible(caller, sql`p.id`)}
                then concat_ws(' ', p.id, p.xmin, h.revision, f.over, a.over) end as version
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
     where p.tenant_id = ${tenantId}
     order by p.id`)
  const known = rows.filter(({ version }) => version !== null)
  // Providers move in and out of groups without a change of their own.
  const version = known.map((row) => `${row.version}${row.inside ? '' : ' -'}`).join(',')
  return { scope: scopeOfRows(rows), version }
}
