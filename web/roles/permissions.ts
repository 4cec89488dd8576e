/** One-line descriptions of permissions. */
import type { Row } from '../api/documents.ts'
import type { Permission } from '../session/me.tsx'

export const permissionLines: Readonly<Record<Permission, string>> = {
  manage_users: 'View members, sign them out, and remove a lost second factor.',
  manage_account:
    'Roles, invitations, API keys, the mutelist, the audit log and the tenant. Users cannot grant more than they have.',
  manage_billing: 'Reserved for billing. Not used yet.',
  manage_providers: 'Connect and delete accounts, and change their credentials and groups.',
  manage_integrations: 'Integrations. With Manage account, also SAML sign-in.',
  manage_scans: 'Start, schedule and cancel scans. Scan configurations, mute rules and triage.',
  manage_ingestions: 'Upload findings of other scanners.',
  manage_alerts: 'Alert rules and their recipients.',
}

export const permissions = Object.keys(permissionLines) as readonly Permission[]

type Flags = Pick<Row<'roles'>, Permission | 'permission_state'>

/** "All", "None", or the names of the permissions. */
export function permissionWordsOf(
  role: Flags,
  words: Readonly<Record<Permission, string>>,
): string {
  if (role.permission_state === 'unlimited') return 'All'
  if (role.permission_state === 'none') return 'None'
  return permissions
    .filter((name) => role[name])
    .map((name) => words[name].replace(/^Manage /, ''))
    .join(', ')
}
