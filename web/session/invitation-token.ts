let token: string | null = null

/** What the address of an invitation brought, out of the address and its history. */
export function invitationToken(): string | null {
  if (location.pathname !== '/invitation') return null
  const given = new URLSearchParams(location.hash.slice(1)).get('token')
  if (given) {
    token = given
    history.replaceState(null, '', location.pathname)
  }
  return token
}
