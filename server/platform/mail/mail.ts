/** What a mail is, and which addresses one is sent to. */

/** Plain text to one address. Subject and text are ours; nothing that others wrote belongs in them. */
export interface Mail {
  readonly to: string
  readonly subject: string
  readonly text: string
}

/** Hands a mail to the mail server. Throws NotSent. */
export type Send = (mail: Mail) => Promise<void>

export class NotSent extends Error {
  override name = 'NotSent'
  /** The server will never take it. */
  readonly isFinal: boolean

  /** `reason` goes to the log, so it has no address in it. */
  constructor(reason: string, isFinal: boolean) {
    super(reason)
    this.isFinal = isFinal
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
