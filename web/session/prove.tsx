/**
 * Requests that need a sign-in of the last ten minutes: the API refuses them with `sign_in_again`, the app prompts for
 * the password and repeats them.
 */
import { type ReactNode, useState } from 'react'
import { ApiProblem } from '../api/problem.ts'
import { signIn } from '../api/session.ts'
import { Dialog, DialogButtons } from '../kit/dialog.tsx'
import { Field } from '../kit/field.tsx'
import { Form, useSubmit } from '../kit/form.tsx'
import { useMe } from './me.tsx'
import { problemAt, requireAll } from './required.ts'

type Work = () => Promise<void>

interface Asking {
  readonly work: Work
  /** The API's refusal, which is thrown if the user cancels. */
  readonly refusal: ApiProblem
  readonly resolve: () => void
  readonly reject: (error: unknown) => void
}

export interface Proving {
  /** Runs the work, after prompting for the password if the API requires it. Rejects as the work does. */
  readonly proven: (work: Work) => Promise<void>
  /** To be shown beside what proves. */
  readonly question: ReactNode
}

export function useProof(): Proving {
  const [asking, setAsking] = useState<Asking | null>(null)
  const proven = async (work: Work): Promise<void> => {
    try {
      await work()
    } catch (error) {
      if (!(error instanceof ApiProblem && error.code === 'sign_in_again')) throw error
      await new Promise<void>((resolve, reject) => {
        setAsking({ work, refusal: error, resolve, reject })
      })
    }
  }
  return {
    proven,
    question: asking && (
      <SignInAgain
        asking={asking}
        onClose={() => {
          setAsking(null)
          asking.reject(asking.refusal)
        }}
        onDone={() => setAsking(null)}
      />
    ),
  }
}

interface SignInAgainProps {
  readonly asking: Asking
  readonly onClose: () => void
  readonly onDone: () => void
}

function SignInAgain({ asking, onClose, onDone }: SignInAgainProps) {
  const { user } = useMe()
  const [needsCode, setNeedsCode] = useState(false)
  const submitting = useSubmit(['password', 'otp'], async (typed) => {
    requireAll(typed)
    const { password = '', otp } = typed
    try {
      await signIn({ email: user.email, password, ...(otp && { otp: otp.replaceAll(' ', '') }) })
    } catch (error) {
      if (!(error instanceof ApiProblem)) throw error
      if (error.code === 'invalid_credentials') throw problemAt({ password: 'Wrong password.' })
      if (error.code !== 'second_factor_required') throw error
      return setNeedsCode(true)
    }
    onDone()
    asking.work().then(asking.resolve, asking.reject)
  })
  const { errors, isBusy } = submitting
  return (
    <Dialog title="Confirm your identity" onClose={onClose}>
      <Form submitting={submitting} label="Sign in again">
        <p className="muted">
          This requires a sign-in within the last ten minutes. If you sign in with an identity
          provider, sign out and sign in again.
        </p>
        <Field
          label="Password"
          name="password"
          type="password"
          autoComplete="current-password"
          required
          // oxlint-disable-next-line jsx-a11y/no-autofocus -- the one thing that is asked
          autoFocus
          error={errors['password']}
        />
        {needsCode && (
          <Field
            label="Code"
            name="otp"
            inputMode="numeric"
            autoComplete="one-time-code"
            // oxlint-disable-next-line jsx-a11y/no-autofocus -- it appears because it is what is missing
            autoFocus
            hint="Six digits from your authenticator app, or a recovery code."
            error={errors['otp']}
          />
        )}
        <DialogButtons onCancel={onClose} isBusy={isBusy}>
          Continue
        </DialogButtons>
      </Form>
    </Dialog>
  )
}
