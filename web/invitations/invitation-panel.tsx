/** One invitation, with the actions that its state allows. */
import { useState } from 'react'
import { create, destroy } from '../api/client.ts'
import { refetch, useShow } from '../api/hooks.ts'
import { Button } from '../kit/button.tsx'
import { Confirm } from '../kit/dialog.tsx'
import { Panel } from '../kit/panel.tsx'
import { Loading, Trouble } from '../kit/states.tsx'
import { Time } from '../kit/time.tsx'
import { done, failed } from '../kit/toast.tsx'
import { InvitationForm } from './invitation-form.tsx'
import { actionsOf, type Draft, type Link, rolesOf, stateWords } from './states.ts'

const path = '/tenants/invitations'

interface InvitationPanelProps {
  readonly id: string
  readonly onAgain: (draft: Draft) => void
  readonly onLink: (link: Link) => void
  readonly onClose: () => void
}

export function InvitationPanel({ id, onAgain, onLink, onClose }: InvitationPanelProps) {
  const asked = useShow<'invitations'>(`${path}/${id}`, { include: 'roles,inviter' })
  const [does, setDoes] = useState<'edit' | 'revoke' | null>(null)
  const { data } = asked
  if (!data)
    return (
      <Panel title="Invitation" onClose={onClose}>
        {asked.error ? (
          <Trouble error={asked.error} retry={() => void asked.refetch()} />
        ) : (
          <Loading />
        )}
      </Panel>
    )
  const { row, included } = data
  const actions = actionsOf(row)
  const draft: Draft = { email: row.email, roles: rolesOf(row) }
  const makeLink = async (): Promise<void> => {
    const made = await create(`${path}/${id}/link`)
    const { link, mailed } = made as unknown as Omit<Link, 'email'>
    onLink({ email: row.email, link, mailed })
  }
  const revoke = async (): Promise<void> => {
    // If another tab or user revoked it first, the panel must show that.
    await destroy(`${path}/${id}`).catch(async (error: Error) => {
      await refetch(path)
      throw error
    })
    setDoes(null)
    await refetch(path)
    done(`The link for ${row.email} no longer works.`)
  }
  return (
    <Panel title={row.email} onClose={onClose}>
      <div className="tab-panel">
        <dl className="facts">
          <dt>State</dt>
          <dd>{stateWords(row)}</dd>
          <dt>Roles</dt>
          <dd>
            {draft.roles.flatMap((role) => included.get('roles', role)?.name ?? []).join(', ') ||
              'None'}
          </dd>
          <dt>Invited by</dt>
          <dd>{included.of('users', row, 'inviter')?.name ?? 'A former member'}</dd>
          <dt>Invited</dt>
          <dd>
            <Time at={row.inserted_at} />
          </dd>
          <dt>Expires</dt>
          <dd>
            <Time at={row.expires_at} />
          </dd>
        </dl>
        <div className="row">
          {actions.includes('edit') && <Button onClick={() => setDoes('edit')}>Edit</Button>}
          {actions.includes('link') && (
            <Button icon="copy" onClick={() => void makeLink().catch(failed)}>
              New link
            </Button>
          )}
          {actions.includes('revoke') && (
            <Button kind="danger" onClick={() => setDoes('revoke')}>
              Revoke
            </Button>
          )}
          {actions.includes('again') && (
            <Button kind="primary" onClick={() => onAgain(draft)}>
              Invite again
            </Button>
          )}
        </div>
        {actions.includes('link') && <p className="muted">A new link replaces the previous one.</p>}
      </div>
      {does === 'edit' && (
        <InvitationForm draft={draft} pending={row} onClose={() => setDoes(null)} onLink={onLink} />
      )}
      {does === 'revoke' && (
        <Confirm
          title={`Revoke the invitation for ${row.email}?`}
          onClose={() => setDoes(null)}
          action="Revoke"
          onConfirm={revoke}
        >
          <p>The link stops working. You can invite the user again.</p>
        </Confirm>
      )}
    </Panel>
  )
}
