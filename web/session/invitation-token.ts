/** The token of an invitation. A reload keeps it, in the storage of this tab alone, until it is used, refused or left. */
import { ApiProblem } from '../api/problem.ts'

const path = '/invitation'
const key = 'plumbline-invitation'
let token: string | null = null

// A second link that is opened in this tab changes only the hash, which loads nothing.
addEventListener('hashchange', () => {
  if (location.pathname === path && location.hash.startsWith('#token=')) location.reload()
})

if (location.pathname !== path) removeStoredInvitation()

/** The token of an invitation, which is removed from the address and its history. */
export function invitationToken(): string | null {
  if (location.pathname !== path) return null
  const given = new URLSearchParams(location.hash.slice(1)).get('token')
  if (given) {
    sessionStorage.setItem(key, given)
    token = given
    history.replaceState(null, '', path)
  }
  token ??= sessionStorage.getItem(key)
  return token
}

export function forgetInvitation(): void {
  removeStoredInvitation()
  token = null
}

/** After a sign-out: the same page may still sign in the invited user, but a reload may be another person's. */
export function removeStoredInvitation(): void {
  sessionStorage.removeItem(key)
}

/**
 * True if no retry can succeed: the invitation has expired, or it was accepted or revoked. A 404 of an attempt to join
 * may be about a mistyped email address, or another user; of the preview it is about the link.
 */
export const isFinal = (error: unknown): error is ApiProblem =>
  error instanceof ApiProblem && (error.status === 410 || error.code === 'invitation_not_pending')

/** True if the server does not know the token of a link. */
export const isUnknown = (error: unknown): error is ApiProblem =>
  error instanceof ApiProblem && error.status === 404
