/** Where an identity provider finds us, as `GET /accounts/saml/{domain}/metadata` says it too. */
export function addressesOf(origin: string, domain: string) {
  const root = `${origin}/api/v1/accounts/saml/${encodeURIComponent(domain)}`
  return [
    { label: 'Entity ID, and address of our metadata', url: `${root}/metadata/` },
    { label: 'Assertion consumer service (ACS)', url: `${root}/acs/` },
    { label: 'Single logout', url: `${root}/sls/` },
    { label: 'Where members sign in', url: `${root}/login/` },
  ] as const
}
