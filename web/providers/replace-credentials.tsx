/** New credentials for a provider. Stored ones are never returned, so all must be entered again. */
import { useState } from 'react'
import { change, create } from '../api/client.ts'
import type { Row } from '../api/documents.ts'
import { refetch, useWhole } from '../api/hooks.ts'
import { Button } from '../kit/button.tsx'
import { Elapsed } from '../kit/elapsed.tsx'
import { Form, useSubmit } from '../kit/form.tsx'
import { Loading, Trouble } from '../kit/states.tsx'
import { Time } from '../kit/time.tsx'
import { unless, useMe } from '../session/me.tsx'
import { announce, testConnection } from './connection-test.ts'
import { CredentialFields, LeastPrivilege } from './credentials.tsx'
import { FormChoice } from './form-choice.tsx'
import { firstForm, type Form as CredentialForm, type Kind } from '../api/provider-kinds.ts'
import { refusedAt, secretOf } from './secret.ts'

interface Props {
  readonly provider: Row<'providers'>
  readonly kind: Kind
}

/** Stores the secret of a provider, whether it has one or not; returns its id. */
export async function storeSecret(
  providerId: string,
  secretId: string | undefined,
  form: CredentialForm,
  secret: object,
): Promise<string> {
  const attributes = { secret_type: form.secret_type, secret }
  const type = 'provider-secrets'
  const stored = secretId
    ? await change<'provider-secrets'>(`/providers/secrets/${secretId}`, {
        type,
        id: secretId,
        attributes,
      })
    : await create<'provider-secrets'>('/providers/secrets', {
        type,
        attributes,
        relationships: { provider: { data: { type: 'providers', id: providerId } } },
      })
  if (!stored) throw new Error('The API did not return the stored secret.')
  return stored.id
}

export function ReplaceCredentials(props: Props) {
  const refusal = unless(useMe(), 'manage_providers')
  const query = { 'filter[provider]': props.provider.id }
  const secrets = useWhole<'provider-secrets'>('/providers/secrets', query, {
    enabled: refusal === undefined,
  })
  if (refusal) return <p className="muted">{refusal}</p>
  if (secrets.error) return <Trouble error={secrets.error} retry={() => void secrets.refetch()} />
  if (!secrets.data) return <Loading rows={4} />
  return <Replacing {...props} secret={secrets.data[0]} />
}

function Replacing({
  provider,
  kind,
  secret,
}: Props & { readonly secret: Row<'provider-secrets'> | undefined }) {
  const [type, setType] = useState(secret?.secret_type ?? firstForm(kind)?.secret_type)
  const [since, setSince] = useState<number | null>(null)
  const form = kind.credentials.find(({ secret_type }) => secret_type === type)
  const fields = ['secret_type', ...(form?.fields.map(({ name }) => name) ?? [])]
  const submitting = useSubmit(fields, async (typed) => {
    if (!form) return
    await storeSecret(provider.id, secret?.id, form, secretOf(form, typed))
    await refetch('/providers/secrets')
    if (!kind.scannable) return
    setSince(Date.now())
    try {
      const tested = await testConnection(provider.id)
      if (!tested.isConnected) throw refusedAt(form, typed, tested.reason)
      announce(tested)
    } finally {
      setSince(null)
    }
  })
  if (!form) return null
  return (
    <>
      <p className="muted">
        {secret ? (
          <>
            Saved <Time at={secret.updated_at} />. Stored credentials cannot be shown, only
            replaced.
          </>
        ) : (
          'The provider has no credentials yet.'
        )}
      </p>
      <LeastPrivilege kind={kind} secretType={form.secret_type} />
      <Form submitting={submitting} label="Credentials">
        <FormChoice kind={kind} current={form.secret_type} onChange={setType} />
        <CredentialFields key={form.secret_type} form={form} errors={submitting.errors} />
        <div className="row">
          <Button kind="primary" type="submit" isBusy={submitting.isBusy}>
            {kind.scannable ? 'Save and test' : 'Save'}
          </Button>
          {since !== null && (
            <span role="status" className="muted">
              Testing for <Elapsed since={since} />
            </span>
          )}
        </div>
      </Form>
    </>
  )
}
