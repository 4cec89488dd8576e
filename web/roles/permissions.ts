/** What each permission lets somebody do, in a line. */
import type { Row } from '../api/documents.ts'
import type { Permission } from '../session/me.tsx'

export const permissionLines: Readonly<Record<Permission, string>> = {
  manage_users: 'See the members, sign them out, take a lost second factor away.',
  manage_account:
    'Roles, invitations, API keys, the mutelist, the audit log and the tenant. Users cannot grant more than they have.',
  manage_billing: 'Kept for billing; nothing asks for it yet.',
  manage_providers: 'Connect accounts, change their credentials and groups, delete them.',
  manage_integrations: 'Integrations; with Manage Account also sign-in by SAML.',
  manage_scans: 'Launch, schedule and cancel scans; scan configurations, mute rules and triage.',
  manage_ingestions: 'Send files of findings of other scanners.',
  manage_alerts: 'Kept for alerts; nothing asks for it yet.',
}

export const permissions = Object.keys(permissionLines) as readonly Permission[]

type Flags = Pick<Row<'roles'>, Permission | 'permission_state'>

/** "All", "None", or those that there are. */
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
