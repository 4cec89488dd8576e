import type { Transporter } from 'nodemailer'
import { isLoopback } from '../../setting.ts'
import { type GivenUp, isMailable, type Mail, NotSent, type Send } from './mail.ts'

const connectMs = 10_000
const silenceMs = 20_000
const wholeMs = 60_000

/** How the server of an `smtp:` or `smtps:` address is spoken to: encrypted, unless it is here or `?tls=off`. */
export function optionsOf(url: string) {
  const { protocol, hostname, port, username, password, search } = new URL(url)
  const secure = protocol === 'smtps:'
  const inClear = search === '?tls=off' || isLoopback(hostname)
  return {
    host: hostname.replace(/^\[|\]$/g, ''),
    port: port === '' ? (secure ? 465 : 587) : Number(port),
    secure,
    requireTLS: !secure && !inClear,
    ignoreTLS: !secure && inClear,
    ...(username !== '' && {
      auth: { user: decodeURIComponent(username), pass: decodeURIComponent(password) },
    }),
    connectionTimeout: connectMs,
    greetingTimeout: connectMs,
    dnsTimeout: connectMs,
    socketTimeout: silenceMs,
    disableFileAccess: true,
    disableUrlAccess: true,
  }
}

interface Refusal {
  readonly code?: string
  readonly responseCode?: number
  /** What the server answered, and to which command. */
  readonly response?: string
  readonly command?: string
}

/** Of answers about who sends: `530`, and enhanced status codes 5.7 (RFC 3463). Operators mend that, so mails wait. */
const aboutSender = /^530|^5\d\d[ -]5\.7\./

/** Only refusals of the recipient or the text are final. Others concern this server: the mail waits. */
function finalOf({ code, responseCode = 0, response = '', command }: Refusal): GivenUp | null {
  if (responseCode < 500) return null
  if (code === 'EMESSAGE') return 'refused'
  const isRecipient = code === 'EENVELOPE' && command === 'RCPT TO'
  return isRecipient && !aboutSender.test(response) ? 'no_mailbox' : null
}

/** Only codes: the text of servers repeats addresses, and perhaps more. */
function notSent(refusal: Refusal): NotSent {
  const { code, responseCode } = refusal
  return new NotSent(`${code ?? 'failed'} ${responseCode ?? ''}`.trim(), finalOf(refusal))
}

export function smtp({ url, from }: { readonly url: string; readonly from: string }): Send {
  const options = optionsOf(url)
  let transport: Transporter | undefined
  return async ({ to, subject, text, unsubscribe }: Mail) => {
    if (!isMailable(to)) throw new NotSent('Email cannot be sent to this address.', 'no_mailbox')
    const late = Promise.withResolvers<never>()
    const timer = setTimeout(() => late.reject({ code: 'ETIMEDOUT' }), wholeMs)
    const { createTransport } = await import('nodemailer') // servers that send no mail start without it
    transport ??= createTransport(options)
    try {
      await Promise.race([
        transport.sendMail({
          from,
          to: { name: '', address: to },
          subject,
          text,
          headers: {
            'Auto-Submitted': 'auto-generated',
            ...(unsubscribe !== undefined && {
              'List-Unsubscribe': `<${unsubscribe}>`,
              'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
            }),
          },
        }),
        late.promise,
      ])
    } catch (error) {
      throw notSent(error as Refusal)
    } finally {
      clearTimeout(timer)
    }
  }
}
