/** Limits on changes of rights: at least one user always manages the account. */
import { invalid } from '@plumbline/jsonapi'
import { sql, type Tx } from '../../platform/db/index.ts'
import { adminRole } from './roles.ts'

/**
 * Changes of rights in a tenant come one after the other: of two that each leave the other's manager,
 * the second sees what the first has done.
 */
export const lockRights = (tx: Tx): Promise<number> =>
  tx.run(sql`select pg_advisory_xact_lock(hashtextextended(${tx.tenantId}::text, 4))`)

/** The same in every tenant of a user, always in the same order, so that two transactions cannot deadlock. */
export const lockRightsOf = (tx: Tx, userId: string): Promise<number> =>
  tx.run(sql`
    select pg_advisory_xact_lock(hashtextextended(t.id::text, 4))
      from (select id from tenants_of_user(${userId}) order by id) t`)

/** Called after a change, which it undoes by throwing if no user manages the account any more. */
export async function requireManager(tx: Tx): Promise<void> {
  const manager = await tx.maybe(sql`
    select 1
      from user_roles ur
      join roles r on r.tenant_id = ur.tenant_id and r.id = ur.role_id and r.manage_account
     where ur.tenant_id = ${tx.tenantId}
     limit 1`)
  if (manager) return
  const detail =
    'This would leave the tenant without a user who has manage_account. Give it to another user first.'
  throw invalid('/data', detail, 'last_manage_account')
}

export function refuseAdmin({ name }: { readonly name: string }): void {
  if (name !== adminRole) return
  throw invalid(
    '/data/id',
    'The built-in role "admin" cannot be changed. Create another role.',
    'immutable_role',
  )
}

/** Users cannot drop their own roles: `dropped` are the ids of the users who would lose one. */
export function refuseOwnRole(
  caller: { readonly userId: string },
  dropped: Iterable<string>,
): void {
  for (const id of dropped) {
    if (id !== caller.userId) continue
    throw invalid(
      '/data',
      'You cannot remove your own role. Ask another administrator.',
      'own_role',
    )
  }
}
