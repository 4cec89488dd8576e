/** Reads the user from the NameID and the attributes of an assertion, in the shapes that identity providers send. Pure. */
import { plainName } from '@plumbline/jsonapi'

export interface SamlAttribute {
  readonly name: string
  readonly friendlyName: string
  readonly values: readonly string[]
}

export interface Claims {
  readonly email: string
  readonly name: string
  readonly company: string
  readonly userType: string
}

/** An assertion that is valid, but does not identify a user. `message` is shown to users. */
export interface Unidentified {
  readonly unidentified: string
}

/** Names of attributes in lower case: words, the last part of a URI, or OIDs. */
const names = {
  email: [
    'email',
    'mail',
    'emailaddress',
    'email_address',
    'e-mail',
    '0.9.2342.19200300.100.1.3',
    '1.2.840.113549.1.9.1',
  ],
  // Account names of directories, which often are addresses. Users cannot edit them.
  account: ['upn', 'userprincipalname', '1.3.6.1.4.1.5923.1.1.1.6', 'edupersonprincipalname'],
  first: ['firstname', 'first_name', 'givenname', 'given_name', '2.5.4.42'],
  last: ['lastname', 'last_name', 'surname', 'familyname', 'family_name', 'sn', '2.5.4.4'],
  full: [
    'displayname',
    'display_name',
    'fullname',
    '2.16.840.1.113730.3.1.241',
    'cn',
    'commonname',
    '2.5.4.3',
    'name',
  ],
  company: ['organization', 'company', 'companyname', 'organizationname', 'o', '2.5.4.10'],
  userType: ['usertype', 'user-type', 'user_type'],
  emailVerified: ['email_verified', 'emailverified'],
}

/** ASCII: lower case may turn letters of other scripts into ASCII, and the address into another user's. */
const address = /^(?=[!-~]+$)[^\s@<>"(),:;\\[\]]{1,64}@[^\s@]{1,253}$/
const isAddress = (text: string): boolean => text.length <= 254 && address.test(text)

/** The beginnings of names that identity providers use for the attributes above. */
const namespaces = [
  'http://schemas.xmlsoap.org/ws/2005/05/identity/claims/',
  'http://schemas.xmlsoap.org/claims/',
  'http://schemas.microsoft.com/identity/claims/',
  'http://schemas.microsoft.com/ws/2008/06/identity/claims/',
  'http://schemas.auth0.com/',
  'https://aws.amazon.com/saml/attributes/',
  'urn:oid:',
  'user.',
]

const wholeName = (name: string): string => {
  const plain = name.trim().toLowerCase()
  const namespace = namespaces.find((one) => plain.startsWith(one)) ?? ''
  return plain.slice(namespace.length)
}
const lastPart = (name: string): string => name.trim().toLowerCase().split(/[/:]/).at(-1) ?? ''

/** How an attribute can be named. A whole name takes precedence over a friendly name, and that over the last part of a name. */
const namings: readonly ((attribute: SamlAttribute) => readonly string[])[] = [
  ({ name }) => [wholeName(name)],
  ({ friendlyName }) => [wholeName(friendlyName)],
  ({ name, friendlyName }) => [lastPart(name), lastPart(friendlyName)],
]

type Named = ReadonlyMap<string, readonly string[]>

/** The values by name, for each naming. They do not depend on the order of the attributes. */
function valuesByName(attributes: readonly SamlAttribute[]): readonly Named[] {
  const keyed = attributes.map((attribute) => [JSON.stringify(attribute), attribute] as const)
  const sorted = keyed.toSorted(([one], [other]) => (one < other ? -1 : 1))
  return namings.map((naming) => {
    const found = new Map<string, string[]>()
    for (const [, attribute] of sorted)
      for (const name of new Set(naming(attribute))) {
        const values = found.get(name) ?? []
        values.push(...attribute.values.map((value) => value.trim()))
        found.set(name, values)
      }
    return found
  })
}

/** The only address, in any case; undefined for none and for several. */
function onlyOne(addresses: readonly string[]): string | undefined {
  const [one, ...others] = new Set(addresses.map((address) => address.toLowerCase()))
  return others.length === 0 ? one : undefined
}

const mostNamed = 20

/** The names of the attributes that were sent, for the administrator. */
function namedIn(attributes: readonly SamlAttribute[]): string {
  const sent = attributes.slice(0, mostNamed).map(({ name }) => plainName(name).slice(0, 100))
  const more = attributes.length > mostNamed ? ' and more' : ''
  return sent.length === 0 ? 'It sent no attributes' : `It sent: ${sent.join(', ')}${more}`
}

/** The user of an assertion, whose address is in the domain of the tenant. */
export function claimsOf(
  nameId: string,
  attributes: readonly SamlAttribute[],
  emailDomain: string,
): Claims | Unidentified {
  const read = valuesByName(attributes)
  const namedAs = (field: keyof typeof names): readonly (readonly string[])[] =>
    read.map((values) => names[field].flatMap((name) => values.get(name) ?? []))
  /** Of the first naming that has such a value. */
  const valuesOf = (
    field: keyof typeof names,
    isMeant: (value: string) => boolean = (value) => value !== '',
  ): readonly string[] => namedAs(field).find((values) => values.some(isMeant)) ?? []
  const first = (field: keyof typeof names): string =>
    plainName(valuesOf(field).find((value) => value !== '') ?? '')

  const isInDomain = (text: string): boolean => text.toLowerCase().endsWith(`@${emailDomain}`)
  const named = nameId.trim()
  // An address in the NameID is the identity. Attributes may be edited by the user.
  const email = isAddress(named)
    ? [named].find(isInDomain)
    : onlyOne(valuesOf('email', isAddress).filter((one) => isAddress(one) && isInDomain(one))) ||
      onlyOne(valuesOf('account', isAddress).filter((one) => isAddress(one) && isInDomain(one)))
  if (email === undefined) {
    const sent = [named, ...valuesOf('email', isAddress)].filter(isAddress)
    const problem =
      !isAddress(named) && sent.some(isInDomain)
        ? `The identity provider sent several email addresses in the domain ${emailDomain}.`
        : sent.length > 0
          ? `The identity provider sent no email address in the domain ${emailDomain}.`
          : 'The identity provider sent no email address.'
    if (isAddress(named))
      return {
        unidentified: `The NameID that the identity provider sent is an email address of another domain than ${emailDomain}, and decides. An administrator must send an address in that domain as the NameID, or a NameID that is not an address. ${namedIn(attributes)}.`,
      }
    return {
      unidentified: `${problem} An administrator must send one as the NameID or in an attribute email. ${namedIn(attributes)}.`,
    }
  }
  if (
    namedAs('emailVerified')
      .flat()
      .some((value) => /^(?:false|0|no)$/i.test(value))
  )
    return { unidentified: 'The identity provider reports that the email address is not verified.' }
  const parts = `${first('first')} ${first('last')}`.trim()
  const isName = (value: string): boolean => value !== '' && !value.includes('@')
  const full = valuesOf('full', isName).find(isName) ?? ''
  const name = (parts || plainName(full)).slice(0, 150)
  return {
    email: email.toLowerCase(),
    name: name.length >= 3 ? name : email.toLowerCase(),
    company: first('company').slice(0, 150),
    userType: first('userType').trim(),
  }
}
