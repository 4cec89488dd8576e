/** What the findings of a list are about: the choices of the next filter. */
import { raw, sql, type Tx, plannedForValues } from '../../platform/db/index.ts'
import type { Scope } from '../providers/index.ts'
import { maxChoices } from '../resources/index.ts'
import type { CheckCatalog } from '../checks/index.ts'
import { countedRows, kinds } from './count.ts'
import { type FindingQuery, type Plan, planOf } from './plan.ts'
import type { FindingFacets } from './resource.ts'

type Kind = (typeof kinds)[number]
/** By value how many findings have it, the values in order. */
type Counts = Readonly<Record<string, number>>
type Counted = Readonly<Record<Kind, Counts>>

const none: Counted = { check_id: {}, service: {}, region: {}, resource_type: {} }
const columns = kinds.map((name) => `c.${name}`).join(', ')
const sums = kinds.map(
  (name) => `
      (select coalesce(jsonb_object_agg(x.value, x.n), '{}')
         from (select w.${name} as value, sum(w.n) as n from w where w.${name} <> '' group by 1) x) as ${name}`,
)

/** How many findings have each value of the columns. */
async function countsOf(tx: Tx, plan: Plan): Promise<Counted> {
  const rows = await countedRows(tx, plan)
  return tx.single<Counted>(sql`
    ${plannedForValues}with w as (
      select ${raw(columns)}, sum(c.n) as n
        from (${rows}) c
       group by ${raw(columns)}
      having sum(c.n) > 0)
    select ${raw(sums.join(', '))}`)
}

const inOrder = (counts: Counts): Counts =>
  Object.fromEntries(
    Object.entries(counts)
      .filter(([value]) => value !== '')
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .slice(0, maxChoices),
  )

/** The same by a fact of the checks. */
function byFact(checks: Counts, valuesOf: (checkId: string) => readonly string[]): Counts {
  const summed = new Map<string, number>()
  for (const [id, n] of Object.entries(checks))
    for (const value of new Set(valuesOf(id))) summed.set(value, (summed.get(value) ?? 0) + n)
  return inOrder(Object.fromEntries(summed))
}

/** Every value that the findings a query is about have, and how often; categories and groups by the catalogue. */
export async function facetsOf(
  tx: Tx,
  scope: Scope,
  catalog: CheckCatalog,
  { filters, latest }: FindingQuery,
): Promise<FindingFacets> {
  const plan = await planOf(tx, scope, catalog, { filters, latest })
  const { check_id, service, region, resource_type } = plan ? await countsOf(tx, plan) : none
  const counts = {
    services: inOrder(service),
    regions: inOrder(region),
    resource_types: inOrder(resource_type),
    categories: byFact(check_id, (id) => catalog.get(id)?.categories ?? []),
    groups: byFact(check_id, (id) => [catalog.get(id)?.resource_group ?? '']),
  }
  return {
    id: 'n/a',
    services: Object.keys(counts.services),
    regions: Object.keys(counts.regions),
    resource_types: Object.keys(counts.resource_types),
    categories: Object.keys(counts.categories),
    groups: Object.keys(counts.groups),
    counts,
  }
}
