/** Links of invitations that lead to the app: `/invitation#token=…`. The token is behind the #, and does not stay there. */
import { useEffect, useState } from 'react'
import { useLocation } from 'wouter'
import { queryClient, refetch } from '../api/hooks.ts'
import { acceptInvitation } from '../api/session.ts'
import { Button } from '../kit/button.tsx'
import { Empty } from '../kit/states.tsx'
import { forgetInvitation, invitationToken, isFinal } from './invitation-token.ts'
import { useMe } from './me.tsx'

/** An invitation opened by a user who is signed in. */
export default function Invitation() {
  const { user } = useMe()
  const [, go] = useLocation()
  const [isBusy, setBusy] = useState(false)
  const [problem, setProblem] = useState<Error | null>(null)
  const [token] = useState(invitationToken) // stays on the page after a refusal, with the reason
  useEffect(
    () => () => {
      if (location.pathname !== '/invitation') forgetInvitation()
    },
    [],
  )
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
        return queryClient.resetQueries()
      })
      .then(() => go('/'))
      .catch((error: Error) => {
        setProblem(error)
        if (!isFinal(error)) return
        forgetInvitation()
        return refetch('/users/me', '/tenants') // an earlier try may have succeeded
      })
      .finally(() => setBusy(false))
  }
  return (
    <Empty
      icon="invitations"
      title="You have an invitation"
      action={
        isFinal(problem) ? (
          <Button onClick={() => go('/profile')}>Your tenants</Button>
        ) : (
          <Button kind="primary" isBusy={isBusy} onClick={join}>
            Join
          </Button>
        )
      }
    >
      {problem && (
        <p className="form-error" role="alert">
          {problem.message}
        </p>
      )}
      {isFinal(problem) ? (
        <p>If you accepted it before, you are already a member. Switch to it in your tenants.</p>
      ) : (
        <p>You join the tenant as {user.email}. The invitation must be for this address.</p>
      )}
    </Empty>
  )
}
