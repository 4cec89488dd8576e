/** Callers cannot take over or grant more than they have: permissions and visibility. */
import { forbidden } from '@plumbline/jsonapi'
import { idArray, join, raw, sql, type Tx } from '../../platform/db/index.ts'
import { type Caller, type Permission, permissions } from '../../platform/tenancy/index.ts'
import type { Grants } from './roles.ts'
import { configuration } from './saml/store.ts'
import { hasOtherTenants } from './store.ts'

/** A user's permissions and visibility in the tenant. Groups count, not their providers, which are added later. */
export interface Rights {
  readonly isOwner: boolean
  readonly granted: ReadonlySet<Permission>
  readonly unlimitedVisibility: boolean
  readonly groups: ReadonlySet<string>
}

type Flags = Readonly<Record<Permission | 'unlimited_visibility', boolean>>
interface Found extends Flags {
  readonly groups: readonly string[]
}

const anyOf = join(
  [...permissions, 'unlimited_visibility'].map((flag) =>
    raw(`coalesce(bool_or(r.${flag}), false) as ${flag}`),
  ),
)

const read = (found: Found, isOwner: boolean): Rights => ({
  isOwner,
  granted: new Set(permissions.filter((permission) => found[permission])),
  unlimitedVisibility: found.unlimited_visibility,
  groups: new Set(found.groups),
})

/** The current rights of a member; none for other users. */
export async function rightsOf(tx: Tx, userId: string): Promise<Rights> {
  const found = await tx.single<Found & { is_owner: boolean }>(sql`
    select ${anyOf},
           exists (select from memberships m
                    where m.tenant_id = ${tx.tenantId} and m.user_id = ${userId} and m.role = 'owner') as is_owner,
           array(select rg.provider_group_id
                   from user_roles o
                   join role_provider_groups rg on rg.tenant_id = o.tenant_id and rg.role_id = o.role_id
                  where o.tenant_id = ${tx.tenantId} and o.user_id = ${userId}) as groups
      from user_roles ur
      join roles r on r.tenant_id = ur.tenant_id and r.id = ur.role_id
     where ur.tenant_id = ${tx.tenantId} and ur.user_id = ${userId}`)
  return read(found, found.is_owner)
}

/** What roles grant together. */
async function rightsOfRoles(tx: Tx, ids: readonly string[]): Promise<Rights> {
  const found = await tx.single<Found>(sql`
    select ${anyOf},
           array(select rg.provider_group_id
                   from role_provider_groups rg
                  where rg.tenant_id = ${tx.tenantId} and rg.role_id = any(${idArray(ids)})) as groups
      from roles r
     where r.tenant_id = ${tx.tenantId} and r.id = any(${idArray(ids)})`)
  return read(found, false)
}

const within = (less: Rights, more: Rights): boolean =>
  less.granted.isSubsetOf(more.granted) &&
  (more.unlimitedVisibility || (!less.unlimitedVisibility && less.groups.isSubsetOf(more.groups)))

const above = (detail: string) => forbidden(detail, 'above_own_rights')

/** Throws 403 if the member has more than the caller, who could sign in as the member. */
export async function checkRank(
  tx: Tx,
  caller: Pick<Caller, 'userId'>,
  targetId: string,
): Promise<void> {
  const [own, target] = [await rightsOf(tx, caller.userId), await rightsOf(tx, targetId)]
  if ((!target.isOwner || own.isOwner) && within(target, own)) return
  throw above('This user has more permissions or visibility than you, so you cannot change this.')
}

/**
 * Throws 403 if a user also belongs to other tenants. An administrator who sets the password of a user can sign in as
 * that user, to all tenants of the user.
 */
export async function checkOthers(tx: Tx, targetId: string): Promise<void> {
  if (!(await hasOtherTenants(tx, targetId))) return
  throw forbidden('This user also belongs to other tenants. Only the user can change this.')
}

/**
 * Whether a caller may grant rights that they lack, because these would be lost for good: no user who manages the
 * account has any of them, and no owner who manages it has more than the caller.
 */
async function isLost(tx: Tx, requested: Rights, own: Rights): Promise<boolean> {
  const groups = [...requested.groups.difference(own.groups)]
  const missing = [...requested.granted.difference(own.granted)].map((flag) => raw(`r.${flag}`))
  const unseen = requested.unlimitedVisibility || groups.length > 0
  const seeing = unseen && !own.unlimitedVisibility ? [raw('r.unlimited_visibility')] : []
  const holder = await tx.maybe(sql`
    select 1
      from user_roles ur
      join roles r on r.tenant_id = ur.tenant_id and r.id = ur.role_id
      join memberships m on m.tenant_id = ur.tenant_id and m.user_id = ur.user_id
     where ur.tenant_id = ${tx.tenantId}
     group by m.user_id, m.role
    having bool_or(r.manage_account)
       and ((m.role = 'owner' and not ${own.isOwner}) or bool_or(${join([raw('false'), ...missing, ...seeing], ' or ')})
            or exists (
              select from user_roles o
                join role_provider_groups rg on rg.tenant_id = o.tenant_id and rg.role_id = o.role_id
               where o.tenant_id = ${tx.tenantId} and o.user_id = m.user_id
                 and rg.provider_group_id = any(${idArray(groups)})))
     limit 1`)
  return holder === undefined
}

/** Whether a member may grant or remove all of these roles. Requires the right to manage the account. */
export async function mayGive(tx: Tx, userId: string, roles: readonly string[]): Promise<boolean> {
  const [requested, own] = [await rightsOfRoles(tx, roles), await rightsOf(tx, userId)]
  if (!own.granted.has('manage_account')) return false
  return within(requested, own) || isLost(tx, requested, own)
}

/** Throws 403 when one of the roles grants more than the caller has. */
export async function checkGiving(tx: Tx, caller: Caller, roles: readonly string[]): Promise<void> {
  if (await mayGive(tx, caller.userId, roles)) return
  throw above('You cannot assign a role that has more permissions or visibility than you.')
}

/** The same for what a role is to grant. */
export async function checkGranting(tx: Tx, caller: Caller, grants: Grants): Promise<void> {
  const granted = new Set(permissions.filter((permission) => grants[permission]))
  const unlimitedVisibility = grants.unlimited_visibility ?? false
  const requested = { isOwner: false, granted, unlimitedVisibility, groups: new Set<string>() }
  const own = await rightsOf(tx, caller.userId)
  if (within(requested, own) || (await isLost(tx, requested, own))) return
  throw above('You cannot grant permissions that you do not have.')
}

/**
 * Throws 403 if a caller without unlimited visibility frees a role's name: an identity provider that still asserts the
 * name would get a new role with unlimited visibility.
 */
export async function checkFreeing(tx: Tx, caller: Caller, freed: Grants): Promise<void> {
  if (freed.unlimited_visibility || !(await configuration(tx))) return
  await checkGranting(tx, caller, { unlimited_visibility: true })
}

/** Throws 403 unless the caller has every permission and unlimited visibility. */
export const checkEverything = (tx: Tx, caller: Caller): Promise<void> =>
  checkGranting(
    tx,
    caller,
    Object.fromEntries([...permissions, 'unlimited_visibility'].map((flag) => [flag, true])),
  )
