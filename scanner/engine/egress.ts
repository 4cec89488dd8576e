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
import { openTunnel } from './tunnel.ts'

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
// IPv6: only 2000::/3 is unicast on the internet, except its special blocks (Teredo, 6to4, AS112, documentation).
const unicast6 = new BlockList()
unicast6.addSubnet('2000::', 3, 'ipv6')
for (const [net, bits] of [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['2620:4f:8000::', 48],
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
  /** The proxy through which to connect, only with `secure`; by default the connection is direct. */
  readonly proxy?: URL
  /** True if the proxy gets the name without a check of its addresses here. */
  readonly proxyResolves?: boolean
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

const tlsOptions = (door: Door, bare: string) => ({
  ...identityOf(door, bare),
  ALPNProtocols: [...(door.protocols ?? ['http/1.1'])],
  ...(door.ca === undefined ? {} : { ca: door.ca }),
  ...(door.cert === undefined ? {} : { cert: door.cert, key: door.key }),
})

const late = ({ host, connectTimeoutMs }: Door) =>
  new HttpFailure('connect_timeout', `${host} did not connect in ${connectTimeoutMs} ms.`)
const canceled = () => new DOMException('The scan was canceled.', 'AbortError')
const unknown = ({ host }: Door) =>
  new HttpFailure('host_refused', `${host} does not resolve to a public address.`)

function openDirect(door: Door, bare: string): Promise<Socket> {
  const { host, port, trusted, connectTimeoutMs } = door
  return new Promise((resolve, reject) => {
    const lookup = door.lookup ?? (trusted ? undefined : publicLookup())
    const where = { host: bare, port, ...(lookup ? { lookup } : {}) }
    const socket = door.secure
      ? tlsConnect({ ...where, ...tlsOptions(door, bare) })
      : connect(where)
    let isFound = isIP(bare) !== 0
    socket.once('lookup', (error) => {
      isFound = !error
    })
    const timer = setTimeout(
      () => socket.destroy(door.hidesNames && !isFound ? unknown(door) : late(door)),
      connectTimeoutMs,
    )
    const cancel = () => socket.destroy(canceled())
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
      else reject(door.hidesNames && !isFound ? unknown(door) : failureOf(error, socket))
    })
  })
}

/** Resolves a name, because the proxy must not get one that has an internal address. Returns its first address. */
const checkName = ({ host, lookup = publicLookup() }: Door, bare: string): Promise<string> =>
  new Promise((resolve, reject) => {
    lookup(bare, { all: true }, (error, found) => {
      const addresses = Array.isArray(found) ? found.map(({ address }) => address) : [found]
      const [first] = addresses
      const bad = addresses.find((address) => !isPublicAddress(address))
      if (error instanceof HttpFailure) reject(error)
      else if (error?.code === 'ENOTFOUND') reject(new HttpFailure('host_not_found', error.message))
      else if (error) reject(new HttpFailure('connection_failed', error.message))
      else if (bad === undefined && first !== undefined) resolve(first)
      else reject(refusal(host, bad ?? 'no address'))
    })
  })

const secured = (tunnel: Socket, door: Door, bare: string): Promise<Socket> =>
  new Promise((resolve, reject) => {
    const socket = tlsConnect({ socket: tunnel, ...tlsOptions(door, bare) })
    socket.once('secureConnect', () => resolve(socket))
    socket.once('error', (error: NodeJS.ErrnoException) => reject(failureOf(error, socket)))
  })

async function openProxied(door: Door, bare: string, proxy: URL): Promise<Socket> {
  const over = AbortSignal.timeout(door.connectTimeoutMs)
  const signal = door.signal ? AbortSignal.any([door.signal, over]) : over
  const ended = new Promise<never>((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true })
  })
  let tunnel: Socket | undefined
  let isFound = false
  const opening = async (): Promise<Socket> => {
    const isChecked = door.proxyResolves !== true && isIP(bare) === 0
    const address = isChecked ? await checkName(door, bare) : bare
    isFound = true
    // The proxy may resolve the name differently, and a user's own certificate authority proves no name.
    const host = door.ca === undefined ? bare : address
    const hidden = door.hidesNames && !isChecked ? { hidden: unknown(door) } : {}
    tunnel = await openTunnel(proxy, { host, port: door.port, ...hidden }, signal)
    return secured(tunnel, door, bare)
  }
  try {
    return await Promise.race([opening(), ended])
  } catch (error) {
    tunnel?.destroy()
    if (door.signal?.aborted) throw canceled()
    if (door.hidesNames && !isFound) throw unknown(door)
    throw over.aborted ? late(door) : error
  }
}

/**
 * Opens a socket, through a proxy if the door has one. The promise resolves when the socket is connected to an allowed
 * address and, for TLS, verified. Throws HttpFailure: `connect_timeout`, `connection_failed`, `certificate_refused`,
 * `host_not_found`, `host_refused`, `proxy_refused` or `proxy_failed`.
 */
export async function openSocket(door: Door): Promise<Socket> {
  const bare = door.host.replace(/^\[|\]$/g, '')
  // The resolver is not called for a literal address, so check it here.
  if (!door.trusted && isIP(bare) && !isPublicAddress(bare)) throw refusal(door.host, bare)
  return door.proxy ? openProxied(door, bare, door.proxy) : openDirect(door, bare)
}
