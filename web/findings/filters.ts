/** Filters of findings: one table for menus, chips and the filter box. */
import { dateTime } from '../kit/dates.ts'
import type { View } from '../kit/view.ts'
import { severities } from '../kit/severities.ts'
import { words } from '../kit/words.ts'

export const statuses = ['FAIL', 'MANUAL', 'PASS'] as const
/** Statuses that users can set; only scans set the others. */
export const decisions = [
  'open',
  'under_review',
  'remediating',
  'risk_accepted',
  'false_positive',
] as const
export const triageStatuses = [...decisions, 'resolved', 'reopened'] as const

export interface Filter {
  /** The name in the API. */
  readonly name: string
  readonly title: string
  /** Shorter names in the filter box. */
  readonly aliases?: readonly string[]
  /** All possible values. */
  readonly values?: readonly string[]
  /** Findings without a value exist, so that the other values are not the negation of one. */
  readonly isOptional?: boolean
  /** The values are ids of rows, which are typed by name. */
  readonly isRow?: boolean
  /** The member of `/findings/metadata/latest` with the values. */
  readonly facet?: 'services' | 'regions' | 'resource_types' | 'categories' | 'groups'
  /** The filter accepts one value and has no `__in`. */
  readonly isSingle?: boolean
  /** Takes `__icontains`. */
  readonly isText?: boolean
  /** Has a separate menu next to the box. */
  readonly isFirst?: boolean
}

export const filters: readonly Filter[] = [
  { name: 'status', title: 'Status', values: statuses, isFirst: true },
  { name: 'severity', title: 'Severity', values: severities, isFirst: true },
  { name: 'provider', title: 'Provider', aliases: ['account'], isRow: true, isFirst: true },
  { name: 'service', title: 'Service', facet: 'services', isText: true, isFirst: true },
  { name: 'region', title: 'Region', facet: 'regions', isText: true, isFirst: true },
  {
    name: 'resource_type',
    title: 'Resource type',
    aliases: ['type'],
    facet: 'resource_types',
    isText: true,
  },
  { name: 'category', title: 'Category', facet: 'categories' },
  { name: 'resource_groups', title: 'Resource group', aliases: ['group'], facet: 'groups' },
  { name: 'triage_status', title: 'Triage', aliases: ['triage'], values: triageStatuses },
  { name: 'delta', title: 'Since last scan', values: ['new', 'changed'], isOptional: true },
  { name: 'muted', title: 'Muted', values: ['false', 'true'], isSingle: true },
  { name: 'check_id', title: 'Check', aliases: ['check'], isText: true },
  { name: 'resource_name', title: 'Resource name', aliases: ['resource'], isText: true },
  { name: 'resource_uid', title: 'Resource UID', isText: true },
  { name: 'provider_type', title: 'Provider type' },
  { name: 'provider_uid', title: 'Account UID', isText: true },
  { name: 'provider_alias', title: 'Account name', isText: true },
  { name: 'uid', title: 'Finding UID' },
]

export const filterOf = (name: string): Filter | undefined =>
  filters.find((one) => one.name === name)

/** The filter of a typed name, in any case. */
export const namedFilter = (name: string): Filter | undefined => {
  const typed = name.toLowerCase()
  return filters.find(({ name, aliases }) => name === typed || aliases?.includes(typed))
}

/** Filters that are set by links, by a view or by typed words, without values to select. */
const others = new Map([
  ['search', 'Search'],
  ['manual_pass_expires_at', 'Attested'],
  ['provider_id', 'Provider'],
  ['provider_groups', 'Provider group'],
  ['resources', 'Resource'],
  ['scan', 'Scan'],
  ['id', 'Finding'],
  ['impact', 'Severity'],
  ['inserted_at', 'Recorded'],
  ['updated_at', 'Last seen'],
  ['first_seen_at', 'First seen'],
  ['status_changed_at', 'Status changed'],
])

export const titleOf = (name: string): string => filterOf(name)?.title ?? others.get(name) ?? name

/**
 * The display name of a value, for example "Under review" or the account of an id. Values from a cloud are unchanged.
 */
export type NameOf = (name: string, value: string) => string

export const plainName: NameOf = (name, value) => {
  if (name === 'muted') return value === 'true' ? 'Muted' : 'Not muted'
  if (name === 'impact') return words(value)
  if (name === 'id') return 'selected'
  if (isOfTime(name) && value.includes('T') && !Number.isNaN(Date.parse(value)))
    return dateTime(value)
  const isOurs = filterOf(name)?.values?.includes(value)
  return isOurs && name !== 'status' ? words(value) : value
}

const isOfTime = (name: string): boolean => name.endsWith('_at')

/** One active filter: `filter[service__in]=s3,iam`. */
export interface SetFilter {
  /** The parameter. */
  readonly parameter: string
  readonly name: string
  /** `eq`, `in`, `icontains`. */
  readonly op: string
  readonly values: readonly string[]
}

const pattern = /^filter\[(\w+?)(?:__([a-z]+))?\]$/

export const setFilters = (view: View): readonly SetFilter[] =>
  Object.entries(view).flatMap(([parameter, value]) => {
    const [, name, op = 'eq'] = pattern.exec(parameter) ?? []
    if (name === undefined) return []
    const values = op === 'in' ? value.split(',').filter(Boolean) : [value]
    return [{ parameter, name, op, values }]
  })

/** The values of an active filter, in any of its notations. */
export const valuesSet = (view: View, name: string): readonly string[] =>
  setFilters(view).flatMap((one) => (one.name === name && one.op !== 'icontains' ? one.values : []))

export type Changes = Readonly<Record<string, string | undefined>>

/** Adds a value to a filter, or removes it. */
export function toggledFilter(view: View, { name, isSingle }: Filter, value: string): Changes {
  const held = valuesSet(view, name)
  const isOn = held.includes(value)
  if (isSingle) return { [`filter[${name}]`]: isOn ? undefined : value }
  const next = isOn ? held.filter((one) => one !== value) : [...held, value]
  return { [`filter[${name}]`]: undefined, [`filter[${name}__in]`]: next.join(',') || undefined }
}

/** Removes one value from an active filter, and the filter with its last value. */
export const without = ({ parameter, values }: SetFilter, value: string): Changes => ({
  [parameter]: values.filter((one) => one !== value).join(',') || undefined,
})

export const withoutAll = (view: View): Changes =>
  Object.fromEntries(setFilters(view).map(({ parameter }) => [parameter, undefined]))
