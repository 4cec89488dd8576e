/** Confirms the removal of a user, and lists the objects that are deleted as well. */
import { ensureDeleted, list } from '../api/client.ts'
import type { Row } from '../api/documents.ts'
import { forget, refetch, useList } from '../api/hooks.ts'
import { tenantId } from '../api/session.ts'
import { Confirm } from '../kit/dialog.tsx'
import { done } from '../kit/toast.tsx'
import { useMe } from '../session/me.tsx'
import { useProof } from '../session/prove.tsx'

interface RemoveUserProps {
  readonly user: Row<'users'>
  readonly onClose: () => void
  readonly onGone: () => void
}

export function RemoveUser({ user, onClose, onGone }: RemoveUserProps) {
  const { proven, question } = useProof()
  const remove = async (): Promise<void> => {
    const path = `/tenants/${tenantId()}/memberships`
    const { rows } = await list<'memberships'>(path, { 'filter[user]': user.id })
    if (rows[0]) await ensureDeleted(`${path}/${rows[0].id}`)
    forget(`/users/${user.id}`)
    onGone()
    done(`${user.name} is no longer a member.`)
    await refetch('/users', '/api-keys', '/roles')
  }
  return (
    <Confirm
      title={`Remove ${user.name}?`}
      onClose={onClose}
      action={`Remove ${user.name}`}
      onConfirm={() => proven(remove)}
    >
      <p>{user.email} leaves this tenant immediately. This also removes:</p>
      <ul className="ends">
        <li>their sessions in this tenant</li>
        <li>
          <Keys user={user} />
        </li>
        <li>roles that no other user or invitation uses</li>
      </ul>
      <p className="muted">
        If this is their last tenant, their user is deleted, and their API keys in all tenants are
        revoked.
      </p>
      {question}
    </Confirm>
  )
}

function Keys({ user }: Pick<RemoveUserProps, 'user'>) {
  const isAllowed = useMe().may('manage_account')
  const keys = useList<'api-keys'>(
    '/api-keys',
    { 'filter[entity]': user.id, 'filter[revoked]': false, 'page[size]': 100 },
    { enabled: isAllowed },
  )
  if (!isAllowed || keys.error) return <>their API keys</>
  if (!keys.data) return <>their API keys …</>
  const { rows, count } = keys.data
  if (count === 0) return <>no API keys: they have none in this tenant</>
  return (
    <>
      {count === 1 ? '1 API key:' : `${count} API keys:`}
      <ul>
        {rows.map(({ id, name, prefix }) => (
          <li key={id}>
            {name} <code>{prefix}</code>
          </li>
        ))}
      </ul>
    </>
  )
}
