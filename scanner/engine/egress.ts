// The connector for all requests of the scanner. It checks the address that the socket is connected to before the first
// byte of the request is written.
import { type LookupAddress, type LookupAllOptions, lookup as dnsLookup } from 'node:dns'
import { BlockList, connect, isIP, type LookupFunction, type Socket } from 'node:net'
import {
  checkServerIdentity,
  connect as tlsConnect,
  type PeerCertificate,
  TLSSocket,
} from 'node:tls'
import { HttpFailure, type HttpTls } from '../kit/index.ts'

const refused = new BlockList()
// IANA's special-purpose registries for IPv4: every address range that is not global unicast.
for (const [net, bits] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.31.196.0', 24],
  ['192.52.193.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['192.175.48.0', 24],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
] as const) {
  refused.addSubnet(net, bits, 'ipv4')
}
// Azure's wire server: it has a unicast address but returns secrets of the instance.
refused.addAddress('168.63.129.16', 'ipv4')
// IPv6: only 2000::/3 is unicast on the internet, except its special blocks (Teredo, 6to4, documentation).
const unicast6 = new BlockList()
unicast6.addSubnet('2000::', 3, 'ipv6')
for (const [net, bits] of [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
] as const) {
  refused.addSubnet(net, bits, 'ipv6')
}

/** True if an address is global unicast: not loopback, private, link-local, IPv4-mapped or reserved. */
export function isPublicAddress(address: string): boolean {
  const family = isIP(address)
  if (family === 4) return !refused.check(address, 'ipv4')
  return family === 6 && unicast6.check(address, 'ipv6') && !refused.check(address, 'ipv6')
}

const refusal = (host: string, address: string) =>
  new HttpFailure('host_refused', `${host} resolves to ${address}, which is not a public address.`)

type Resolve = (
  hostname: string,
  options: LookupAllOptions,
  done: (error: NodeJS.ErrnoException | null, addresses: LookupAddress[]) => void,
) => void

/** Resolves a name once, and rejects it if any of its addresses is not public. */
export const publicLookup =
  (resolve: Resolve = dnsLookup): LookupFunction =>
  (hostname, options, callback) => {
    resolve(hostname, { ...options, all: true }, (error, addresses) => {
      if (error) return callback(error, '')
      const bad = addresses.find(({ address }) => !isPublicAddress(address))
      if (bad) return callback(refusal(hostname, bad.address), '')
      if (options.all) return callback(null, addresses)
      const [first] = addresses
      return first ? callback(null, first.address, first.family) : callback(null, '')
    })
  }

export interface Door extends HttpTls {
  readonly host: string
  readonly port: number
  readonly secure: boolean
  /** The operator configured this host, so it may have a private address. */
  readonly trusted: boolean
  /** Hides which names exist: a name that is not found is rejected with the same error as a private address. */
  readonly hidesNames?: boolean
  readonly connectTimeoutMs: number
  readonly signal?: AbortSignal
  /** Rejects a certificate whose subject alone contains the name: subjects may be user names. */
  readonly altNamesOnly?: boolean
  /** ALPN protocols; HTTP/1.1 by default. */
  readonly protocols?: readonly string[]
  /** Replaces DNS resolution in tests. */
  readonly lookup?: LookupFunction
}

/** The TLS options that verify the certificate for a name or an address. An address is never sent as server name. */
function identityOf({ servername, altNamesOnly = false }: Door, host: string) {
  const name = servername ?? host
  return {
    ...(isIP(name) ? {} : { servername: name }),
    checkServerIdentity: (_: string, certificate: PeerCertificate) =>
      checkServerIdentity(
        name,
        // Node falls back to the subject if no alternative name is a host name.
        altNamesOnly ? { ...certificate, subject: {} as PeerCertificate['subject'] } : certificate,
      ),
  }
}

function failureOf(error: NodeJS.ErrnoException, socket: Socket): HttpFailure {
  // A resolver that does not respond causes EAI_AGAIN.
  if (error.code === 'ENOTFOUND') return new HttpFailure('host_not_found', error.message)
  const isOfCertificate = socket instanceof TLSSocket && Boolean(socket.authorizationError)
  return new HttpFailure(
    isOfCertificate ? 'certificate_refused' : 'connection_failed',
    error.message,
  )
}

/**
 * Opens a socket. The promise resolves when the socket is connected to an allowed address and, for TLS, verified.
 * Throws HttpFailure: `connect_timeout`, `connection_failed`, `certificate_refused`, `host_not_found` or
 * `host_refused`.
 */
export function openSocket(door: Door): Promise<Socket> {
  const { host, port, trusted, connectTimeoutMs } = door
  const bare = host.replace(/^\[|\]$/g, '')
  return new Promise((resolve, reject) => {
    // The resolver is not called for a literal address, so check it here.
    if (!trusted && isIP(bare) && !isPublicAddress(bare)) return reject(refusal(host, bare))
    const lookup = door.lookup ?? (trusted ? undefined : publicLookup())
    const where = { host: bare, port, ...(lookup ? { lookup } : {}) }
    const socket = door.secure
      ? tlsConnect({
          ...where,
          ...identityOf(door, bare),
          ALPNProtocols: door.protocols ?? ['http/1.1'],
          ...(door.ca === undefined ? {} : { ca: door.ca }),
          ...(door.cert === undefined ? {} : { cert: door.cert, key: door.key }),
        })
      : connect(where)
    let isFound = isIP(bare) !== 0
    socket.once('lookup', (error) => {
      isFound = !error
    })
    const unknown = () =>
      new HttpFailure('host_refused', `${host} does not resolve to a public address.`)
    const timer = setTimeout(() => {
      const late = `${host} did not connect in ${connectTimeoutMs} ms.`
      socket.destroy(
        door.hidesNames && !isFound ? unknown() : new HttpFailure('connect_timeout', late),
      )
    }, connectTimeoutMs)
    const cancel = () => socket.destroy(new DOMException('The scan was canceled.', 'AbortError'))
    door.signal?.addEventListener('abort', cancel, { once: true })
    const settle = () => {
      clearTimeout(timer)
      door.signal?.removeEventListener('abort', cancel)
    }
    socket.once('connect', () => {
      const address = socket.remoteAddress ?? ''
      if (!trusted && !isPublicAddress(address)) socket.destroy(refusal(host, address))
    })
    socket.once(door.secure ? 'secureConnect' : 'connect', () => {
      settle()
      if (!socket.destroyed) resolve(socket)
    })
    socket.once('error', (error: NodeJS.ErrnoException) => {
      settle()
      if (error instanceof HttpFailure) reject(error)
      else reject(door.hidesNames && !isFound ? unknown() : failureOf(error, socket))
    })
  })
}
