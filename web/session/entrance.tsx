/** Before sign-in: the forms to sign in and sign up, with the single sign-on that the operator configured. */
import { useEffect, useState } from 'react'
import { ApiProblem, isDown, mayPass } from '../api/problem.ts'
import { useServer } from '../api/server.ts'
import { AccountCreated, acceptInvitation, signIn, signUp } from '../api/session.ts'
import { Button } from '../kit/button.tsx'
import { Field } from '../kit/field.tsx'
import { Form, useSubmit } from '../kit/form.tsx'
import { Logo } from '../kit/logo.tsx'
import { Loading } from '../kit/states.tsx'
import { failed } from '../kit/toast.tsx'
import { Forgotten } from './forgotten.tsx'
import { forgetInvitation, invitationToken, isFinal, isUnknown } from './invitation-token.ts'
import { Invited, useInvitation } from './invited.tsx'
import { requireAll } from './required.ts'
import { SocialSignIn } from './social.tsx'
import './entrance.css'

interface EntranceProps {
  /** Why a user who was signed in is here. */
  readonly reason: string | null
  /** Of the user whose session has ended. */
  readonly email?: string | undefined
  readonly onEnter: () => void
}

/** What the form to sign in starts with. */
interface Known {
  readonly email: string | undefined
  /** Why the user signs in. */
  readonly reason: string | null
}

export function Entrance({ reason, email, onEnter }: EntranceProps) {
  const [token, setToken] = useState(invitationToken)
  const isInvited = token !== null || location.pathname === '/sign-up'
  const invitation = useInvitation(token)
  const invited = invitation.data
  const [isNew, setNew] = useState(isInvited && email === undefined)
  const [isForgotten, setForgotten] = useState(false)
  const [known, setKnown] = useState<Known>({ email, reason: null })
  const server = useServer()
  const signUpIsOpen = server.data?.sign_up === 'open' || token !== null
  const dropInvitation = (): void => {
    if (!token) return
    forgetInvitation()
    setToken(null)
    history.replaceState(null, '', '/')
  }
  const enter = (): void => {
    dropInvitation()
    onEnter()
  }
  const signInAs = (known: Known): void => {
    dropInvitation()
    setKnown(known)
    setNew(false)
  }
  useEffect(() => {
    const { error } = invitation
    if (isFinal(error) || isUnknown(error))
      signInAs({ email: undefined, reason: `${error.message} If you have an account, sign in.` })
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- once for an answer
  }, [invitation.error])
  const shownReason = known.reason ?? reason
  if (isForgotten)
    return (
      <div className="entrance-form">
        <Logo />
        <h1>Set a new password</h1>
        <Forgotten email={known.email} onBack={() => setForgotten(false)} />
      </div>
    )
  return (
    <div className="entrance-form">
      <Logo />
      <h1>{invited ? `Join ${invited.tenant_name}` : isNew ? 'Create your account' : 'Sign in'}</h1>
      {shownReason && (
        <p className="muted" role="status">
          {shownReason}
        </p>
      )}
      {invited && <Invited preview={invited} />}
      {invitation.error && (
        <p>
          You have an invitation. To join, {isNew ? 'sign up' : 'sign in'} with the email address
          that was invited.
        </p>
      )}
      {invitation.isLoading ? (
        <Loading rows={4} />
      ) : isNew ? (
        <SignUp
          onEnter={enter}
          token={token}
          email={invited?.email}
          onKnown={setKnown}
          onSignIn={signInAs}
        />
      ) : (
        <SignIn
          onEnter={enter}
          onKeep={onEnter}
          token={token}
          email={known.email ?? invited?.email}
        />
      )}
      {!isNew && (
        <p className="muted">
          <Button kind="quiet" onClick={() => setForgotten(true)}>
            Forgot your password?
          </Button>
        </p>
      )}
      {(!isNew || token) && server.data && (
        <SocialSignIn
          // SAML leads to the tenant of its domain, not to that of an invitation.
          methods={server.data.sign_in.filter((method) => !token || method !== 'saml')}
        />
      )}
      <p className="muted">
        {isNew ? 'Already have an account? ' : signUpIsOpen ? 'New here? ' : ''}
        {(isNew || signUpIsOpen) && (
          <Button kind="quiet" onClick={() => setNew(!isNew)}>
            {isNew ? 'Sign in' : 'Create an account'}
          </Button>
        )}
        {!isNew && server.data && !signUpIsOpen && 'You need an invitation to create an account.'}
      </p>
    </div>
  )
}

interface FormProps {
  readonly onEnter: () => void
  /** Of an invitation. */
  readonly token: string | null
}

interface SignInProps extends FormProps {
  readonly email: string | undefined
  /** Enters with the invitation, which the server did not answer: it can be accepted inside. */
  readonly onKeep: () => void
}

function SignIn({ onEnter, onKeep, token, email: known }: SignInProps) {
  const [needsCode, setNeedsCode] = useState(false)
  const submitting = useSubmit(['email', 'password', 'otp'], async (typed) => {
    requireAll(typed)
    const { email = '', password = '', otp } = typed
    try {
      await signIn({ email, password, ...(otp && { otp: otp.replaceAll(' ', '') }) })
    } catch (error) {
      if (!(error instanceof ApiProblem)) throw error
      // About both fields, though the API names one.
      if (error.code === 'invalid_credentials') throw new Error(error.message, { cause: error })
      if (error.code !== 'second_factor_required') throw error
      return setNeedsCode(true)
    }
    if (!token) return onEnter()
    try {
      await acceptInvitation(token)
    } catch (error) {
      // The session has started: an invitation that cannot be used must not keep the user out.
      if (mayPass(error)) return onKeep()
      failed(`The invitation was not accepted. ${(error as Error).message}`)
    }
    onEnter()
  })
  return (
    <Form submitting={submitting} label="Sign in">
      <Field
        label="Email"
        name="email"
        type="email"
        autoComplete="username"
        required
        defaultValue={known}
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- the one thing that this page is for
        autoFocus={known === undefined}
        error={submitting.errors['email']}
      />
      <Field
        label="Password"
        name="password"
        type="password"
        autoComplete="current-password"
        required
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- the one thing that is missing
        autoFocus={known !== undefined}
        error={submitting.errors['password']}
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
          error={submitting.errors['otp']}
        />
      )}
      <Button type="submit" kind="primary" isBusy={submitting.isBusy}>
        Sign in
      </Button>
    </Form>
  )
}

interface SignUpProps extends FormProps {
  /** The invited address. */
  readonly email: string | undefined
  readonly onKnown: (known: Known) => void
  readonly onSignIn: (known: Known) => void
}

function SignUp({ onEnter, token, email: invited, onKnown, onSignIn }: SignUpProps) {
  const [wasLost, setLost] = useState(false)
  const fields = ['name', 'email', 'password', 'company_name']
  const submitting = useSubmit(
    fields,
    async ({ name = '', email = '', password = '', company_name }) => {
      const person = { name, email, password, ...(company_name && { company_name }) }
      try {
        await signUp(person, token ?? undefined)
      } catch (error) {
        const { message } = error as Error
        if (error instanceof AccountCreated) return onSignIn({ email, reason: message })
        if (isFinal(error))
          return onSignIn({ email, reason: `${message} If you have an account, sign in.` })
        if (wasLost && error instanceof ApiProblem && error.code === 'unique')
          return onSignIn({
            email,
            reason: 'An earlier try may have created your account. Sign in.',
          })
        setLost(isDown(error))
        onKnown({ email, reason: null })
        throw error
      }
      onEnter()
    },
  )
  const { errors } = submitting
  return (
    <Form submitting={submitting} label="Create your account">
      <Field label="Name" name="name" autoComplete="name" required error={errors['name']} />
      {!token && (
        <Field
          label="Company"
          name="company_name"
          autoComplete="organization"
          error={errors['company_name']}
        />
      )}
      <Field
        label="Email"
        name="email"
        type="email"
        autoComplete="username"
        required
        defaultValue={invited}
        error={errors['email']}
      />
      <Field
        label="Password"
        name="password"
        type="password"
        autoComplete="new-password"
        required
        hint="At least 12 characters. A long passphrase is best."
        error={errors['password']}
      />
      <Button type="submit" kind="primary" isBusy={submitting.isBusy}>
        Create account
      </Button>
    </Form>
  )
}
