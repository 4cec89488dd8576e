/** A chart with a table of the same numbers, which a button shows. */
import { type ReactNode, useId, useState } from 'react'
import { Icon } from '../icons.tsx'

export interface TableColumn {
  readonly title: string
  readonly isNumber?: boolean
}

export interface TableData {
  readonly columns: readonly TableColumn[]
  /** The first cell is the row's header. */
  readonly rows: readonly (readonly ReactNode[])[]
}

interface FigureProps {
  readonly title: string
  /** Next to the title: the scope of the numbers. */
  readonly note?: ReactNode
  /** Before the button that shows the table. */
  readonly actions?: ReactNode
  readonly table: TableData
  readonly children: ReactNode
}

export function Figure({ title, note, actions, table, children }: FigureProps) {
  const id = useId()
  const [isTable, setTable] = useState(false)
  return (
    <figure className="figure" aria-labelledby={id}>
      <figcaption>
        <h2 id={id}>{title}</h2>
        {note && <span className="muted small">{note}</span>}
        <span className="figure-actions">
          {actions}
          <button
            type="button"
            className="button quiet small"
            aria-pressed={isTable}
            onClick={() => setTable(!isTable)}
          >
            <Icon name={isTable ? 'overview' : 'menu'} />
            {isTable ? 'Show as chart' : 'Show as table'}
            <span className="visually-hidden">: {title}</span>
          </button>
        </span>
      </figcaption>
      {isTable ? <FigureTable title={title} table={table} /> : children}
    </figure>
  )
}

const FigureTable = ({ title, table }: { readonly title: string; readonly table: TableData }) => (
  <div className="figure-table" tabIndex={0} role="region" aria-label={`${title}, as a table`}>
    <table className="table">
      <thead>
        <tr>
          {table.columns.map(({ title, isNumber }) => (
            <th key={title} scope="col" className={isNumber ? 'number' : undefined}>
              {title}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {table.rows.map((cells, row) => (
          <tr key={row}>
            {cells.map((cell, at) =>
              at === 0 ? (
                <th key={at} scope="row">
                  {cell}
                </th>
              ) : (
                <td key={at} className={table.columns[at]?.isNumber ? 'number' : undefined}>
                  {cell}
                </td>
              ),
            )}
          </tr>
        ))}
      </tbody>
    </table>
  </div>
)
