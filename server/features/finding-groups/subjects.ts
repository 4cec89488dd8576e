/** Findings by what they are about: a resource, a provider, a service. Their rows are counted, whatever they are of. */
import {
  type Page,
  plannedForValues,
  raw,
  type Sql,
  sql,
  type Tx,
} from '../../platform/db/index.ts'
import {
  allOf,
  type FindingQuery,
  observationsOf,
  type Plan,
  planOf,
  type SortBy,
} from '../findings/index.ts'
import type { Scope } from '../providers/index.ts'
import type { CheckCatalog } from '../checks/index.ts'
import { effectiveStatus, severityOf, type SeverityCode, statusCodes } from '../versions/index.ts'
import { buckets, type Bucket } from '../rollups/index.ts'
import type { FindingSubject, SubjectKind } from './resource.ts'

interface SubjectQuery extends FindingQuery {
  readonly sort: readonly SortBy[]
  readonly page: { readonly number: number; readonly size: number }
  readonly kind: SubjectKind
}

/** A finding without a resource is its own. */
const subjects: Readonly<Record<SubjectKind, Sql>> = {
  resource: raw('coalesce(v.resource_id, v.id)::text'),
  provider: raw('v.provider_id::text'),
  service: raw('v.service'),
}

const counts = raw(
  buckets
    .map((bucket) => {
      const [status = '', muted] = bucket.split('_')
      const code = statusCodes[status.toUpperCase() as keyof typeof statusCodes]
      return `count(*) filter (where status = ${code} and ${muted ? '' : 'not '}muted)::int as ${bucket}_count`
    })
    .join(', '),
)

const orders: Readonly<Record<string, string>> = {
  severity: 'severity',
  fail_count: 'fail_count',
  first_seen_at: 'first_seen_at',
  checks_count: 'checks_count',
}

function orderOf(sort: readonly SortBy[]): Sql {
  const keys = sort.map(({ key, descending }) => {
    const column = orders[key]
    if (!column) throw new Error(`No sort key is named ${key}.`)
    return descending ? `${column} desc` : column
  })
  return raw([...keys, 'id'].join(', '))
}

interface Found extends Readonly<Record<`${Bucket}_count`, number>> {
  readonly id: string
  readonly finding_id: string
  readonly severity: SeverityCode
  readonly checks_count: number
  readonly first_seen_at: string
  readonly finding_uid: string
  readonly resource_id: string | null
  readonly resource_uid: string | null
  readonly resource_name: string | null
  readonly region: string
  readonly resource_type: string
  readonly provider: { readonly type: string; readonly uid: string; readonly alias: string | null }
}

const filterOf = ({ id, resource_id, finding_id }: Found, kind: SubjectKind) => {
  if (kind !== 'resource') return { name: `filter[${kind}]`, value: id }
  return resource_id === null
    ? { name: 'filter[id]', value: finding_id }
    : { name: 'filter[resources]', value: id }
}

function named(
  { id, provider, finding_uid, resource_uid, resource_name }: Found,
  kind: SubjectKind,
): Pick<FindingSubject, 'name' | 'uid'> {
  if (kind === 'service') return { name: id, uid: null }
  if (kind === 'provider') return { name: provider.alias || provider.uid, uid: provider.uid }
  return { name: resource_name || (resource_uid ?? finding_uid), uid: resource_uid ?? finding_uid }
}

const toSubject =
  (kind: SubjectKind) =>
  (row: Found): FindingSubject => {
    const { id, severity, checks_count, first_seen_at, provider, region, resource_type } = row
    const isResource = kind === 'resource'
    return {
      id,
      kind,
      ...named(row, kind),
      region: isResource ? region : null,
      resource_type: isResource ? resource_type : null,
      provider: kind === 'service' ? null : provider,
      filter: filterOf(row, kind),
      severity: severityOf(severity),
      checks_count,
      ...(Object.fromEntries(
        buckets.map((bucket) => [`${bucket}_count`, row[`${bucket}_count`]]),
      ) as Record<`${Bucket}_count`, number>),
      first_seen_at,
    }
  }

/** The rows of a plan. Of live ones it does not matter which scan saw them. */
async function rowsOf({ source, where, needsObservations }: Plan): Promise<(columns: Sql) => Sql> {
  const isRead = source.kind !== 'live' || needsObservations
  const observation = isRead ? await observationsOf(source) : undefined
  return (columns) => allOf(source.rows, columns, { observation, where })
}

export async function subjectGroupPage(
  tx: Tx,
  scope: Scope,
  catalog: CheckCatalog,
  { filters, latest, sort, page: { number, size }, kind }: SubjectQuery,
): Promise<Page<FindingSubject>> {
  const plan = await planOf(tx, scope, catalog, { filters, latest })
  if (!plan) return { rows: [], count: 0 }
  const rowsWith = await rowsOf(plan)
  const columns = sql`
    ${subjects[kind]} as id, v.id as finding_id, v.provider_id, v.resource_id, v.check_id, v.severity,
    ${effectiveStatus} as status, v.muted, v.first_seen_at, v.region, v.resource_type, v.uid`
  const [rows, { count, ...findings }] = await Promise.all([
    tx.rows<Found>(sql`
      ${plannedForValues}select g.*, g.uid as finding_uid, r.uid as resource_uid, r.name as resource_name,
             jsonb_build_object('type', p.provider, 'uid', p.uid, 'alias', p.alias) as provider
        from (select id, max(severity) as severity, count(distinct check_id)::int as checks_count, ${counts},
                     min(first_seen_at) as first_seen_at, (min(provider_id::text))::uuid as provider_id,
                     (min(resource_id::text))::uuid as resource_id, (min(finding_id::text))::uuid as finding_id,
                     min(region) as region, min(resource_type) as resource_type, min(uid) as uid
                from (${rowsWith(columns)}) u
               group by id
               order by ${orderOf(sort)}
               limit ${size} offset ${(number - 1) * size}) g
        join providers p on p.tenant_id = ${tx.tenantId} and p.id = g.provider_id
        left join resources r on r.tenant_id = ${tx.tenantId} and r.id = g.resource_id
       order by ${orderOf(sort)}`),
    tx.single<{ count: number } & Record<`${Bucket}_count`, number>>(sql`
      ${plannedForValues}select count(distinct id)::int as count, ${counts}
        from (${rowsWith(sql`${subjects[kind]} as id, ${effectiveStatus} as status, v.muted`)}) u`),
  ])
  return { rows: rows.map(toSubject(kind)), count, meta: { findings } }
}
