/** From the bytes that a browser brings to the one element that the identity provider signed. */
import { generateServiceProviderMetadata, SAML, ValidateInResponseTo } from '@node-saml/node-saml'
import { NotBelieved, saml } from './assertion.ts'
import type { IdentityProvider } from './metadata.ts'
import { BadXml, type Element, everyElement, named, readXml, xmlLimits } from './xml.ts'

const protocol = 'urn:oasis:names:tc:SAML:2.0:protocol'
const xmlSignature = 'http://www.w3.org/2000/09/xmldsig#'
/** As base64, with line ends. */
export const maxEncoded = xmlLimits.bytes * 1.4

export interface ServiceProvider {
  /** What we are called: the address of our metadata. */
  readonly entityId: string
  /** Where answers come in, and nowhere else. */
  readonly acs: string
}

const algorithms: ReadonlySet<string> = new Set([
  'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256',
  'http://www.w3.org/2001/04/xmldsig-more#rsa-sha384',
  'http://www.w3.org/2001/04/xmldsig-more#rsa-sha512',
  'http://www.w3.org/2001/04/xmlenc#sha256',
  'http://www.w3.org/2001/04/xmldsig-more#sha384',
  'http://www.w3.org/2001/04/xmlenc#sha512',
  'http://www.w3.org/2001/10/xml-exc-c14n#',
  'http://www.w3.org/2000/09/xmldsig#enveloped-signature',
])
const choosing: ReadonlySet<string> = new Set([
  'SignatureMethod',
  'DigestMethod',
  'CanonicalizationMethod',
  'Transform',
])

/** Requests are stored in the database; the library's cache would keep a timer for each use. */
const noCache = {
  saveAsync: async () => null,
  getAsync: async () => null,
  removeAsync: async () => null,
}

const identifierFormat = 'urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress'

export const samlOf = (
  { entityId, acs }: ServiceProvider,
  { signInUrl, certificates }: IdentityProvider,
  options: { readonly requestId?: string; readonly wholeSigned?: boolean } = {},
): SAML =>
  new SAML({
    issuer: entityId,
    callbackUrl: acs,
    entryPoint: signInUrl,
    idpCert: [...certificates],
    audience: false, // readAssertion checks audience, times and request against the verified assertion
    acceptedClockSkewMs: -1,
    validateInResponseTo: ValidateInResponseTo.never,
    cacheProvider: noCache,
    wantAssertionsSigned: true,
    wantAuthnResponseSigned: options.wholeSigned ?? false,
    disableRequestedAuthnContext: true,
    identifierFormat,
    ...(options.requestId !== undefined && { generateUniqueId: () => options.requestId ?? '' }),
  })

/** Our name and addresses, as an identity provider reads them. */
export const serviceMetadata = ({ entityId, acs }: ServiceProvider): string =>
  generateServiceProviderMetadata({
    issuer: entityId,
    callbackUrl: acs,
    identifierFormat,
    wantAssertionsSigned: true,
  })

/**
 * One shape only: a Response with one Assertion as its child, an ID for each, signatures nowhere but
 * directly in these two. What wraps, doubles or moves a signed element has another shape.
 */
function checkShape(response: Element, acs: string): { wholeSigned: boolean } {
  const all = everyElement(response)
  const assertions = named(response, saml, 'Assertion')
  const [assertion] = assertions
  const anywhere = all.filter(({ name }) => /^(Encrypted)?Assertion$/.test(name))
  const isResponse = response.namespace === protocol && response.name === 'Response'
  if (!isResponse || !assertion || assertions.length !== 1 || anywhere.length !== 1) {
    throw new NotBelieved('Must be a Response with exactly one Assertion.')
  }
  const ids = all.flatMap(({ attributes }) =>
    ['ID', 'Id', 'id'].flatMap((name) => attributes.get(name) ?? []),
  )
  if (new Set(ids).size !== ids.length) throw new NotBelieved('It contains a duplicate ID.')
  const own = named(assertion, xmlSignature, 'Signature')
  const whole = named(response, xmlSignature, 'Signature')
  const signatures = all.filter(({ name }) => name === 'Signature').length
  if (own.length !== 1 || whole.length > 1 || signatures !== own.length + whole.length) {
    throw new NotBelieved('The Assertion is not signed, or there are signatures in other places.')
  }
  for (const part of all.filter(({ name }) => name === 'SignedInfo' || name === 'Reference')) {
    const parts = part.name === 'SignedInfo' ? 'Reference' : 'DigestValue'
    if (named(part, xmlSignature, parts).length !== 1)
      throw new NotBelieved(`It must have exactly one ${parts}.`)
  }
  for (const signature of [...own, ...whole]) {
    if (named(signature, xmlSignature, 'SignedInfo').length !== 1) {
      throw new NotBelieved('A signature does not have exactly one SignedInfo.')
    }
    if (everyElement(signature).some(({ name }) => name === 'Object')) {
      throw new NotBelieved('A signature contains an Object.')
    }
  }
  const weak = all.some(
    ({ namespace, name, attributes }) =>
      namespace === xmlSignature &&
      choosing.has(name) &&
      !algorithms.has(attributes.get('Algorithm') ?? ''),
  )
  if (weak) throw new NotBelieved('The signature algorithm is not supported.')
  const destination = response.attributes.get('Destination')
  if (destination !== undefined && destination !== acs) {
    throw new NotBelieved('Its destination is another URL.')
  }
  return { wholeSigned: whole.length === 1 }
}

/** The assertion, as its signature covers it. Throws NotBelieved. */
export async function verifiedAssertion(
  encoded: string,
  service: ServiceProvider,
  provider: IdentityProvider,
): Promise<Element> {
  try {
    if (encoded.length > maxEncoded) throw new NotBelieved('It is too long.')
    const bytes = Buffer.from(encoded, 'base64')
    const shape = checkShape(readXml(bytes.toString('utf8')), service.acs)
    const verifier = samlOf(service, provider, shape)
    const { profile } = await verifier.validatePostResponseAsync({ SAMLResponse: encoded })
    const signed = profile?.getAssertionXml?.()
    if (!signed) throw new NotBelieved('It does not contain a verified assertion.')
    return readXml(signed)
  } catch (error) {
    if (error instanceof NotBelieved) throw error
    if (error instanceof BadXml) throw new NotBelieved(error.message)
    throw new NotBelieved(`The signature is not valid: ${(error as Error).message}`)
  }
}

/** The ID that a request to a provider has. It begins with a letter or underscore, as XML requires. */
export const requestIdOf = (signInId: string): string => `_${signInId.replaceAll('-', '')}`

/** The sign-in id that a response claims to answer, read before anything is verified. */
export function answeredSignIn(encoded: string): string | undefined {
  if (encoded.length > maxEncoded) return undefined
  const start = Buffer.from(encoded, 'base64').toString('utf8')
  try {
    const id = readXml(start).attributes.get('InResponseTo') ?? ''
    const [, a, b, c, d, e] = /^_(.{8})(.{4})(.{4})(.{4})(.{12})$/.exec(id) ?? []
    const signInId = [a, b, c, d, e].join('-')
    return /^[0-9a-f-]{36}$/.test(signInId) ? signInId : undefined
  } catch {
    return undefined
  }
}
