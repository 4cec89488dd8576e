/** A sign-out request of an identity provider, with the HTTP-Redirect binding. Pure. */
import { createVerify, randomBytes } from 'node:crypto'
import { deflateRawSync, inflateRawSync } from 'node:zlib'
import { inTime, instant, NotBelieved, only, saml, skewMs } from './assertion.ts'
import type { IdentityProvider } from './metadata.ts'
import { BadXml, type Element, everyElement, named, readXml, xmlLimits } from './xml.ts'

const protocol = 'urn:oasis:names:tc:SAML:2.0:protocol'
/** Sessions that one request may name. */
const maxIndexes = 100

const hashes: Readonly<Record<string, string>> = {
  'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256': 'sha256',
  'http://www.w3.org/2001/04/xmldsig-more#rsa-sha384': 'sha384',
  'http://www.w3.org/2001/04/xmldsig-more#rsa-sha512': 'sha512',
}

export interface SignOut {
  readonly requestId: string
  readonly nameId: string
  /** Of the sessions that end; null for all of the name. */
  readonly indexes: readonly string[] | null
  /** What the provider gets back with our answer. */
  readonly relayState: string | undefined
}

function must(holds: boolean, reason: string): asserts holds {
  if (!holds) throw new NotBelieved(reason)
}

/** The parameters of an address as they were sent: what is signed is their bytes, not their meaning. */
function rawParameters(search: string): ReadonlyMap<string, string> {
  const read = new Map<string, string>()
  for (const part of search.split('&')) {
    const [name = '', ...value] = part.split('=')
    must(!read.has(name), `${name.slice(0, 40)} occurs twice.`)
    read.set(name, value.join('='))
  }
  return read
}

const decoded = (text: string): string => {
  try {
    return decodeURIComponent(text)
  } catch {
    throw new NotBelieved('The URL is not correctly percent-encoded.')
  }
}

/** Whether the parameters contain a sign-out request. */
export const asksToSignOut = (search: string): boolean => /(^|&)SAMLRequest=/.test(search)

/** Verifies the signature over the three parameters, in the order of the binding, not of the request. */
function checkSignature(given: ReadonlyMap<string, string>, certificates: readonly string[]): void {
  const signature = given.get('Signature')
  const algorithm = given.get('SigAlg')
  must(signature !== undefined && algorithm !== undefined, 'It is not signed.')
  const name = decoded(algorithm)
  const hash = Object.hasOwn(hashes, name) ? hashes[name] : undefined
  must(hash !== undefined, 'The signature algorithm is not supported.')
  const signed = ['SAMLRequest', 'RelayState', 'SigAlg']
    .filter((one) => given.has(one))
    .map((one) => `${one}=${given.get(one)}`)
    .join('&')
  const bytes = Buffer.from(decoded(signature), 'base64')
  const holds = certificates.some((certificate) =>
    createVerify(hash).update(signed).verify(certificate, bytes),
  )
  must(holds, 'The signature is not valid.')
}

function inflated(encoded: string): Element {
  const bytes = Buffer.from(decoded(encoded), 'base64')
  try {
    return readXml(inflateRawSync(bytes, { maxOutputLength: xmlLimits.bytes }).toString('utf8'))
  } catch (error) {
    if (error instanceof BadXml) throw new NotBelieved(error.message)
    throw new NotBelieved('It cannot be decompressed, or is too long.')
  }
}

const textOf = (element: Element, most: number): string => {
  must(element.text !== '' && element.text.length <= most, `${element.name} is empty or too long.`)
  must(element.children.length === 0, `${element.name} contains elements.`)
  return element.text
}

/** Whom a request signs out. The signature is checked before anything of it is unpacked. Throws NotBelieved. */
export function readSignOut(
  search: string,
  provider: IdentityProvider,
  { destination, now }: { readonly destination: string; readonly now: number },
): SignOut {
  const given = rawParameters(search)
  const encoded = given.get('SAMLRequest')
  must(encoded !== undefined && !given.has('SAMLResponse'), 'Not a SAML request.')
  const encoding = 'urn:oasis:names:tc:SAML:2.0:bindings:URL-Encoding:DEFLATE'
  must(
    decoded(given.get('SAMLEncoding') ?? encoding) === encoding,
    'Its encoding is not supported.',
  )
  checkSignature(given, provider.certificates)
  const request = inflated(encoded)
  const { namespace, name, attributes } = request
  must(namespace === protocol && name === 'LogoutRequest', 'Not a LogoutRequest.')
  must(attributes.get('Version') === '2.0', 'Its version is not 2.0.')
  const requestId = attributes.get('ID') ?? ''
  must(/^[A-Za-z_][\w.-]{0,255}$/.test(requestId), 'It has no valid ID.')
  must(attributes.get('Destination') === destination, 'Its destination is another URL.')
  const issued = instant(attributes.get('IssueInstant'))
  must(Math.abs(issued - now) <= skewMs, 'Its issue time is not close to the current time.')
  inTime(request, now, [])
  must(
    only(request, 'Issuer').text === provider.entityId,
    'It was issued by another identity provider.',
  )
  const nameIds = everyElement(request).filter((one) =>
    /^(NameID|BaseID|EncryptedID)$/.test(one.name),
  )
  const nameId = only(request, 'NameID')
  must(nameIds.length === 1, 'It names more than one user.')
  const indexes = named(request, protocol, 'SessionIndex').map((one) => textOf(one, 256))
  must(indexes.length <= maxIndexes, `It names more than ${maxIndexes} sessions.`)
  const relayState = given.get('RelayState')
  return {
    requestId,
    nameId: textOf(nameId, 1_024),
    indexes: indexes.length === 0 ? null : indexes,
    relayState: relayState && decoded(relayState.replaceAll('+', ' ')),
  }
}

const escaped = (text: string): string =>
  text.replaceAll(/[&<>"']/g, (sign) => `&#${sign.codePointAt(0)};`)

/** The URL that returns the response. It is not signed: providers have no key of this product. */
export function signedOutUrl(
  answerUrl: string,
  { requestId, relayState }: Pick<SignOut, 'requestId' | 'relayState'>,
  { issuer, now }: { readonly issuer: string; readonly now: number },
): string {
  const about = {
    ID: `_${randomBytes(16).toString('hex')}`,
    Version: '2.0',
    IssueInstant: new Date(now).toISOString(),
    Destination: answerUrl,
    InResponseTo: requestId,
  }
  const attributes = Object.entries(about).map(([name, value]) => ` ${name}="${escaped(value)}"`)
  const success = 'urn:oasis:names:tc:SAML:2.0:status:Success'
  const xml = `<samlp:LogoutResponse xmlns:samlp="${protocol}" xmlns:saml="${saml}"${attributes.join('')}><saml:Issuer>${escaped(issuer)}</saml:Issuer><samlp:Status><samlp:StatusCode Value="${success}"/></samlp:Status></samlp:LogoutResponse>`
  const url = new URL(answerUrl)
  url.searchParams.set('SAMLResponse', deflateRawSync(xml).toString('base64'))
  if (relayState) url.searchParams.set('RelayState', relayState)
  return url.href
}
