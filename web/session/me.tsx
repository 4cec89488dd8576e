/** Who is signed in, what they may do, and where. */
import { createContext, type ReactNode, use } from 'react'
import type { Row } from '../api/documents.ts'
import { useShow } from '../api/hooks.ts'
import { Loading, Trouble } from '../kit/states.tsx'

export type Permission = Extract<keyof Row<'roles'>, `manage_${string}`>

export interface Me {
  readonly user: Row<'users'>
  readonly roles: readonly Row<'roles'>[]
  /** Those that the user is a member of. */
  readonly tenants: readonly Row<'tenants'>[]
  readonly may: (permission: Permission) => boolean
}

const Context = createContext<Me | null>(null)

export function useMe(): Me {
  const me = use(Context)
  if (!me) throw new Error('You are not signed in.')
  return me
}

export const permissionWords: Readonly<Record<Permission, string>> = {
  manage_users: 'Manage users',
  manage_account: 'Manage account',
  manage_billing: 'Manage billing',
  manage_providers: 'Manage providers',
  manage_integrations: 'Manage integrations',
  manage_scans: 'Manage scans',
  manage_ingestions: 'Manage ingestions',
  manage_alerts: 'Manage alerts',
}

/** The reason shown on a button that this user may not press; undefined if they may. */
export const unless = (me: Me, permission: Permission): string | undefined =>
  me.may(permission)
    ? undefined
    : `Requires the ${permissionWords[permission]} permission, which your role does not have.`

const path = '/users/me'
const query = { include: 'roles,memberships.tenant' }

/** The email address of the user, also outside of MeProvider; undefined until it was read. */
export const useKnownEmail = (): string | undefined =>
  useShow<'users'>(path, query, { enabled: false }).data?.row.email

export function MeProvider({ children }: { readonly children: ReactNode }) {
  const asked = useShow<'users'>(path, query)
  if (asked.error && !asked.data)
    return <Trouble error={asked.error} retry={() => void asked.refetch()} />
  if (!asked.data) return <Loading />
  const { row: user, included } = asked.data
  const roles = [user.related['roles'] ?? []]
    .flat()
    .flatMap((ref) => included.get('roles', ref?.id) ?? [])
  const tenants = [user.related['memberships'] ?? []].flat().flatMap((ref) => {
    const membership = included.get('memberships', ref?.id)
    return included.of('tenants', membership, 'tenant') ?? []
  })
  const me: Me = {
    user,
    roles,
    tenants,
    may: (permission) => roles.some((role) => role[permission]),
  }
  return <Context value={me}>{children}</Context>
}
