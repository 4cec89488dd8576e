/** The HTTP proxies of this process, from the environment variables that curl, kubectl and the AWS CLI also read. */
import { BlockList, isIP } from 'node:net'
import { domainToASCII } from 'node:url'
import { proxyRule, proxyUrl, ScanProblem } from '../kit/index.ts'

/** The host of a request that may use a proxy. */
export interface ProxyTarget {
  readonly isSecure: boolean
  /** A name or an address; an IPv6 address may have brackets. */
  readonly host: string
  readonly port: number
}

export interface Proxies {
  /** Returns the proxy for this host, or null for a direct connection. */
  of(target: ProxyTarget): URL | null
  /**
   * True if names of users are passed to the proxy without resolving them here. The proxy alone then prevents requests
   * to internal addresses.
   */
  readonly resolvesNames: boolean
}

type Environment = Readonly<Record<string, string | undefined>>

/** Removes the brackets of an IPv6 address and the final dot of a name. */
export const bareHost = (host: string): string =>
  host
    .replace(/^\[|\]$/g, '')
    .replace(/\.$/, '')
    .toLowerCase()

/** Returns true for the host and port of a request. */
type Exception = (host: string, port: number) => boolean

/** Splits `name:8443`, `[2001:db8::1]:8443` and `2001:db8::1`. */
function hostAndPort(entry: string): { host: string; port: number | null } {
  const [, bracketed, inBrackets] = /^\[([^\]]*)\](?::(\d+))?$/.exec(entry) ?? []
  if (bracketed !== undefined)
    return { host: bracketed, port: inBrackets ? Number(inBrackets) : null }
  const [, host = entry, port] = /^([^:]*):(\d+)$/.exec(entry) ?? []
  return { host, port: port === undefined ? null : Number(port) }
}

function networkOf(host: string): BlockList | null {
  const [, address = '', bits = ''] = /^(.+)\/(\d{1,3})$/.exec(host) ?? []
  const family = isIP(address)
  if (family === 0 || Number(bits) > (family === 4 ? 32 : 128)) return null
  const network = new BlockList()
  network.addSubnet(address, Number(bits), family === 4 ? 'ipv4' : 'ipv6')
  return network
}

const familyOf = (address: string) => (isIP(address) === 4 ? 'ipv4' : 'ipv6')

/**
 * One entry of NO_PROXY. `example.com` also covers its subdomains; `.example.com` and `*.example.com` cover only these.
 * An address is compared as an address, and a network (CIDR) covers the addresses in it, but not names.
 */
function exceptionOf(entry: string): Exception {
  if (entry === '*') return () => true
  const network = networkOf(entry.replace(/^\[([^\]]*)\]\//, '$1/'))
  if (network) return (host) => isIP(host) !== 0 && network.check(host, familyOf(host))
  const { host: named, port: only } = hostAndPort(entry)
  const isPort = (port: number) => only === null || only === port
  const name = bareHost(named)
  if (isIP(name) !== 0) {
    const same = new BlockList()
    same.addAddress(name, familyOf(name))
    return (host, port) => isPort(port) && isIP(host) !== 0 && same.check(host, familyOf(host))
  }
  const bare = name.replace(/^\*?\./, '')
  const suffix = `.${domainToASCII(bare) || bare}` // requests have the names of URLs, which are ASCII
  const coversItself = !/^\*?\./.test(name)
  return (host, port) =>
    isPort(port) && (host.endsWith(suffix) || (coversItself && `.${host}` === suffix))
}

const loopback = new BlockList()
loopback.addSubnet('127.0.0.0', 8, 'ipv4')
loopback.addAddress('::1', 'ipv6')

const isLoopback = (host: string): boolean =>
  host === 'localhost' ||
  host.endsWith('.localhost') ||
  (isIP(host) !== 0 && loopback.check(host, familyOf(host)))

/** Lower case first, as in curl. An empty variable is not set. */
const read = (environment: Environment, name: string): string | undefined =>
  environment[name.toLowerCase()]?.trim() || environment[name]?.trim() || undefined

/**
 * Reads HTTPS_PROXY, HTTP_PROXY, NO_PROXY (each also in lower case) and PROXY_RESOLVES_NAMES. Requests to this machine
 * (localhost and loopback addresses) never use a proxy. Throws ScanProblem (`invalid_configuration`).
 */
export function proxiesOf(environment: Environment): Proxies {
  const proxy = (name: string): URL | null => {
    const text = read(environment, name)
    const url = text === undefined ? null : proxyUrl(text)
    if (text === undefined || url !== null) return url
    throw new ScanProblem('invalid_configuration', `${name} ${proxyRule}.`)
  }
  const secure = proxy('HTTPS_PROXY')
  const plain = proxy('HTTP_PROXY')
  const exceptions = (read(environment, 'NO_PROXY') ?? '')
    .split(/[\s,"']+/) // quotes remain where a file of variables is no shell script
    .map((entry) => entry.replace(/^[a-z]+:\/\/([^/]*).*$/i, '$1'))
    .filter((entry) => entry !== '')
    .map(exceptionOf)
  return {
    of({ isSecure, host, port }) {
      const name = bareHost(host)
      if (isLoopback(name) || exceptions.some((covers) => covers(name, port))) return null
      return isSecure ? secure : plain
    },
    resolvesNames: /^(1|true|yes|on)$/i.test(read(environment, 'PROXY_RESOLVES_NAMES') ?? ''),
  }
}

let ofProcess: Proxies | undefined

/** The proxies of this process, read once. Throws ScanProblem. */
export const environmentProxies = (): Proxies => (ofProcess ??= proxiesOf(process.env))

/** The Proxy-Authorization header for the credentials in the URL of a proxy. */
export function proxyHeaders({ username, password }: URL): Record<string, string> {
  if (username === '' && password === '') return {}
  const pair = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`
  return { 'proxy-authorization': `Basic ${Buffer.from(pair).toString('base64')}` }
}

/** The port of a URL, also if it is the default of its scheme. */
export const portOf = ({ protocol, port }: URL): number =>
  Number(port || (protocol === 'https:' ? 443 : 80))
