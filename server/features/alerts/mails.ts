/** Mails to recipients: the request for confirmation, and the messages of rules. */
import type { Mail } from '../../platform/mail/index.ts'
import { type Digest, linesOf, sectionTitle, windowTitle } from '../../targets/digest.ts'
import { plainText, shortLine } from '../../targets/plain-text.ts'

export interface Site {
  /** The public URL from the settings, never from a request. */
  readonly site: string
  /** The page that takes the tokens of mails. */
  readonly page: string
  /** Takes an empty POST with the token behind it. */
  readonly oneClick: string
}

export interface Reader {
  readonly tenantId: string
  readonly id: string
  readonly email: string
  readonly unsubscribeToken: string
}

const lineLimits = { count: 10, max: 200 }

/** No user chose its words: it is sent to addresses that have not agreed to anything yet. */
export const confirmation = (at: Site, reader: Reader, token: string): Mail => ({
  to: reader.email,
  subject: 'Confirm alerts from Plumbline',
  addressee: { tenantId: reader.tenantId, id: reader.id },
  text: `A user of ${at.site} wants to send alerts about security findings to this address. To receive them, open this page and choose "Get alerts":
${at.page}#confirm=${token}

If you do nothing, you receive none. To get no more of these requests, open this page:
${at.page}#unsubscribe=${reader.unsubscribeToken}

This email was sent by ${at.site}. The first link is good for 7 days.
`,
})

function sectionText(section: Digest['sections'][number]): string {
  const lines = linesOf(section, lineLimits)
  const more = section.total - lines.length
  return [
    sectionTitle(section),
    ...lines.map(({ mark, name, rest, link }) =>
      [`- ${mark} ${name}`, rest && ` – ${rest}`, link && `\n  ${link}`].filter(Boolean).join(''),
    ),
    ...(more > 0 && lines.length > 0 ? [`and ${more} more`] : []),
  ].join('\n')
}

/** Texts of accounts and of members are made fit to be shown, line by line. */
export function message(
  at: Site,
  { tenantId, id, email, unsubscribeToken }: Reader,
  { messageId, sight, digest }: { messageId: string; sight: string; digest: Digest },
): Mail {
  const { rule, window, sections, link } = digest
  const name = shortLine(rule.name, 100)
  const parts = [
    `${name}, ${windowTitle(window)}`,
    plainText(rule.description).trim(),
    ...sections.map(sectionText),
    sections.length === 0 ? 'The condition of the rule is met.' : '',
    link === null ? '' : `All that fails:\n${link}`,
    `You confirmed alerts from ${at.site}. To unsubscribe, open this page:
${at.page}#unsubscribe=${unsubscribeToken}`,
  ]
  return {
    to: email,
    subject: `Alert: ${name}`,
    addressee: { tenantId, id, messageId, sight },
    unsubscribe: `${at.oneClick}?token=${unsubscribeToken}`,
    text: `${parts.filter((part) => part !== '').join('\n\n')}\n`,
  }
}
