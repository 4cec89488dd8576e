/** The statements behind groups of findings. */
import {
  all,
  compare,
  join,
  type Page,
  raw,
  type Sql,
  sql,
  type Tx,
} from '../../platform/db/index.ts'
import { isProviderFilter, remembered, within } from '../resources/index.ts'
import { deltaCodes, statusCodes } from './codes.ts'
import { dimensions, type Plan } from './plan.ts'
import { buckets } from './rollup-columns.ts'
import { effectiveStatus } from './store.ts'
import { over, uncounted } from './view.ts'

/** Findings of one check by their state. */
export interface Counted {
  readonly check_id: string
  /** The highest code. */
  readonly severity: number
  readonly pass: number
  readonly pass_muted: number
  readonly fail: number
  readonly fail_muted: number
  readonly manual: number
  readonly manual_muted: number
}

export interface GroupRow extends Counted {
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
const tallies = [
  ['', 'true'],
  ['new_', `delta = ${deltaCodes.new}`],
  ['changed_', `delta = ${deltaCodes.changed}`],
].flatMap(([prefix, told]) =>
  states.map(
    ({ name, holds }) => `count(*) filter (where ${holds()} and ${told}) as ${prefix}${name}`,
  ),
)

const freshTallies = tallies.slice(states.length)
/** The same of all groups: of those of which nothing is new there is no tally. */
const freshColumns = ['new_', 'changed_'].flatMap((prefix) =>
  states.map(({ name }) => raw(`coalesce(n.${prefix}${name}, 0) as ${prefix}${name}`)),
)

/** All rows a plan is about, each with its sighting, as `columns` of versions `v` and sightings `s`. */
function versions({ view, where }: Plan, columns: Sql, more: readonly Sql[] = []): Sql {
  const joins = view.hasSightings ? raw('') : view.sighted
  return join(
    view.sources.map(
      (source) => sql`
        select ${columns}
          from ${source.all ?? source.from} ${joins}
         where ${all([source.whole ?? source.where, ...where, ...more])}`,
    ),
    '\n union all ',
  )
}

const thing = raw('coalesce(v.resource_id, v.id)')
const fails = `status = ${statusCodes.FAIL} and not muted`

/** Groups as their rows make them: of all checks, or of those named. */
export function groupRows(
  tx: Tx,
  plan: Plan,
  checks?: readonly string[],
): Promise<readonly GroupRow[]> {
  const among = checks ? [compare(sql`v.check_id`, { op: 'in', value: checks })] : []
  const columns = sql`
    v.check_id, v.provider_id, ${thing} as thing, v.severity, ${effectiveStatus} as status, v.muted,
    case when v.scan_id = s.scan_id then v.delta end as delta, v.first_seen_at, s.recorded_at`
  const statement = sql`
    select g.check_id, max(g.severity) as severity, ${raw(tallies.join(',\n'))},
           array_agg(distinct p.provider) as impacted_providers,
           count(distinct g.thing) as resources_total,
           count(distinct g.thing) filter (where ${raw(fails)}) as resources_fail,
           min(g.first_seen_at) as first_seen_at, max(g.recorded_at) as last_seen_at,
           min(g.first_seen_at) filter (where ${raw(fails)}) as failing_since
      from (${versions(plan, columns, among)}) g
      join providers p on p.tenant_id = ${tx.tenantId} and p.id = g.provider_id
     group by g.check_id`
  return remembered<GroupRow>(tx, plan.scope, statement)
}

/**
 * Groups as the rollups of the live rows make them, moved by the few rows that these hold otherwise.
 * Undefined: only the rows themselves tell.
 */
export async function roughGroups(tx: Tx, plan: Plan): Promise<readonly Counted[] | undefined> {
  const { view, filters, scope } = plan
  const own = filters.filter((one) => !isProviderFilter(one))
  if (!view.live || plan.needSightings) return undefined
  if (!own.every(({ name }) => dimensions.has(name))) return undefined
  const each = (of: (name: string) => string): Sql => join(buckets.map((name) => raw(of(name))))
  const mine = (alias: string): Sql => sql`
    ${raw(alias)}.tenant_id = ${tx.tenantId} and ${within(scope, raw(`${alias}.provider_id`))}`
  const moved = states.map(({ holds }) => sql`case when ${raw(holds('x.'))} then x.by else 0 end`)
  const statement = sql`
    select g.check_id, max(g.severity) as severity, ${each((name) => `sum(g.${name})::int as ${name}`)}
      from (
        select v.check_id, v.severity, ${each((name) => `sum(v.${name}) as ${name}`)}
          from (
            select v.check_id, v.severity, ${each((name) => `v.${name}`)}
              from rollup_live v
             where ${all([mine('v'), ...plan.dimensions])}
            union all
            select v.check_id, x.severity, ${join(moved)}
              from findings v
             cross join lateral (values
               ((v.counted >> 3)::smallint, (v.counted >> 1) & 3, v.counted & 1 = 1, -1, v.counted is not null),
               (v.severity, v.status::int, v.muted, 1, v.gone_at is null)
             ) x(severity, status, muted, by, holds)
             where ${all([mine('v'), ...plan.dimensions])} and x.holds and ${uncounted('v')}) v
         group by v.check_id, v.severity
        having sum(${raw(buckets.map((name) => `v.${name}`).join(' + '))}) > 0) g
     group by g.check_id`
  return remembered<Counted>(tx, scope, statement)
}

/** One resource of a group, and the worst of its findings that is not muted. */
export interface ThingRow {
  readonly thing: string
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
export async function thingPage(
  tx: Tx,
  plan: Plan,
  { sort, page: { number, size } }: Sorting,
): Promise<Page<ThingRow>> {
  const order = sort.map(({ key, descending }) => {
    const column = orders[key]
    if (!column) throw new Error(`No sort key is named ${key}.`)
    return descending ? `${column} desc` : column
  })
  const columns = sql`
    ${thing} as thing, v.provider_id, v.resource_id, v.id, v.muted, v.severity,
    ${effectiveStatus} as status, case when v.scan_id = s.scan_id then v.delta end as delta,
    v.first_seen_at, s.recorded_at, v.service, v.region, v.resource_type`
  const [rows, counted] = await Promise.all([
    tx.rows<ThingRow>(sql`
      select t.*, r.uid as resource_uid, r.name as resource_name, p.provider, p.uid as provider_uid,
             p.alias
        from (select w.*, row_number() over (order by ${raw([...order, 'thing'].join(', '))}) as place
                from (select distinct on (thing) *
                        from (${versions(plan, columns)}) u
                       order by thing, muted, ${raw(rank)} desc, severity desc, id desc) w
               order by place
               limit ${size} offset ${(number - 1) * size}) t
        join providers p on p.tenant_id = ${tx.tenantId} and p.id = t.provider_id
        left join resources r on r.tenant_id = ${tx.tenantId} and r.id = t.resource_id
       order by t.place`),
    remembered<{ count: number }>(
      tx,
      plan.scope,
      sql`
      select count(distinct u.thing) as count
        from (${versions(plan, sql`${thing} as thing`)}) u`,
    ),
  ])
  return { rows, count: counted[0]?.count ?? 0 }
}

/**
 * Whether the rollups of live rows tell how many there are: every row is counted as it is, and was seen last
 * by the newest run of its unit, and no attestation is over.
 */
export async function areCounted(tx: Tx, { scope, view }: Plan): Promise<boolean> {
  if (!view.settled) return false
  const mine = sql`v.tenant_id = ${tx.tenantId} and ${within(scope, sql`v.provider_id`)}`
  const statement = sql`
    select exists (select from findings v where ${mine} and ${uncounted('v')})
           or exists (select from findings v where ${mine} and ${over('v')}) as differ`
  const [row] = await remembered<{ differ: boolean }>(tx, scope, statement)
  return row?.differ === false
}

/**
 * What is not read off rollups of a group. How much of it is new they do tell of each unit, but what has moved
 * from one unit to another since is still counted where it was.
 */
export type GroupDetails = Omit<GroupRow, Exclude<keyof Counted, 'check_id'>>

/**
 * What is shown of groups beside the numbers that `areCounted`: of all checks, or of those named. When a
 * group was seen last, and in which accounts, is told by the units of its rollups.
 */
export function groupDetails(
  tx: Tx,
  { scope, dimensions: told }: Plan,
  checks?: readonly string[],
): Promise<readonly GroupDetails[]> {
  const among = checks ? [compare(sql`v.check_id`, { op: 'in', value: checks })] : []
  const own = all([
    sql`v.tenant_id = ${tx.tenantId} and ${within(scope, sql`v.provider_id`)}`,
    ...told,
    ...among,
  ])
  const any = raw(buckets.map((name) => `v.${name}`).join(' + '))
  return remembered<GroupDetails>(
    tx,
    scope,
    sql`
    select f.*, r.impacted_providers, r.last_seen_at, ${join(freshColumns)}
      from (select t.check_id, count(*) as resources_total, count(t.failing_since) as resources_fail,
                   min(t.first_seen_at) as first_seen_at, min(t.failing_since) as failing_since
              from (select v.check_id, ${thing} as thing, min(v.first_seen_at) as first_seen_at,
                           min(v.first_seen_at) filter (where ${raw(fails)}) as failing_since
                      from findings v
                     where ${own} and v.gone_at is null
                     group by v.check_id, ${thing}) t
             group by t.check_id) f
      join (select v.check_id, array_agg(distinct p.provider) as impacted_providers,
                   max(h.recorded_at) as last_seen_at
              from rollup_live v
              join unit_heads h
                on h.tenant_id = ${tx.tenantId} and h.provider_id = v.provider_id and h.unit = v.unit
              join providers p on p.tenant_id = ${tx.tenantId} and p.id = v.provider_id
             where ${own} and ${any} > 0
             group by v.check_id) r on r.check_id = f.check_id
      left join (select v.check_id, ${raw(freshTallies.join(', '))}
                   from findings v
                   join unit_heads h
                     on h.tenant_id = ${tx.tenantId} and h.provider_id = v.provider_id and h.unit = v.unit
                  where ${own} and v.gone_at is null and v.delta is not null and v.scan_id = h.scan_id
                  group by v.check_id) n on n.check_id = f.check_id`,
  )
}
