import { isIP } from 'node:net'
import { createHttp, type HttpOptions } from '@plumbline/scanner/engine'
import { type HttpAnswer, HttpFailure } from '@plumbline/scanner/kit'

export interface Outgoing {
  readonly method: 'GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  readonly url: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string | Uint8Array
  readonly signal?: AbortSignal
}

/**
 * Sends a request out of the installation and returns the whole response, whatever its status, redirects included.
 * Throws NotReached without a response.
 */
export type Egress = (request: Outgoing) => Promise<HttpAnswer>

/**
 * Why there was no response. `refused` is this server's decision; its sentence may be shown to the user. After it, and
 * after `unknown_host`, nothing was sent.
 */
export class NotReached extends Error {
  override name = 'NotReached'
  readonly code: 'refused' | 'unknown_host' | 'timeout' | 'too_large' | 'failed'
  constructor(code: NotReached['code'], detail: string) {
    super(detail)
    this.code = code
  }
}

export interface EgressOptions {
  /** Origins that the operator's settings name. These alone may be private, or plain http. */
  readonly trusted?: readonly string[]
  readonly timeoutMs?: number
  readonly maxBytes?: number
  /** Replaces DNS resolution in tests. */
  readonly lookup?: HttpOptions['lookup']
}

/** The connector's failures, as the code for the user who entered the address. */
const codes: Readonly<Record<string, NotReached['code']>> = {
  host_refused: 'refused',
  connect_timeout: 'timeout',
  read_timeout: 'timeout',
  answer_too_large: 'too_large',
}
/** True for names that public DNS can resolve: they contain a dot, and are not IP addresses. */
const isPublicName = (host: string): boolean => {
  const { hostname } = new URL(`https://${host}/`)
  return isIP(hostname.replace(/^\[|\]$/g, '')) === 0 && /\../.test(hostname)
}

/**
 * The error for the user who entered the host: without addresses inside the operator's network. A name that does not
 * exist and one that resolves to an internal address have the same error, or users could list the names of that network.
 */
export function notReached({ code, message }: HttpFailure, host: string): NotReached {
  if (code === 'host_refused')
    return new NotReached(
      isPublicName(host) ? 'unknown_host' : 'refused',
      `${host} does not resolve to a public address.`,
    )
  if (code === 'host_not_found')
    return new NotReached('unknown_host', `No DNS record exists for ${host}.`)
  if (code === 'proxy_refused' || code === 'proxy_failed')
    return new NotReached('failed', `The proxy of this server did not connect to ${host}.`)
  return new NotReached(codes[code] ?? 'failed', message)
}

/** Ports that a user's address may name: no scan of what else listens somewhere. 8088 is that of Splunk's collector. */
const ports: ReadonlySet<string> = new Set(['', '443', '8088', '8443'])

/** What a body adds to the time that an answer may take: a slow line has 200 kB a second. */
const sendingMs = (bytes: number): number => Math.min(50_000, Math.ceil(bytes / 200))

/** Refuses what no request of ours looks like. Whether the host may be reached shows when it is connected. */
function read(address: string, trusted: readonly string[]): { url: URL; isTrusted: boolean } {
  if (!URL.canParse(address)) throw new NotReached('refused', 'Must be a valid URL.')
  const url = new URL(address)
  const isTrusted = trusted.includes(url.origin)
  if (url.username !== '' || url.password !== '') {
    throw new NotReached('refused', 'The URL must not contain credentials.')
  }
  if (!isTrusted && url.protocol !== 'https:') {
    throw new NotReached('refused', 'The URL must start with https://.')
  }
  if (!isTrusted && !ports.has(url.port)) {
    throw new NotReached('refused', `Port ${url.port} is not allowed for outgoing requests.`)
  }
  return { url, isTrusted }
}

/**
 * The server's one way out, through the scanner's connector: a name is resolved once, all its addresses
 * have to be public, and what is connected to is looked at again before a byte is sent. One attempt, a
 * bounded answer in a bounded time, no redirects, no connection reused.
 */
export function egress(options: EgressOptions = {}): Egress {
  const { trusted = [], timeoutMs = 10_000, maxBytes = 2 ** 20, lookup } = options
  return async ({ method, url: address, headers = {}, body = '', signal }) => {
    const { url, isTrusted } = read(address, trusted)
    const wholeMs = timeoutMs + sendingMs(body.length)
    const over = AbortSignal.timeout(wholeMs)
    const http = createHttp({
      connectTimeoutMs: timeoutMs,
      readTimeoutMs: wholeMs,
      retries: 0,
      maxBytes,
      hosts: [''], // whatever its name is, its addresses decide
      limits: { each: 1, overall: 1, perSecond: 1 },
      ...(isTrusted && { endpoint: url.origin }),
      ...(lookup && { lookup }),
    })
    try {
      return await http.call({
        name: url.host,
        limit: url.origin,
        build: async () => ({ method, url, headers, body }),
        judge: () => 'done',
        signal: signal ? AbortSignal.any([signal, over]) : over,
      })
    } catch (error) {
      if (over.aborted) {
        throw new NotReached('timeout', `${url.host} did not respond within ${wholeMs} ms.`)
      }
      if (!(error instanceof HttpFailure)) throw error
      throw notReached(error, url.host)
    } finally {
      http.close()
    }
  }
}
