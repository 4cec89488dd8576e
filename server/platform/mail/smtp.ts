import { createTransport } from 'nodemailer'
import { isLoopback } from '../../setting.ts'
import { isMailable, type Mail, NotSent, type Send } from './mail.ts'

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
}

/** Codes alone: what servers say repeats addresses, and may repeat more. */
function notSent({ code, responseCode }: Refusal): NotSent {
  const isFinal = (code === 'EENVELOPE' || code === 'EMESSAGE') && (responseCode ?? 0) >= 500
  return new NotSent(`${code ?? 'failed'} ${responseCode ?? ''}`.trim(), isFinal)
}

export function smtp({ url, from }: { readonly url: string; readonly from: string }): Send {
  const transport = createTransport(optionsOf(url))
  return async ({ to, subject, text }: Mail) => {
    if (!isMailable(to)) throw new NotSent('The address is none to send to.', true)
    const late = Promise.withResolvers<never>()
    const timer = setTimeout(() => late.reject({ code: 'ETIMEDOUT' }), wholeMs)
    try {
      await Promise.race([
        transport.sendMail({
          from,
          to: { name: '', address: to },
          subject,
          text,
          headers: { 'Auto-Submitted': 'auto-generated' },
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
