/** Failed findings of each service in each provider. */
import { useState } from 'react'
import { Link } from 'wouter'
import { useList } from '../api/hooks.ts'
import type { Query } from '../api/query.ts'
import { providerName } from '../compliance/data.ts'
import { Button } from '../kit/button.tsx'
import { Figure } from '../kit/charts/figure.tsx'
import { HeatMatrix } from '../kit/charts/heat-matrix.tsx'
import { type Cell, matrixOf } from '../kit/charts/matrix.ts'
import { Loading, Trouble } from '../kit/states.tsx'
import { counted, number } from '../kit/words.ts'
import { providerIdOf } from '../compliance/latest.ts'
import { failing } from './links.ts'

const firstColumns = 14
const firstRows = 15

export function ServicesMatrix({ scope }: { readonly scope: Query }) {
  const [isWhole, setWhole] = useState(false)
  const asked = useList<'provider-services-overview'>('/overviews/provider-services', {
    ...scope,
    include: 'provider',
  })
  if (asked.error) return <Trouble error={asked.error} retry={() => void asked.refetch()} />
  if (!asked.data) return <Loading rows={6} />
  const { rows, included } = asked.data
  if (rows.length === 0) return null
  const nameOf = (id: string): string => {
    const found = included.get('providers', id)
    return found ? providerName(found) : id
  }
  const cells = rows.map((row) => ({
    row: providerIdOf(row),
    column: row.service,
    value: row.fail,
    data: row,
  }))
  const matrix = matrixOf(cells, isWhole ? Number.POSITIVE_INFINITY : firstColumns)
  const shown = { ...matrix, rows: isWhole ? matrix.rows : matrix.rows.slice(0, firstRows) }
  type Row = (typeof rows)[number]
  const hrefOf = ({ row, column }: Pick<Cell<Row>, 'row' | 'column'>): string =>
    failing({ 'filter[provider_id]': row, 'filter[service]': column })
  const hidden = matrix.left.length + (matrix.rows.length - shown.rows.length)
  return (
    <Figure
      title="Failed findings by provider and service"
      note="darker: more failures; ·: no failures; blank: no findings"
      table={{
        columns: [
          { title: 'Provider' },
          { title: 'Service' },
          ...['Fail', 'Pass', 'Muted', 'All'].map((title) => ({ title, isNumber: true })),
        ],
        rows: cells
          .toSorted((a, b) => b.value - a.value)
          .map((cell) => [
            nameOf(cell.row),
            cell.column,
            <Link key="fail" href={hrefOf(cell)}>
              {number(cell.value)}
            </Link>,
            number(cell.data.pass),
            number(cell.data.muted),
            number(cell.data.total),
          ]),
      }}
    >
      <HeatMatrix
        label="Failed findings by provider and service"
        matrix={shown}
        corner="Provider"
        rowName={(id) => <Link href={failing({ 'filter[provider_id]': id })}>{nameOf(id)}</Link>}
        cellHref={hrefOf}
        cellLabel={({ row, column, value, data }) =>
          `${nameOf(row)}, ${column}: ${number(value)} of ${counted(data.total, 'finding')} fail`
        }
      />
      {(hidden > 0 || isWhole) && (
        <p className="muted small">
          {isWhole
            ? 'All services are shown. '
            : `Showing the ${firstColumns} services with the most failures and the worst service of each provider; ${matrix.left.length} more have fewer or no failures. `}
          <Button kind="quiet" className="small" onClick={() => setWhole(!isWhole)}>
            {isWhole ? 'Show fewer' : 'Show all'}
          </Button>
        </p>
      )}
    </Figure>
  )
}
