/** An input for several values: typed, with suggestions, and removable. */
import { type ReactNode, useId, useRef, useState } from 'react'
import { Icon } from './icons.tsx'
import './chosen-values.css'

export interface Suggestion {
  readonly value: string
  readonly label: string
}

interface Props {
  readonly label: string
  /** The initial values. */
  readonly values: readonly string[]
  readonly onChange: (values: readonly string[]) => void
  readonly suggestions?: readonly Suggestion[]
  /** Only suggestions may be selected. */
  readonly isClosed?: boolean
  readonly error?: string | undefined
  readonly hint?: ReactNode
  readonly disabled?: boolean
}

export function ChosenValues({
  label,
  values,
  onChange,
  suggestions = [],
  isClosed = false,
  error,
  hint,
  disabled,
}: Props) {
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const [taken, setTaken] = useState(values)
  const [text, setText] = useState('')
  const [unknown, setUnknown] = useState<string | null>(null)
  const labelOf = (value: string): string =>
    suggestions.find((one) => one.value === value)?.label ?? value
  const suggested = (typed: string): string | undefined =>
    suggestions.find(({ value, label }) =>
      [value, label].some((one) => one.toLowerCase() === typed.toLowerCase()),
    )?.value
  /** Typed text counts at once, so that users need not press Enter, and the layout does not move on blur. */
  const set = (now: readonly string[], typed: string): void => {
    setTaken(now)
    setText(typed)
    setUnknown(null)
    const trimmed = typed.trim()
    onChange(trimmed === '' ? now : [...new Set([...now, suggested(trimmed) ?? trimmed])])
  }
  const take = (): void => {
    const typed = text.trim()
    const value = suggested(typed)
    if (isClosed && value === undefined)
      setUnknown(`No match for “${typed}”. Choose a value from the list.`)
    else set([...new Set([...taken, value ?? typed])], '')
  }
  const problem = unknown ?? error
  return (
    <div className={problem ? 'field chosen-values has-error' : 'field chosen-values'}>
      <label htmlFor={id}>{label}</label>
      {taken.length > 0 && (
        <ul aria-label={`${label}: selected`}>
          {taken.map((value) => (
            <li key={value}>
              <span>{labelOf(value)}</span>
              <button
                type="button"
                aria-label={`Remove ${labelOf(value)}`}
                disabled={disabled}
                onClick={() => {
                  set(
                    taken.filter((one) => one !== value),
                    text,
                  )
                  input.current?.focus()
                }}
              >
                <Icon name="close" />
              </button>
            </li>
          ))}
        </ul>
      )}
      <input
        ref={input}
        id={id}
        list={`${id}-list`}
        value={text}
        disabled={disabled}
        autoComplete="off"
        aria-invalid={problem ? true : undefined}
        aria-describedby={`${id}-hint${problem ? ` ${id}-error` : ''}`}
        onChange={({ target }) => set(taken, target.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || event.nativeEvent.isComposing || text.trim() === '') return
          event.preventDefault()
          take()
        }}
      />
      <datalist id={`${id}-list`}>
        {suggestions
          .filter(({ value }) => !taken.includes(value))
          .map(({ value, label }) => (
            <option key={value} value={label}>
              {label}
            </option>
          ))}
      </datalist>
      <p id={`${id}-hint`} className="muted small">
        {hint} Press Enter to add another value.
      </p>
      {problem && (
        <p id={`${id}-error`} className="error small">
          {problem}
        </p>
      )}
    </div>
  )
}
