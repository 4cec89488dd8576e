import type { Socket } from 'node:net'
import { openSocket } from '@plumbline/scanner/engine'
import { HttpFailure } from '@plumbline/scanner/kit'
import { NotReached, notReached } from './egress.ts'

export interface TlsPlace {
  /** A name or an address. */
  readonly host: string
  readonly port: number
  /** Who vouches for the other side instead of the public authorities, in PEM; null: those. */
  readonly ca: string | null
  readonly signal?: AbortSignal
}

/**
 * A TLS connection out of the installation, whose other side was verified. Throws NotReached: nothing was sent then.
 * The caller closes it.
 */
export type TlsEgress = (place: TlsPlace) => Promise<Socket>

export interface TlsEgressOptions {
  /** `host:port` that the operator's settings name. These alone may be private, and have any port. */
  readonly trusted?: readonly string[]
  readonly timeoutMs?: number
}

/** What a user's address may name: syslog over TLS, and the ports that hosted collectors assign. */
const isPort = (port: number): boolean => port === 443 || port === 6_514 || port >= 10_000

const isHost = (host: string): boolean =>
  URL.canParse(`https://${host}/`) && /^[^/?#@\\\s]+$/.test(host)

/**
 * The way out for what is not HTTP, through the same connector: a name is resolved once, all its addresses have to
 * be public, and what is connected to is looked at again.
 */
export function tlsEgress({ trusted = [], timeoutMs = 10_000 }: TlsEgressOptions = {}): TlsEgress {
  return async ({ host, port, ca, signal }) => {
    const isTrusted = trusted.includes(`${host}:${port}`)
    if (!isHost(host)) throw new NotReached('refused', 'Must be a valid host name.')
    if (!isTrusted && !isPort(port))
      throw new NotReached('refused', `Port ${port} is not allowed for outgoing requests.`)
    // Numbers in all their spellings become the address that they are.
    const { hostname } = new URL(`https://${host}/`)
    try {
      return await openSocket({
        host: hostname,
        port,
        secure: true,
        trusted: isTrusted,
        hidesNames: !isTrusted,
        connectTimeoutMs: timeoutMs,
        protocols: [],
        ...(ca !== null && { ca }),
        ...(signal && { signal }),
      })
    } catch (error) {
      signal?.throwIfAborted()
      if (!(error instanceof HttpFailure)) throw error
      throw notReached(error, host)
    }
  }
}
