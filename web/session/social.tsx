/** Ways to sign in that the operator set up beside passwords. */
import { useState } from 'react'
import { initiate, initiateSaml } from '../api/session.ts'
import type { Attributes } from '../api/types.ts'
import { Button } from '../kit/button.tsx'
import { Field } from '../kit/field.tsx'
import { Form, useSubmit } from '../kit/form.tsx'
import { invitationToken } from './invitation-token.ts'

export type Method = Attributes['server-info']['sign_in'][number]

const names: Readonly<Record<Method, string>> = {
  password: 'Password',
  saml: 'single sign-on',
  github: 'GitHub',
  google: 'Google',
  oidc: 'your identity provider',
}

export function SocialSignIn({ methods }: { readonly methods: readonly Method[] }) {
  const others = methods.filter((method) => method !== 'password')
  const [asksForDomain, setAsks] = useState(false)
  const [trouble, setTrouble] = useState<string | null>(null)
  if (others.length === 0) return null
  const start = (method: Method): void => {
    if (method === 'saml' || method === 'password') return setAsks(true)
    initiate(method, invitationToken()).then(
      (url) => location.assign(url),
      (error: Error) => setTrouble(error.message),
    )
  }
  return (
    <div className="stack">
      <hr />
      {trouble && (
        <p className="form-error" role="alert">
          {trouble}
        </p>
      )}
      {others.map((method) => (
        <Button key={method} onClick={() => start(method)}>
          Continue with {names[method]}
        </Button>
      ))}
      {asksForDomain && <ByDomain />}
    </div>
  )
}

function ByDomain() {
  const submitting = useSubmit(['email_domain'], async ({ email_domain = '' }) => {
    location.assign(await initiateSaml(email_domain))
  })
  return (
    <Form submitting={submitting} label="Single sign-on">
      <Field
        label="Email or email domain"
        name="email_domain"
        autoComplete="email"
        required
        error={submitting.errors['email_domain']}
      />
      <Button type="submit" isBusy={submitting.isBusy}>
        Continue
      </Button>
    </Form>
  )
}
