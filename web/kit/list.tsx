/** A list with all its states: loading, error, empty, no match, rows. The URL contains the open row. */
import { type ReactNode, useState } from 'react'
import type { Included, Row, Type } from '../api/documents.ts'
import type { Paged } from '../api/hooks.ts'
import { Button } from './button.tsx'
import { type Column, Grid, type GridRow } from './grid/grid.tsx'
import { Empty, Loading, Trouble } from './states.tsx'
import { useView, type View } from './view.ts'
import './list.css'

/** A row with the included rows of its page. */
export interface Listed<T extends Type> {
  readonly row: Row<T>
  readonly included: Included | undefined
}

interface ListProps<T extends Type> {
  readonly label: string
  readonly columns: readonly Column<Listed<T>>[]
  readonly rows: Paged<T>
  /** The content of an empty list: the reason, and the next step. */
  readonly empty: ReactNode
  /** The API's default order. */
  readonly sort?: string
}

const isFiltered = (view: View): boolean =>
  Object.keys(view).some((name) => name.startsWith('filter['))

/** Changes that remove the filters and keep the rest of the view. */
export const unfiltered = (view: View): Readonly<Record<string, undefined>> =>
  Object.fromEntries(
    Object.keys(view).flatMap((name) => (name.startsWith('filter[') ? [[name, undefined]] : [])),
  )

export function List<T extends Type>({ label, columns, rows, empty, sort }: ListProps<T>) {
  const { view, set } = useView()
  const [cursor, setCursor] = useState(0)
  const opened = view['open']
  if (rows.error) return <Trouble error={rows.error} retry={rows.retry} />
  if (rows.count === undefined) return <Loading rows={10} />
  if (rows.count === 0)
    return isFiltered(view) ? (
      <Empty
        title="No matches"
        action={<Button onClick={() => set(unfiltered(view))}>Clear all filters</Button>}
      >
        No rows match these filters.
      </Empty>
    ) : (
      empty
    )
  return (
    <div className="list">
      <Grid
        label={label}
        columns={columns}
        count={rows.count}
        row={(index) => listed(rows, index)}
        want={rows.want}
        cursor={cursor}
        onCursor={setCursor}
        onOpen={({ id }) => set({ open: id, tab: undefined })}
        opened={opened}
        sort={view['sort'] ?? sort}
        onSort={(by) => set({ sort: by })}
        isOld={rows.isOld}
        takesFocus
      />
    </div>
  )
}

/** The same object for the same row, so that its line is not rendered again. */
const held = new WeakMap<object, GridRow<Listed<Type>>>()

function listed<T extends Type>(rows: Paged<T>, index: number): GridRow<Listed<T>> | undefined {
  const row = rows.row(index)
  if (!row) return undefined
  const known = held.get(row) as GridRow<Listed<T>> | undefined
  if (known) return known
  const made = { id: row.id, data: { row, included: rows.included(index) } }
  held.set(row, made as unknown as GridRow<Listed<Type>>)
  return made
}
