/** Checkboxes with a common name in a form, for several of a few values. */
import { type ReactNode, useId } from 'react'
import { Checkbox } from './field.tsx'
import './choices.css'

interface ChoicesProps {
  readonly legend: string
  /** The name in the form: `chosen(typed, name)` returns the checked values. */
  readonly name: string
  readonly options: readonly {
    readonly value: string
    readonly label: string
    readonly hint?: string
  }[]
  /** The initially checked values. */
  readonly checked: readonly string[]
  readonly error?: string | undefined
  /** Shown if there are no choices. */
  readonly none?: ReactNode
  readonly disabled?: boolean
}

export function Choices({ legend, name, options, checked, error, none, disabled }: ChoicesProps) {
  const id = useId()
  return (
    <fieldset
      className="choices"
      disabled={disabled}
      aria-invalid={error ? true : undefined}
      aria-describedby={error ? `${id}-error` : undefined}
    >
      <legend>{legend}</legend>
      {options.map(({ value, label, hint }) => (
        <Checkbox
          key={value}
          label={label}
          hint={hint}
          name={`${name}/${value}`}
          defaultChecked={checked.includes(value)}
        />
      ))}
      {options.length === 0 && <p className="muted">{none}</p>}
      {error && (
        <p id={`${id}-error`} className="error small">
          {error}
        </p>
      )}
    </fieldset>
  )
}

export const chosen = (typed: Readonly<Record<string, string>>, name: string): readonly string[] =>
  Object.keys(typed).flatMap((key) =>
    key.startsWith(`${name}/`) ? [key.slice(name.length + 1)] : [],
  )
