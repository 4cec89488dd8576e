/** How people come in by an invitation: it names one address, opens once, and for its days only. */
import { gone, invalid, notFound } from '@plumbline/jsonapi'
import { audit } from '../../platform/audit/index.ts'
import type { SignedIn } from '../../platform/auth/index.ts'
import type { Database, Tx } from '../../platform/db/index.ts'
import type { Caller, RightsChanged } from '../../platform/tenancy/index.ts'
import { lockRights } from './guards.ts'
import * as store from './invitations.ts'
import { mayGive } from './rank.ts'
import { checkOwnSignIn } from './reauthentication.ts'
import type { Invitation, InvitationPreview, Membership } from './resource.ts'
import { link } from './roles.ts'
import { emailOf, join } from './store.ts'

const unknown = () => notFound('There is no such invitation for this email address.')
const invalidLink = () => notFound('This invitation link is not valid. Ask for a new one.')
const used = () =>
  invalid(
    '/data/attributes/invitation_token',
    'This invitation is no longer pending.',
    'invitation_not_pending',
  )

/** Throws 404 for a token that does not exist. */
export async function checkToken(database: Database, token: string): Promise<void> {
  if (!(await store.findToken(database, token))) throw unknown()
}

/** Throws unless an invitation is pending, and its sender is a member who can grant its roles. */
async function checkOpen(tx: Tx, { state, inviter, roles = [] }: Invitation): Promise<void> {
  if (state === 'expired')
    throw gone('The invitation has expired. Ask for a new one.', 'invitation_expired')
  if (state !== 'pending' || !inviter || !(await mayGive(tx, inviter, roles))) throw used()
}

/**
 * Runs `work` and creates the membership in the token's tenant, in one transaction. Throws 404 for a token or address
 * that does not match, 410 if it has expired, 400 if it was used or revoked, or if its sender has left or can no longer
 * grant these roles. Of concurrent calls, one succeeds.
 */
export async function joinBy<T>(
  database: Database,
  { token, email, userId }: { token: string; email: string; userId: string },
  work: (tx: Tx, membership: () => Promise<Membership>) => Promise<T>,
): Promise<T> {
  const found = await store.findToken(database, token)
  if (!found) throw unknown()
  return database.inTenant(found.tenant_id, async (tx) => {
    await lockRights(tx) // the lock keeps the granted roles and the sender's rights as read
    const invitation = await store.invitationById(tx, found.id)
    if (invitation?.email !== email || !(await store.hasToken(tx, found.id, token))) throw unknown()
    await checkOpen(tx, invitation)
    if (!(await store.close(tx, found.id, 'accepted'))) throw used()
    const { roles = [] } = invitation
    return work(tx, async () => {
      const membership = await join(tx, userId, 'member')
      await link(tx, 'users', { roles, others: [userId] })
      return membership
    })
  })
}

/** Makes a user who is there already a member. Sessions that another tenant could have opened end. */
export const joinAs = (
  database: Database,
  who: { readonly token: string; readonly email: string; readonly userId: string },
  { rightsChanged, authMethod, ...by }: JoiningBy,
): Promise<Membership> =>
  joinBy(database, who, async (tx, join) => {
    await checkOwnSignIn(tx, who.userId, { authMethod })
    const membership = await join()
    rightsChanged(tx, { kind: 'session', user: who.userId })
    await audit(tx, {
      actorId: who.userId,
      action: 'invitations_accept_create',
      resourceType: 'memberships',
      resourceId: membership.id,
      after: membership,
      ...by,
    })
    return membership
  })

/**
 * Describes the invitation of a token to its holder. Throws as an attempt to join would, so that a link that is no
 * longer valid is reported before anyone types.
 */
export async function preview(database: Database, token: string): Promise<InvitationPreview> {
  const found = await store.findToken(database, token)
  if (!found) throw invalidLink()
  return database.inTenant(found.tenant_id, async (tx) => {
    const invitation = await store.invitationById(tx, found.id)
    if (!invitation || !(await store.hasToken(tx, found.id, token))) throw invalidLink()
    await checkOpen(tx, invitation)
    const shown = await store.previewOf(tx, found.id)
    if (!shown) throw used()
    return shown
  })
}

interface JoiningBy extends Pick<SignedIn, 'authMethod'> {
  readonly credentialId?: string
  readonly requestId: string
  readonly rightsChanged: RightsChanged
}

/** An existing user accepts an invitation, signed in to any tenant. */
export async function accept(
  database: Database,
  { userId, tenantId, credentialId }: Caller,
  { token, ...by }: Omit<JoiningBy, 'credentialId'> & { token: string },
): Promise<Membership> {
  const email = await database.inTenant(tenantId, (tx) => emailOf(tx, userId))
  return joinAs(database, { token, email, userId }, { credentialId, ...by })
}
