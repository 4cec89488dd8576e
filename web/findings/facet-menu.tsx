/** A filter as a list of checkboxes for several values, with the number of findings of each. */
import { type KeyboardEvent, useId, useRef, useState } from 'react'
import { Icon } from '../kit/icons.tsx'
import { Loading } from '../kit/states.tsx'
import type { UsedView, View } from '../kit/view.ts'
import { number } from '../kit/words.ts'
import { useChoices } from './facets.ts'
import { type Filter, toggledFilter, valuesSet } from './filters.ts'

interface Props {
  readonly filter: Filter
  readonly view: View
  readonly set: UsedView['set']
}

/** Lists longer than this can be searched. */
const short = 8

export function FacetMenu({ filter, view, set }: Props) {
  const id = useId()
  const anchor = `--${id.replace(/\W/g, '')}`
  const [isOpen, setOpen] = useState(false)
  const list = useRef<HTMLDivElement>(null)
  const chosen = valuesSet(view, filter.name)
  const onKeyDown = (event: KeyboardEvent): void => {
    const inputs = [...(list.current?.querySelectorAll('input') ?? [])]
    const at = inputs.indexOf(document.activeElement as HTMLInputElement)
    if (event.key === 'ArrowDown') inputs[(at + 1) % inputs.length]?.focus()
    else if (event.key === 'ArrowUp') inputs.at(at - 1)?.focus()
    else if (
      event.key === 'Enter' &&
      document.activeElement instanceof HTMLInputElement &&
      document.activeElement.type === 'checkbox'
    )
      document.activeElement.click()
    else return
    event.preventDefault()
  }
  return (
    <>
      <button
        type="button"
        className="button facet"
        style={{ anchorName: anchor } as object}
        popoverTarget={id}
        aria-expanded={isOpen}
        aria-haspopup="dialog"
      >
        {filter.title}
        {chosen.length > 0 && <b aria-label={`${chosen.length} selected`}>{chosen.length}</b>}
        <Icon name="down" />
      </button>
      <div
        ref={list}
        id={id}
        popover="auto"
        role="dialog"
        aria-label={filter.title}
        className="menu facet-choices"
        style={{ positionAnchor: anchor } as object}
        onKeyDown={onKeyDown}
        onToggle={({ newState }) => setOpen(newState === 'open')}
      >
        {isOpen && <Choices filter={filter} view={view} set={set} chosen={chosen} />}
      </div>
    </>
  )
}

function Choices({ filter, view, set, chosen }: Props & { readonly chosen: readonly string[] }) {
  const choices = useChoices(filter, view)
  const [text, setText] = useState('')
  if (!choices) return <Loading rows={4} />
  if (choices.length === 0)
    return <p className="muted none">No findings in this view have a value.</p>
  const shown = choices.filter(({ label, value }) =>
    `${label} ${value}`.toLowerCase().includes(text.toLowerCase()),
  )
  return (
    <>
      {choices.length > short && (
        <input
          type="search"
          aria-label={`Find in ${filter.title}`}
          placeholder="Find"
          value={text}
          // oxlint-disable-next-line jsx-a11y/no-autofocus -- it was opened to choose from it
          autoFocus
          onChange={({ target }) => setText(target.value)}
        />
      )}
      {shown.map(({ value, label, count }, index) => (
        <label key={value} className="choice">
          <input
            type={filter.isSingle ? 'radio' : 'checkbox'}
            name={filter.name}
            // oxlint-disable-next-line jsx-a11y/no-autofocus -- as above
            autoFocus={choices.length <= short && index === 0}
            checked={chosen.includes(value)}
            onChange={() => set(toggledFilter(view, filter, value))}
          />
          <span>{label}</span>
          <span className="muted number">{count === undefined ? '' : number(count)}</span>
        </label>
      ))}
      {shown.length === 0 && <p className="muted none">No values match “{text}”.</p>}
    </>
  )
}
