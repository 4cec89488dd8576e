/** The invitation of a link, as shown before and after the sign-in. */
import { useQuery } from '@tanstack/react-query'
import { anonymously } from '../api/send.ts'
import type { Attributes } from '../api/types.ts'
import { Time } from '../kit/time.tsx'

type Preview = Attributes['invitation-previews']

export const previewPath = '/invitations/preview'

/** Reads the invitation of a token, and rejects with the reason if its link is not valid. */
export const useInvitation = (token: string | null) =>
  useQuery({
    queryKey: [previewPath, token],
    queryFn: () =>
      anonymously<Preview>(previewPath, {
        type: 'invitations',
        attributes: { invitation_token: token },
      }),
    enabled: token !== null,
    staleTime: Infinity,
    retry: false,
    // A form that is being filled in stays, also after a failure.
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  })

export function Invited({ preview }: { readonly preview: Preview }) {
  const { tenant_name, inviter_name, role_names, email, expires_at } = preview
  return (
    <p>
      <bdi>{inviter_name}</bdi> invites you to join <b>{tenant_name}</b> with the{' '}
      {role_names.length === 1 ? 'role' : 'roles'} {role_names.join(', ')}. The invitation is for{' '}
      <bdi>{email}</bdi> and expires <Time at={expires_at} />.
    </p>
  )
}
