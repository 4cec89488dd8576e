import { unauthenticated } from '@plumbline/jsonapi'
import type { Identity, SignedIn } from '../auth/index.ts'
import { bound } from './bound.ts'
import { join, raw, type Sql, sql, type Tx } from '../db/index.ts'
import { type May, type Permission, permissions } from './permissions.ts'

/** The caller with their current rights: the union over their roles in the tenant. */
export interface Caller {
  readonly userId: string
  readonly tenantId: string
  readonly credentialId: string
  readonly by: Identity['kind']
  /** How and when the session started; undefined for an API key. */
  readonly signedIn: (SignedIn & { readonly sessionId: string }) | undefined
  /** Seconds since 1970 at which the credential ends. */
  readonly expiresAt: number
  readonly sessionEpoch: number
  readonly membership: 'owner' | 'member'
  readonly granted: ReadonlySet<Permission>
  readonly unlimitedVisibility: boolean
}

type Found = { [P in Permission]: boolean } & {
  session_epoch: number
  is_active: boolean
  role: 'owner' | 'member'
  unlimited_visibility: boolean
}

const flags = join(
  [...permissions, 'unlimited_visibility'].map((flag) =>
    raw(`coalesce(bool_or(r.${flag}), false) as ${flag}`),
  ),
)

/**
 * A key that was good when it was looked up may be revoked by now, and a stream outlives its look-up. A bound session
 * is valid while its tenant is its user's only one.
 */
function credentialHolds(identity: Identity, { tenantId }: Tx): Sql {
  if (identity.kind === 'key') {
    return sql`exists (
      select from api_keys k
       where k.tenant_id = ${tenantId} and k.id = ${identity.credentialId} and not k.revoked
         and k.expires_at > now())`
  }
  if (!bound(identity)) return raw('true')
  return sql`not exists (
    select from tenants_of_user(${identity.userId}) t where t.id <> ${tenantId})`
}

const over = ({ kind }: Identity): Error =>
  kind === 'key'
    ? unauthenticated('The API key is not valid.', 'api_key_invalid')
    : unauthenticated('The session has ended.', 'session_ended')

/**
 * Reads the caller's rights; 401 if the user is no longer a member, the password has changed, the session was ended,
 * the key was revoked, or a session that is bound to this tenant belongs to a user of several.
 */
export async function callerIn(tx: Tx, identity: Identity): Promise<Caller> {
  const sessionId = identity.kind === 'token' ? identity.sessionId : null
  const [found] = await tx.rows<Found>(sql`
    select c.session_epoch, c.is_active, m.role, ${flags}
      from find_caller(${identity.userId}, ${sessionId}) c
      join memberships m on m.tenant_id = ${tx.tenantId} and m.user_id = ${identity.userId}
      left join user_roles ur on ur.tenant_id = m.tenant_id and ur.user_id = m.user_id
      left join roles r on r.tenant_id = ur.tenant_id and r.id = ur.role_id
     where ${credentialHolds(identity, tx)}
     group by c.session_epoch, c.is_active, m.role`)
  const ended = identity.kind === 'token' && found?.session_epoch !== identity.epoch
  if (!found?.is_active || ended) throw over(identity)
  return {
    userId: identity.userId,
    tenantId: identity.tenantId,
    credentialId: identity.credentialId,
    by: identity.kind,
    signedIn:
      identity.kind === 'token'
        ? {
            sessionId: identity.sessionId,
            authTime: identity.authTime,
            authMethod: identity.authMethod,
          }
        : undefined,
    expiresAt: identity.expiresAt,
    sessionEpoch: found.session_epoch,
    membership: found.role,
    granted: new Set(permissions.filter((permission) => found[permission])),
    unlimitedVisibility: found.unlimited_visibility,
  }
}

/** The id of no user, for reads that show nothing that users see only of themselves. */
export const nobody = '00000000-0000-0000-0000-000000000000'

/** Sees what all managers of the caller's tenant may see, and nothing that only the caller does. */
export const asManagers = (caller: Caller): Caller => ({
  ...caller,
  userId: nobody,
  signedIn: undefined,
  membership: 'member',
  granted: new Set(permissions),
  unlimitedVisibility: true,
})

/** What a user may do and see, in a request or in background work. */
export type Rights = Pick<Caller, 'tenantId' | 'userId' | 'granted' | 'unlimitedVisibility'>

/** A user's current rights, for background work; undefined for former members. */
export async function rightsOf(tx: Tx, userId: string): Promise<Rights | undefined> {
  const [found] = await tx.rows<Omit<Found, 'session_epoch' | 'role'>>(sql`
    select c.is_active, ${flags}
      from find_caller(${userId}, null) c
      join memberships m on m.tenant_id = ${tx.tenantId} and m.user_id = ${userId}
      left join user_roles ur on ur.tenant_id = m.tenant_id and ur.user_id = m.user_id
      left join roles r on r.tenant_id = ur.tenant_id and r.id = ur.role_id
     group by c.is_active`)
  if (!found?.is_active) return undefined
  return {
    tenantId: tx.tenantId,
    userId,
    granted: new Set(permissions.filter((permission) => found[permission])),
    unlimitedVisibility: found.unlimited_visibility,
  }
}

/** Whether a member of the tenant has a permission; `user` is the SQL of a user's id. */
export const granted = (tx: Tx, permission: Permission, user: Sql): Sql => sql`
  exists (
    select from user_roles ur
      join roles o on o.tenant_id = ur.tenant_id and o.id = ur.role_id
     where ur.tenant_id = ${tx.tenantId} and ur.user_id = ${user} and ${raw(`o.${permission}`)})`

export const allowed = ({ granted: held }: Pick<Caller, 'granted'>, may: May): boolean =>
  may === 'any_member' || held.has(may)
