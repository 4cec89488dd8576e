/** From what a provider asserts to a member of its tenant. */
import { forbidden } from '@plumbline/jsonapi'
import { sql, type Tx } from '../../../platform/db/index.ts'
import { newId } from '../../../platform/ids.ts'
import type { RightsChanged } from '../../../platform/tenancy/index.ts'
import { assignRoles } from '../asserted-roles.ts'
import { rightsOf } from '../roles.ts'
import { hasOtherTenants, join } from '../store.ts'
import type { Asserted } from './assertion.ts'
import { speaksForOwners } from './store.ts'

/**
 * Whoever has the address already is let in as a member of this tenant and of no other: the provider is
 * this tenant's own, and what it says must not open another's. As an owner, when an owner trusts it.
 * Throws 403.
 */
async function checkLinkable(tx: Tx, userId: string): Promise<void> {
  const member = await tx.maybe<{ is_active: boolean }>(
    sql`select is_active from find_caller(${userId})`,
  )
  if (!member?.is_active || (await hasOtherTenants(tx, userId))) {
    const detail = 'This address belongs to a user who signs in with a password.'
    throw forbidden(detail, 'not_linked')
  }
  if ((await rightsOf(tx, userId)).isOwner && !(await speaksForOwners(tx))) {
    throw forbidden('An owner of the tenant did not set this provider up.', 'not_linked')
  }
}

/** The user's id. Made on the first sign-in; roles follow what was asserted at each. */
export async function provision(
  tx: Tx,
  { email, name, company, userType }: Asserted,
  hash: string,
  rightsChanged: RightsChanged,
): Promise<string> {
  const found = await tx.maybe<{ id: string }>(sql`select id from find_login(${email})`)
  const id = found?.id ?? newId()
  if (found) await checkLinkable(tx, id)
  else {
    await tx.run(sql`select create_user(${id}, ${email}, ${name}, ${company}, ${hash})`)
    await join(tx, id, 'member')
  }
  await assignRoles(tx, { userId: id, userType }, rightsChanged)
  return id
}
