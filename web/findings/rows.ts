/** Lines of the list: groups of findings, and findings with the first of their resources. */
import type { Included, Row } from '../api/documents.ts'
import type { GridRow } from '../kit/grid/grid.tsx'
import type { View } from '../kit/view.ts'
import { type Group, groupOf, type WireGroup } from './grouping.ts'

/** A finding with the first of its resources. */
export interface Shown {
  readonly finding: Row<'findings'>
  readonly resource: Row<'resources'> | undefined
}

export interface ShownGroup {
  readonly group: Group
  readonly isOpen: boolean
}

export type Line = Shown | ShownGroup

export const isGroup = (line: Line): line is ShownGroup => 'group' in line

/** The same object for the same row, so that its line is not rendered again. */
const findings = new WeakMap<object, GridRow<Shown>>()
const groups = new WeakMap<object, GridRow<ShownGroup>>()

export function findingLine(
  finding: Row<'findings'>,
  included: Included | undefined,
  level?: 2,
): GridRow<Shown> {
  const held = findings.get(finding)
  if (held?.level === level && held) return held
  const resource = included?.of('resources', finding, 'resources')
  const made = { id: finding.id, data: { finding, resource }, ...(level && { level }) }
  findings.set(finding, made)
  return made
}

export function groupLine(row: WireGroup, view: View, isOpen: boolean): GridRow<ShownGroup> {
  const group = groupOf(row, view)
  const held = groups.get(row)
  if (held?.isOpen === isOpen && held.data.group.hidden === group.hidden) return held
  const made = { id: group.id, data: { group, isOpen }, level: 1, isOpen } as const
  groups.set(row, made)
  return made
}
