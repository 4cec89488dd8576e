/** What a role may grant, besides seeing. The names are those of the wire. */
export const permissions = [
  'manage_users',
  'manage_account',
  'manage_billing',
  'manage_providers',
  'manage_integrations',
  'manage_scans',
  'manage_ingestions',
  'manage_alerts',
] as const
export type Permission = (typeof permissions)[number]

/** Who may use a route: every member of the tenant, or holders of a permission. */
export type May = 'any_member' | Permission
