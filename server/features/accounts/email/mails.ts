/**
 * Mails about addresses. They contain no text from users except addresses: a user who sends a mail to another person's
 * address must not choose its words.
 */
import type { Database, SystemTx, Tx } from '../../../platform/db/index.ts'
import type { Mail, Outbox } from '../../../platform/mail/index.ts'
import { makeToken } from '../invitations.ts'
import { request as requestReset } from '../password-reset/store.ts'
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
  /**
   * Requests the link with which a user sets a new password. The mail is written when it is sent, so that the time of
   * the request does not reveal whether a user has the address.
   */
  requestReset(database: Database, email: string): Promise<boolean>
  /** Notifies a user about a new password that was set with a link. */
  passwordChanged(tx: Tx, user: User): Promise<boolean>
  /** The link of an invitation, for the invited address. False when the mailbox or the inviter had too many mails. */
  invite(tx: Tx, invited: Invited, inviterId: string): Promise<boolean>
}

export interface Invited {
  readonly email: string
  readonly token: string
  /** As RFC 3339, UTC. */
  readonly expiresAt: string
}

/** As long as the link of a mail that is sent at once: after that its reader has to request another. */
const longestRequestMs = 3_600_000

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

const passwordReset = (
  at: Site,
  { email }: User,
  token: string,
  releaseToken: string | null,
): Mail => ({
  to: email,
  subject: 'Set a new password',
  text: `A new password was requested for the account with this address at ${at.site}. To set one, open this page within an hour:
${at.passwordResetPage}#token=${token}

If you did not request this, ignore this email. The password is then unchanged.
${
  releaseToken === null
    ? ''
    : `
The account has never verified this address. If the account is not yours, do not set a password. Open this page instead and choose "Release the address". The account then loses the address:
${at.page}#release=${releaseToken}
`
}
This email was sent by ${at.site}.
`,
})

const signInExplanation = (at: Site, { email }: User): Mail => ({
  to: email,
  subject: 'How you sign in',
  text: `A new password was requested for the account with this address at ${at.site}. The account has no password: sign in through the identity provider of your company, or with the external account that you use there.

If you did not request this, ignore this email.

This email was sent by ${at.site}.
`,
})

const passwordNotice = (at: Site, { email }: User): Mail => ({
  to: email,
  subject: 'Your password was changed',
  text: `The password of your account at ${at.site} was set with a link, and all its sessions ended. If that was not you, request a new link on the sign-in page, or contact the administrator of your account.

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
  /** The page that takes the token for a new password. */
  readonly passwordResetPage: string
}

/**
 * Writes the mail for a requested new password: with a link, or for a user without a password, how to sign in. For an
 * address that was never verified, it also describes how the owner of the mailbox takes the address from the account.
 * Null if no active user has the address.
 */
async function writeReset(tx: SystemTx, at: Site, email: string): Promise<Mail | null> {
  const { token, hash } = makeToken()
  const found = await requestReset(tx, hash, email)
  if (!found) return null
  const user = { id: found.user_id, email }
  if (!found.has_password) return signInExplanation(at, user)
  const release = found.email_verified ? null : makeToken()
  if (release) await store.insertToken(tx, user, release.hash)
  return passwordReset(at, user, token, release?.token ?? null)
}

export function addressMails(outbox: Outbox, at: Site): AddressMails {
  outbox.writeWith('password-reset', (tx, email) => writeReset(tx, at, email))
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
    requestReset: (database, to) => {
      const until = Date.now() + longestRequestMs
      return database.outsideTenants((tx) =>
        outbox.queueRequest(tx, { kind: 'password-reset', to, until }),
      )
    },
    passwordChanged: (tx, user) => outbox.queue(tx, passwordNotice(at, user)),
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
