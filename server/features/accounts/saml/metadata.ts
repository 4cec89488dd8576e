import { X509Certificate } from 'node:crypto'
import { BadXml, named, readXml, xmlLimits } from './xml.ts'

export interface IdentityProvider {
  readonly entityId: string
  readonly signInUrl: string
  /** Where answers to requests to sign out are sent; null when the provider names no such place. */
  readonly signOutUrl: string | null
  /** PEM. */
  readonly certificates: readonly string[]
}

/** Certificates that sign: the current one, the next, and some outdated ones. */
const maxCertificates = 20
const protocol = 'urn:oasis:names:tc:SAML:2.0:metadata'
const signatures = 'http://www.w3.org/2000/09/xmldsig#'
export const redirect = 'urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect'

/** What is missing in metadata, or not taken. */
export class BadMetadata extends Error {
  override name = 'BadMetadata'
}

const bad = (detail: string) => new BadMetadata(detail)

function certificateOf(base64: string): string {
  let read: X509Certificate
  try {
    read = new X509Certificate(Buffer.from(base64.replaceAll(/\s/g, ''), 'base64'))
  } catch {
    throw bad('It contains a certificate that cannot be read.')
  }
  const { asymmetricKeyType, asymmetricKeyDetails } = read.publicKey
  if (asymmetricKeyType !== 'rsa' || (asymmetricKeyDetails?.modulusLength ?? 0) < 2_048) {
    throw bad('Its certificates must have RSA keys of at least 2048 bits.')
  }
  return read.toString()
}

const isHttps = (url: string): boolean => URL.canParse(url) && new URL(url).protocol === 'https:'

/** What is believed of an identity provider, from its metadata. Throws BadMetadata. */
export function readMetadata(xml: string): IdentityProvider {
  if (Buffer.byteLength(xml) > xmlLimits.bytes) throw bad('Must have at most 256 KiB.')
  const root = (() => {
    try {
      return readXml(xml, 'allowed')
    } catch (error) {
      if (error instanceof BadXml) throw bad(error.message)
      throw error
    }
  })()
  const entityId = root.attributes.get('entityID')
  const [provider] = named(root, protocol, 'IDPSSODescriptor')
  if (root.name !== 'EntityDescriptor' || root.namespace !== protocol || !entityId || !provider) {
    throw bad('Must be the EntityDescriptor of an identity provider with an entityID.')
  }
  const service = (name: string): ReadonlyMap<string, string> | undefined =>
    named(provider, protocol, name).find(({ attributes }) => attributes.get('Binding') === redirect)
      ?.attributes
  const signInUrl = service('SingleSignOnService')?.get('Location') ?? ''
  if (!isHttps(signInUrl)) {
    throw bad('Must have a SingleSignOnService with the HTTP-Redirect binding and an https URL.')
  }
  const signOut = service('SingleLogoutService')
  const namedUrl = signOut?.get('ResponseLocation') ?? signOut?.get('Location') ?? null
  // Users are not redirected to a URL without HTTPS, and such a URL does not prevent signing in.
  const signOutUrl = namedUrl !== null && isHttps(namedUrl) ? namedUrl : null
  const certificates = named(provider, protocol, 'KeyDescriptor')
    .filter(({ attributes }) => (attributes.get('use') ?? 'signing') === 'signing')
    .flatMap((key) => named(key, signatures, 'KeyInfo'))
    .flatMap((info) => named(info, signatures, 'X509Data'))
    .flatMap((data) => named(data, signatures, 'X509Certificate'))
  if (certificates.length === 0) throw bad('Must have a signing certificate.')
  if (certificates.length > maxCertificates) {
    throw bad(`Must have at most ${maxCertificates} signing certificates.`)
  }
  return {
    entityId,
    signInUrl,
    signOutUrl,
    certificates: certificates.map(({ text }) => certificateOf(text)),
  }
}
