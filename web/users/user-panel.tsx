/** One member: roles, sessions and removal. */
import { useState } from 'react'
import { create, current, destroy, link, refsOf } from '../api/client.ts'
import { editedSet } from '../api/edits.ts'
import type { Row } from '../api/documents.ts'
import { refetch, useList, useShow, useWhole } from '../api/hooks.ts'
import { tenantId } from '../api/session.ts'
import { Button } from '../kit/button.tsx'
import { Choices, chosen } from '../kit/choices.tsx'
import { Confirm } from '../kit/dialog.tsx'
import { Form, useSubmit } from '../kit/form.tsx'
import { Tag } from '../kit/marks.tsx'
import { Panel } from '../kit/panel.tsx'
import { Secret } from '../kit/secret.tsx'
import { Loading, Trouble } from '../kit/states.tsx'
import { Time } from '../kit/time.tsx'
import { done, failed } from '../kit/toast.tsx'
import { useMe } from '../session/me.tsx'
import { useProof } from '../session/prove.tsx'
import { RemoveUser } from './remove-user.tsx'
import './users.css'

interface UserPanelProps {
  readonly id: string
  readonly onClose: () => void
}

export function UserPanel({ id, onClose }: UserPanelProps) {
  const asked = useShow<'users'>(`/users/${id}`, { include: 'roles' })
  const { data } = asked
  return (
    <Panel title={data?.row.name ?? 'Member'} onClose={onClose}>
      {asked.error && <Trouble error={asked.error} retry={() => void asked.refetch()} />}
      {!data && !asked.error && <Loading />}
      {data && (
        <div className="tab-panel">
          <Facts user={data.row} />
          <Roles user={data.row} />
          <Ways user={data.row} onGone={onClose} />
        </div>
      )}
    </Panel>
  )
}

interface OfUser {
  readonly user: Row<'users'>
}

const Facts = ({ user }: OfUser) => (
  <dl className="facts">
    <dt>Email</dt>
    <dd>
      {user.email}{' '}
      {user.email_verified ? (
        <Tag kind="good">Verified</Tag>
      ) : (
        <Tag kind="partial">Not verified</Tag>
      )}
    </dd>
    {user.company_name && (
      <>
        <dt>Company</dt>
        <dd>{user.company_name}</dd>
      </>
    )}
    <dt>Joined</dt>
    <dd>
      <Time at={user.date_joined} />
    </dd>
  </dl>
)

const idsOf = ({ related }: Row<'users'>): readonly string[] =>
  [related['roles'] ?? []].flat().flatMap((ref) => ref?.id ?? [])

function Roles({ user }: OfUser) {
  const me = useMe()
  const isAllowed = me.may('manage_account')
  const roles = useWhole<'roles'>('/roles', { sort: 'name' }, { enabled: isAllowed })
  const [before, setBefore] = useState(idsOf(user))
  const submitting = useSubmit(['roles'], async (typed) => {
    const path = `/users/${user.id}`
    const now = idsOf(await current<'users'>(path, { include: 'roles' }))
    const saved = editedSet(now, before, chosen(typed, 'roles'))
    await link('PATCH', `${path}/relationships/roles`, refsOf('roles', saved))
    await refetch('/users', '/roles')
    setBefore(saved)
    done(`Roles of ${user.name} saved.`)
  })
  if (!isAllowed)
    return (
      <p className="muted">
        Only users with the Manage account permission can see and change roles of other members.
      </p>
    )
  if (roles.error) return <Trouble error={roles.error} retry={() => void roles.refetch()} />
  if (!roles.data) return <Loading rows={3} />
  return (
    <Form submitting={submitting} label="Roles">
      <Choices
        key={before.join()}
        legend="Roles"
        name="roles"
        options={roles.data.map(({ id, name }) => ({ value: id, label: name }))}
        checked={before}
        error={submitting.errors['roles']}
      />
      <div className="row">
        <Button type="submit" isBusy={submitting.isBusy}>
          Save roles
        </Button>
      </div>
    </Form>
  )
}

function Ways({ user, onGone }: OfUser & { readonly onGone: () => void }) {
  const me = useMe()
  const { proven, question } = useProof()
  const [asks, setAsks] = useState<'remove' | 'second-factor' | null>(null)
  const [resetLink, setResetLink] = useState<string | null>(null)
  const own = useList<'memberships'>(`/tenants/${tenantId()}/memberships`, {
    'filter[user]': me.user.id,
  })
  const isOwner = own.data?.rows[0]?.role === 'owner'
  const isMe = user.id === me.user.id
  const signOut = (): void => {
    proven(async () => {
      await destroy(`/users/${user.id}/sessions`)
      done(`${user.name} signed out of this tenant.`)
    }).catch(failed)
  }
  const makeResetLink = (): void => {
    proven(async () => {
      const made = await create(`/users/${user.id}/password-reset`)
      setResetLink((made as unknown as { link: string }).link)
    }).catch(failed)
  }
  const removeFactor = async (): Promise<void> => {
    await destroy(`/users/${user.id}/second-factor`)
    setAsks(null)
    done(`Second factor of ${user.name} removed.`)
  }
  if (isMe) return <p className="muted">This is you. To manage your own sign-in, see Profile.</p>
  return (
    <section aria-label="Sign-in and membership">
      <h3>Sign-in and membership</h3>
      <div className="row">
        <Button onClick={signOut}>Sign out</Button>
        <Button onClick={makeResetLink}>New password</Button>
        <Button onClick={() => setAsks('second-factor')}>Remove second factor</Button>
        <Button
          kind="danger"
          disabledBecause={isOwner ? undefined : 'Only owners of the tenant can remove members.'}
          onClick={() => setAsks('remove')}
        >
          Remove
        </Button>
      </div>
      {resetLink !== null && (
        <Secret
          title={`Link for a new password of ${user.name}`}
          label="Link"
          text={resetLink}
          onClose={() => setResetLink(null)}
        >
          Send this link to {user.email}. It works once, within 24 hours, and is shown only once. A
          new link replaces it. The present password stays until the link is used.
        </Secret>
      )}
      {asks === 'second-factor' && (
        <Confirm
          title={`Remove the second factor of ${user.name}?`}
          onClose={() => setAsks(null)}
          action="Remove second factor"
          onConfirm={() => proven(removeFactor)}
        >
          <p>
            Use this for a member who lost the authenticator app and the recovery codes. The member
            can then sign in with the password only.
          </p>
        </Confirm>
      )}
      {asks === 'remove' && (
        <RemoveUser user={user} onClose={() => setAsks(null)} onGone={onGone} />
      )}
      {question}
    </section>
  )
}
