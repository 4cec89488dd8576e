/** Certificates for tests, created on demand, so that none expires and no key is in the repository. */
import { generateKeyPairSync, type KeyObject, sign } from 'node:crypto'
import { isIP } from 'node:net'

export const der = (tag: number, ...parts: readonly Buffer[]): Buffer => {
  const body = Buffer.concat(parts)
  const { length } = body
  const size =
    length < 128 ? [length] : length < 256 ? [0x81, length] : [0x82, length >> 8, length & 255]
  return Buffer.concat([Buffer.from([tag, ...size]), body])
}
export const sequence = (...parts: readonly Buffer[]): Buffer => der(0x30, ...parts)
const text = (tag: number, value: string): Buffer => der(tag, Buffer.from(value))
const oid = (hex: string): Buffer => der(0x06, Buffer.from(hex, 'hex'))
const bits = (...parts: readonly Buffer[]): Buffer => der(0x03, Buffer.from([0]), ...parts)
const nameOf = (commonName: string): Buffer =>
  sequence(der(0x31, sequence(oid('550403'), text(0x0c, commonName))))

const algorithms = {
  rsa: sequence(oid('2a864886f70d01010b'), der(0x05)),
  ec: sequence(oid('2a8648ce3d040302')),
}

interface Keys {
  readonly privateKey: KeyObject
  readonly publicKey: KeyObject
}

interface Certified {
  readonly subject: string
  readonly publicKey: KeyObject
  readonly issuer: string
  readonly signingKey: KeyObject
  readonly algorithm: keyof typeof algorithms
  readonly extensions?: readonly Buffer[]
}

function certificateOf(it: Certified): Buffer {
  const extensions = it.extensions?.length ? [der(0xa3, sequence(...it.extensions))] : []
  const body = sequence(
    der(0xa0, der(0x02, Buffer.from([2]))),
    der(0x02, Buffer.from([1])),
    algorithms[it.algorithm],
    nameOf(it.issuer),
    sequence(text(0x17, '200101000000Z'), text(0x17, '490101000000Z')),
    nameOf(it.subject),
    it.publicKey.export({ type: 'spki', format: 'der' }),
    ...extensions,
  )
  return sequence(body, algorithms[it.algorithm], bits(sign('sha256', body, it.signingKey)))
}

const pemOf = (key: KeyObject): string => key.export({ type: 'pkcs8', format: 'pem' }).toString()

export interface Signer {
  readonly privateKey: string
  /** Base64 without line ends, as in metadata. */
  readonly certificate: string
}

/** An RSA key and a self-signed certificate for a host. */
export function makeSigner(modulusLength = 2_048, host = 'idp'): Signer {
  const { privateKey, publicKey }: Keys = generateKeyPairSync('rsa', { modulusLength })
  const own = { subject: host, issuer: host, publicKey, signingKey: privateKey }
  const certificate = certificateOf({ ...own, algorithm: 'rsa' }).toString('base64')
  return { privateKey: pemOf(privateKey), certificate }
}

/** In PEM. */
export interface Certificate {
  readonly cert: string
  readonly key: string
}

export interface Authority {
  /** The authority's certificate, in PEM. */
  readonly ca: string
  /** Issues a certificate with this subject name, and for hosts by their names or addresses. */
  issue(name: string, hosts?: readonly string[]): Certificate
}

const wrapped = (certificate: Buffer): string => {
  const lines =
    certificate
      .toString('base64')
      .match(/.{1,64}/g)
      ?.join('\n') ?? ''
  return `-----BEGIN CERTIFICATE-----\n${lines}\n-----END CERTIFICATE-----\n`
}

const extension = (id: string, value: Buffer): Buffer => sequence(oid(id), der(0x04, value))
const isAuthority = extension('551d13', sequence(der(0x01, Buffer.from([255]))))
/** Supports IPv4 addresses only. */
const forHosts = (hosts: readonly string[]): Buffer =>
  extension(
    '551d11',
    sequence(
      ...hosts.map((host) =>
        isIP(host) === 4 ? der(0x87, Buffer.from(host.split('.').map(Number))) : text(0x82, host),
      ),
    ),
  )

/** A separate authority, trusted only by clients that receive `ca`. */
export function makeAuthority(name = 'test authority'): Authority {
  const own: Keys = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const issued = (subject: string, publicKey: KeyObject, extensions: readonly Buffer[]): string =>
    wrapped(
      certificateOf({
        subject,
        publicKey,
        issuer: name,
        signingKey: own.privateKey,
        algorithm: 'ec',
        extensions,
      }),
    )
  return {
    ca: issued(name, own.publicKey, [isAuthority]),
    issue(subject, hosts = []) {
      const keys: Keys = generateKeyPairSync('ec', { namedCurve: 'P-256' })
      const extensions = hosts.length > 0 ? [forHosts(hosts)] : []
      return {
        cert: issued(subject, keys.publicKey, extensions),
        key: pemOf(keys.privateKey),
      }
    },
  }
}
