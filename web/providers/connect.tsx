/** One page from the provider type to the first scan. The input is kept if the API rejects it. */
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { Link } from 'wouter'
import { change, create, destroy } from '../api/client.ts'
import { refetch } from '../api/hooks.ts'
import { Button } from '../kit/button.tsx'
import { Elapsed } from '../kit/elapsed.tsx'
import { Field } from '../kit/field.tsx'
import { Form, useSubmit } from '../kit/form.tsx'
import { Empty, Loading, Trouble } from '../kit/states.tsx'
import { useView } from '../kit/view.ts'
import { unless, useMe } from '../session/me.tsx'
import { announce, type Tested, testConnection } from './connection-test.ts'
import { CredentialFields, LeastPrivilege } from './credentials.tsx'
import { FirstScan } from './first-scan.tsx'
import { FormChoice } from './form-choice.tsx'
import {
  firstForm,
  type Form as CredentialForm,
  type Kind,
  useKinds,
} from '../api/provider-kinds.ts'
import { storeSecret } from './replace-credentials.tsx'
import { refusedAt, secretOf } from './secret.ts'
import './providers.css'

export default function Connect() {
  const kinds = useKinds()
  const refusal = unless(useMe(), 'manage_providers')
  const { view, set } = useView()
  const rows = kinds.data?.rows ?? []
  const kind =
    rows.find(({ id, scannable }) => scannable && id === view['kind']) ??
    rows.find(({ scannable }) => scannable)
  return (
    <div className="screen">
      <header className="screen-head">
        <h1>Connect a provider</h1>
        <Link href="/providers" className="button">
          All providers
        </Link>
      </header>
      <div className="screen-body">
        {refusal ? (
          <Empty icon="lock" title="You cannot connect providers">
            {refusal}
          </Empty>
        ) : kinds.error ? (
          <Trouble error={kinds.error} retry={() => void kinds.refetch()} />
        ) : kind ? (
          <Connecting kinds={rows} kind={kind} onKind={(id) => set({ kind: id })} />
        ) : (
          <Loading rows={10} />
        )}
      </div>
    </div>
  )
}

/** The objects created so far: a second attempt updates them and creates no duplicates. */
interface Made {
  readonly id: string
  readonly kind: string
  readonly uid: string
  readonly alias: string | null
  readonly secretId?: string
}

interface ConnectingProps {
  readonly kinds: readonly Kind[]
  readonly kind: Kind
  readonly onKind: (id: string) => void
}

function Connecting({ kinds, kind, onKind }: ConnectingProps) {
  const [type, setType] = useState<CredentialForm['secret_type'] | undefined>()
  const [since, setSince] = useState<number | null>(null)
  const [tested, setTested] = useState<Tested | null>(null)
  const made = useRef<Made | null>(null)
  const isHere = useRef(true)
  useEffect(() => {
    isHere.current = true
    return () => {
      isHere.current = false
    }
  }, [])
  const form = kind.credentials.find((one) => one.secret_type === type) ?? firstForm(kind)
  const fields = ['uid', 'alias', 'secret_type', ...(form?.fields.map(({ name }) => name) ?? [])]
  const submitting = useSubmit(fields, async (typed) => {
    if (!form) return
    const secret = secretOf(form, typed)
    const account = await storeAccount(made.current, kind.id, typed)
    made.current = account
    const secretId = await storeSecret(account.id, account.secretId, form, secret)
    made.current = { ...account, secretId }
    setSince(Date.now())
    try {
      const result = await testConnection(account.id)
      if (!isHere.current) announce(result)
      if (!result.isConnected) throw refusedAt(form, typed, result.reason)
      setTested(result)
    } finally {
      setSince(null)
    }
  })
  if (tested) return <FirstScan tested={tested} />
  return (
    <div className="connect">
      <Form submitting={submitting} label="Connect a provider">
        <Step at={1} title="Provider type">
          <KindChoice kinds={kinds} current={kind.id} onChange={onKind} />
        </Step>
        <Step at={2} title="Account">
          <Field
            label={kind.uid_label}
            hint={kind.uid_hint}
            name="uid"
            error={submitting.errors['uid']}
            autoComplete="off"
            spellCheck={false}
            className="mono"
            aria-required
          />
          <Field
            label="Alias (optional)"
            hint="The display name of the account, for example production."
            name="alias"
            error={submitting.errors['alias']}
            autoComplete="off"
          />
        </Step>
        <Step at={3} title="Credentials">
          {form && (
            <>
              <FormChoice kind={kind} current={form.secret_type} onChange={setType} />
              <LeastPrivilege kind={kind} secretType={form.secret_type} />
              <CredentialFields
                key={`${kind.id} ${form.secret_type}`}
                form={form}
                errors={submitting.errors}
              />
            </>
          )}
        </Step>
        <Step at={4} title="Connection test">
          <div className="row">
            <Button kind="primary" type="submit" isBusy={submitting.isBusy}>
              Connect and test
            </Button>
            <span role="status" className="muted">
              {since !== null && (
                <>
                  Testing {kind.name} for <Elapsed since={since} />. A test can take a while. You
                  can leave the page.
                </>
              )}
            </span>
          </div>
        </Step>
        <Step at={5} title="First scan and schedule">
          <p className="muted">Available when the account is connected.</p>
        </Step>
      </Form>
    </div>
  )
}

/** Stores the account of the form: creates it, renames it, or replaces the account that an earlier attempt created. */
async function storeAccount(
  before: Made | null,
  kind: string,
  typed: Readonly<Record<string, string>>,
): Promise<Made> {
  const uid = typed['uid'] ?? ''
  const alias = typed['alias']?.trim() || null
  const type = 'providers'
  if (before && before.kind === kind && before.uid === uid) {
    if (before.alias === alias) return before
    await change(`/providers/${before.id}`, { type, id: before.id, attributes: { alias } })
    return { ...before, alias }
  }
  const provider = await create<'providers'>('/providers', {
    type,
    attributes: { provider: kind, uid, alias },
  })
  if (!provider) throw new Error('The API did not return the created provider.')
  if (before) await destroy(`/providers/${before.id}`) // it was never connected
  void refetch('/providers')
  return { id: provider.id, kind, uid, alias }
}

const Step = ({
  at,
  title,
  children,
}: {
  readonly at: number
  readonly title: string
  readonly children: ReactNode
}) => (
  <section className="step" aria-label={title}>
    <h2>
      <span className="mono muted" aria-hidden="true">
        {at}
      </span>
      {title}
    </h2>
    <div className="stack">{children}</div>
  </section>
)

interface KindChoiceProps {
  readonly kinds: readonly Kind[]
  readonly current: string
  readonly onChange: (id: string) => void
}

function KindChoice({ kinds, current, onChange }: KindChoiceProps) {
  const [scanned, others] = [true, false].map((is) => kinds.filter((kind) => kind.scannable === is))
  return (
    <>
      <fieldset className="connect-choices">
        <legend className="visually-hidden">Provider type</legend>
        {scanned?.map(({ id, name }) => (
          <label key={id}>
            <input
              type="radio"
              name="kind"
              value={id}
              checked={id === current}
              onChange={() => onChange(id)}
            />
            {name}
          </label>
        ))}
      </fieldset>
      {others?.[0] && (
        <details className="other-kinds">
          <summary>Import results from other clouds</summary>
          <p className="muted small">
            {others[0].instead} <Link href="/ingestions">Import findings</Link>
          </p>
          <ul aria-label="Only by import">
            {others.map(({ id, name }) => (
              <li key={id}>{name}</li>
            ))}
          </ul>
        </details>
      )}
    </>
  )
}
