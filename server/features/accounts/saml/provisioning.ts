/** From what a provider asserts to a member of its tenant. */
import { forbidden } from '@plumbline/jsonapi'
import { sql, type Tx } from '../../../platform/db/index.ts'
import { newId } from '../../../platform/ids.ts'
import type { RightsChanged } from '../../../platform/tenancy/index.ts'
import { assignRoles } from '../asserted-roles.ts'
import { findHolder } from '../email/store.ts'
import { isMember } from '../invitations.ts'
import { rightsOf } from '../rank.ts'
import { type Admission, checkAdmitted } from '../signing-up.ts'
import { hasOtherTenants, join } from '../store.ts'
import type { Asserted } from './assertion.ts'
import { unknownDomain } from './configured.ts'
import { storeUser, speaksForOwners, userOf } from './store.ts'

const notProven = () =>
  forbidden(
    'A user has this email address but has not verified it. Sign in with the password and verify it, or ask the operator of the server to run plumbline users verify. If that user is not you, ask for plumbline users release.',
    'not_linked',
  )

/**
 * An existing user is admitted only as a member of this tenant and of no other: the provider belongs to this tenant,
 * and must not give access to another's. An owner is admitted if an owner configured it. Throws 403.
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
    throw forbidden(
      'This identity provider was not configured by an owner of the tenant.',
      'not_linked',
    )
  }
}

/**
 * The user of an address: the member who verified it, or else the user whom this provider admitted with it before, even
 * if they changed their address since.
 */
async function found(tx: Tx, email: string): Promise<string | undefined> {
  const holder = await findHolder(tx, email)
  if (holder?.email_verified && (await isMember(tx, email))) return holder.id
  const known = await userOf(tx, email)
  if (known !== undefined) return known
  if (holder && !holder.email_verified) throw notProven()
  return holder?.id
}

/**
 * The user's id. Made on the first sign-in, unless the tenant has not proven its domain; roles follow what was asserted
 * at each.
 */
export async function provision(
  tx: Tx,
  { email, name, company, userType }: Asserted,
  {
    hash,
    admission,
    isVerified,
  }: { readonly hash: string; readonly admission: Admission; readonly isVerified: boolean },
  rightsChanged: RightsChanged,
): Promise<string> {
  const there = await found(tx, email)
  const id = there ?? newId()
  if (there !== undefined) await checkLinkable(tx, id)
  else {
    if (!isVerified) throw unknownDomain()
    // By configuring the provider, the tenant has invited its users.
    await checkAdmitted(tx, admission, true)
    await tx.run(sql`select create_user(${id}, ${email}, ${name}, ${company}, ${hash})`)
    await join(tx, id, 'member')
  }
  await storeUser(tx, email, id)
  await assignRoles(tx, { userId: id, userType }, rightsChanged)
  return id
}
