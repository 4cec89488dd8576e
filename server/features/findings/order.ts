/**
 * In what order findings are listed. The index of lists is (status, severity desc, id desc), but people
 * expect FAIL before PASS and critical first whatever the codes are. So where the order begins with status
 * or severity, the list is cut into branches, one for each value, in the requested order: each branch is read off the
 * index, and those behind the page are never started.
 */
import { type Key, raw, type Sql } from '../../platform/db/index.ts'
import { severityCodes, statusCodes } from '../versions/index.ts'
import { updatedAt } from './filters.ts'

export interface SortBy {
  readonly key: string
  readonly descending: boolean
}
export interface Order {
  /** Conditions of the branches, the first branch first; one that is always true if the list is not cut. */
  readonly branches: readonly Sql[]
  /** The order inside a branch; the last key is unique. */
  readonly keys: readonly Key[]
  readonly needsObservations: boolean
}

const { PASS, FAIL, MANUAL } = statusCodes
const ranked: Readonly<Record<string, readonly number[]>> = {
  status: [FAIL, PASS, MANUAL],
  severity: Object.values(severityCodes).toReversed(),
}

const columns: Readonly<Record<string, Omit<Key, 'descending'>>> = {
  status: {
    column: raw(`case v.status when ${FAIL} then 1 when ${PASS} then 2 else 3 end`),
    type: 'int',
  },
  check_id: { column: raw('v.check_id'), type: 'text' },
  inserted_at: { column: raw('s.recorded_at'), type: 'timestamptz' },
  updated_at: { column: updatedAt, type: 'timestamptz' },
}
/** The worst first is upwards, as people count. */
const severityKey = (descending: boolean): Key => ({
  column: raw('v.severity'),
  descending: !descending,
  type: 'int',
})
const last: Key = { column: raw('v.id'), descending: true, type: 'uuid' }

/** The leading keys that become branches. Severity alone continues by status, which is next in the index. */
function cutBy(sort: readonly SortBy[]): readonly SortBy[] {
  const [first, second] = sort
  if (first?.key === 'status') return [first]
  if (first?.key !== 'severity') return []
  if (!second) return [first, { key: 'status', descending: false }]
  return second.key === 'status' ? [first, second] : [first]
}

function keyOf({ key, descending }: SortBy): Key {
  if (key === 'severity') return severityKey(descending)
  const column = columns[key]
  if (!column) throw new Error(`No sort key is named ${key}.`)
  return { ...column, descending }
}

export function orderOf(sort: readonly SortBy[]): Order {
  const cut = cutBy(sort)
  const rest = sort.filter(({ key }) => !cut.some((one) => one.key === key))
  const branches = cut.reduce<readonly string[][]>(
    (made, { key, descending }) => {
      const values = ranked[key] ?? []
      const inOrder = descending ? values.toReversed() : values
      return made.flatMap((branch) => inOrder.map((code) => [...branch, `v.${key} = ${code}`]))
    },
    [[]],
  )
  const onlyStatus = cut.length === 1 && cut[0]?.key === 'status' && rest.length === 0
  const keys = [...rest.map(keyOf), ...(onlyStatus ? [severityKey(false)] : []), last]
  return {
    branches: branches.map((branch) => raw(branch.join(' and ') || 'true')),
    keys,
    needsObservations: sort.some(({ key }) => key === 'inserted_at' || key === 'updated_at'),
  }
}

/** Observations that rows carry already. */
export const carried = raw(
  'cross join lateral (select v.s_scan_id as scan_id, v.s_recorded_at as recorded_at) s',
)
/** The columns to order by, with the observation if the order or a filter needs it. */
export const ordered = (withObservations: boolean): Sql =>
  raw(
    `v.id, v.status, v.severity, v.check_id, v.triaged_at${withObservations ? ', s.scan_id as s_scan_id, s.recorded_at as s_recorded_at' : ''}`,
  )
