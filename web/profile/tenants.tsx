/** The user's tenants: switch, create, rename, leave, delete. */
import { useState } from 'react'
import { change, create, destroy, list } from '../api/client.ts'
import { refetch, useList } from '../api/hooks.ts'
import { departing, switchTenant, tenantId } from '../api/session.ts'
import { Button } from '../kit/button.tsx'
import { Confirm, Dialog, DialogButtons } from '../kit/dialog.tsx'
import { Field } from '../kit/field.tsx'
import { Form, useSubmit } from '../kit/form.tsx'
import { Tag } from '../kit/marks.tsx'
import { Loading, Trouble } from '../kit/states.tsx'
import { done, failed } from '../kit/toast.tsx'
import { unless, useMe } from '../session/me.tsx'
import { useProof } from '../session/prove.tsx'
import { problemAt } from '../session/required.ts'
import './profile.css'

export function Tenants() {
  const asked = useList<'tenants'>('/tenants', { 'page[size]': 100 })
  const go = (id: string): void => {
    switchTenant(id).catch(failed)
  }
  return (
    <section>
      <h2>Tenants</h2>
      {asked.error && <Trouble error={asked.error} retry={() => void asked.refetch()} />}
      {asked.isPending && <Loading rows={2} />}
      <ul className="stack">
        {asked.data?.rows.map(({ id, name }) => (
          <li key={id} className="row spread">
            <span className="tenant-name">
              <bdi>{name}</bdi> {id === tenantId() && <Tag kind="good">Current</Tag>}
            </span>
            {id === tenantId() ? (
              <div className="row">
                <Rename id={id} name={name} />
                <Leave id={id} name={name} isLast={asked.data.count === 1} />
                <Delete id={id} name={name} isLast={asked.data.count === 1} />
              </div>
            ) : (
              <Button onClick={() => go(id)}>Switch</Button>
            )}
          </li>
        ))}
      </ul>
      <NewTenant />
    </section>
  )
}

function NewTenant() {
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

interface OfTenant {
  /** Of the tenant that is shown: another tab may have switched to another. */
  readonly id: string
  readonly name: string
}

function Rename({ id, name }: OfTenant) {
  const refusal = unless(useMe(), 'manage_account')
  const [isOpen, setOpen] = useState(false)
  const submitting = useSubmit(['name'], async ({ name: written = '' }) => {
    await change(`/tenants/${id}`, { type: 'tenants', id, attributes: { name: written.trim() } })
    await refetch('/tenants', '/users/me')
    done('Tenant renamed.')
    setOpen(false)
  })
  return (
    <>
      <Button
        aria-disabled={refusal !== undefined}
        title={refusal}
        onClick={() => refusal ?? setOpen(true)}
      >
        Rename
      </Button>
      {isOpen && (
        <Dialog title="Rename the tenant" onClose={() => setOpen(false)}>
          <Form submitting={submitting} label="Rename the tenant">
            <Field
              label="Name"
              name="name"
              defaultValue={name}
              required
              maxLength={100}
              autoComplete="off"
              error={submitting.errors['name']}
            />
            <DialogButtons onCancel={() => setOpen(false)} isBusy={submitting.isBusy}>
              Rename
            </DialogButtons>
          </Form>
        </Dialog>
      )}
    </>
  )
}

/** Names are shown with single spaces, so that is how they are typed. */
const oneLine = (text: string): string => text.replaceAll(/\s+/g, ' ').trim()

/** Everything of the tenant is deleted for all its members, so the name has to be entered. */
function Delete({ id, name, isLast }: OfTenant & { readonly isLast: boolean }) {
  const me = useMe()
  const own = useList<'memberships'>(`/tenants/${id}/memberships`, { 'filter[user]': me.user.id })
  const refusal =
    own.data && own.data.rows[0]?.role !== 'owner'
      ? 'Only owners of the tenant can delete it.'
      : unless(me, 'manage_account')
  const { proven, question } = useProof()
  const [isOpen, setOpen] = useState(false)
  const submitting = useSubmit(['confirmation'], async ({ confirmation = '' }) => {
    if (oneLine(confirmation) !== oneLine(name)) throw problemAt({ confirmation: `Enter ${name}.` })
    const withUser = isLast ? ', and your user with it' : ''
    const words = {
      done: `Tenant ${name} was deleted${withUser}.`,
      lost: `Tenant ${name} may be deleted${withUser}: the answer of the server was lost.`,
    }
    await proven(() => departing(words, async () => void (await destroy(`/tenants/${id}`))))
  })
  return (
    <>
      <Button
        kind="danger"
        aria-disabled={refusal !== undefined}
        title={refusal}
        onClick={() => refusal ?? setOpen(true)}
      >
        Delete
      </Button>
      {isOpen && (
        <Dialog title="Delete the tenant" onClose={() => setOpen(false)}>
          <Form submitting={submitting} label="Delete the tenant">
            <p>
              All providers, findings, integrations and reports of <bdi>{name}</bdi> are deleted,
              for all its members. This cannot be undone.
            </p>
            {isLast && <p>This is your last tenant, so your user is also deleted.</p>}
            <Field
              label="Name of the tenant"
              name="confirmation"
              required
              autoComplete="off"
              error={submitting.errors['confirmation']}
            />
            <DialogButtons onCancel={() => setOpen(false)} isBusy={submitting.isBusy} kind="danger">
              Delete tenant
            </DialogButtons>
          </Form>
        </Dialog>
      )}
      {question}
    </>
  )
}

function Leave({ id, name, isLast }: OfTenant & { readonly isLast: boolean }) {
  const { user } = useMe()
  const { proven, question } = useProof()
  const [asks, setAsks] = useState(false)
  const withUser = isLast ? ', and your user may be deleted' : ''
  const words = {
    done: isLast ? `You left ${name}, and your user was deleted.` : `You left ${name}.`,
    lost: `You may have left ${name}${withUser}: the answer of the server was lost.`,
  }
  const leave = async (): Promise<void> => {
    const path = `/tenants/${id}/memberships`
    const { rows } = await list<'memberships'>(path, { 'filter[user]': user.id })
    if (rows[0]) await destroy(`${path}/${rows[0].id}`)
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
          onConfirm={() => proven(() => departing(words, leave))}
        >
          <p>Your sessions in this tenant end, and your API keys in it are revoked.</p>
          {isLast && <p>This is your last tenant, so your user is also deleted.</p>}
        </Confirm>
      )}
      {question}
    </>
  )
}
