// The connector of the scanner's one door: which addresses may be connected to, checked on what was
// really connected, before a byte of the request is written.
import { type LookupAddress, type LookupAllOptions, lookup as dnsLookup } from 'node:dns'
import { BlockList, connect, isIP, type LookupFunction, type Socket } from 'node:net'
import { connect as tlsConnect } from 'node:tls'
import { HttpFailure } from '../kit/index.ts'

const refused = new BlockList()
// IANA's special-purpose registries for IPv4: everything that is not plain unicast on the internet.
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
// Azure's wire server: looks like unicast, answers with instance secrets.
refused.addAddress('168.63.129.16', 'ipv4')
// IPv6: only 2000::/3 is unicast on the internet, less its special blocks (Teredo, 6to4, documentation).
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

/** Whether an address is plain unicast on the internet: no loopback, private, link-local, mapped or reserved one. */
export function isPublicAddress(address: string): boolean {
  const family = isIP(address)
  if (family === 4) return !refused.check(address, 'ipv4')
  return family === 6 && unicast6.check(address, 'ipv6') && !refused.check(address, 'ipv6')
}

const refusal = (host: string, address: string) =>
  new HttpFailure('host_refused', `${host} leads to ${address}, which is no public address.`)

type Resolve = (
  hostname: string,
  options: LookupAllOptions,
  done: (error: NodeJS.ErrnoException | null, addresses: LookupAddress[]) => void,
) => void

/** Resolves a name once, and refuses it when any of its addresses is not public. */
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

export interface Door {
  readonly host: string
  readonly port: number
  readonly secure: boolean
  /** The operator named this host: private addresses are what they meant. */
  readonly trusted: boolean
  readonly connectTimeoutMs: number
  readonly signal?: AbortSignal
  /** Replaces the name resolution, for tests of what it may answer. */
  readonly lookup?: LookupFunction
}

/**
 * Opens a socket and hands it over only when connected (and, over TLS, verified) to an address that
 * is allowed. Throws HttpFailure: `connect_timeout`, `connection_failed` or `host_refused`.
 */
export function openSocket(door: Door): Promise<Socket> {
  const { host, port, trusted, connectTimeoutMs } = door
  const bare = host.replace(/^\[|\]$/g, '')
  return new Promise((resolve, reject) => {
    // A literal address is never looked up, so it is checked here.
    if (!trusted && isIP(bare) && !isPublicAddress(bare)) return reject(refusal(host, bare))
    const lookup = door.lookup ?? (trusted ? undefined : publicLookup())
    const where = { host: bare, port, ...(lookup ? { lookup } : {}) }
    const socket = door.secure
      ? tlsConnect({
          ...where,
          ...(isIP(bare) ? {} : { servername: bare }),
          ALPNProtocols: ['http/1.1'],
        })
      : connect(where)
    const timer = setTimeout(
      () =>
        socket.destroy(
          new HttpFailure('connect_timeout', `${host} did not connect in ${connectTimeoutMs} ms.`),
        ),
      connectTimeoutMs,
    )
    const cancel = () => socket.destroy(new DOMException('The scan was cancelled.', 'AbortError'))
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
    socket.once('error', (error) => {
      settle()
      reject(
        error instanceof HttpFailure ? error : new HttpFailure('connection_failed', error.message),
      )
    })
  })
}
