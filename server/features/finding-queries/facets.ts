/** What the findings of a list are about: the choices of the next filter. */
import { raw, sql, type Tx, plannedForValues } from '../../platform/db/index.ts'
import type { Caller } from '../../platform/tenancy/index.ts'
import type { AnyFilter } from '../providers/index.ts'
import { maxChoices } from '../resources/index.ts'
import type { CheckCatalog } from './catalog.ts'
import { countedRows, kinds } from './counts.ts'
import { type Plan, planOf } from './plan.ts'
import type { FindingFacets } from './resource.ts'

type Values = Readonly<Record<(typeof kinds)[number], readonly string[]>>

const none: Values = { check_id: [], service: [], region: [], resource_type: [] }
const columns = kinds.map((name) => `c.${name}`).join(', ')
const distinct = kinds.map(
  (name) => `array(select distinct w.${name} from w where w.${name} <> '' order by 1) as ${name}`,
)

/** The values of each column, once and in order. */
const valuesOf = (tx: Tx, plan: Plan): Promise<Values> =>
  tx.single<Values>(sql`
    ${plannedForValues}with w as (
      select ${raw(columns)}
        from (${countedRows(tx, plan)}) c
       group by ${raw(columns)}
      having sum(c.n) > 0)
    select ${raw(distinct.join(', '))}`)

const sorted = (values: readonly string[]): string[] =>
  [...new Set(values)].filter(Boolean).toSorted()

/** Every value that the findings a query is about have; categories and groups by the catalogue. */
export async function facetsOf(
  tx: Tx,
  caller: Caller,
  catalog: CheckCatalog,
  query: { readonly filters: readonly AnyFilter[]; readonly latest: boolean },
): Promise<FindingFacets> {
  const plan = await planOf(tx, caller, catalog, query)
  const { check_id, service, region, resource_type } = plan ? await valuesOf(tx, plan) : none
  const checks = check_id.map((id) => catalog.get(id))
  return {
    id: 'n/a',
    services: service.slice(0, maxChoices),
    regions: region.slice(0, maxChoices),
    resource_types: resource_type.slice(0, maxChoices),
    categories: sorted(checks.flatMap((check) => check?.categories ?? [])),
    groups: sorted(checks.map((check) => check?.resource_group ?? '')),
  }
}
