/** The statements behind groups of findings. */
import {
  type Page,
  raw,
  type Sql,
  sql,
  type Tx,
  plannedForValues,
} from '../../platform/db/index.ts'
import { allOf, observationsOf, type Plan, type SortBy } from '../findings/index.ts'
import {
  effectiveStatus,
  type DeltaCode,
  deltaCodes,
  type SeverityCode,
  type StatusCode,
  statusCodes,
} from '../versions/index.ts'
import { counted, type Counter } from '../rollups/index.ts'
import type { GroupResource } from './resource.ts'

/** Findings of one check by their state. */
export interface CountedGroup extends Readonly<Record<Counter, number>> {
  readonly check_id: string
  /** The highest code. */
  readonly severity: number
  readonly impacted_providers: string[]
  readonly resources_fail: number
  readonly resources_total: number
  readonly last_seen_at: string | null
}
/** Since when the findings of a group are there. */
export interface Moments {
  readonly first_seen_at: string | null
  readonly failing_since: string | null
}
export type GroupRow = CountedGroup & Moments

/** The counters of rows by their effective status. */
export const counters = raw(counted('status * 2 + muted::int', 'delta'))
/** A delta is that of the scan that made the version. */
export const delta = raw('case when v.scan_id = s.scan_id then v.delta end as delta')

/** All rows a plan is about, each with its observation. */
async function versionsOf({ source, where }: Plan): Promise<(columns: Sql) => Sql> {
  const observation = await observationsOf(source)
  return (columns) => allOf(source.rows, columns, { observation, where })
}

const subject = raw('coalesce(v.resource_id, v.id)')
/** Of a row, by the prefix of its columns. */
export const fails = (of = ''): string => `${of}status = ${statusCodes.FAIL} and not ${of}muted`

/** Groups as their rows make them. */
export async function groupRows(tx: Tx, plan: Plan): Promise<readonly GroupRow[]> {
  const versions = await versionsOf(plan)
  const columns = sql`
    v.check_id, v.provider_id, ${subject} as subject, v.severity, ${effectiveStatus} as status, v.muted,
    ${delta}, v.first_seen_at, s.recorded_at`
  return tx.rows<GroupRow>(sql`
    ${plannedForValues}select g.check_id, max(g.severity) as severity, ${counters},
           array_agg(distinct p.provider) as impacted_providers,
           count(distinct g.subject) as resources_total,
           count(distinct g.subject) filter (where ${raw(fails())}) as resources_fail,
           min(g.first_seen_at) as first_seen_at, max(g.recorded_at) as last_seen_at,
           min(g.first_seen_at) filter (where ${raw(fails())}) as failing_since
      from (${versions(columns)}) g
      join providers p on p.tenant_id = ${tx.tenantId} and p.id = g.provider_id
     group by g.check_id`)
}

/** One resource of a group by the worst of its findings that is not muted; a finding without one by itself. */
export interface SubjectRow {
  /** Of the resource, or of the finding. */
  readonly id: string
  readonly finding_id: string
  readonly status: StatusCode
  readonly severity: SeverityCode
  readonly delta: DeltaCode | null
  readonly muted: boolean
  readonly first_seen_at: string
  readonly last_seen_at: string
  readonly service: string
  readonly region: string
  readonly resource_type: string
  readonly resource_uid: string | null
  readonly resource_name: string | null
  readonly provider: GroupResource['provider']
}

const rank = `case status when ${statusCodes.FAIL} then 3 when ${statusCodes.PASS} then 2 else 1 end`
const orders: Readonly<Record<string, string>> = {
  status: rank,
  severity: 'severity',
  delta: `case delta when ${deltaCodes.new} then 2 when ${deltaCodes.changed} then 1 else 0 end`,
  first_seen_at: 'first_seen_at',
  last_seen_at: 'last_seen_at',
}

interface Sorting {
  readonly sort: readonly SortBy[]
  readonly page: { readonly number: number; readonly size: number }
}

/** A page of the resources that a plan's findings are about. */
export async function subjectPage(
  tx: Tx,
  plan: Plan,
  { sort, page: { number, size } }: Sorting,
): Promise<Page<SubjectRow>> {
  const versions = await versionsOf(plan)
  const order = sort.map(({ key, descending }) => {
    const column = orders[key]
    if (!column) throw new Error(`No sort key is named ${key}.`)
    return descending ? `${column} desc` : column
  })
  const columns = sql`
    ${subject} as id, v.provider_id, v.resource_id, v.id as finding_id, v.muted, v.severity,
    ${effectiveStatus} as status, ${delta}, v.first_seen_at, s.recorded_at as last_seen_at,
    v.service, v.region, v.resource_type`
  const [rows, { count }] = await Promise.all([
    tx.rows<SubjectRow>(sql`
      ${plannedForValues}select t.*, r.uid as resource_uid, r.name as resource_name,
             jsonb_build_object('type', p.provider, 'uid', p.uid, 'alias', p.alias) as provider
        from (select w.*, row_number() over (order by ${raw([...order, 'id'].join(', '))}) as place
                from (select distinct on (id) *
                        from (${versions(columns)}) u
                       order by id, muted, ${raw(rank)} desc, severity desc, finding_id desc) w
               order by place
               limit ${size} offset ${(number - 1) * size}) t
        join providers p on p.tenant_id = ${tx.tenantId} and p.id = t.provider_id
        left join resources r on r.tenant_id = ${tx.tenantId} and r.id = t.resource_id
       order by t.place`),
    tx.single<{ count: number }>(sql`
      ${plannedForValues}select count(distinct u.id) as count
        from (${versions(sql`${subject} as id`)}) u`),
  ])
  return { rows, count }
}
