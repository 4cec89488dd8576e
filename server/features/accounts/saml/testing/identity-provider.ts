/** The identity provider of a SAML sign-in: asserts whatever a test requests, signed or not. */
import { createSign, randomBytes } from 'node:crypto'
import { deflateRawSync } from 'node:zlib'
import { SignedXml } from 'xml-crypto'
import { makeSigner, type Signer } from '@plumbline/scanner/testing/certificates'

const algorithms = {
  signature: 'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256',
  digest: 'http://www.w3.org/2001/04/xmlenc#sha256',
  canonical: 'http://www.w3.org/2001/10/xml-exc-c14n#',
  enveloped: 'http://www.w3.org/2000/09/xmldsig#enveloped-signature',
}

/** Signs the one element of this name, right after its Issuer. */
export function signed(
  xml: string,
  element: 'Assertion' | 'Response',
  { privateKey }: Signer,
): string {
  const signature = new SignedXml({
    privateKey,
    signatureAlgorithm: algorithms.signature,
    canonicalizationAlgorithm: algorithms.canonical,
  })
  const xpath = `//*[local-name(.)='${element}']`
  const transforms = [algorithms.enveloped, algorithms.canonical]
  signature.addReference({ xpath, transforms, digestAlgorithm: algorithms.digest })
  const reference = `${xpath}/*[local-name(.)='Issuer']`
  signature.computeSignature(xml, { prefix: 'ds', location: { reference, action: 'after' } })
  return signature.getSignedXml()
}

export interface Answer {
  readonly requestId: string
  readonly acs: string
  readonly audience: string
  readonly nameId: string
  readonly now: number
  readonly attributes?: Readonly<Record<string, string>>
  readonly assertionId?: string
  readonly issuer?: string
  readonly sessionIndex?: string
}

/** A sign-out request before it is signed. */
export interface SignOut {
  readonly destination: string
  readonly nameId: string
  readonly now: number
  readonly id?: string
  readonly issuer?: string
  readonly indexes?: readonly string[]
  /** Elements after the NameID. */
  readonly more?: string
}

/** How the address of a request is made; what a test leaves out is as it should be. */
export interface Sending {
  readonly signer?: Signer | null
  readonly algorithm?: string
  readonly hash?: string
  readonly relayState?: string
}

export class IdentityProvider {
  readonly entityId: string
  readonly signer: Signer

  constructor(entityId = 'https://idp.example/', signer: Signer = makeSigner()) {
    this.entityId = entityId
    this.signer = signer
  }

  metadata(certificate = this.signer.certificate): string {
    return `<?xml version="1.0"?><EntityDescriptor xmlns="urn:oasis:names:tc:SAML:2.0:metadata" entityID="${this.entityId}"><IDPSSODescriptor protocolSupportEnumeration="urn:oasis:names:tc:SAML:2.0:protocol"><KeyDescriptor use="signing"><KeyInfo xmlns="http://www.w3.org/2000/09/xmldsig#"><X509Data><X509Certificate>${certificate}</X509Certificate></X509Data></KeyInfo></KeyDescriptor><SingleLogoutService Binding="urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect" Location="https://idp.example/slo"/><SingleSignOnService Binding="urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect" Location="https://idp.example/sso"/></IDPSSODescriptor></EntityDescriptor>`
  }

  /** An unsigned Response with one Assertion. */
  response(answer: Answer): string {
    const { requestId, acs, now, issuer = this.entityId } = answer
    const instant = new Date(now).toISOString()
    return `<samlp:Response xmlns:samlp="urn:oasis:names:tc:SAML:2.0:protocol" xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion" ID="_r${requestId}" Version="2.0" IssueInstant="${instant}" Destination="${acs}" InResponseTo="${requestId}"><saml:Issuer>${issuer}</saml:Issuer><samlp:Status><samlp:StatusCode Value="urn:oasis:names:tc:SAML:2.0:status:Success"/></samlp:Status>${this.assertion(answer)}</samlp:Response>`
  }

  assertion(answer: Answer): string {
    const {
      requestId,
      acs,
      audience,
      nameId,
      now,
      attributes = {},
      issuer = this.entityId,
      sessionIndex,
    } = answer
    const [instant, until] = [now, now + 300_000].map((time) => new Date(time).toISOString())
    const statements = Object.entries(attributes).map(
      ([name, value]) =>
        `<saml:Attribute Name="${name}"><saml:AttributeValue>${value}</saml:AttributeValue></saml:Attribute>`,
    )
    return `<saml:Assertion xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion" ID="${answer.assertionId ?? `_a${requestId}`}" Version="2.0" IssueInstant="${instant}"><saml:Issuer>${issuer}</saml:Issuer><saml:Subject><saml:NameID>${nameId}</saml:NameID><saml:SubjectConfirmation Method="urn:oasis:names:tc:SAML:2.0:cm:bearer"><saml:SubjectConfirmationData InResponseTo="${requestId}" Recipient="${acs}" NotOnOrAfter="${until}"/></saml:SubjectConfirmation></saml:Subject><saml:Conditions NotBefore="${instant}" NotOnOrAfter="${until}"><saml:AudienceRestriction><saml:Audience>${audience}</saml:Audience></saml:AudienceRestriction></saml:Conditions><saml:AuthnStatement AuthnInstant="${instant}"${sessionIndex ? ` SessionIndex="${sessionIndex}"` : ''}/><saml:AttributeStatement>${statements.join('')}</saml:AttributeStatement></saml:Assertion>`
  }

  signOut({ destination, nameId, now, id, issuer = this.entityId, ...rest }: SignOut): string {
    const { indexes = [], more = '' } = rest
    const sessions = indexes.map((one) => `<samlp:SessionIndex>${one}</samlp:SessionIndex>`)
    const requestId = id ?? `_${randomBytes(16).toString('hex')}`
    return `<samlp:LogoutRequest xmlns:samlp="urn:oasis:names:tc:SAML:2.0:protocol" xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion" ID="${requestId}" Version="2.0" IssueInstant="${new Date(now).toISOString()}" Destination="${destination}"><saml:Issuer>${issuer}</saml:Issuer><saml:NameID>${nameId}</saml:NameID>${more}${sessions.join('')}</samlp:LogoutRequest>`
  }

  /** The parameters that bring a request by the HTTP-Redirect binding. */
  redirected(xml: string, sending: Sending = {}): string {
    const { signer = this.signer, hash = 'sha256', relayState } = sending
    const { algorithm = algorithms.signature } = sending
    const encoded = encodeURIComponent(deflateRawSync(xml).toString('base64'))
    const state = relayState === undefined ? '' : `&RelayState=${encodeURIComponent(relayState)}`
    const text = `SAMLRequest=${encoded}${state}&SigAlg=${encodeURIComponent(algorithm)}`
    if (signer === null) return `SAMLRequest=${encoded}${state}`
    const signature = createSign(hash).update(text).sign(signer.privateKey, 'base64')
    return `${text}&Signature=${encodeURIComponent(signature)}`
  }

  signedResponse(answer: Answer, signer = this.signer): string {
    return signed(this.response(answer), 'Assertion', signer)
  }
}
