/** How users leave a tenant, and what is deleted with them. */
import { forbidden, invalid } from '@plumbline/jsonapi'
import { idArray, sql, type Tx } from '../../platform/db/index.ts'
import { requireManager, lockRights, lockRightsOf } from './guards.ts'
import type { Membership } from './resource.ts'
import { adminRole } from './roles.ts'

async function requireOtherOwner(tx: Tx, leaving: Membership): Promise<void> {
  const other = await tx.maybe(sql`
    select 1
      from memberships m
     where m.tenant_id = ${tx.tenantId} and m.role = 'owner' and m.id <> ${leaving.id}
     limit 1`)
  if (!other)
    throw forbidden('The last owner cannot leave. Delete the tenant instead.', 'last_owner')
}

/**
 * Ends a membership: its links to roles are deleted, the user's keys of this tenant are revoked and their sessions in
 * it end. The user is deleted with the last membership. Throws 403 for the last owner, and 400 if no user would be left
 * who manages the account.
 */
export async function leave(tx: Tx, membership: Membership): Promise<void> {
  await lockRights(tx)
  if (membership.role === 'owner') await requireOtherOwner(tx, membership)
  const { user } = membership
  const had = await tx.rows<{ role_id: string }>(sql`
    select role_id from user_roles where tenant_id = ${tx.tenantId} and user_id = ${user}`)
  await tx.run(sql`
    update api_keys set revoked = true where tenant_id = ${tx.tenantId} and user_id = ${user}`)
  await tx.run(sql`
    delete from memberships where tenant_id = ${tx.tenantId} and id = ${membership.id}`)
  // A role that only this user had, and that no invitation grants, is deleted. One that an identity provider may still
  // name is kept: created again, it would have unlimited visibility.
  await tx.run(sql`
    delete from roles r
     where r.tenant_id = ${tx.tenantId} and r.name <> ${adminRole}
       and (r.unlimited_visibility
            or not exists (select from saml_configurations c where c.tenant_id = r.tenant_id))
       and r.id = any(${idArray(had.map(({ role_id }) => role_id))})
       and not exists (select from user_roles ur where ur.tenant_id = r.tenant_id and ur.role_id = r.id)
       and not exists (
         select from invitation_roles ir where ir.tenant_id = r.tenant_id and ir.role_id = r.id)`)
  await requireManager(tx)
  await tx.run(sql`select end_refresh_families(${user}, ${tx.tenantId})`)
  await tx.run(sql`select delete_users_without_tenant(${idArray([user ?? ''])})`)
}

/** Ends every membership of the tenant, including the last one: no user can sign in to it any more. */
export async function disband(tx: Tx): Promise<void> {
  await lockRights(tx)
  await tx.run(sql`update api_keys set revoked = true where tenant_id = ${tx.tenantId}`)
  await tx.run(sql`
    update invitations
       set state = 'revoked', updated_at = now()
     where tenant_id = ${tx.tenantId} and state = 'pending'`)
  const members = await tx.rows<{ user_id: string }>(sql`
    delete from memberships where tenant_id = ${tx.tenantId} returning user_id`)
  const ids = idArray(members.map(({ user_id }) => user_id))
  await tx.run(sql`
    select end_refresh_families(user_id, ${tx.tenantId}) from unnest(${ids}) as user_id`)
  await tx.run(sql`select delete_users_without_tenant(${ids})`)
}

/** Whether a user may be deleted: not if another tenant would have no user left who manages it. */
export async function checkDeletable(tx: Tx, userId: string): Promise<void> {
  await lockRightsOf(tx, userId)
  const led = await tx.maybe(sql`select 1 from tenants_managed_only_by(${userId}) limit 1`)
  if (!led) return
  const detail =
    'You are the only user with manage_account in a tenant that has other members. Give it to one of them first, or delete the tenant.'
  throw invalid('/data/id', detail, 'last_manage_account')
}
