/** The layout of a matrix: rows and columns by their sums, greatest first, and the color intensity of cells. */

export interface Cell<T> {
  readonly row: string
  readonly column: string
  readonly value: number
  readonly data: T
}

export interface Matrix<T> {
  readonly rows: readonly string[]
  readonly columns: readonly string[]
  /** Columns that did not fit. */
  readonly left: readonly string[]
  readonly at: (row: string, column: string) => Cell<T> | undefined
}

export function matrixOf<T>(cells: readonly Cell<T>[], mostColumns: number): Matrix<T> {
  const ranked = (of: 'row' | 'column'): readonly string[] => {
    const sums = new Map<string, number>()
    for (const cell of cells) sums.set(cell[of], (sums.get(cell[of]) ?? 0) + cell.value)
    return [...sums].toSorted(([a, x], [b, y]) => y - x || a.localeCompare(b)).map(([name]) => name)
  }
  const columns = ranked('column')
  const worst = worstColumns(cells)
  const first = new Set(
    columns.toSorted((a, b) => Number(worst.has(b)) - Number(worst.has(a))).slice(0, mostColumns),
  )
  const byPlace = new Map(cells.map((cell) => [`${cell.row}\n${cell.column}`, cell]))
  return {
    rows: ranked('row'),
    columns: columns.filter((column) => first.has(column)),
    left: columns.filter((column) => !first.has(column)),
    at: (row, column) => byPlace.get(`${row}\n${column}`),
  }
}

/** The column with the highest value of each row: without it a small row next to a large one would be blank. */
function worstColumns<T>(cells: readonly Cell<T>[]): ReadonlySet<string> {
  const most = new Map<string, Cell<T>>()
  for (const cell of cells)
    if (cell.value > (most.get(cell.row)?.value ?? 0)) most.set(cell.row, cell)
  return new Set([...most.values()].map(({ column }) => column))
}

/** Steps of intensity from 0 to 5, by the square root, so that small numbers are distinguishable. */
export const intensity = (value: number, max: number): number =>
  value <= 0 || max <= 0 ? 0 : Math.max(1, Math.ceil(Math.sqrt(value / max) * 5))
