/** Filters by typing: names and values are completed, and the typed text becomes the API's query. */
import { type KeyboardEvent, useId, useRef, useState } from 'react'
import { useShortcuts } from '../kit/shortcuts.ts'
import type { UsedView, View } from '../kit/view.ts'
import { type Completion, completions } from './completion.ts'
import { useKnown } from './facets.ts'
import { useNames } from './names.ts'
import { typedFilters } from './typed.ts'

export function FilterBox({ view, set }: { readonly view: View; readonly set: UsedView['set'] }) {
  const id = useId()
  const field = useRef<HTMLInputElement>(null)
  const [text, setText] = useState('')
  const [at, setAt] = useState(-1)
  const [isOpen, setOpen] = useState(false)
  const known = useKnown(view, isOpen)
  const [isSubmitted, setSubmitted] = useState(false)
  const names = useNames(view, isOpen || text !== '')
  const { idsOf } = names
  useShortcuts('Findings', [{ keys: '/', label: 'Filter', run: () => field.current?.focus() }])
  const shown = isOpen ? completions(text, known, names) : []
  const problems = isSubmitted ? typedFilters(text, view, idsOf).problems : []
  const current = Math.min(at, shown.length - 1)

  const change = (next: string): void => {
    setText(next)
    setAt(-1)
    setOpen(true)
    setSubmitted(false)
  }
  /** Sends the whole text, or nothing if a part of it cannot be sent: the text then stays to be corrected. */
  const apply = (typed: string): void => {
    const { changes, problems } = typedFilters(typed, view, idsOf)
    const isSent = problems.length === 0
    if (isSent) set(changes)
    setText(isSent ? '' : typed)
    setSubmitted(!isSent)
    setAt(-1)
    setOpen(false)
  }
  const choose = ({ text: next, isDone }: Completion): void => {
    if (isDone) apply(next)
    else change(next)
    field.current?.focus()
  }
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.nativeEvent.isComposing) return // the keys belong to the input method
    const one = shown[current]
    if (event.key === 'ArrowDown') {
      setOpen(true)
      setAt(shown.length === 0 ? 0 : (current + 1) % shown.length)
    } else if (event.key === 'ArrowUp') setAt(current <= 0 ? shown.length - 1 : current - 1)
    else if (event.key === 'Enter') {
      if (one) choose(one)
      else if (text.trim() !== '') apply(text)
    } else if (event.key === 'Escape') {
      if (isOpen) setOpen(false)
      else document.querySelector<HTMLElement>('.grid')?.focus()
    } else return
    event.preventDefault()
  }
  return (
    <div className="filter-box">
      <input
        ref={field}
        type="text"
        role="combobox"
        aria-label="Filter findings"
        aria-expanded={shown.length > 0}
        aria-controls={`${id}-list`}
        aria-autocomplete="list"
        aria-invalid={problems.length > 0 || undefined}
        aria-describedby={problems.length > 0 ? `${id}-problems` : undefined}
        aria-activedescendant={current >= 0 ? `${id}-${current}` : undefined}
        placeholder="Search, or service:s3 …   /"
        autoComplete="off"
        spellCheck={false}
        value={text}
        onChange={({ target }) => change(target.value)}
        onFocus={() => setOpen(true)}
        onBlur={() => setOpen(false)}
        onKeyDown={onKeyDown}
      />
      <div id={`${id}-problems`} className="filter-problems small error" role="status">
        {problems.map(({ token, sentence }) => (
          <p key={`${token} ${sentence}`}>
            <mark>{token}</mark> {sentence}
          </p>
        ))}
      </div>
      <ul id={`${id}-list`} role="listbox" aria-label="Filters" hidden={shown.length === 0}>
        {shown.map((one, index) => (
          <li
            key={`${one.label} ${one.text}`}
            id={`${id}-${index}`}
            role="option"
            aria-selected={index === current}
            onMouseDown={(event) => {
              event.preventDefault()
              choose(one)
            }}
          >
            <span>{one.label}</span>
            {one.note && <span className="muted small">{one.note}</span>}
          </li>
        ))}
      </ul>
    </div>
  )
}
