/** The statements behind groups of findings. */
import {
  all,
  join,
  type Page,
  raw,
  type Sql,
  sql,
  type Tx,
  plannedForValues,
} from '../../platform/db/index.ts'
import { deltaCodes, statusCodes } from '../observations/index.ts'
import { type Plan, effectiveStatus } from '../finding-queries/index.ts'

/** Findings of one check by their state. */
export interface GroupRow {
  readonly check_id: string
  /** The highest code. */
  readonly severity: number
  readonly pass: number
  readonly pass_muted: number
  readonly fail: number
  readonly fail_muted: number
  readonly manual: number
  readonly manual_muted: number
  readonly impacted_providers: string[]
  readonly resources_fail: number
  readonly resources_total: number
  readonly new_pass: number
  readonly new_pass_muted: number
  readonly new_fail: number
  readonly new_fail_muted: number
  readonly new_manual: number
  readonly new_manual_muted: number
  readonly changed_pass: number
  readonly changed_pass_muted: number
  readonly changed_fail: number
  readonly changed_fail_muted: number
  readonly changed_manual: number
  readonly changed_manual_muted: number
  readonly first_seen_at: string | null
  readonly last_seen_at: string | null
  readonly failing_since: string | null
}

const states = (['pass', 'fail', 'manual'] as const).flatMap((name) => {
  const code = statusCodes[name.toUpperCase() as keyof typeof statusCodes]
  return [
    { name: `${name}`, holds: (of = '') => `${of}status = ${code} and not ${of}muted` },
    { name: `${name}_muted`, holds: (of = '') => `${of}status = ${code} and ${of}muted` },
  ]
})
/** As the counters of a rollup are named. */
export const tallies = [
  ['', 'true'],
  ['new_', `delta = ${deltaCodes.new}`],
  ['changed_', `delta = ${deltaCodes.changed}`],
].flatMap(([prefix, condition]) =>
  states.map(
    ({ name, holds }) => `count(*) filter (where ${holds()} and ${condition}) as ${prefix}${name}`,
  ),
)

/** All rows a plan is about, each with its observationOf, as `columns` of versions `v` and observations `s`. */
function versions({ view, where }: Plan, columns: Sql): Sql {
  const joins = view.hasObservations ? raw('') : view.observation
  return join(
    view.sources.map(
      (source) => sql`
        select ${columns}
          from ${source.all ?? source.from} ${joins}
         where ${all([source.whole ?? source.where, ...where])}`,
    ),
    '\n union all ',
  )
}

const subject = raw('coalesce(v.resource_id, v.id)')
/** Of a row, by the prefix of its columns. */
export const fails = (of = ''): string => `${of}status = ${statusCodes.FAIL} and not ${of}muted`

/** Groups as their rows make them. */
export function groupRows(tx: Tx, plan: Plan): Promise<readonly GroupRow[]> {
  const columns = sql`
    v.check_id, v.provider_id, ${subject} as subject, v.severity, ${effectiveStatus} as status, v.muted,
    case when v.scan_id = s.scan_id then v.delta end as delta, v.first_seen_at, s.recorded_at`
  const statement = sql`
    ${plannedForValues}select g.check_id, max(g.severity) as severity, ${raw(tallies.join(',\n'))},
           array_agg(distinct p.provider) as impacted_providers,
           count(distinct g.subject) as resources_total,
           count(distinct g.subject) filter (where ${raw(fails())}) as resources_fail,
           min(g.first_seen_at) as first_seen_at, max(g.recorded_at) as last_seen_at,
           min(g.first_seen_at) filter (where ${raw(fails())}) as failing_since
      from (${versions(plan, columns)}) g
      join providers p on p.tenant_id = ${tx.tenantId} and p.id = g.provider_id
     group by g.check_id`
  return tx.rows<GroupRow>(statement)
}

/** One resource of a group, and the worst of its findings that is not muted. */
export interface SubjectRow {
  readonly subject: string
  readonly id: string
  readonly status: number
  readonly severity: number
  readonly delta: number | null
  readonly muted: boolean
  readonly first_seen_at: string
  readonly recorded_at: string
  readonly service: string
  readonly region: string
  readonly resource_type: string
  /** Null where the finding has no resource. */
  readonly resource_uid: string | null
  readonly resource_name: string | null
  readonly provider: string
  readonly provider_uid: string
  readonly alias: string | null
}

const rank = `case status when ${statusCodes.FAIL} then 3 when ${statusCodes.PASS} then 2 else 1 end`
const orders: Readonly<Record<string, string>> = {
  status: rank,
  severity: 'severity',
  delta: `case delta when ${deltaCodes.new} then 2 when ${deltaCodes.changed} then 1 else 0 end`,
  first_seen_at: 'first_seen_at',
  last_seen_at: 'recorded_at',
}

interface Sorting {
  readonly sort: readonly { readonly key: string; readonly descending: boolean }[]
  readonly page: { readonly number: number; readonly size: number }
}

/** A page of the resources that a plan's findings are about; a finding without one stands for itself. */
export async function subjectPage(
  tx: Tx,
  plan: Plan,
  { sort, page: { number, size } }: Sorting,
): Promise<Page<SubjectRow>> {
  const order = sort.map(({ key, descending }) => {
    const column = orders[key]
    if (!column) throw new Error(`No sort key is named ${key}.`)
    return descending ? `${column} desc` : column
  })
  const columns = sql`
    ${subject} as subject, v.provider_id, v.resource_id, v.id, v.muted, v.severity,
    ${effectiveStatus} as status, case when v.scan_id = s.scan_id then v.delta end as delta,
    v.first_seen_at, s.recorded_at, v.service, v.region, v.resource_type`
  const [rows, counted] = await Promise.all([
    tx.rows<SubjectRow>(sql`
      ${plannedForValues}select t.*, r.uid as resource_uid, r.name as resource_name, p.provider, p.uid as provider_uid,
             p.alias
        from (select w.*, row_number() over (order by ${raw([...order, 'subject'].join(', '))}) as place
                from (select distinct on (subject) *
                        from (${versions(plan, columns)}) u
                       order by subject, muted, ${raw(rank)} desc, severity desc, id desc) w
               order by place
               limit ${size} offset ${(number - 1) * size}) t
        join providers p on p.tenant_id = ${tx.tenantId} and p.id = t.provider_id
        left join resources r on r.tenant_id = ${tx.tenantId} and r.id = t.resource_id
       order by t.place`),
    tx.single<{ count: number }>(
      sql`
      ${plannedForValues}select count(distinct u.subject) as count
        from (${versions(plan, sql`${subject} as subject`)}) u`,
    ),
  ])
  return { rows, count: counted.count }
}
