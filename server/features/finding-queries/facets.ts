/** What the findings of a list are about, without reading them where the rollups tell. */
import { all, join, raw, type Sql, sql, type Tx } from '../../platform/db/index.ts'
import type { Caller } from '../../platform/tenancy/index.ts'
import { type AnyFilter, within } from '../providers/index.ts'
import { maxChoices } from '../resources/index.ts'
import type { CheckCatalog } from './catalog.ts'
import { asked, bucketsOf, chosen, matches, ofOpen, summed } from './counts.ts'
import { keptRollups, buckets as counters } from '../rollups/index.ts'
import { dimensions, type Plan, planOf } from './plan.ts'
import type { FindingFacets } from './resource.ts'
import { uncounted } from './views.ts'

/** What findings are about, each value once. */
interface Places {
  readonly check_id: readonly string[]
  readonly service: readonly string[]
  readonly region: readonly string[]
  readonly resource_type: readonly string[]
}
const names = ['check_id', 'service', 'region', 'resource_type'] as const
const place = raw(names.map((name) => `v.${name}`).join(', '))

/** Each value once, of rows with a place. */
function placesOf(tx: Tx, rows: Sql): Promise<Places> {
  const values = names.map((name) => raw(`array(select distinct w.${name} from w) as ${name}`))
  return tx.single<Places>(sql`with w as (${rows}) select ${join(values)}`)
}

/** Those of the rows themselves: what always holds. */
function placesOfRows(tx: Tx, plan: Plan, sources = plan.view.sources): Promise<Places> {
  const { view, where, needSightings } = plan
  const joins = needSightings && !view.hasSightings ? view.sighted : raw('')
  const parts = sources.map(
    (source) => sql`
      (select distinct ${place} from ${source.all ?? source.from} ${joins}
        where ${all([source.whole ?? source.where, ...where])})`,
  )
  return placesOf(tx, join(parts, ' union all '))
}

const held = (
  tx: Tx,
  { from, where, by }: { from: Sql; where: readonly Sql[]; by: Sql },
): Promise<Places> =>
  placesOf(
    tx,
    sql`
    select ${place}
      from ${from}
     where ${all(where)}
     group by ${place}
    having sum(${by}) > 0`,
  )

/** Of the live rows: their rollups, moved by the few rows that these hold otherwise. */
function placesOfLive(tx: Tx, plan: Plan, buckets: readonly number[]): Promise<Places> {
  const own = (alias: string): Sql => sql`
    ${raw(alias)}.tenant_id = ${tx.tenantId} and ${within(plan.scope, raw(`${alias}.provider_id`))}`
  const from = sql`(
    select ${place}, v.severity, ${summed(buckets)} as by
      from rollup_live v
     where ${all([own('v'), ...plan.dimensions])}
    union all
    select f.check_id, f.service, f.region, f.resource_type, x.severity, x.by
      from findings f
     cross join lateral (values
       ((f.counted >> 3)::smallint, f.counted & 7, -1, f.counted is not null),
       (f.severity, f.status * 2 + f.muted::int, 1, f.gone_at is null)
     ) x(severity, bucket, by, holds)
     where ${own('f')} and x.holds and x.bucket in (${raw(buckets.join(',') || '0')})
       and ${uncounted('f')}) v`
  return held(tx, { from, where: plan.dimensions, by: raw('v.by') })
}

/** Undefined: only the rows themselves tell. */
async function placesOfRollups(tx: Tx, plan: Plan): Promise<readonly Places[] | undefined> {
  const { view } = plan
  const own = asked(plan)
  if (plan.needSightings || (view.hasSightings && !view.open)) return undefined
  if (!own.every(({ name }) => dimensions.has(name) || chosen.has(name))) return undefined
  const buckets = bucketsOf(own)
  if (view.live) return [await placesOfLive(tx, plan, buckets)]
  if (view.open) {
    const where = [...ofOpen(tx, plan), ...plan.dimensions]
    return [
      await held(tx, { from: raw('rollup_live v'), where, by: summed(buckets) }),
      ...(view.open.ended.length > 0 ? [await placesOfRows(tx, plan, view.open.ended)] : []),
    ]
  }
  if (!view.scan) return undefined
  const { id, provider_id, state, gaps, superseded } = view.scan
  if (state !== 'completed' || gaps > 0) return undefined
  if (!superseded) {
    const units = sql`v.unit in (
      select u.unit from scan_units u
       where u.tenant_id = ${tx.tenantId} and u.scan_id = ${id} and u.state = 'done')`
    const where = sql`v.tenant_id = ${tx.tenantId} and v.provider_id = ${provider_id}`
    const from = raw('rollup_live v')
    const inUnits = [where, units, ...plan.dimensions]
    return [await held(tx, { from, where: inUnits, by: summed(buckets) })]
  }
  // Mutes since then are not in what was kept of it.
  if (own.some(({ name }) => chosen.has(name))) return undefined
  const places = own.filter(({ name }) => dimensions.has(name))
  const kept = await placesOfKept(tx, id, matches(places, plan.checksOf))
  return kept.length > 0 ? kept : undefined
}

/** Of what was kept of a scan; nothing where nothing was. */
async function placesOfKept(
  tx: Tx,
  scanId: string,
  holds: ReturnType<typeof matches>,
): Promise<readonly Places[]> {
  const rows = await keptRollups(tx, scanId)
  if (!rows) return []
  const known = rows.filter((row) => counters.some((counter) => row[counter] > 0) && holds(row))
  const valuesOf = (name: (typeof names)[number]): readonly string[] => [
    ...new Set(known.map((row) => row[name])),
  ]
  const [check_id, service, region, resource_type] = names.map(valuesOf)
  return [{ check_id, service, region, resource_type } as Places]
}

/** The values of several lists, each once and in order. */
const distinct = (values: readonly string[]): string[] =>
  [...new Set(values)].filter(Boolean).toSorted()

/** Every value that the findings a query is about have; categories and groups by the catalogue. */
export async function facetsOf(
  tx: Tx,
  caller: Caller,
  catalog: CheckCatalog,
  query: { readonly filters: readonly AnyFilter[]; readonly latest: boolean },
): Promise<FindingFacets> {
  const plan = await planOf(tx, caller, catalog, query)
  const places = plan ? ((await placesOfRollups(tx, plan)) ?? [await placesOfRows(tx, plan)]) : []
  const valuesOf = (name: (typeof names)[number]): string[] =>
    distinct(places.flatMap((one) => one[name]))
  const checks = valuesOf('check_id').map((id) => catalog.get(id))
  return {
    id: 'n/a',
    services: valuesOf('service').slice(0, maxChoices),
    regions: valuesOf('region').slice(0, maxChoices),
    resource_types: valuesOf('resource_type').slice(0, maxChoices),
    categories: distinct(checks.flatMap((check) => check?.categories ?? [])),
    groups: distinct(checks.map((check) => check?.resource_group ?? '')),
  }
}
