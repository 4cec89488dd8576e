import type { CheckDescription } from '@plumbline/scanner'
import {
  all,
  behind,
  columnsOf,
  compare,
  contains,
  idArray,
  type Key,
  orderBy,
  type Page,
  placeOf,
  raw,
  type Sql,
  sql,
  type Tx,
  plannedForValues,
} from '../../platform/db/index.ts'
import { type Caller, visible } from '../../platform/tenancy/index.ts'
import {
  type AnyFilter,
  isProviderFilter,
  type Scope,
  scopeOf,
  within,
} from '../providers/index.ts'
import { maxChoices, type Resource, type ResourceFacets, resources } from './resource.ts'

/** What this module is handed from above it. */
export interface ResourceFacts {
  readonly checks: readonly CheckDescription[]
  /** The condition that a finding of the resource was seen in one of the scans. */
  readonly seenIn: SeenIn
}
export type SeenIn = (
  tx: Tx,
  scope: Scope,
  scanIds: readonly string[],
  resource: Sql,
) => Promise<Sql>

/** Live findings of the resource, as `f`. */
const itsFindings = (tenantId: string): Sql => sql`
  from findings f
 where f.tenant_id = ${tenantId} and f.resource_id = r.id and f.removed_at is null`

/** When a scan last recorded something of it: the newest of its findings' units. */
const updatedAt = (tenantId: string): Sql => sql`
  greatest(r.updated_at, (
    select max(h.recorded_at)
      from findings f
      join latest_unit_runs h
        on h.tenant_id = ${tenantId} and h.provider_id = f.provider_id and h.unit = f.unit
     where f.tenant_id = ${tenantId} and f.resource_id = r.id and f.removed_at is null))`

const tagged = (tenantId: string, condition: Sql): Sql => sql`
  exists (select from resource_tags t
           where t.tenant_id = ${tenantId} and t.resource_id = r.id and ${condition})`

/** A tag `t` as people write it. */
export const tagText = raw(`(t.key || '=' || t.value)`)

/** Part of a tag's key, of its value, or of `key=value`. */
const anyTag = (tenantId: string, value: unknown): Sql => tagged(tenantId, contains(value, tagText))

/** The SQL of filters and sort keys; those on providers and scans were applied before. */
function columns({ tenantId }: Tx, { checks }: ResourceFacts) {
  const tag = ({ value }: { readonly value: unknown }): Sql => anyTag(tenantId, value)
  return columnsOf(resources, 'r', {
    provider_uid: sql`(select p.uid from providers p where p.tenant_id = ${tenantId} and p.id = r.provider_id)`,
    updated_at: updatedAt(tenantId),
    groups: ({ value }) => {
      const groups = [value].flat()
      const ids = checks.filter((one) => groups.includes(one.resource_group)).map(({ id }) => id)
      if (ids.length === 0) return raw('false')
      return sql`exists (select ${itsFindings(tenantId)}
        and f.check_id in (select k from json_array_elements_text(${JSON.stringify(ids)}::json) k))`
    },
    tag,
    tags: tag,
    tag_key: ({ value }) => tagged(tenantId, contains(value, sql`t.key`)),
    tag_value: ({ value }) => tagged(tenantId, contains(value, sql`t.value`)),
    search: ({ value }) => {
      const texts = ['uid', 'name', 'service', 'region', 'type'].map((name) => raw(`r.${name}`))
      return sql`(${contains(value, ...texts)} or ${anyTag(tenantId, value)}
        or r.provider_id in (
          select p.id
            from providers p
           where p.tenant_id = ${tenantId} and ${contains(value, sql`p.uid`, sql`p.alias`)}))`
    },
  })
}

function typeOf(key: string): Key['type'] {
  if (key === 'failed_findings_count') return 'int'
  return key.endsWith('_at') ? 'timestamptz' : 'text'
}

function keysOf(tx: Tx, facts: ResourceFacts, sort: Asked['sort']): readonly Key[] {
  const known: Readonly<Record<string, Sql>> = columns(tx, facts).sort
  const keys = sort.map(({ key, descending }): Key => {
    const column = known[key]
    if (!column) throw new Error(`No sort key is named ${key}.`)
    return { column, type: typeOf(key), descending }
  })
  return [...keys, { column: sql`r.id`, type: 'uuid', descending: sort[0]?.descending === true }]
}

const tagsOf = (tenantId: string): Sql => sql`
  coalesce((select jsonb_object_agg(t.key, t.value)
              from resource_tags t
             where t.tenant_id = ${tenantId} and t.resource_id = r.id), '{}')`

/** How many of its findings, the newest, a resource names; there may be tens of thousands. */
const maxFindings = 200

type Found = Omit<Resource, 'groups'> & { readonly check_ids: readonly string[] }

/** Resources by their ids; facts from their findings are aggregated in one pass. */
const found = (tenantId: string, ids: readonly string[], where: Sql): Sql => sql`
  select r.id, r.inserted_at, r.uid, r.name, r.region, r.service, r.type,
         greatest(r.updated_at, (
           select max(h.recorded_at)
             from latest_unit_runs h
            where h.tenant_id = ${tenantId} and h.provider_id = r.provider_id
              and h.unit = any(looked.units))) as updated_at,
         ${tagsOf(tenantId)} as tags,
         r.failed_findings_count, r.metadata::text as metadata, r.details, r.partition,
         r.provider_id as provider, json_build_object('ids', coalesce(looked.findings, '{}'), 'count', looked.count) as findings,
         coalesce(looked.check_ids, '{}') as check_ids
    from resources r
   cross join lateral (
     select (array_agg(f.id order by f.id desc))[1:${maxFindings}::int] as findings, count(*) as count,
            array_agg(distinct f.check_id) as check_ids, array_agg(distinct f.unit) as units
       ${itsFindings(tenantId)}) looked
   where r.tenant_id = ${tenantId} and r.id = any(${idArray(ids)}) and ${where}`

/** The groups of a resource are those of the checks that look at it. */
const groupsOf = (
  groups: ReadonlyMap<string, string>,
  checkIds: readonly string[],
): readonly string[] => [...new Set(checkIds.flatMap((id) => groups.get(id) || []))].toSorted()

const groupOfCheck = ({ checks }: ResourceFacts): ReadonlyMap<string, string> =>
  new Map(checks.map(({ id, resource_group }) => [id, resource_group]))

/** The resources of these ids, in their order, as far as `where` shows them. */
async function inOrder(
  tx: Tx,
  facts: ResourceFacts,
  ids: readonly string[],
  where = raw('true'),
): Promise<Resource[]> {
  if (ids.length === 0) return []
  const rows = await tx.rows<Found>(sql`${found(tx.tenantId, ids, where)}`)
  const groups = groupOfCheck(facts)
  const known = new Map(
    rows.map(({ check_ids, ...row }) => [row.id, { ...row, groups: groupsOf(groups, check_ids) }]),
  )
  return ids.flatMap((id) => known.get(id) ?? [])
}

interface Asked {
  readonly filters: readonly AnyFilter[]
  readonly sort: readonly { readonly key: string; readonly descending: boolean }[]
  readonly page: { readonly number: number; readonly size: number }
}

/**
 * Resources with a live finding; with `filter[scan]`, those with a finding that the scan saw. Undefined
 * where no provider is in sight.
 */
async function among(
  tx: Tx,
  scope: Scope,
  facts: ResourceFacts,
  filters: readonly AnyFilter[],
): Promise<Sql | undefined> {
  const { tenantId } = tx
  if (scope.ids.length === 0) return undefined
  type Target = Sql | ((filter: AnyFilter) => Sql)
  const known = columns(tx, facts).filters as Readonly<Record<string, Target>>
  const scans = filters.filter(({ name }) => name === 'scan')
  const where = [sql`r.tenant_id = ${tenantId}`, within(scope, sql`r.provider_id`)]
  for (const { value } of scans) {
    where.push(await facts.seenIn(tx, scope, [value].flat() as string[], sql`r.id`))
  }
  if (scans.length === 0) where.push(sql`exists (select ${itsFindings(tenantId)})`)
  for (const filter of filters) {
    if (filter.name === 'scan' || isProviderFilter(filter)) continue
    const target = known[filter.name]
    if (!target) throw new Error(`No condition is named ${filter.name}.`)
    where.push(typeof target === 'function' ? target(filter) : compare(target, filter))
  }
  return all(where)
}

export async function resourcePage(
  tx: Tx,
  scope: Scope,
  facts: ResourceFacts,
  query: Asked,
): Promise<Page<Resource>> {
  const where = await among(tx, scope, facts, query.filters)
  if (!where) return { rows: [], count: 0 }
  const { size, number } = query.page
  const [rows, { count }] = await Promise.all([
    tx.rows<{ id: string }>(sql`
      ${plannedForValues}select r.id
        from resources r
       where ${where}
       order by ${orderBy(keysOf(tx, facts, query.sort))}
       limit ${size} offset ${(number - 1) * size}`),
    tx.single<{ count: number }>(
      sql`${plannedForValues}select count(*) as count from resources r where ${where}`,
    ),
  ])
  const ids = rows.map(({ id }) => id)
  return { rows: await inOrder(tx, facts, ids), count }
}

/** A resource with the account that it is in, as files name it. */
export interface PlacedResource {
  readonly resource: Resource
  readonly provider: string
  readonly account: { readonly uid: string; readonly name: string | null }
}

/** The resources of a list behind a place in its order, `most` of them. Without a next place, the list has ended. */
export async function resourcesBehind(
  tx: Tx,
  caller: Caller,
  facts: ResourceFacts,
  asked: {
    readonly query: Omit<Asked, 'page'>
    readonly after: readonly string[] | undefined
    readonly most: number
  },
): Promise<{ rows: readonly PlacedResource[]; place: readonly string[] | undefined }> {
  const { query, after, most } = asked
  const scope = await scopeOf(tx, caller, query.filters)
  const where = await among(tx, scope, facts, query.filters)
  if (!where) return { rows: [], place: undefined }
  const keys = keysOf(tx, facts, query.sort)
  type Found = Omit<PlacedResource, 'resource'> & { id: string; keys: readonly string[] }
  const rows = await tx.rows<Found>(sql`
    ${plannedForValues}select r.id, p.provider, ${placeOf(keys)} as keys,
           jsonb_build_object('uid', p.uid, 'name', p.alias) as account
      from resources r
      join providers p on p.tenant_id = r.tenant_id and p.id = r.provider_id
     where ${all(after ? [where, behind(keys, after)] : [where])}
     order by ${orderBy(keys)}
     limit ${most}`)
  const ids = rows.map(({ id }) => id)
  const known = new Map((await inOrder(tx, facts, ids)).map((one) => [one.id, one]))
  return {
    rows: rows.flatMap(({ id, provider, account }) => {
      const resource = known.get(id)
      return resource ? [{ resource, provider, account }] : []
    }),
    place: rows.at(-1)?.keys,
  }
}

/** What is stored of a resource, for every caller. */
export interface SeenResource {
  readonly id: string
  readonly uid: string
  readonly name: string
  readonly region: string
  readonly service: string
  readonly type: string
  readonly partition: string
  readonly tags: Readonly<Record<string, string>>
  readonly details: string | null
  readonly metadata: unknown
}

/** Resources by their ids, without their findings. */
export async function seenResources(
  tx: Tx,
  ids: readonly string[],
): Promise<ReadonlyMap<string, SeenResource>> {
  const rows = await tx.rows<SeenResource>(sql`
    select r.id, r.uid, r.name, r.region, r.service, r.type, r.partition, r.details, r.metadata,
           ${tagsOf(tx.tenantId)} as tags
      from resources r
     where r.tenant_id = ${tx.tenantId} and r.id = any(${idArray(ids)})`)
  return new Map(rows.map((row) => [row.id, row]))
}

type Facets = Omit<ResourceFacets, 'id' | 'groups'> & { readonly check_ids: string[] }
const noFacets: Facets = { services: [], regions: [], types: [], check_ids: [] }

/** Every value that resources have; their groups are those of the checks that look at them. */
export async function resourceFacetsOf(
  tx: Tx,
  scope: Scope,
  facts: ResourceFacts,
  filters: readonly AnyFilter[],
): Promise<ResourceFacets> {
  const where = await among(tx, scope, facts, filters)
  const found = where && (await tx.single<Facets>(facetsAmong(tx, where)))
  const { check_ids, ...values } = found ?? noFacets
  return { id: 'n/a', ...values, groups: groupsOf(groupOfCheck(facts), check_ids) }
}

const facetsAmong = (tx: Tx, where: Sql): Sql => sql`
  ${plannedForValues}with r as materialized (
    select r.id, r.service, r.region, r.type
      from resources r
     where ${where})
  select array(select distinct r.service from r where r.service <> '' order by 1 limit ${maxChoices}::int) as services,
         array(select distinct r.region from r where r.region <> '' order by 1 limit ${maxChoices}::int) as regions,
         array(select distinct r.type from r where r.type <> '' order by 1 limit ${maxChoices}::int) as types,
         array(select distinct f.check_id
                 from findings f
                where f.tenant_id = ${tx.tenantId} and f.removed_at is null
                  and f.resource_id in (select r.id from r)) as check_ids`

/** By id also those that no live finding looks at any more. */
export const resourcesByIds =
  (facts: ResourceFacts) =>
  (tx: Tx, ids: readonly string[], caller: Caller): Promise<Resource[]> =>
    inOrder(
      tx,
      facts,
      ids,
      sql`${visible(caller, sql`r.provider_id`)} and exists (
        select from providers p
         where p.tenant_id = r.tenant_id and p.id = r.provider_id and p.deleted_at is null)`,
    )
