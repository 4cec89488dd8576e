/** Filters of the list: a box to type them, menus to pick them, and the set filters, each removable. */
import { useState } from 'react'
import { Button, IconButton } from '../kit/button.tsx'
import type { UsedView, View } from '../kit/view.ts'
import { FacetMenu } from './facet-menu.tsx'
import { FilterBox } from './filter-box.tsx'
import {
  filters,
  type NameOf,
  type SetFilter,
  setFilters,
  titleOf,
  valuesSet,
  without,
  withoutAll,
} from './filters.ts'
import { useNames } from './names.ts'

interface Props {
  readonly view: View
  readonly set: UsedView['set']
}

const hasMenu = filters.filter(
  ({ name, values, facet }) => values !== undefined || facet !== undefined || name === 'provider',
)

export function FilterBar({ view, set }: Props) {
  const [isWide, setWide] = useState(false)
  const { nameOf } = useNames(view)
  const shown = hasMenu.filter(
    ({ isFirst, name }) => isFirst || isWide || valuesSet(view, name).length > 0,
  )
  const held = setFilters(view)
  return (
    <search className="filter-bar">
      <FilterBox view={view} set={set} />
      <div className="facets">
        {shown.map((filter) => (
          <FacetMenu key={filter.name} filter={filter} view={view} set={set} />
        ))}
        <Button kind="quiet" icon="filter" aria-expanded={isWide} onClick={() => setWide(!isWide)}>
          {isWide ? 'Fewer' : 'More'}
        </Button>
      </div>
      {held.length > 0 && (
        <ul className="chips" aria-label="Active filters">
          {held.map((one) => (
            <Chip key={one.parameter} filter={one} nameOf={nameOf} set={set} />
          ))}
          <li>
            <Button kind="quiet" onClick={() => set(withoutAll(view))}>
              Clear all
            </Button>
          </li>
        </ul>
      )}
    </search>
  )
}

const ops = new Map([
  ['icontains', ' contains'],
  ['gte', ' from'],
  ['lte', ' to'],
])

function Chip({
  filter,
  nameOf,
  set,
}: {
  readonly filter: SetFilter
  readonly nameOf: NameOf
  readonly set: UsedView['set']
}) {
  const { name, op, values } = filter
  const title = titleOf(name)
  return (
    <li className="chip">
      <span className="muted">
        {title}
        {ops.get(op)}
      </span>
      {values.map((value) => (
        <span key={value} className="chip-value">
          <span title={value}>{nameOf(name, value)}</span>
          <IconButton
            icon="close"
            label={`Remove filter ${title}: ${nameOf(name, value)}`}
            onClick={() => set(without(filter, value))}
          />
        </span>
      ))}
    </li>
  )
}
