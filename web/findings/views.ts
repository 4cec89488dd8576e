/** Predefined views, and the description of a view in a sentence. */
import type { Query } from '../api/query.ts'
import { dayMs, utcDay } from '../kit/days.ts'
import type { View } from '../kit/view.ts'
import { number } from '../kit/words.ts'
import { type NameOf, plainName, type SetFilter, setFilters, titleOf } from './filters.ts'

interface ReadyView {
  readonly title: string
  /** The purpose of the view. */
  readonly about: string
  readonly filters: View
}

const daysAhead = (days: number): string => utcDay(Date.now() + days * dayMs)

/** Findings that need action: the view of a plain `/findings`. */
export const actionable: View = {
  'filter[status__in]': 'FAIL,MANUAL',
  'filter[muted]': 'false',
}

export const readyViews: readonly ReadyView[] = [
  { title: 'Actionable', about: 'failing, or needs manual verification', filters: actionable },
  {
    title: 'New since last scan',
    about: 'first seen in the latest scan',
    filters: { 'filter[delta]': 'new', 'filter[muted]': 'false' },
  },
  {
    title: 'Reopened',
    about: 'passed before, failing again',
    filters: { 'filter[triage_status]': 'reopened' },
  },
  {
    title: 'Manual verification',
    about: 'cannot be checked by API; needs manual verification',
    filters: { 'filter[status]': 'MANUAL', 'filter[muted]': 'false' },
  },
  {
    title: 'Attestations expiring',
    about: 'attested, expires within 14 days',
    filters: {
      'filter[manual_pass_expires_at__gte]': daysAhead(0),
      'filter[manual_pass_expires_at__lte]': daysAhead(14),
    },
  },
  { title: 'Muted', about: 'hidden by a rule or a decision', filters: { 'filter[muted]': 'true' } },
  {
    title: 'Fixed since last scan',
    about: 'passing, did not pass before the latest scan',
    filters: { 'filter[delta]': 'changed', 'filter[status]': 'PASS', 'filter[muted]': 'false' },
  },
]

/** The filters of a view, without other parameters. */
const filtersOf = (view: View): View =>
  Object.fromEntries(setFilters(view).map(({ parameter }) => [parameter, view[parameter] ?? '']))

const same = (one: View, other: View): boolean =>
  Object.keys(one).length === Object.keys(other).length &&
  Object.entries(one).every(([name, value]) => other[name] === value)

export const readyViewOf = (view: View): ReadyView | undefined =>
  readyViews.find(({ filters }) => same(filters, filtersOf(view)))

/** A URL without a query: it gets the default view. */
export const isBare = (view: View): boolean =>
  !('group' in view) &&
  Object.keys(view).every((name) => !name.startsWith('filter[') && name !== 'sort')

/** The default order. */
export const defaultSort = { flat: 'severity', grouped: '-severity,-fail_count,check_id' } as const

/** The attributes of findings in a list: all except the evidence, which is loaded when the finding is opened. */
export const listFields = [
  'uid',
  'delta',
  'status',
  'raw_status',
  'status_extended',
  'severity',
  'check_id',
  'check_metadata',
  'updated_at',
  'first_seen_at',
  'muted',
  'triage_status',
  'triage_has_note',
  'manual_pass_active',
  'manual_pass_expires_at',
  'resources',
].join(',')

export const flatQuery = (query: Query): Query => ({
  sort: defaultSort.flat,
  ...query,
  include: 'resources',
  'fields[findings]': listFields,
})

/** Parameters of group lists with other names, since they apply to the group’s findings. */
const ofFindings: ReadonlyMap<string, string> = new Map([
  ['filter[status]', 'filter[finding_status]'],
  ['filter[status__in]', 'filter[finding_status__in]'],
  ['filter[severity]', 'filter[impact]'],
  ['filter[severity__in]', 'filter[impact__in]'],
  ['filter[muted]', 'filter[finding_muted]'],
])

/** The query for the groups of a view's findings. */
export function groupQuery({ sort, ...query }: Query): Query {
  const asked = Object.entries(query).map(([name, value]) => [ofFindings.get(name) ?? name, value])
  return {
    sort: sort ?? defaultSort.grouped,
    ...(query['filter[muted]'] === undefined && { 'filter[include_muted]': true }),
    ...Object.fromEntries(asked),
  }
}

export interface Counts {
  readonly pass_count: number
  readonly fail_count: number
  readonly manual_count: number
  readonly pass_muted_count: number
  readonly fail_muted_count: number
  readonly manual_muted_count: number
}

/** The number of findings of a group in the view, by status. */
export function shownCounts(
  group: Counts,
  view: View,
): Readonly<Record<'FAIL' | 'MANUAL' | 'PASS', number>> {
  const asked = setFilters(view).filter(({ name }) => name === 'status')
  const muted = view['filter[muted]']
  const count = (status: 'FAIL' | 'MANUAL' | 'PASS', plain: number, hidden: number): number =>
    asked.every(({ values }) => values.includes(status))
      ? (muted === 'true' ? 0 : plain) + (muted === 'false' ? 0 : hidden)
      : 0
  return {
    FAIL: count('FAIL', group.fail_count, group.fail_muted_count),
    MANUAL: count('MANUAL', group.manual_count, group.manual_muted_count),
    PASS: count('PASS', group.pass_count, group.pass_muted_count),
  }
}

/** "FAIL or MANUAL, not muted, service s3". */
export function sentence(view: View, nameOf: NameOf = plainName): string {
  const parts = setFilters(view).map((one) => phrase(one, nameOf))
  return parts.length === 0 ? 'All findings' : parts.join(', ')
}

/** Rows with the same name, or without one, are named once. */
const joined = (values: readonly string[]): string =>
  values.length > 3 ? `${values.length} values` : [...new Set(values)].join(' or ')

/** In lower case, except abbreviations. */
const inSentence = (title: string): string => title.toLowerCase().replace(/\buid\b/, 'UID')

const times = new Map([
  ['gte', ' from'],
  ['lte', ' until'],
])

function phrase({ name, op, values }: SetFilter, nameOf: NameOf): string {
  if (name === 'search') return `with “${values.join(' ')}”`
  const said = joined(values.map((value) => nameOf(name, value)))
  const title = inSentence(titleOf(name))
  if (op === 'icontains') return `${title} containing “${said}”`
  if (name === 'status') return said
  if (name === 'manual_pass_expires_at')
    return `attested until ${op === 'gte' ? 'after' : 'before the end of'} ${said}`
  if (name === 'status_changed_at') return `status changed since ${said}`
  if (name === 'muted') return said.toLowerCase()
  if (name === 'delta') return `${said.toLowerCase()} since the last scan`
  if (name === 'severity' || name === 'impact') return `${said.toLowerCase()} severity`
  if (name === 'id') return `${number(values.length)} selected`
  return `${title}${times.get(op) ?? ''} ${said}`
}
