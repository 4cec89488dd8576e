/** The admin role that the calls require. Only super administrators can list API tokens. */
const roles = {
  most: 'Read-Only Administrator',
  tokens: 'Super Administrator',
} as const

/** Scopes whose calls Okta allows only for a super administrator. */
const restricted: ReadonlySet<string> = new Set(['okta.apiTokens.read', 'okta.roles.read'])

/** The grants of a dedicated app for the scanner: scopes, one per line, and its admin role as comments. */
export function grants(scopes: readonly string[]): string {
  const own = scopes.filter((scope) => restricted.has(scope))
  return [
    '# OAuth scopes: Applications > the service app > Okta API Scopes',
    ...scopes,
    `# Admin role: Applications > the service app > Admin roles: ${roles.most}`,
    ...(own.length === 0
      ? []
      : [
          `# Okta may grant ${own.join(' and ')} only to a ${roles.tokens}. Without that role, checks of API tokens are reported as coverage gaps.`,
        ]),
  ].join('\n')
}
