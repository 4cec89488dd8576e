/** The filters above a list. The URL contains them in the API's format. */
import type { ReactNode } from 'react'
import { IconButton } from './button.tsx'
import { unfiltered } from './list.tsx'
import { Menu } from './menu.tsx'
import { SearchField } from './search-field.tsx'
import { toggled, type UsedView, valuesOf } from './view.ts'
import { words } from './words.ts'
import './filters.css'

export interface Choice {
  /** `filter[state__in]` accepts several values; any other filter one. */
  readonly name: string
  readonly title: string
  readonly values: readonly string[]
  readonly label?: (value: string) => string
}

interface FiltersProps extends Pick<UsedView, 'view' | 'set'> {
  /** The searched objects: "invitations". Without it, search is hidden. */
  readonly search?: string
  readonly choices?: readonly Choice[]
  /** Additional filters of the screen. */
  readonly children?: ReactNode
}

export function Filters({ view, set, search, choices = [], children }: FiltersProps) {
  return (
    <search className="list-filters">
      {search && <SearchField label={`Search ${search}`} />}
      {choices.map((choice) => (
        <ChoiceMenu key={choice.name} choice={choice} view={view} set={set} />
      ))}
      {children}
      {Object.keys(unfiltered(view)).length > 0 && (
        <IconButton icon="close" label="Clear all filters" onClick={() => set(unfiltered(view))} />
      )}
    </search>
  )
}

function ChoiceMenu({
  choice: { name, title, values, label = words },
  view,
  set,
}: Pick<UsedView, 'view' | 'set'> & { readonly choice: Choice }) {
  const chosen = valuesOf(view, name)
  const isMany = name.endsWith('__in]')
  return (
    <Menu
      label={title}
      items={values.map((value) => ({
        label: label(value),
        isChecked: chosen.includes(value),
        onSelect: () =>
          set({ [name]: isMany ? toggled(chosen, value) : chosen.includes(value) ? '' : value }),
      }))}
    >
      {title}
      {chosen.length > 0 && <span className="muted">{chosen.map(label).join(', ')}</span>}
    </Menu>
  )
}
