/** This service provider's URLs for an identity provider, as in `GET /accounts/saml/{domain}/metadata`. */
export function addressesOf(origin: string, domain: string) {
  const root = `${origin}/api/v1/accounts/saml/${encodeURIComponent(domain)}`
  return [
    { label: 'Entity ID and metadata URL', url: `${root}/metadata/` },
    { label: 'Assertion consumer service (ACS)', url: `${root}/acs/` },
    { label: 'Single logout', url: `${root}/sls/` },
    { label: 'Sign-in URL for members', url: `${root}/login/` },
  ] as const
}
