/** Groupings of findings: the endpoint of the groups, and their display in the list. */
import type { Row } from '../api/documents.ts'
import type { Query } from '../api/query.ts'
import type { View } from '../kit/view.ts'
import { counted } from '../kit/words.ts'
import { pathsOf } from './paths.ts'
import { type Counts, flatQuery, groupQuery } from './views.ts'

export const groupings = ['check', 'resource', 'provider', 'service'] as const
export type Grouping = (typeof groupings)[number]
export type Form = Grouping | 'none'

/** Titles of the groupings on the switch. */
export const formTitles: Readonly<Record<Form, string>> = {
  check: 'By check',
  resource: 'By resource',
  provider: 'By provider',
  service: 'By service',
  none: 'Ungrouped',
}

export const formOf = ({ group }: View): Form =>
  group === 'none' ? 'none' : (groupings.find((one) => one === group) ?? 'check')

export type WireGroup = Row<'finding-groups'> | Row<'finding-subjects'>

/** A group in the list. */
export interface Group extends Pick<WireGroup, 'severity' | 'first_seen_at'> {
  /** The id of its line. */
  readonly id: string
  readonly title: string
  /** Distinguishes it from other groups with the same name. */
  readonly note: string | undefined
  readonly counts: Counts
  /** Its size in addition to the number of findings. */
  readonly extent: string
  /** The number of counted findings that the view hides. */
  readonly hidden: number
}

/** The filter for the findings of a group. */
export interface GroupFilter {
  readonly name: string
  readonly value: string
}

const lineId = ({ name, value }: GroupFilter): string => `group/${name}=${value}`

/** The filter in a line’s id; undefined for the line of a finding. */
export function groupFilterOf(id: string): GroupFilter | undefined {
  if (!id.startsWith('group/')) return undefined
  const at = id.indexOf('=')
  return { name: id.slice('group/'.length, at), value: id.slice(at + 1) }
}

function fromCheck(group: Row<'finding-groups'>, view: View): Group {
  return {
    id: lineId({ name: 'filter[check_id]', value: group.check_id }),
    title: group.check_title ?? group.check_id,
    note: undefined,
    severity: group.severity,
    first_seen_at: group.first_seen_at,
    counts: group,
    extent: `of ${counted(group.resources_total, 'resource')}`,
    hidden: view['filter[muted]'] === 'false' ? group.muted_count : 0,
  }
}

function fromSubject(group: Row<'finding-subjects'>): Group {
  const { kind, name, uid, region, provider } = group
  const notes: Readonly<Record<typeof kind, readonly (string | null | undefined)[]>> = {
    resource: [region, provider?.alias || provider?.uid],
    provider: [provider?.type, uid === name ? null : uid],
    service: [],
  }
  return {
    id: lineId(group.filter),
    title: name,
    note: notes[kind].filter(Boolean).join(', ') || undefined,
    severity: group.severity,
    first_seen_at: group.first_seen_at,
    counts: group,
    extent: `by ${counted(group.checks_count, 'check')}`,
    hidden: 0,
  }
}

export const groupOf = (row: WireGroup, view: View): Group =>
  'check_id' in row ? fromCheck(row, view) : fromSubject(row)

/** The request for groups. */
export function groupsAsked(
  grouping: Grouping,
  query: Query,
): { readonly path: string; readonly query: Query } {
  const paths = pathsOf(query)
  if (grouping === 'check') return { path: paths.groups, query: groupQuery(query) }
  return { path: paths.subjects, query: { ...query, group_by: grouping } }
}

/** The findings of a view in the group of a line, worst first. */
export function inGroup({ sort: _, ...query }: Query, lineId: string): Query {
  const own = groupFilterOf(lineId)
  return { ...flatQuery(query), ...(own && { [own.name]: own.value }), sort: 'status,severity' }
}
