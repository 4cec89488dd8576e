/** Name, email and password. What changes a sign-in is shown with the present password. */
import { useState } from 'react'
import { change, create } from '../api/client.ts'
import { ApiProblem } from '../api/problem.ts'
import { refetch } from '../api/hooks.ts'
import { signIn, signOut } from '../api/session.ts'
import { Button } from '../kit/button.tsx'
import { Field } from '../kit/field.tsx'
import { Form, type Submitting, useSubmit } from '../kit/form.tsx'
import { Tag } from '../kit/marks.tsx'
import { done, failed } from '../kit/toast.tsx'
import { useMe } from '../session/me.tsx'

type Attributes = Readonly<Record<string, string | undefined>>

const changeMe = async (id: string, attributes: Attributes): Promise<void> => {
  await change(`/users/${id}`, { type: 'users', id, attributes })
}

export function Name() {
  const { user } = useMe()
  const submitting = useSubmit(['name', 'company_name'], async ({ name, company_name }) => {
    await changeMe(user.id, { name, company_name })
    await refetch('/users')
    done('Saved.')
  })
  const { errors, isBusy } = submitting
  return (
    <section>
      <h2>You</h2>
      <Form submitting={submitting} label="You">
        <Field
          label="Name"
          name="name"
          autoComplete="name"
          defaultValue={user.name}
          required
          error={errors['name']}
        />
        <Field
          label="Company"
          name="company_name"
          autoComplete="organization"
          defaultValue={user.company_name}
          error={errors['company_name']}
        />
        <div className="row">
          <Button type="submit" isBusy={isBusy}>
            Save
          </Button>
        </div>
      </Form>
    </section>
  )
}

/** The proof that the API requires for a change of a sign-in. */
export function Proof({ errors, asksForCode }: Pick<Submitting, 'errors'> & Asks) {
  return (
    <>
      <Field
        label="Current password"
        name="current_password"
        type="password"
        autoComplete="current-password"
        error={errors['current_password']}
      />
      {(asksForCode || errors['otp']) && (
        <Field
          label="Code"
          name="otp"
          inputMode="numeric"
          autoComplete="one-time-code"
          hint="Six digits from your authenticator app, or a recovery code."
          error={errors['otp']}
        />
      )}
    </>
  )
}
interface Asks {
  readonly asksForCode: boolean
}

/** Whether to show the field for the second factor, after the API has required it. */
function useCode(): readonly [boolean, (error: unknown) => never] {
  const [asks, setAsks] = useState(false)
  const missed = (error: unknown): never => {
    if (error instanceof ApiProblem && error.code === 'second_factor_required') setAsks(true)
    throw error
  }
  return [asks, missed]
}

export const proofOf = ({ current_password, otp }: Attributes): Attributes => ({
  ...(current_password && { current_password }),
  ...(otp && { otp: otp.replaceAll(' ', '') }),
})

export function Email() {
  const { user } = useMe()
  const [asksForCode, missed] = useCode()
  const submitting = useSubmit(['email', 'current_password', 'otp'], async (typed) => {
    await changeMe(user.id, { email: typed['email'], ...proofOf(typed) }).catch(missed)
    await refetch('/users')
    done('Saved. To confirm a new address, open the link in the email sent to it.')
  })
  const { errors, isBusy } = submitting
  const verify = async (): Promise<void> => {
    await create('/users/me/email-verification')
    done(`Verification email to ${user.pending_email ?? user.email} queued.`)
  }
  const isProven = user.email_verified && user.pending_email === null
  return (
    <section>
      <h2>Email</h2>
      <p className="row">
        {user.email}
        {user.email_verified ? (
          <Tag kind="good">Verified</Tag>
        ) : (
          <Tag kind="partial">Not verified</Tag>
        )}
        {user.pending_email && <span className="muted">pending: {user.pending_email}</span>}
        {!isProven && (
          <Button onClick={() => void verify().catch(failed)}>Send verification email</Button>
        )}
      </p>
      <Form submitting={submitting} label="Email">
        <Field
          label="New email"
          name="email"
          type="email"
          autoComplete="email"
          required
          error={errors['email']}
        />
        <Proof errors={errors} asksForCode={asksForCode} />
        <div className="row">
          <Button type="submit" isBusy={isBusy}>
            Change email
          </Button>
        </div>
      </Form>
    </section>
  )
}

/** The new password ends every session; this one signs in again with it, if no code is required. */
async function goOn(email: string, password: string): Promise<void> {
  try {
    await signIn({ email, password })
    done('Password changed. Your other sessions were signed out.')
  } catch {
    await signOut()
  }
}

export function Password() {
  const { user } = useMe()
  const [asksForCode, missed] = useCode()
  const [round, setRound] = useState(0)
  const submitting = useSubmit(['password', 'current_password', 'otp'], async (typed) => {
    const { password = '' } = typed
    await changeMe(user.id, { password, ...proofOf(typed) }).catch(missed)
    await goOn(user.email, password)
    setRound(round + 1)
  })
  const { errors, isBusy } = submitting
  return (
    <section>
      <h2>Password</h2>
      <Form key={round} submitting={submitting} label="Password">
        <Field
          label="New password"
          name="password"
          type="password"
          autoComplete="new-password"
          required
          hint="At least 12 characters. Changing the password signs out your other sessions."
          error={errors['password']}
        />
        <Proof errors={errors} asksForCode={asksForCode} />
        <div className="row">
          <Button type="submit" isBusy={isBusy}>
            Change password
          </Button>
        </div>
      </Form>
    </section>
  )
}
