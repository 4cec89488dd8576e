/** The second factor: set up, new recovery codes, and off. What is shown once is shown in a dialog that stays. */
import { useState } from 'react'
import { create } from '../api/client.ts'
import type { Row } from '../api/documents.ts'
import { refetch, useWhole } from '../api/hooks.ts'
import { Button } from '../kit/button.tsx'
import { Code } from '../kit/code.tsx'
import { Dialog } from '../kit/dialog.tsx'
import { Field } from '../kit/field.tsx'
import { Form, useSubmit } from '../kit/form.tsx'
import { Tag } from '../kit/marks.tsx'
import { Secret } from '../kit/secret.tsx'
import { Loading, Trouble } from '../kit/states.tsx'
import { Time } from '../kit/time.tsx'
import { done } from '../kit/toast.tsx'
import { counted } from '../kit/words.ts'
import { QrCode } from './qr-code.tsx'

const path = '/users/me/second-factor'
const listPath = `${path}s`
const type = 'second-factors'

type Step =
  | { readonly is: 'setting up' | 'renewing' | 'disabling' }
  | { readonly is: 'confirming'; readonly secret: string; readonly otpauth_url: string }
  | { readonly is: 'showing'; readonly codes: readonly string[] }

export function SecondFactor() {
  const asked = useWhole<'second-factors'>(listPath)
  const [step, setStep] = useState<Step | null>(null)
  const close = (): void => setStep(null)
  const showCodes = (made: unknown): void => {
    const { recovery_codes } = made as { readonly recovery_codes: readonly string[] }
    setStep({ is: 'showing', codes: recovery_codes })
  }
  const factor = asked.data?.[0]
  return (
    <section>
      <h2>Second factor</h2>
      {asked.isPending && <Loading rows={2} />}
      {asked.error && <Trouble error={asked.error} retry={() => void asked.refetch()} />}
      {asked.data && (
        <State factor={factor?.confirmed_at ? factor : null} onStep={(is) => setStep({ is })} />
      )}
      {step?.is === 'setting up' && (
        <SetUp
          onClose={close}
          onMade={(made) =>
            setStep({ is: 'confirming', ...(made as { secret: string; otpauth_url: string }) })
          }
        />
      )}
      {step?.is === 'confirming' && <Confirming {...step} onClose={close} onDone={showCodes} />}
      {step?.is === 'renewing' && (
        <Proven
          title="New recovery codes"
          about="All previous codes stop working."
          action="Create new codes"
          at="recovery-codes"
          onClose={close}
          onDone={showCodes}
        />
      )}
      {step?.is === 'disabling' && (
        <Proven
          title="Turn off the second factor"
          about="You then sign in with the password only. Your other sessions are signed out."
          action="Turn off"
          at="disable"
          onClose={close}
          onDone={() => {
            close()
            done('Second factor turned off.')
          }}
        />
      )}
      {step?.is === 'showing' && (
        <Secret
          title="Recovery codes"
          label="Recovery codes"
          text={step.codes.join('\n')}
          keepsLines
          onClose={close}
        >
          If you lose your authenticator app, sign in with a code. Each code works once. The codes
          are shown only now.
        </Secret>
      )}
    </section>
  )
}

interface StateProps {
  readonly factor: Row<'second-factors'> | null
  readonly onStep: (is: 'setting up' | 'renewing' | 'disabling') => void
}

function State({ factor, onStep }: StateProps) {
  if (!factor)
    return (
      <>
        <p>
          <Tag>Off</Tag> You sign in with the password only. With an authenticator app, a stolen
          password is not enough to sign in.
        </p>
        <div className="row">
          <Button onClick={() => onStep('setting up')}>Set up</Button>
        </div>
      </>
    )
  return (
    <>
      <p>
        <Tag kind="good">On</Tag> since <Time at={factor.confirmed_at} />,{' '}
        {counted(factor.recovery_codes_left, 'recovery code')} left.
      </p>
      <div className="row">
        <Button onClick={() => onStep('renewing')}>New recovery codes</Button>
        <Button kind="danger" onClick={() => onStep('disabling')}>
          Turn off
        </Button>
      </div>
    </>
  )
}

const PasswordField = ({ error }: { readonly error: string | undefined }) => (
  <Field
    label="Password"
    name="password"
    type="password"
    autoComplete="current-password"
    required
    // oxlint-disable-next-line jsx-a11y/no-autofocus -- the first thing to enter in a dialog
    autoFocus
    error={error}
  />
)

interface StepProps {
  readonly onClose: () => void
  readonly onDone: (made: unknown) => void
}

function SetUp({ onClose, onMade }: Pick<StepProps, 'onClose'> & { onMade: StepProps['onDone'] }) {
  const submitting = useSubmit(['password'], async ({ password }) => {
    onMade(await create(path, { type, attributes: { password } }))
  })
  return (
    <Dialog title="Set up the second factor" onClose={onClose}>
      <Form submitting={submitting} label="Set up the second factor">
        <PasswordField error={submitting.errors['password']} />
        <div className="row">
          <Button type="submit" kind="primary" isBusy={submitting.isBusy}>
            Continue
          </Button>
        </div>
      </Form>
    </Dialog>
  )
}

interface ConfirmingProps extends StepProps {
  readonly secret: string
  readonly otpauth_url: string
}

function Confirming({ secret, otpauth_url, onClose, onDone }: ConfirmingProps) {
  const submitting = useSubmit(['otp'], async ({ otp = '' }) => {
    const attributes = { otp: otp.replaceAll(' ', '') }
    onDone(await create(`${path}/confirm`, { type, attributes }))
    await refetch(listPath)
  })
  return (
    <Dialog title="Add the secret to your app" onClose={onClose}>
      <p>
        Scan this code with your authenticator app, or <a href={otpauth_url}>open the app</a> on
        this device. To add it manually, enter the secret and choose time-based, six digits.
      </p>
      <QrCode text={otpauth_url} label="QR code of the secret" />
      <Code text={secret.match(/.{1,4}/g)?.join(' ') ?? secret} label="Secret" />
      <Form submitting={submitting} label="Confirm the second factor">
        <Field
          label="Code from the app"
          name="otp"
          inputMode="numeric"
          autoComplete="one-time-code"
          required
          // oxlint-disable-next-line jsx-a11y/no-autofocus -- the one thing that is missing
          autoFocus
          error={submitting.errors['otp']}
        />
        <div className="row">
          <Button type="submit" kind="primary" isBusy={submitting.isBusy}>
            Turn on
          </Button>
        </div>
      </Form>
    </Dialog>
  )
}

interface ProvenProps extends StepProps {
  readonly title: string
  readonly about: string
  readonly action: string
  readonly at: 'recovery-codes' | 'disable'
}

/** What weakens a sign-in wants both. */
function Proven({ title, about, action, at, onClose, onDone }: ProvenProps) {
  const submitting = useSubmit(['password', 'otp'], async ({ password, otp = '' }) => {
    const attributes = { password, otp: otp.replaceAll(' ', '') }
    onDone(await create(`${path}/${at}`, { type, attributes }))
    await refetch(listPath)
  })
  const { errors, isBusy } = submitting
  return (
    <Dialog title={title} onClose={onClose}>
      <Form submitting={submitting} label={title}>
        <p className="muted">{about}</p>
        <PasswordField error={errors['password']} />
        <Field
          label="Code"
          name="otp"
          inputMode="numeric"
          autoComplete="one-time-code"
          required
          hint="Six digits from your authenticator app, or a recovery code."
          error={errors['otp']}
        />
        <div className="row">
          <Button type="submit" kind="primary" isBusy={isBusy}>
            {action}
          </Button>
        </div>
      </Form>
    </Dialog>
  )
}
