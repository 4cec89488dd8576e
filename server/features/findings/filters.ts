/** The only table of finding filters and their SQL. */
import {
  compare,
  contains,
  foldCase,
  join,
  raw,
  type Sql,
  sql,
  wordsIn,
} from '../../platform/db/index.ts'
import { type AnyFilter, isProviderFilter } from '../providers/index.ts'
import { tagText } from '../resources/index.ts'
import { type CheckCatalog, checkIds } from '../checks/index.ts'
import {
  deltaCodes,
  severityCodes,
  statusCodes,
  type Triage,
  triageCodes,
  triageCode,
} from '../versions/index.ts'

const values = (filter: AnyFilter): readonly unknown[] => [filter.value].flat()

const codes = (column: Sql, filter: AnyFilter, table: Readonly<Record<string, number>>): Sql =>
  compare(column, { op: 'in', value: values(filter).map((name) => table[String(name)]) })

/** An expired attestation shows MANUAL again, even before its row is corrected. */
const attested = raw('(v.status_until is null or v.status_until > now())')
const statusIs: Readonly<Record<string, Sql>> = {
  FAIL: sql`v.status = ${statusCodes.FAIL}`,
  PASS: sql`(v.status = ${statusCodes.PASS} and ${attested})`,
  MANUAL: sql`(v.status = ${statusCodes.MANUAL} or v.status = ${statusCodes.PASS} and not ${attested})`,
}

function statusFilter(filter: AnyFilter): Sql {
  const requested = [...new Set(values(filter).map(String))]
  const [only, ...others] = requested.map((name) => statusIs[name] ?? raw('false'))
  if (!only) return raw('false')
  return others.length === 0 ? only : sql`(${join([only, ...others], ' or ')})`
}

/** Statuses set only by a decision or a scan use their index. */
function triageFilter(filter: AnyFilter): Sql {
  const requested = values(filter).map((name) => triageCodes[String(name) as Triage])
  const shown = compare(triageCode('v'), { op: 'in', value: requested })
  const isStored = requested.every(
    (code) => code !== triageCodes.open && code !== triageCodes.resolved,
  )
  return isStored
    ? sql`(${compare(sql`v.triage`, { op: 'in', value: requested })} and ${shown})`
    : shown
}

/** Attestations that have not ended are few, and have an index. */
const attestedUntil = (tenantId: string, filter: AnyFilter): Sql => sql`
  (${compare(sql`v.status_until`, filter)} and (v.provider_id, v.finding_key) in (
    select o.provider_id, o.finding_key
      from finding_attestations o
     where o.tenant_id = ${tenantId} and o.ended_at is null and ${compare(sql`o.expires_at`, filter)}))`

const amongChecks = (ids: readonly string[]): Sql =>
  ids.length === 0 ? raw('false') : compare(sql`v.check_id`, { op: 'in', value: ids })

/** The checks that a filter on their category or group means. */
export const checksOf = (catalog: CheckCatalog, filter: AnyFilter): readonly string[] => {
  const requested = values(filter)
  return checkIds(catalog, ({ categories, resource_group }) =>
    filter.name === 'category'
      ? categories.some((one) => requested.includes(one))
      : requested.includes(resource_group),
  )
}

/** Filters on a resource become resource ids first. */
const ofResource = (tenantId: string, column: string, filter: AnyFilter): Sql => sql`
  v.resource_id in (
    select r.id
      from resources r
     where r.tenant_id = ${tenantId} and ${compare(raw(`r.${column}`), filter)})`

/** Texts of a finding in which its lists are searched. */
const searchedTexts = ['check_id', 'service', 'region', 'resource_type', 'uid', 'status_extended']

/**
 * Matches findings that show a word in lists: in their own texts, or in those of their check, account or resource. These
 * others are read once, and only if a finding does not have the word in its own texts.
 */
function hasWord(tenantId: string, catalog: CheckCatalog, word: string): Sql {
  const folded = foldCase(word)
  const checks = checkIds(catalog, ({ title }) => foldCase(title).includes(folded))
  return sql`(
    ${contains(word, ...searchedTexts.map((name) => raw(`v.${name}`)))}
    or v.check_id in (select k from json_array_elements_text(${JSON.stringify(checks)}::json) k)
    or (v.provider_id, v.check_id) in (
      select c.provider_id, c.check_id
        from imported_checks c
       where c.tenant_id = ${tenantId} and ${contains(word, sql`c.title`)})
    or v.provider_id in (
      select p.id
        from providers p
       where p.tenant_id = ${tenantId} and ${contains(word, sql`p.uid`, sql`p.alias`)})
    or v.resource_id in (
      select r.id
        from resources r
       where r.tenant_id = ${tenantId} and ${contains(word, sql`r.name`, sql`r.uid`)}
       union all
      select t.resource_id
        from resource_tags t
       where t.tenant_id = ${tenantId} and ${contains(word, tagText)}))`
}

export interface Conditions {
  readonly where: readonly Sql[]
  /** Some condition is about the observation `s`. */
  readonly needsObservations: boolean
}

/** The conditions on versions `v`, and on observations `s` if a filter needs them. */
export function conditionsOf(
  tenantId: string,
  catalog: CheckCatalog,
  filters: readonly AnyFilter[],
): Conditions {
  const facts: Readonly<Record<string, (filter: AnyFilter) => Sql>> = {
    id: (filter) => compare(sql`v.id`, filter),
    uid: (filter) => compare(sql`v.uid`, filter),
    check_id: (filter) =>
      filter.op === 'in'
        ? amongChecks(values(filter).map(String))
        : compare(sql`v.check_id`, filter),
    status: statusFilter,
    severity: (filter) => codes(sql`v.severity`, filter, severityCodes),
    impact: (filter) => codes(sql`v.severity`, filter, severityCodes),
    muted: (filter) => compare(sql`v.muted`, filter),
    triage_status: triageFilter,
    manual_pass_expires_at: (filter) => attestedUntil(tenantId, filter),
    service: (filter) => compare(sql`v.service`, filter),
    region: (filter) => compare(sql`v.region`, filter),
    resource_type: (filter) => compare(sql`v.resource_type`, filter),
    resource_name: (filter) => ofResource(tenantId, 'name', filter),
    resource_uid: (filter) => ofResource(tenantId, 'uid', filter),
    /** Of the finding or of its resource. */
    any_uid: (filter) =>
      sql`(${compare(sql`v.uid`, filter)} or ${ofResource(tenantId, 'uid', filter)})`,
    resources: (filter) => compare(sql`v.resource_id`, filter),
    resource_groups: (filter) => amongChecks(checksOf(catalog, filter)),
    category: (filter) => amongChecks(checksOf(catalog, filter)),
    /** Every word occurs in what lists show of the finding. */
    search: ({ value }) =>
      join(
        wordsIn(value)
          .map((word) => hasWord(tenantId, catalog, word))
          .concat(raw('true')),
        ' and ',
      ),
    delta: (filter) => sql`(${codes(sql`v.delta`, filter, deltaCodes)} and v.scan_id = s.scan_id)`,
    updated_at: (filter) => compare(updatedAt, filter),
  }
  const own = filters.filter(
    (filter) => !isProviderFilter(filter) && !windowFilters.has(filter.name),
  )
  const where = own.map((filter) => {
    const condition = facts[filter.name]
    if (!condition) throw new Error(`No condition is named ${filter.name}.`)
    return condition(filter)
  })
  return {
    where,
    needsObservations: own.some(({ name }) => name === 'delta' || name === 'updated_at'),
  }
}

/** The latest of observation, mute and triage. */
export const updatedAt = raw('greatest(s.recorded_at, v.triaged_at)')

const windowFilters = new Set(['scan', 'inserted_at'])

/** The scans that match every filter on scans; undefined without such a filter. */
export function scansOf(filters: readonly AnyFilter[]): readonly string[] | undefined {
  const asked = filters.filter(({ name }) => name === 'scan').map(values)
  const [first, ...others] = asked
  if (!first) return undefined
  return first.filter((id) => others.every((ids) => ids.includes(id))).map(String)
}
