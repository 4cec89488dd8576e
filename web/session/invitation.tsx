/** Links of invitations that lead to the app: `/invitation#token=…`. The token is behind the #, and does not stay there. */
import { useEffect, useState } from 'react'
import { useLocation } from 'wouter'
import { queryClient, refetch } from '../api/hooks.ts'
import { acceptInvitation, signOut } from '../api/session.ts'
import { Button } from '../kit/button.tsx'
import { Empty, Loading } from '../kit/states.tsx'
import { forgetInvitation, invitationToken, isFinal, isUnknown } from './invitation-token.ts'
import { Invited, previewPath, useInvitation } from './invited.tsx'
import { useMe } from './me.tsx'

/** An invitation opened by a user who is signed in. */
export default function Invitation() {
  const { user } = useMe()
  const [, go] = useLocation()
  const [isBusy, setBusy] = useState(false)
  const [refused, setRefused] = useState<Error | null>(null)
  const [token] = useState(invitationToken) // stays on the page after a refusal, with the reason
  useEffect(
    () => () => {
      if (location.pathname !== '/invitation') forgetInvitation()
    },
    [],
  )
  const invitation = useInvitation(token)
  const invited = invitation.data
  const isOther = invited !== undefined && invited.email !== user.email.toLowerCase()
  const problem = refused ?? invitation.error
  const isOver = isFinal(problem) || (!refused && isUnknown(invitation.error))
  if (!token)
    return (
      <Empty icon="invitations" title="The link is incomplete">
        Copy the full link from the invitation and open it again.
      </Empty>
    )
  const join = (): void => {
    setBusy(true)
    acceptInvitation(token)
      .then(() => {
        forgetInvitation()
        return queryClient.resetQueries({
          predicate: ({ queryKey }) => queryKey[0] !== previewPath,
        })
      })
      .then(() => go('/'))
      .catch((error: Error) => {
        setRefused(error)
        if (!isFinal(error)) return
        forgetInvitation()
        return refetch('/users/me', '/tenants') // an earlier try may have succeeded
      })
      .finally(() => setBusy(false))
  }
  if (invitation.isLoading) return <Loading rows={4} />
  return (
    <Empty
      icon="invitations"
      title={invited ? `Join ${invited.tenant_name}` : 'You have an invitation'}
      action={
        isOver ? (
          <Button onClick={() => go('/profile')}>Your tenants</Button>
        ) : isOther ? (
          <Button onClick={() => void signOut().catch(setRefused)}>Sign out</Button>
        ) : (
          <Button kind="primary" isBusy={isBusy} onClick={join}>
            Join
          </Button>
        )
      }
    >
      {invited && <Invited preview={invited} />}
      {problem && (
        <p className="form-error" role="alert">
          {problem.message}
        </p>
      )}
      {isOver ? (
        <p>If you accepted it before, you are already a member. Switch to it in your tenants.</p>
      ) : isOther ? (
        <p>
          You are signed in as <bdi>{user.email}</bdi>. To join, sign out and use the invited
          address.
        </p>
      ) : (
        <p>You join the tenant as {user.email}. The invitation must be for this address.</p>
      )}
    </Empty>
  )
}
