/** The user's tenants: switch, create, leave. */
import { useState } from 'react'
import { create, destroy, list } from '../api/client.ts'
import { refetch, useList } from '../api/hooks.ts'
import { signOut, switchTenant, tenantId } from '../api/session.ts'
import { Button } from '../kit/button.tsx'
import { Confirm } from '../kit/dialog.tsx'
import { Field } from '../kit/field.tsx'
import { Form, useSubmit } from '../kit/form.tsx'
import { Tag } from '../kit/marks.tsx'
import { Loading, Trouble } from '../kit/states.tsx'
import { done, failed } from '../kit/toast.tsx'
import { useMe } from '../session/me.tsx'
import { useProof } from '../session/prove.tsx'

export function Tenants() {
  const asked = useList<'tenants'>('/tenants', { 'page[size]': 100 })
  const go = (id: string): void => {
    switchTenant(id).then(() => location.reload(), failed)
  }
  return (
    <section>
      <h2>Tenants</h2>
      {asked.error && <Trouble error={asked.error} retry={() => void asked.refetch()} />}
      {asked.isPending && <Loading rows={2} />}
      <ul className="stack">
        {asked.data?.rows.map(({ id, name }) => (
          <li key={id} className="row spread">
            <span>
              {name} {id === tenantId() && <Tag kind="good">Current</Tag>}
            </span>
            {id === tenantId() ? (
              <Leave name={name} isLast={asked.data.count === 1} />
            ) : (
              <Button onClick={() => go(id)}>Switch</Button>
            )}
          </li>
        ))}
      </ul>
      <Found />
    </section>
  )
}

function Found() {
  const [round, setRound] = useState(0)
  const submitting = useSubmit(['name'], async ({ name = '' }) => {
    await create('/tenants', { type: 'tenants', attributes: { name: name.trim() } })
    await refetch('/tenants', '/users/me')
    setRound(round + 1)
    done(`Tenant ${name.trim()} created. You are its owner.`)
  })
  return (
    <Form key={round} submitting={submitting} label="New tenant">
      <Field
        label="Name of the new tenant"
        name="name"
        required
        maxLength={100}
        autoComplete="off"
        hint="A tenant has its own providers, findings and members."
        error={submitting.errors['name']}
      />
      <div className="row">
        <Button type="submit" isBusy={submitting.isBusy}>
          Create tenant
        </Button>
      </div>
    </Form>
  )
}

function Leave({ name, isLast }: { readonly name: string; readonly isLast: boolean }) {
  const { user } = useMe()
  const { proven, question } = useProof()
  const [asks, setAsks] = useState(false)
  const leave = async (): Promise<void> => {
    const path = `/tenants/${tenantId()}/memberships`
    const { rows } = await list<'memberships'>(path, { 'filter[user]': user.id })
    if (rows[0]) await destroy(`${path}/${rows[0].id}`)
    await signOut()
  }
  return (
    <>
      <Button kind="danger" onClick={() => setAsks(true)}>
        Leave
      </Button>
      {asks && (
        <Confirm
          title={`Leave ${name}?`}
          onClose={() => setAsks(false)}
          action={`Leave ${name}`}
          onConfirm={() => proven(leave)}
        >
          <p>Your sessions in this tenant end, and your API keys in it are revoked.</p>
          {isLast && <p>This is your last tenant, so your user is also deleted.</p>}
        </Confirm>
      )}
      {question}
    </>
  )
}
