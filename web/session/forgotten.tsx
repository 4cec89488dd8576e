/** For users who forgot their password: requests the emailed link that sets a new one. */
import { useState } from 'react'
import { anonymously } from '../api/send.ts'
import { Button } from '../kit/button.tsx'
import { Field } from '../kit/field.tsx'
import { Form, useSubmit } from '../kit/form.tsx'
import { requireAll } from './required.ts'

interface ForgottenProps {
  readonly email: string | undefined
  readonly onBack: () => void
}

export function Forgotten({ email: known, onBack }: ForgottenProps) {
  const [sentTo, setSentTo] = useState<string | null>(null)
  const submitting = useSubmit(['email'], async (typed) => {
    requireAll(typed)
    const { email = '' } = typed
    await anonymously('/password-resets', { type: 'password-resets', attributes: { email } })
    setSentTo(email)
  })
  return (
    <>
      {sentTo === null ? (
        <Form submitting={submitting} label="Forgotten password">
          <Field
            label="Email"
            name="email"
            type="email"
            autoComplete="username"
            required
            defaultValue={known}
            // oxlint-disable-next-line jsx-a11y/no-autofocus -- the one thing that this page is for
            autoFocus
            error={submitting.errors['email']}
          />
          <Button type="submit" kind="primary" isBusy={submitting.isBusy}>
            Email me a link
          </Button>
        </Form>
      ) : (
        <p role="status">
          If an account has the address {sentTo}, a link to set a new password is on its way. It
          works for an hour. Nothing came? Ask an administrator of your account for a link.
        </p>
      )}
      <p className="muted">
        <Button kind="quiet" onClick={onBack}>
          Back to sign-in
        </Button>
      </p>
    </>
  )
}
