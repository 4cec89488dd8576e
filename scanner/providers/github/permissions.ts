import { type CallName, calls, type Members, type Permission, permissions } from './client.ts'

/** The name of each permission, and the scopes of classic tokens and OAuth apps that include it. */
const words: Readonly<Record<Permission, { readonly name: string; readonly scopes: string }>> = {
  'administration:read': { name: 'Repository: Administration, read', scopes: 'repo' },
  'contents:read': { name: 'Repository: Contents, read', scopes: 'repo' },
  'dependabot_alerts:read': {
    name: 'Repository: Dependabot alerts, read',
    scopes: 'repo or security_events',
  },
  'metadata:read': { name: 'Repository: Metadata, read', scopes: 'repo, and read:org' },
  'organization_administration:read': {
    name: 'Organization: Administration, read',
    scopes: 'admin:org, of an owner',
  },
}

/** Names of permissions of fine-grained tokens and apps, each with the scopes of classic tokens that include it. */
export function permissionList(actions: readonly string[]): string {
  const asked = permissions.filter((permission) => actions.includes(permission))
  const rows = asked.map((permission) => ({ permission, ...words[permission] }))
  const width = (of: 'permission' | 'name') => Math.max(...rows.map((row) => row[of].length))
  return rows
    .map(
      ({ permission, name, scopes }) =>
        `${permission.padEnd(width('permission'))}  ${name.padEnd(width('name'))}  ${scopes}\n`,
    )
    .join('')
}

interface Enough {
  /** Scopes of classic tokens, any one of which is sufficient. */
  readonly scopes: readonly string[]
  /** The name of the permission in the installation of an app. */
  readonly granted: string
}

const enough: Readonly<Record<Permission, Enough>> = {
  'administration:read': { scopes: ['repo'], granted: 'administration' },
  'contents:read': { scopes: ['repo'], granted: 'contents' },
  'dependabot_alerts:read': {
    scopes: ['repo', 'security_events'],
    granted: 'vulnerability_alerts',
  },
  'metadata:read': { scopes: ['repo'], granted: 'metadata' },
  'organization_administration:read': {
    scopes: ['admin:org'],
    granted: 'organization_administration',
  },
}

const missing = (isOrganization: boolean, has: (one: Enough) => boolean): readonly Permission[] =>
  permissions.filter(
    (permission) =>
      (isOrganization || permission !== 'organization_administration:read') &&
      !has(enough[permission]),
  )

/** Returns the permissions that a classic token is known to lack, by its scopes. */
export const missingInScopes = (scopes: readonly string[], isOrganization: boolean) =>
  missing(isOrganization, (one) => one.scopes.some((scope) => scopes.includes(scope)))

/** Returns the permissions that an app is known to lack, by the permissions of its installation. */
export const missingInGrants = (grants: Members, isOrganization: boolean) =>
  missing(isOrganization, ({ granted }) => typeof grants[granted] === 'string')

/** Returns the calls that require a permission. */
export const callsOf = (action: string): readonly string[] =>
  (Object.keys(calls) as CallName[]).filter((name) => calls[name] === action)
