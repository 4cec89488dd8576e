/** Connections through an HTTP proxy (RFC 9110, section 9.3.6). */
import { type IncomingMessage, request as plainRequest } from 'node:http'
import { request as secureRequest } from 'node:https'
import { isIP, type Socket } from 'node:net'
import { HttpFailure } from '../kit/index.ts'
import { bareHost, portOf, proxyHeaders } from './proxy.ts'

/** Names the proxy without its credentials. */
const nameOf = (proxy: URL): string => `${proxy.hostname}:${portOf(proxy)}`

/** The failure that a response of the proxy other than success means. */
function refusalOf(proxy: URL, { statusCode = 0, headers }: IncomingMessage, host: string) {
  // Squid alone reports that a name does not exist.
  if (String(headers['x-squid-error'] ?? '').startsWith('ERR_DNS_FAIL'))
    return new HttpFailure('host_not_found', `The proxy cannot resolve ${host}.`)
  const isRefused = statusCode >= 400 && statusCode < 500
  const why =
    statusCode === 407
      ? 'does not accept its credentials'
      : isRefused
        ? `does not allow connections to ${host}`
        : `could not connect to ${host}`
  return new HttpFailure(
    isRefused ? 'proxy_refused' : 'proxy_failed',
    `The proxy ${nameOf(proxy)} ${why} (status ${statusCode}).`,
  )
}

/** A response of the proxy itself to a request in absolute form; undefined if it may be that of the host. */
export const refusedByProxy = (proxy: URL, message: IncomingMessage, host: string) =>
  message.statusCode === 407 ? refusalOf(proxy, message, host) : undefined

interface TunnelTarget {
  readonly host: string
  readonly port: number
  /** The error for every response of the proxy about the host, if users must not learn which names exist. */
  readonly hidden?: HttpFailure
}

/**
 * Opens a tunnel to a host. The proxy resolves the name. Throws HttpFailure: `proxy_refused`, `proxy_failed` or
 * `host_not_found`, or the reason of the signal.
 */
export function openTunnel(
  proxy: URL,
  { host, port, hidden }: TunnelTarget,
  signal: AbortSignal,
): Promise<Socket> {
  const authority = `${isIP(host) === 6 ? `[${host}]` : host}:${port}`
  const send = proxy.protocol === 'https:' ? secureRequest : plainRequest
  const proxyHost = bareHost(proxy.hostname)
  return new Promise((resolve, reject) => {
    const request = send({
      host: proxyHost,
      port: portOf(proxy),
      // Otherwise, Node expects the certificate of the host in the header.
      servername: isIP(proxyHost) ? '' : proxyHost,
      method: 'CONNECT',
      path: authority,
      headers: { host: authority, ...proxyHeaders(proxy) },
      agent: false,
    })
    const cancel = () => request.destroy(signal.reason)
    const settle = () => signal.removeEventListener('abort', cancel)
    if (signal.aborted) cancel()
    signal.addEventListener('abort', cancel, { once: true })
    request.once('connect', (message, socket: Socket, first: Buffer) => {
      settle()
      const { statusCode = 0 } = message
      // A server does not send before its client in TLS or HTTP.
      if (statusCode >= 200 && statusCode < 300 && first.length === 0) return resolve(socket)
      socket.destroy()
      reject(hidden && statusCode !== 407 ? hidden : refusalOf(proxy, message, host))
    })
    request.once('error', (error) => {
      settle()
      if (signal.aborted) reject(signal.reason)
      else
        reject(
          new HttpFailure(
            'proxy_failed',
            `The proxy ${nameOf(proxy)} cannot be reached: ${error.message}`,
          ),
        )
    })
    request.end()
  })
}
