/** What a mail is, and which addresses one is sent to. */

/**
 * Plain text to one address. Subject and text are the product's; they may contain text from users only if the recipient
 * has agreed to it.
 */
export interface Mail {
  readonly to: string
  readonly subject: string
  readonly text: string
  /** Of a mail that one can have ended: an address that takes an empty POST (RFC 8058). */
  readonly unsubscribe?: string
  /** What the sender knows the addressee by, for when the mail server will never take it. */
  readonly addressee?: Addressee
}

/** A mail that is written when it is sent, so that the request for it does the same work for every address. */
export interface MailRequest {
  readonly to: string
  readonly kind: RequestKind
  /** Milliseconds since 1970. A later mail would be an answer to a request that its reader has forgotten. */
  readonly until: number
}
export type RequestKind = 'password-reset'

export interface Addressee {
  readonly tenantId: string
  readonly id: string
  /** The alert message of the mail; absent for other mails. */
  readonly messageId?: string
  /** What the message's author could see when the mail was made. */
  readonly sight?: string
}

/** Why a mail is not tried again: the server knows no such mailbox, refuses the mail, or was unavailable for a day. */
export type GivenUp = 'no_mailbox' | 'refused' | 'expired'

/** A feature that knows the addressees of its mails. */
export interface Addressees {
  /** Called before each attempt: the addressee may have unsubscribed while the mail waited. */
  isWanted(addressee: Addressee): Promise<boolean>
  /** May be called twice. */
  givenUp(addressee: Addressee, why: GivenUp): Promise<void>
}

/** Hands a mail to the mail server. Throws NotSent. */
export type Send = (mail: Mail) => Promise<void>

export class NotSent extends Error {
  override name = 'NotSent'
  /** Why the server will never take it; null: it may take it later. */
  readonly givenUp: GivenUp | null

  /** `reason` is logged, so it must not contain an address. */
  constructor(reason: string, givenUp: GivenUp | null = null) {
    super(reason)
    this.givenUp = givenUp
  }
}

const address =
  /^[\w.!#$%&'*+/=?^`{|}~-]{1,64}@(?:[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?\.)+[a-z][a-z\d-]{0,61}[a-z\d]$/i

/**
 * Whether an address is one to send to: ASCII, of a domain on the internet. No quotes, comments, spaces or
 * line ends, so nothing that a mail server could read as more than an address.
 */
export const isMailable = (to: string): boolean =>
  to.length <= 254 && address.test(to) && !to.endsWith('.invalid')

/** Addresses that most providers deliver into one mailbox have one name here: mails are counted by it. */
export const mailboxOf = (to: string): string => to.toLowerCase().replace(/\+[^@]*(?=@)/, '')
