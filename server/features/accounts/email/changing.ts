/** Changes of a user's address: from the one that is requested to the one that is proven. */
import { invalid, notFound, tooManyRequests } from '@plumbline/jsonapi'
import { audit } from '../../../platform/audit/index.ts'
import type { Database, Tx } from '../../../platform/db/index.ts'
import { taken, unlessDuplicate } from '../../../platform/http/index.ts'
import { isMailable } from '../../../platform/mail/index.ts'
import type { Caller, RightsChanged } from '../../../platform/tenancy/index.ts'
import { sessionOf } from '../reauthentication.ts'
import type { AddressMails, User } from './mails.ts'
import * as store from './store.ts'

const emailPointer = '/data/attributes/email'
const addressTaken = () => taken(emailPointer, 'This email address')
const hourSeconds = 3_600
export const tooManyMails = () => tooManyRequests(hourSeconds)

/**
 * Starts a change of address. Returns the address to store now, or undefined while it is pending: where mail is sent,
 * users must first verify their own new address by a link. Throws 400 and 429.
 */
export async function changeAddress(
  tx: Tx,
  mails: AddressMails | null,
  {
    target,
    email,
    isOwn,
  }: { readonly target: User; readonly email: string; readonly isOwn: boolean },
): Promise<string | undefined> {
  const requested = email.toLowerCase()
  const isSame = requested === target.email
  if (isSame || !mails || !isOwn) {
    await store.requestEmail(tx, target.id, null)
    if (isSame) return undefined
    await mails?.verify(tx, { id: target.id, email: requested })
    await mails?.announce(tx, target, requested)
    return requested
  }
  if (!isMailable(requested)) {
    throw invalid(emailPointer, 'Email cannot be sent to this address.', 'not_mailable')
  }
  const holder = await store.findHolder(tx, requested)
  if (holder?.email_verified) throw addressTaken()
  await store.requestEmail(tx, target.id, requested)
  if (!(await mails.verify(tx, { id: target.id, email: requested }))) throw tooManyMails()
  await mails.announce(tx, target, requested)
  return undefined
}

const badToken = () =>
  invalid(
    '/data/attributes/token',
    'This link was already used, has expired after 24 hours, or is for another account.',
    'token_invalid',
  )

interface Releasing {
  readonly database: Database
  readonly rightsChanged: RightsChanged
  readonly requestId: string
}

/** Takes an unverified address from a user, and audits that in the user's oldest tenant. */
export async function releaseFrom(
  { database, rightsChanged, requestId }: Releasing,
  { id, email }: User,
): Promise<'released' | 'withdrawn' | null> {
  const home = await store.homeOf(database, id)
  if (!home) return null
  return database.inTenant(home, async (tx) => {
    const outcome = await store.release(tx, id, email)
    if (outcome === 'released') rightsChanged(tx, { kind: 'session', user: id })
    // A pending address was never the user's, so other members do not see it.
    const before = outcome === 'released' ? { email } : null
    const about = { resourceType: 'users', resourceId: id, before, after: { outcome } }
    if (outcome) await audit(tx, { action: 'email_releases_create', ...about, requestId })
    return outcome
  })
}

/**
 * Proves the address of a mailed token for the caller, whose it is to prove. Another account that has the
 * address and never proved it loses it. Throws 400.
 */
export async function confirmAddress(
  parts: Releasing,
  caller: Caller,
  token: string,
): Promise<void> {
  sessionOf(caller)
  const { database, requestId } = parts
  const { userId, tenantId, credentialId } = caller
  const found = await store.findToken(database, token)
  if (found?.user_id !== userId) throw badToken()
  const { email } = found
  const holder = await database.outsideTenants((tx) => store.findHolder(tx, email))
  if (holder && holder.id !== userId && !holder.email_verified) {
    await releaseFrom(parts, { id: holder.id, email })
  }
  await unlessDuplicate(addressTaken(), () =>
    database.inTenant(tenantId, async (tx) => {
      if (!(await store.confirm(tx, token, userId))) throw badToken()
      await audit(tx, {
        actorId: userId,
        credentialId,
        action: 'users_me_email_verification_confirm',
        resourceType: 'users',
        resourceId: userId,
        after: { email, email_verified: true },
        requestId,
      })
    }),
  )
}

/** Takes the address from its account for the owner of the mailbox. Throws 404 for a token that is no longer valid. */
export async function releaseByToken(parts: Releasing, token: string) {
  const found = await store.findToken(parts.database, token)
  const outcome = found && (await releaseFrom(parts, { id: found.user_id, email: found.email }))
  if (!outcome)
    throw notFound('This link was already used, has expired after 24 hours, or is no longer valid.')
  return { id: found.user_id, email: found.email, outcome }
}
