/** Labelled inputs of a form, each with its hint and the API's errors. */
import {
  type InputHTMLAttributes,
  type ReactNode,
  type SelectHTMLAttributes,
  type TextareaHTMLAttributes,
  useId,
} from 'react'

interface About {
  readonly label: string
  readonly hint?: ReactNode
  readonly error?: string | undefined
}

function Frame({
  id,
  label,
  hint,
  error,
  children,
}: About & { readonly id: string; readonly children: ReactNode }) {
  return (
    <div className={error ? 'field has-error' : 'field'}>
      <label htmlFor={id}>{label}</label>
      {children}
      {hint && hint !== error && (
        <p id={`${id}-hint`} className="muted small">
          {hint}
        </p>
      )}
      {error && (
        <p id={`${id}-error`} className="error small">
          {error}
        </p>
      )}
    </div>
  )
}

const described = (id: string, { hint, error }: About) => ({
  id,
  'aria-invalid': error ? true : undefined,
  'aria-describedby':
    [hint && hint !== error && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ') ||
    undefined,
})

export function Field({
  label,
  hint,
  error,
  ...rest
}: About & InputHTMLAttributes<HTMLInputElement>) {
  const id = useId()
  return (
    <Frame id={id} label={label} hint={hint} error={error}>
      <input {...rest} {...described(id, { label, hint, error })} />
    </Frame>
  )
}

export function TextArea({
  label,
  hint,
  error,
  ...rest
}: About & TextareaHTMLAttributes<HTMLTextAreaElement>) {
  const id = useId()
  return (
    <Frame id={id} label={label} hint={hint} error={error}>
      <textarea rows={4} {...rest} {...described(id, { label, hint, error })} />
    </Frame>
  )
}

export interface Option {
  readonly value: string
  readonly label: string
  readonly isDisabled?: boolean
}

interface SelectProps extends About, SelectHTMLAttributes<HTMLSelectElement> {
  readonly options: readonly Option[]
}

export function Select({ label, hint, error, options, ...rest }: SelectProps) {
  const id = useId()
  return (
    <Frame id={id} label={label} hint={hint} error={error}>
      <select {...rest} {...described(id, { label, hint, error })}>
        {options.map(({ value, label, isDisabled }) => (
          <option key={value} value={value} disabled={isDisabled}>
            {label}
          </option>
        ))}
      </select>
    </Frame>
  )
}

export function Checkbox({
  label,
  hint,
  ...rest
}: Omit<About, 'error'> & InputHTMLAttributes<HTMLInputElement>) {
  const id = useId()
  return (
    <div className="checkbox">
      <input {...rest} {...described(id, { label, hint })} type="checkbox" />
      <label htmlFor={id}>{label}</label>
      {hint && (
        <p id={`${id}-hint`} className="muted small">
          {hint}
        </p>
      )}
    </div>
  )
}
