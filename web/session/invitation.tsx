/** Links of invitations that lead to the app: `/invitation#token=…`. The token is behind the #, and does not stay there. */
import { useEffect, useState } from 'react'
import { useLocation } from 'wouter'
import { queryClient } from '../api/hooks.ts'
import { acceptInvitation } from '../api/session.ts'
import { Button } from '../kit/button.tsx'
import { Empty } from '../kit/states.tsx'
import { forgetInvitation, forgetRefused, invitationToken } from './invitation-token.ts'
import { useMe } from './me.tsx'

/** An invitation opened by a user who is signed in. */
export default function Invitation() {
  const { user } = useMe()
  const [, go] = useLocation()
  const [isBusy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
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
        forgetRefused(error)
        setProblem(error.message)
      })
      .finally(() => setBusy(false))
  }
  return (
    <Empty
      icon="invitations"
      title="You have an invitation"
      action={
        <Button kind="primary" isBusy={isBusy} onClick={join}>
          Join
        </Button>
      }
    >
      {problem && (
        <p className="form-error" role="alert">
          {problem}
        </p>
      )}
      <p>You join the tenant as {user.email}. The invitation must be for this address.</p>
    </Empty>
  )
}
