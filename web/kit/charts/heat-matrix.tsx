import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { number } from '../words.ts'
import { type Cell, intensity, type Matrix } from './matrix.ts'

interface HeatMatrixProps<T> {
  readonly label: string
  readonly matrix: Matrix<T>
  /** The label above the rows' names. */
  readonly corner: string
  readonly rowName: (row: string) => ReactNode
  readonly cellHref: (cell: Cell<T>) => string
  readonly cellLabel: (cell: Cell<T>) => string
}

/** Numbers in a table: the greater, the darker. A dot: assessed, none found. Blank: not assessed. */
export function HeatMatrix<T>({
  label,
  matrix,
  corner,
  rowName,
  cellHref,
  cellLabel,
}: HeatMatrixProps<T>) {
  const { rows, columns, at } = matrix
  const cells = rows.flatMap((row) => columns.map((column) => at(row, column)?.value ?? 0))
  const max = Math.max(0, ...cells)
  return (
    <div className="heat" tabIndex={0} role="region" aria-label={label}>
      <table>
        <thead>
          <tr>
            <th scope="col">{corner}</th>
            {columns.map((column) => (
              <th key={column} scope="col">
                <span title={column}>{column}</span>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row}>
              <th scope="row">{rowName(row)}</th>
              {columns.map((column) => {
                const cell = at(row, column)
                if (!cell)
                  return (
                    <td key={column}>
                      <span className="visually-hidden">no findings</span>
                    </td>
                  )
                return (
                  <td key={column} data-level={intensity(cell.value, max)}>
                    <Link
                      href={cellHref(cell)}
                      aria-label={cellLabel(cell)}
                      title={cellLabel(cell)}
                    >
                      {cell.value === 0 ? '·' : number(cell.value)}
                    </Link>
                  </td>
                )
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
