/**
 * Mails about addresses. They contain no text from users except addresses: a user who sends a mail to another person's
 * address must not choose its words.
 */
import type { Database, SystemTx, Tx } from '../../../platform/db/index.ts'
import type { Mail, Outbox } from '../../../platform/mail/index.ts'
import { makeToken } from '../invitations.ts'
import * as store from './store.ts'

export interface User {
  readonly id: string
  readonly email: string
}

export interface AddressMails {
  /** The link that proves an address for a user. False when the mailbox or the user had too many mails. */
  verify(tx: Tx | SystemTx, user: User): Promise<boolean>
  /** Notifies the current address of a user about the new one. */
  announce(tx: Tx, user: User, next: string): Promise<boolean>
  /** A user signed up or in with an address that an account has but never verified: its owner can reclaim it. */
  contested(database: Database, email: string): Promise<void>
  /** The link of an invitation, for the invited address. False when the mailbox or the inviter had too many mails. */
  invite(tx: Tx, invited: Invited, inviterId: string): Promise<boolean>
}

export interface Invited {
  readonly email: string
  readonly token: string
  /** As RFC 3339, UTC. */
  readonly expiresAt: string
}

const footer = (site: string): string =>
  `This email was sent by ${site}. Links are valid for 24 hours.`

const releasing = (page: string, token: string): string =>
  `If that was not you, open this page instead and choose "Release the address". The account then loses the address:
${page}#release=${token}`

const verification = (at: Site, { email }: User, token: string): Mail => ({
  to: email,
  subject: 'Confirm your email address',
  text: `An account at ${at.site} uses this address. To confirm that it is yours, sign in on this page:
${at.page}#token=${token}

${releasing(at.page, token)}

${footer(at.site)}
`,
})

const contestedMail = (at: Site, { email }: User, token: string): Mail => ({
  to: email,
  subject: 'Your email address is in use',
  text: `A user tried to sign up or sign in at ${at.site} with this address. An account there already uses the address but has not verified it. If the account is yours, sign in on this page to confirm the address:
${at.page}#token=${token}

If the account is not yours, open this page and choose "Release the address". The account loses the address, and you can sign up with it:
${at.page}#release=${token}

${footer(at.site)}
`,
})

const announcement = (at: Site, { email }: User, next: string): Mail => ({
  to: email,
  subject: 'Your email address is about to change',
  text: `The address of your account at ${at.site} is being changed to ${next}. If that was not you, change your password now, or contact the administrator of your account.

${footer(at.site)}
`,
})

const invitation = (at: Site, { email, token, expiresAt }: Invited): Mail => ({
  to: email,
  subject: 'You are invited to Plumbline',
  text: `You are invited to join a team at ${at.site}. To accept, open this page and sign up or sign in with ${email}:
${at.invitationPage}#token=${token}

The invitation ends at ${expiresAt.slice(0, 16).replace('T', ' ')} UTC. If you did not expect it, ignore this email.

This email was sent by ${at.site}.
`,
})

export interface Site {
  /** The public URL from the settings, never from a request. */
  readonly site: string
  /** The page that takes the token of an address. */
  readonly page: string
  /** The page that takes the token of an invitation. */
  readonly invitationPage: string
}

export function addressMails(outbox: Outbox, at: Site): AddressMails {
  async function withToken(
    tx: Tx | SystemTx,
    user: User,
    mail: (at: Site, user: User, token: string) => Mail,
    sender: string | null,
  ): Promise<boolean> {
    const { token, hash } = makeToken()
    const isQueued = await outbox.queue(tx, mail(at, user, token), sender)
    if (isQueued) await store.insertToken(tx, user, hash)
    return isQueued
  }
  return {
    verify: (tx, user) => withToken(tx, user, verification, user.id),
    announce: (tx, user, next) => outbox.queue(tx, announcement(at, user, next)),
    invite: (tx, invited, inviterId) =>
      outbox.queueInvitation(tx, invitation(at, invited), inviterId),
    contested: (database, email) =>
      database.outsideTenants(async (tx) => {
        const holder = await store.findHolder(tx, email)
        if (!holder || holder.email_verified) return
        await withToken(tx, { id: holder.id, email }, contestedMail, null)
      }),
  }
}
