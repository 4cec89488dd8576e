/** SAML: sign-in of members with the tenant's identity provider. */
import { useState } from 'react'
import { change, create, ensureDeleted } from '../api/client.ts'
import { editedOnly } from '../api/edits.ts'
import type { Row } from '../api/documents.ts'
import { refetch, useList } from '../api/hooks.ts'
import { Button } from '../kit/button.tsx'
import { Code } from '../kit/code.tsx'
import { Confirm } from '../kit/dialog.tsx'
import { Field, TextArea } from '../kit/field.tsx'
import { Form, useSubmit } from '../kit/form.tsx'
import { Loading, Trouble } from '../kit/states.tsx'
import { Time } from '../kit/time.tsx'
import { done, failed } from '../kit/toast.tsx'
import { unless, useMe } from '../session/me.tsx'
import { useProof } from '../session/prove.tsx'
import { addressesOf } from './addresses.ts'
import '../kit/settings.css'

const path = '/saml-config'

export default function Saml() {
  const asked = useList<'saml-configurations'>(path)
  const found = asked.data?.rows[0] ?? null
  const [saves, setSaves] = useState(0)
  return (
    <div className="screen">
      <header className="screen-head">
        <h1>SAML</h1>
      </header>
      <div className="screen-body">
        {asked.error && <Trouble error={asked.error} retry={() => void asked.refetch()} />}
        {!asked.data && !asked.error && <Loading />}
        {asked.data && (
          <div className="settings">
            <p className="muted">
              Members with an email address of your domain sign in with your identity provider. It
              determines who they are and which role they have.
            </p>
            <Configuration
              key={`${found?.id} ${saves}`}
              found={found}
              onSaved={() => setSaves(saves + 1)}
            />
          </div>
        )}
      </div>
    </div>
  )
}

interface ConfigurationProps {
  readonly found: Row<'saml-configurations'> | null
  readonly onSaved: () => void
}

function Configuration({ found, onSaved }: ConfigurationProps) {
  const [before] = useState(found)
  const me = useMe()
  const { proven, question } = useProof()
  const [domain, setDomain] = useState(found?.email_domain ?? '')
  const submitting = useSubmit(['email_domain', 'metadata_xml'], async (typed) => {
    const attributes = { email_domain: typed['email_domain'], metadata_xml: typed['metadata_xml'] }
    const type = 'saml-configurations'
    await proven(async () => {
      await (before
        ? change(`${path}/${before.id}`, {
            type,
            id: before.id,
            attributes: editedOnly(before, attributes),
          })
        : create(path, { type, attributes }))
      await refetch(path)
      onSaved()
      done(
        found
          ? 'Saved. Pending sign-ins are canceled.'
          : `Saved. Next, verify that you own ${domain}.`,
      )
    })
  })
  const { errors, isBusy } = submitting
  const reason = unless(me, 'manage_account')
  return (
    <>
      <section>
        <h2>Settings for your identity provider</h2>
        {domain.includes('.') ? (
          <Addresses domain={domain.trim().toLowerCase()} />
        ) : (
          <p className="muted">Enter the domain below to see the URLs.</p>
        )}
      </section>
      {found && <Proof found={found} proven={proven} reason={reason} />}
      <section>
        <h2>Configuration</h2>
        <Form submitting={submitting} label="SAML configuration">
          <Field
            label="Email domain"
            name="email_domain"
            placeholder="example.com"
            autoComplete="off"
            required
            value={domain}
            onChange={({ target }) => setDomain(target.value)}
            hint="After the domain is verified, users who sign in with an email of this domain are redirected to your identity provider."
            error={errors['email_domain']}
          />
          <TextArea
            label="Identity provider metadata"
            name="metadata_xml"
            className="mono"
            rows={10}
            spellCheck={false}
            required
            defaultValue={before?.metadata_xml}
            hint="The complete metadata XML from your identity provider."
            error={errors['metadata_xml']}
          />
          {found && (
            <p className="muted">
              Updated <Time at={found.updated_at} />
            </p>
          )}
          <div className="row">
            <Button type="submit" kind="primary" isBusy={isBusy} disabledBecause={reason}>
              {found ? 'Save' : 'Turn on'}
            </Button>
            {found && <TurnOff found={found} proven={proven} reason={reason} />}
          </div>
        </Form>
      </section>
      {question}
    </>
  )
}

const Addresses = ({ domain }: { readonly domain: string }) => (
  <div className="stack">
    {addressesOf(location.origin, domain).map(({ label, url }) => (
      <div key={label}>
        <h3>{label}</h3>
        <Code text={url} label={label} />
      </div>
    ))}
  </div>
)

interface ActionProps {
  readonly found: Row<'saml-configurations'>
  readonly proven: (work: () => Promise<void>) => Promise<void>
  readonly reason: string | undefined
}

/** The DNS record that proves the domain, and its state. */
function Proof({ found, proven, reason }: ActionProps) {
  const [isBusy, setBusy] = useState(false)
  const verify = (): void => {
    setBusy(true)
    proven(async () => {
      await create(`${path}/${found.id}/domain-verification`)
      await refetch(path)
      done(`Domain verified. Members of ${found.email_domain} now sign in with SAML.`)
    })
      .catch(failed)
      .finally(() => setBusy(false))
  }
  if (found.domain_verified_at)
    return (
      <section>
        <h2>Domain verification</h2>
        <p>
          {found.email_domain} verified <Time at={found.domain_verified_at} />.
        </p>
      </section>
    )
  return (
    <section>
      <h2>Domain verification</h2>
      <p>
        {found.email_domain} is not verified yet, so new users cannot sign in with SAML. Publish
        this DNS TXT record, then click Verify.
      </p>
      <div className="stack">
        <h3>Name</h3>
        <Code text={found.domain_record_name} label="DNS record name" />
        <h3>Value</h3>
        <Code text={found.domain_record_value} label="DNS record value" />
      </div>
      <Button onClick={verify} isBusy={isBusy} disabledBecause={reason}>
        Verify
      </Button>
    </section>
  )
}

function TurnOff({ found, proven, reason }: ActionProps) {
  const [asks, setAsks] = useState(false)
  const turnOff = async (): Promise<void> => {
    await ensureDeleted(`${path}/${found.id}`)
    setAsks(false)
    done('SAML sign-in is disabled.')
    await refetch(path)
  }
  return (
    <>
      <Button kind="danger" disabledBecause={reason} onClick={() => setAsks(true)}>
        Turn off
      </Button>
      {asks && (
        <Confirm
          title="Turn off SAML sign-in?"
          onClose={() => setAsks(false)}
          action="Turn off"
          onConfirm={() => proven(turnOff)}
        >
          <p>
            Members without a password can then no longer sign in. To turn SAML on again, you must
            verify the domain {found.email_domain} again.
          </p>
        </Confirm>
      )}
    </>
  )
}
