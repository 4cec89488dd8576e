/** The only table of finding filters and their SQL. */
import type { Instant } from '@plumbline/jsonapi'
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
import { type AnyFilter, isProviderFilter, type ProviderFilter } from '../providers/index.ts'
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
import type { latestFilters, windowFilters } from './resource.ts'

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

/** A change of the severity alone makes a version too, so the version of that moment must not have the same status. */
const statusChanged = (tenantId: string, since: string): Sql => sql`
  (v.changed_at >= ${since}::timestamptz and not exists (
    select from finding_history h
     where h.tenant_id = ${tenantId} and h.finding_key = v.finding_key and h.provider_id = v.provider_id
       and h.changed_at < ${since}::timestamptz and h.closed_at >= ${since}::timestamptz
       and h.status = v.status))`

const amongChecks = (ids: readonly string[]): Sql =>
  ids.length === 0 ? raw('false') : compare(sql`v.check_id`, { op: 'in', value: ids })

/** The checks that a filter on their category or group means. */
const checksOf = (catalog: CheckCatalog, filter: AnyFilter): readonly string[] => {
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

interface Request {
  readonly tenantId: string
  readonly catalog: CheckCatalog
}

interface FindingFilter {
  /**
   * `time`: what is read is chosen by it; only the latest findings have a condition for it. `rollup`: a column of
   * rollups. `counter`: chooses among the counters of a rollup. `row`: a fact that only the versions themselves have.
   */
  readonly kind: 'time' | 'rollup' | 'counter' | 'row'
  /** Of versions `v`. */
  readonly sql?: (filter: AnyFilter, request: Request) => Sql
  /** Its condition is about the observation `s` too. */
  readonly isOnObservations?: true
  /** It lets much of any unit through. Behind any other, what is found is fewer rows to sort. */
  readonly isLight?: (filter: AnyFilter) => boolean
}

const column =
  (name: string) =>
  (filter: AnyFilter): Sql =>
    compare(raw(`v.${name}`), filter)
const ofChecks = (filter: AnyFilter, { catalog }: Request): Sql =>
  amongChecks(checksOf(catalog, filter))
const bySeverity = (filter: AnyFilter): Sql => codes(sql`v.severity`, filter, severityCodes)
const always = (): boolean => true

type FilterName =
  | Exclude<keyof typeof latestFilters | keyof typeof windowFilters, ProviderFilter>
  | 'any_uid'

const findingFilters: Readonly<Record<FilterName, FindingFilter>> = {
  scan: { kind: 'time' },
  inserted_at: { kind: 'time' },
  updated_at: {
    kind: 'time',
    sql: (filter) => compare(updatedAt, filter),
    isOnObservations: true,
  },
  check_id: {
    kind: 'rollup',
    sql: (filter) =>
      filter.op === 'in' ? amongChecks(values(filter).map(String)) : column('check_id')(filter),
  },
  service: { kind: 'rollup', sql: column('service') },
  region: { kind: 'rollup', sql: column('region') },
  resource_type: { kind: 'rollup', sql: column('resource_type') },
  resource_groups: { kind: 'rollup', sql: ofChecks },
  category: { kind: 'rollup', sql: ofChecks },
  severity: { kind: 'rollup', sql: bySeverity, isLight: always },
  impact: { kind: 'rollup', sql: bySeverity, isLight: always },
  status: { kind: 'counter', sql: statusFilter, isLight: always },
  muted: { kind: 'counter', sql: column('muted'), isLight: ({ value }) => value === false },
  id: { kind: 'row', sql: column('id') },
  uid: { kind: 'row', sql: column('uid') },
  triage_status: { kind: 'row', sql: triageFilter },
  manual_pass_expires_at: {
    kind: 'row',
    sql: (filter, { tenantId }) => attestedUntil(tenantId, filter),
  },
  first_seen_at: { kind: 'row', sql: column('first_seen_at') },
  status_changed_at: {
    kind: 'row',
    sql: ({ value }, { tenantId }) => statusChanged(tenantId, (value as Instant).from),
  },
  resources: { kind: 'row', sql: column('resource_id') },
  resource_name: {
    kind: 'row',
    sql: (filter, { tenantId }) => ofResource(tenantId, 'name', filter),
  },
  resource_uid: {
    kind: 'row',
    sql: (filter, { tenantId }) => ofResource(tenantId, 'uid', filter),
  },
  /** Of the finding or of its resource. */
  any_uid: {
    kind: 'row',
    sql: (filter, { tenantId }) =>
      sql`(${compare(sql`v.uid`, filter)} or ${ofResource(tenantId, 'uid', filter)})`,
  },
  /** Every word occurs in what lists show of the finding. */
  search: {
    kind: 'row',
    sql: ({ value }, { tenantId, catalog }) =>
      join(
        wordsIn(value)
          .map((word) => hasWord(tenantId, catalog, word))
          .concat(raw('true')),
        ' and ',
      ),
  },
  delta: {
    kind: 'row',
    sql: (filter) => sql`(${codes(sql`v.delta`, filter, deltaCodes)} and v.scan_id = s.scan_id)`,
    isOnObservations: true,
  },
}

export interface Conditions {
  /** On versions `v`, and on observations `s` if `needsObservations`. */
  readonly where: readonly Sql[]
  readonly needsObservations: boolean
  /** The same of rollups `v`; undefined if these do not know it. */
  readonly rollups: RollupConditions | undefined
  /** The filters let much of any unit through. */
  readonly areLight: boolean
}
export interface RollupConditions {
  readonly where: readonly Sql[]
  /** The filters on status and mute, which choose among the counters. */
  readonly counters: readonly AnyFilter[]
}

/** The conditions of filters; those on providers are in the scope already. */
export function conditionsOf(
  request: Request,
  { filters, latest }: { readonly filters: readonly AnyFilter[]; readonly latest: boolean },
): Conditions {
  const known = filters
    .filter((filter) => !isProviderFilter(filter))
    .map((filter) => ({ filter, ...definitionOf(filter) }))
  const own = known.filter(({ kind }) => latest || kind !== 'time')
  const sqlOf = ({ sql: toSql, filter }: (typeof own)[number]): Sql[] =>
    toSql ? [toSql(filter, request)] : []
  const needsObservations = own.some(({ isOnObservations }) => isOnObservations)
  const areCounted = own.every(({ kind }) => kind === 'rollup' || kind === 'counter')
  const ofKind = (wanted: FindingFilter['kind']) => own.filter(({ kind }) => kind === wanted)
  return {
    where: own.flatMap(sqlOf),
    needsObservations,
    rollups: areCounted
      ? {
          where: ofKind('rollup').flatMap(sqlOf),
          counters: ofKind('counter').map(({ filter }) => filter),
        }
      : undefined,
    areLight: known.every(({ isLight, filter }) => isLight?.(filter)),
  }
}

function definitionOf({ name }: AnyFilter): FindingFilter {
  const found = (findingFilters as Readonly<Record<string, FindingFilter>>)[name]
  if (!found) throw new Error(`No condition is named ${name}.`)
  return found
}

/** The latest of observation, mute and triage. */
export const updatedAt = raw('greatest(s.recorded_at, v.triaged_at)')

/** The scans that match every filter on scans; undefined without such a filter. */
export function scansOf(filters: readonly AnyFilter[]): readonly string[] | undefined {
  const [first, ...others] = filters.filter(({ name }) => name === 'scan').map(values)
  if (!first) return undefined
  return first.filter((id) => others.every((ids) => ids.includes(id))).map(String)
}
