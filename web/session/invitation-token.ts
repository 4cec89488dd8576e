let token: string | null = null

// A second link that is opened in this tab changes only the hash, which loads nothing.
addEventListener('hashchange', () => {
  if (location.pathname === '/invitation' && location.hash.startsWith('#token=')) location.reload()
})

/** The token of an invitation, which is removed from the address and its history. */
export function invitationToken(): string | null {
  if (location.pathname !== '/invitation') return null
  const given = new URLSearchParams(location.hash.slice(1)).get('token')
  if (given) {
    token = given
    history.replaceState(null, '', location.pathname)
  }
  return token
}
