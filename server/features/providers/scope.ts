/**
 * Which providers a list is about: those the caller sees, that are not being deleted, and that the
 * filters on providers let through. Resolved first, so that every list behind it names ids: one
 * provider is an equality that an index serves, and all of them need no condition.
 */
import { by, text, uuid } from '@plumbline/jsonapi'
import {
  all,
  compare,
  raw,
  type Sql,
  sql,
  type Tx,
  plannedForValues,
} from '../../platform/db/index.ts'
import { type Viewer, visible } from '../../platform/tenancy/index.ts'
import { providerType } from './names.ts'
import { inGroups } from './store.ts'

/** The filters on providers, the same in every list of what was found in them. */
export const providerFilters = {
  provider: by(uuid, 'eq', 'in'),
  provider_id: by(uuid, 'eq', 'in'),
  provider_type: by(providerType, 'eq', 'in'),
  provider_uid: by(text, 'eq', 'in', 'icontains'),
  provider_alias: by(text, 'eq', 'in', 'icontains'),
  provider_groups: by(uuid, 'eq', 'in'),
}

export type ProviderFilter = keyof typeof providerFilters

/** One filter of a query, whatever its resource. */
export interface AnyFilter {
  readonly name: string
  readonly op: string
  readonly value: unknown
}

export const isProviderFilter = ({ name }: AnyFilter): boolean =>
  Object.hasOwn(providerFilters, name)

const columns = (tenantId: string): Record<ProviderFilter, Sql | ((filter: AnyFilter) => Sql)> => ({
  provider: sql`p.id`,
  provider_id: sql`p.id`,
  provider_type: sql`p.provider`,
  provider_uid: sql`p.uid`,
  provider_alias: sql`p.alias`,
  provider_groups: (filter) => inGroups(tenantId, sql`p.id`, filter),
})

export interface Scope {
  /** Every provider of the tenant is in it. */
  readonly whole: boolean
  readonly ids: readonly string[]
}

/** The caller and the filters admit provider `p`. */
export function isInside(tx: Tx, caller: Viewer, filters: readonly AnyFilter[]): Sql {
  const table = columns(tx.tenantId)
  const asked = filters.filter(isProviderFilter).map((filter) => {
    const target = table[filter.name as ProviderFilter]
    return typeof target === 'function' ? target(filter) : compare(target, filter)
  })
  return sql`coalesce(p.deleted_at is null and ${visible(caller, sql`p.id`)} and ${all(asked)}, false)`
}

/** Of so many providers of the tenant these ids. */
export const scopeAmong = (ids: readonly string[], providers: number): Scope => ({
  whole: ids.length > 0 && ids.length === providers,
  ids,
})

/** Resolves the providers that match the filters and that the caller may see. Other filters are left alone. */
export async function scopeOf(
  tx: Tx,
  caller: Viewer,
  filters: readonly AnyFilter[],
): Promise<Scope> {
  const rows = await tx.rows<{ id: string; inside: boolean }>(sql`
    ${plannedForValues}select p.id, ${isInside(tx, caller, filters)} as inside
      from providers p
     where p.tenant_id = ${tx.tenantId}`)
  const inside = rows.filter((row) => row.inside)
  return scopeAmong(
    inside.map(({ id }) => id),
    rows.length,
  )
}

/** The condition of a scope on a column. With one provider it is an equality even if that is all. */
export function within({ whole, ids }: Scope, column: Sql): Sql {
  if (ids.length === 1) return sql`${column} = ${ids[0]}::uuid`
  if (whole) return raw('true')
  return sql`${column} = any(${`{${ids.join(',')}}`}::uuid[])`
}

/** Rows of providers in the scope, by the alias of their table. */
export const inScopeOf =
  ({ tenantId }: Tx, scope: Scope) =>
  (alias: string): Sql =>
    sql`${raw(alias)}.tenant_id = ${tenantId} and ${within(scope, raw(`${alias}.provider_id`))}`
