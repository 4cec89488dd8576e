/** Validates an assertion whose signature was verified, and reads its subject. Pure. */
import { claimsOf, type SamlAttribute } from './claims.ts'
import { type Element, named } from './xml.ts'

export const saml = 'urn:oasis:names:tc:SAML:2.0:assertion'
const bearer = 'urn:oasis:names:tc:SAML:2.0:cm:bearer'
/** Two clocks may differ by so much. */
export const skewMs = 180_000

/** Why an answer of an identity provider is not believed; for the log, never for the browser. */
export class NotBelieved extends Error {
  override name = 'NotBelieved'
}

/** A valid assertion that does not identify a user of the domain. The message is shown to the user. */
export class NotIdentified extends Error {
  override name = 'NotIdentified'
}

export interface Expected {
  readonly issuer: string
  readonly audience: string
  readonly recipient: string
  readonly requestId: string
  readonly emailDomain: string
  readonly now: number
}

/** By which names a session was started: a request to sign out has the same. */
export interface SamlSession {
  readonly issuer: string
  readonly nameId: string
  readonly index: string | null
}

export interface Asserted {
  readonly assertionId: string
  readonly email: string
  readonly name: string
  readonly company: string
  readonly userType: string
  readonly session: SamlSession
}

function must(holds: boolean, reason: string): asserts holds {
  if (!holds) throw new NotBelieved(reason)
}

/** The one child of this name. Throws NotBelieved. */
export function only(from: Element, name: string): Element {
  const [first, second] = named(from, saml, name)
  must(first !== undefined && second === undefined, `It must have exactly one ${name}.`)
  return first
}

export const instant = (text: string | undefined): number =>
  /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,9})?Z$/.test(text ?? '')
    ? Date.parse(text ?? '')
    : Number.NaN

/** Time bounds that are present must be met, with three minutes of clock skew. */
export function inTime({ attributes }: Element, now: number, needs: readonly string[]): void {
  for (const name of needs) must(attributes.has(name), `${name} is missing.`)
  const [from, until] = [attributes.get('NotBefore'), attributes.get('NotOnOrAfter')]
  if (from !== undefined) must(instant(from) <= now + skewMs, 'It is not valid yet.')
  if (until !== undefined) must(instant(until) > now - skewMs, 'It has expired.')
}

function checkSubject(assertion: Element, { recipient, requestId, now }: Expected): Element {
  const subject = only(assertion, 'Subject')
  const confirmation = only(subject, 'SubjectConfirmation')
  must(
    confirmation.attributes.get('Method') === bearer,
    'The subject confirmation method is not bearer.',
  )
  const data = only(confirmation, 'SubjectConfirmationData')
  must(data.attributes.get('Recipient') === recipient, 'It is for another recipient.')
  must(data.attributes.get('InResponseTo') === requestId, 'It is the response to another request.')
  inTime(data, now, ['NotOnOrAfter'])
  return subject
}

function checkConditions(assertion: Element, { audience, now }: Expected): void {
  const conditions = only(assertion, 'Conditions')
  inTime(conditions, now, [])
  const restrictions = named(conditions, saml, 'AudienceRestriction')
  must(restrictions.length > 0, 'It has no audience restriction.')
  for (const restriction of restrictions) {
    const audiences = named(restriction, saml, 'Audience').map(({ text }) => text)
    must(audiences.includes(audience), 'It is for another audience.')
  }
}

const attributesOf = (assertion: Element): readonly SamlAttribute[] =>
  named(assertion, saml, 'AttributeStatement')
    .flatMap((statement) => named(statement, saml, 'Attribute'))
    .map((attribute) => ({
      name: attribute.attributes.get('Name') ?? '',
      friendlyName: attribute.attributes.get('FriendlyName') ?? '',
      values: named(attribute, saml, 'AttributeValue').map(({ text }) => text),
    }))

/** Returns the user who signed in. Throws NotBelieved and NotIdentified. */
export function readAssertion(assertion: Element, expected: Expected): Asserted {
  must(
    only(assertion, 'Issuer').text === expected.issuer,
    'It was issued by another identity provider.',
  )
  const subject = checkSubject(assertion, expected)
  checkConditions(assertion, expected)
  const [statement] = named(assertion, saml, 'AuthnStatement')
  must(statement !== undefined, 'It has no AuthnStatement.')
  const index = statement.attributes.get('SessionIndex') ?? null
  must((index ?? '').length <= 256, 'Its SessionIndex is too long.')
  const nameId = only(subject, 'NameID').text
  must(nameId.length <= 1_024, 'Its NameID is too long.')
  const assertionId = assertion.attributes.get('ID') ?? ''
  must(assertionId !== '' && assertionId.length <= 256, 'It has no ID.')
  const claims = claimsOf(nameId, attributesOf(assertion), expected.emailDomain)
  if ('unidentified' in claims) throw new NotIdentified(claims.unidentified)
  return {
    assertionId,
    ...claims,
    session: { issuer: expected.issuer, nameId, index },
  }
}
