/** A form that keeps its input when the API rejects it, and shows the reason at the field. */
import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { byField } from '../api/problem.ts'

export interface Submitting {
  /** The API's errors by field; `''` has errors without a field. */
  readonly errors: Readonly<Record<string, string>>
  readonly isBusy: boolean
  readonly onSubmit: (event: FormEvent<HTMLFormElement>) => void
}

/** Runs `submit` with the input. Errors that it throws become the fields’ errors. */
export function useSubmit(
  fields: readonly string[],
  submit: (typed: Readonly<Record<string, string>>) => Promise<void>,
): Submitting {
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({})
  const [isBusy, setBusy] = useState(false)
  const form = useRef<HTMLFormElement | null>(null)
  useEffect(() => {
    if (Object.keys(errors).length === 0) return
    const first = form.current?.querySelector<HTMLElement>('[aria-invalid], .form-error')
    first?.focus()
  }, [errors])
  return {
    errors,
    isBusy,
    onSubmit: (event) => {
      event.preventDefault()
      if (isBusy) return
      form.current = event.currentTarget
      const typed = Object.fromEntries(
        [...new FormData(event.currentTarget)].flatMap(([name, value]) =>
          typeof value === 'string' ? [[name, value]] : [],
        ),
      )
      setBusy(true)
      setErrors({})
      submit(typed)
        .catch((error: unknown) => setErrors(byField(error, fields)))
        .finally(() => setBusy(false))
    },
  }
}

export function Form({
  submitting,
  children,
  label,
}: {
  readonly submitting: Submitting
  readonly children: ReactNode
  readonly label: string
}) {
  const summary = submitting.errors['']
  return (
    <form className="form" onSubmit={submitting.onSubmit} aria-label={label} noValidate>
      {summary && (
        <p className="form-error" role="alert" tabIndex={-1}>
          {summary}
        </p>
      )}
      {children}
    </form>
  )
}
