/** Groups with their rows as one list of lines, which gives the content of each position in a tree grid. */

export interface Line {
  /** The index of the group. */
  readonly group: number
  /** The index of the row in the group; null for the line of the group itself. */
  readonly row: number | null
}

/** The number of lines below each open group, by the group’s index. */
export type Opened = ReadonlyMap<number, number>

export const lineCount = (groups: number, opened: Opened): number =>
  [...opened].reduce((sum, [group, rows]) => (group < groups ? sum + rows : sum), groups)

/** Returns line `index` (0-based) of the list. */
export function lineAt(index: number, opened: Opened): Line {
  let passed = 0
  for (const [group, rows] of [...opened].toSorted(([a], [b]) => a - b)) {
    const start = group + passed
    if (index <= start) break
    if (index <= start + rows) return { group, row: index - start - 1 }
    passed += rows
  }
  return { group: index - passed, row: null }
}

/** The index of a group’s own line. */
export const lineOf = (group: number, opened: Opened): number =>
  [...opened].reduce((sum, [other, rows]) => (other < group ? sum + rows : sum), group)
