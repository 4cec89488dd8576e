/** The states of invitations, and the actions they allow. */
import type { Row } from '../api/documents.ts'
import { ago } from '../kit/ago.ts'

type Invitation = Pick<Row<'invitations'>, 'state' | 'expires_at' | 'updated_at'>

/** A new link. */
export interface Link {
  readonly email: string
  readonly link: string
  /** True if the server sends it to the address. */
  readonly mailed: boolean
}

/** The initial values of the invitation form. */
export interface Draft {
  readonly email: string
  readonly roles: readonly string[]
}

export const rolesOf = ({ related }: Row<'invitations'>): readonly string[] =>
  [related['roles'] ?? []].flat().flatMap((ref) => ref?.id ?? [])

/** "Expired 3 days ago", "Pending, ends in 6 days". */
export function stateWords(
  { state, expires_at, updated_at }: Invitation,
  now = Date.now(),
): string {
  if (state === 'pending') return `Pending, expires ${ago(expires_at, now)}`
  if (state === 'expired') return `Expired ${ago(expires_at, now)}`
  return `${state === 'revoked' ? 'Revoked' : 'Accepted'} ${ago(updated_at, now)}`
}

/** Only pending invitations can be changed or revoked; a user who did not join can be invited again. */
export const actionsOf = ({ state }: Pick<Invitation, 'state'>): readonly Action[] => {
  if (state === 'pending') return ['edit', 'link', 'revoke']
  return state === 'accepted' ? [] : ['again']
}
export type Action = 'edit' | 'link' | 'revoke' | 'again'
