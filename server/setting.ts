/** How the text of one setting becomes its value; a wrong text is one sentence. */
import { accessSync, constants } from 'node:fs'
import { isIP } from 'node:net'
import { proxyRule, proxyUrl } from '@plumbline/scanner/kit'
import { valkeyAddress } from './valkey-address.ts'

export type Read<T> = (text: string) => T
export interface Setting<T> {
  /** The name, then other names that existing deployments use. */
  readonly names: readonly string[]
  readonly read: Read<T>
  readonly fallback: T
  readonly why: string
  /** It can also be read from a file, whose path is the setting of the same name with `_FILE`. */
  readonly isSecret: boolean
}

export class BadSetting extends Error {
  override name = 'BadSetting'
}

export const setting = <T>(names: string, read: Read<T>, fallback: T, why: string): Setting<T> => ({
  names: names.split(' '),
  read,
  fallback,
  why,
  isSecret: false,
})

/** A setting with a password or a key. It has no default: it is generated, or the feature is off. */
export const secret = <T>(names: string, read: Read<T>, why: string): Setting<T | null> => ({
  ...setting(names, maybe(read), null, why),
  isSecret: true,
})

export const text: Read<string> = (value) => value
export const list: Read<readonly string[]> = (value) =>
  value
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '')
export const flag: Read<boolean> = (value) => {
  if (/^(1|true|yes|on)$/i.test(value)) return true
  if (/^(0|false|no|off)$/i.test(value)) return false
  throw new BadSetting('must be true or false')
}
export const number =
  (least: number, most: number): Read<number> =>
  (value) => {
    const read = Number(value)
    if (!Number.isInteger(read) || read < least || read > most) {
      throw new BadSetting(`must be a whole number from ${least} to ${most}`)
    }
    return read
  }
export const oneOf =
  (...known: readonly string[]): Read<string> =>
  (value) => {
    if (known.includes(value)) return value
    throw new BadSetting(`must be one of ${known.join(', ')}`)
  }
/** An address with one of these schemes, as it was written but for a slash at its end. */
const address =
  (...schemes: readonly string[]): Read<string> =>
  (value) => {
    if (URL.canParse(value) && schemes.includes(new URL(value).protocol.slice(0, -1)))
      return value.replace(/\/$/, '')
    throw new BadSetting(`must be an address that begins with ${schemes.join(':// or ')}://`)
  }
export const web = address('https', 'http')
/** A bucket of an S3-compatible store, in path style, and what the names of its objects begin with. */
export const bucket: Read<string> = (value) => {
  const { origin, pathname, href } = new URL(web(value))
  if (!/^(\/[\w.-]+)+\/?$/.test(pathname) || href !== origin + pathname)
    throw new BadSetting('must name a bucket, as https://s3.example.com/bucket/prefix does')
  return href.replace(/\/?$/, '/')
}
/** An address that others compare letter by letter, and so is left as it was written. */
const exact =
  (...schemes: readonly string[]): Read<string> =>
  (value) => {
    address(...schemes)(value)
    return value
  }
export const exactAddress = exact('https', 'http')
export const issuer = exact('https')
/** As browsers name them: scheme and host, no path. Another spelling would match no browser, silently. */
export const origins: Read<readonly string[]> = (value) => {
  const read = list(value)
  const bad = read.find((one) => !URL.canParse(one) || new URL(one).origin !== one)
  if (bad === undefined) return read
  throw new BadSetting(`contains "${bad}", which is not an origin such as https://app.example.com`)
}
/** Inside the operator's network: origins of HTTP, and `tls://host:port` of what is not. */
export const targets: Read<readonly string[]> = (value) => {
  const read = list(value)
  const isTarget = (one: string): boolean => {
    if (!URL.canParse(one)) return false
    const { protocol, origin, hostname, port, href } = new URL(one)
    if (protocol === 'tls:') return port !== '' && href === `tls://${hostname}:${port}`
    return /^https?:$/.test(protocol) && origin === one
  }
  const bad = read.find((one) => !isTarget(one))
  if (bad === undefined) return read
  throw new BadSetting(
    `contains "${bad}", which is not an origin such as https://splunk.internal:8088 or tls://syslog.internal:6514`,
  )
}
/** An account inside the operator's network. */
export interface InternalOrigin {
  readonly origin: string
  /** Null: any tenant may have it scanned. */
  readonly tenantId: string | null
}
const tenantInFront = /^([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})@/
/** `https://10.0.0.1:6443`, or `<tenant id>@https://10.0.0.1:6443` where one tenant alone may have it scanned. */
export const internalOrigins: Read<readonly InternalOrigin[]> = (value) =>
  list(value).map((one) => {
    const tenantId = tenantInFront.exec(one)?.[1] ?? null
    const origin = one.replace(tenantInFront, '')
    if (URL.canParse(origin) && new URL(origin).origin === origin && origin.startsWith('https:'))
      return { origin, tenantId }
    throw new BadSetting(
      `contains "${one}", which is not an origin such as https://10.0.0.1:6443, optionally preceded by a tenant ID and @`,
    )
  })
/** A proxy for outgoing connections. */
export const outgoingProxy: Read<string> = (value) => {
  if (proxyUrl(value)) return value
  throw new BadSetting(proxyRule)
}
/** What the proxy in front may be named by: an address, a net such as 10.0.0.0/8, or a kind of nets. */
export const proxies: Read<readonly string[]> = (value) => {
  const read = list(value)
  const isProxy = (one: string): boolean => {
    if (/^(loopback|linklocal|uniquelocal)$/.test(one)) return true
    const [address = '', bits, more] = one.split('/')
    const most = isIP(address) === 4 ? 32 : isIP(address) === 6 ? 128 : 0
    const isNetwork =
      bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) >= 1 && Number(bits) <= most)
    return most > 0 && isNetwork && more === undefined
  }
  const bad = read.find((one) => !isProxy(one))
  if (bad === undefined) return read
  throw new BadSetting(`contains "${bad}", which is not an address or network such as 10.0.0.0/8`)
}
/** A URL whose certificates can be read: the driver would fail much later, with an unclear message. */
export const postgres: Read<string> = (value) => {
  const [, hosts = ''] = /^postgres(?:ql)?:\/\/(?:[^/?#]*@)?([^@/?#]*)(?:[/?#]|$)/.exec(value) ?? []
  const inQuery = URL.canParse(value) ? (new URL(value).searchParams.get('host') ?? '') : ''
  if (`${hosts}${inQuery}`.includes(','))
    throw new BadSetting(
      'must have one host, which leads to the primary: see docs/operate/scale.md',
    )
  const read = address('postgres', 'postgresql')(value)
  for (const name of ['sslrootcert', 'sslcert', 'sslkey']) {
    const file = new URL(read).searchParams.get(name)
    if (!file) continue
    try {
      accessSync(file, constants.R_OK)
    } catch (error) {
      throw new BadSetting(`has an ${name} that cannot be read: ${(error as Error).message}`)
    }
  }
  return read
}
/** The name of a PostgreSQL role. The database would cut a longer one off, and reserves some names. */
export const role: Read<string> = (value) => {
  if (Buffer.byteLength(value) <= 63 && !/^(pg_.*|public|none)$/s.test(value)) return value
  throw new BadSetting('must be a name of at most 63 bytes that PostgreSQL does not reserve')
}
/** A password that all clients send with the same bytes: others are normalized before they are hashed. */
export const password: Read<string> = (value) => {
  if (/^[\x20-\x7e]{12,256}$/.test(value)) return value
  throw new BadSetting('must have 12 to 256 characters, all of them printable ASCII')
}
/** The address of one server, or of several Sentinels with the name of the primary. */
export const valkey: Read<string> = (value) => {
  if (valkeyAddress(value) !== null) return value.replace(/\/$/, '')
  throw new BadSetting(
    'must be an address that begins with redis://, rediss://, valkey:// or valkeys://; with Sentinels, such as redis+sentinel://one:26379,two:26379/primary',
  )
}
/** A part of a channel's name on a shared server, where a colon would end it. */
export const label: Read<string> = (value) => {
  if (/^[\w.-]{1,64}$/.test(value)) return value
  throw new BadSetting('takes 1 to 64 letters, digits, points, dashes and underscores')
}
export const maybe = <T>(read: Read<T>): Read<T | null> => read
/** Whether a host is this machine itself. */
export const isLoopback = (host: string): boolean =>
  /^(localhost|127(\.\d{1,3}){3}|\[?::1\]?)$/i.test(host)
/** A mail server with its credentials; `?tls=off` sends in the clear. Errors do not contain it. */
export const mailServer: Read<string> = (value) => {
  address('smtps', 'smtp')(value)
  const { hostname, pathname, search, hash } = new URL(value)
  if (hostname === '' || /[^/]/.test(pathname) || hash !== '')
    throw new BadSetting('must be an address such as smtps://user:password@mail.example.com')
  if (search !== '' && search !== '?tls=off')
    throw new BadSetting(
      'takes one parameter, ?tls=off, which sends mails and password in the clear',
    )
  return value
}
/** Whom mails are from: an address, or a name with the address in angle brackets. */
export const sender: Read<string> = (value) => {
  if (/^(?:[\w .-]{1,60} <[^\s<>@",;]+@[\w.-]+>|[^\s<>@",;]+@[\w.-]+)$/.test(value)) return value
  throw new BadSetting('must be an address, or as in Plumbline <plumbline@example.com>')
}
