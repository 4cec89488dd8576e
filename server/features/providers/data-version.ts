import { plannedForValues, raw, sql } from '../../platform/db/index.ts'
import type { ReadScope } from '../../platform/http/index.ts'
import { visible } from '../../platform/tenancy/index.ts'
import { isInside, isProviderFilter, type Scope, scopeAmong, scopeOf } from './scope.ts'

/** Included rows that change with the version: any others are written without it. */
const versioned: ReadonlySet<string> = new Set(['findings', 'resources'])

interface Row {
  /** All of the tenant. */
  readonly providers: number
  readonly inside: string | null
  /** Only of providers that the caller sees, so that callers learn of no others. */
  readonly version: string | null
}

/**
 * The scope of a request for findings or resources, with the version of what is shown of them: which providers the caller
 * sees and the filters select, their revisions and rows, and the expired attestations, which change a response by time
 * alone.
 */
export const versionedScope: ReadScope<Scope> = async ({ tx, caller, query }) => {
  const { tenantId } = tx
  const { filters, include } = query
  if (!include.every((path) => versioned.has(path)))
    return { scope: await scopeOf(tx, caller, filters), version: null }
  const { providers, inside, version } = await tx.single<Row>(sql`
    ${filters.some(isProviderFilter) ? plannedForValues : raw('')}select count(*) as providers,
           string_agg(s.id::text, ',') filter (where s.inside) as inside,
           string_agg(concat_ws(' ', s.version, s.inside), ',' order by s.id) filter (where s.seen) as version
      from (select p.id, ${isInside(tx, caller, filters)} as inside,
                   p.deleted_at is null and ${visible(caller, sql`p.id`)} as seen,
                   concat_ws(' ', p.id, p.xmin, h.revision, f.over, a.over) as version
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
             where p.tenant_id = ${tenantId}) s`)
  return { scope: scopeAmong(inside?.split(',') ?? [], providers), version: [version ?? ''] }
}
