/** The assertions of common identity providers: the same names as theirs, with values of examples. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { claimsOf, type SamlAttribute } from './claims.ts'

const domain = 'acme.example'
const ann = `ann@${domain}`
const xmlsoap = 'http://schemas.xmlsoap.org/ws/2005/05/identity/claims'

const attributes = (
  values: Readonly<Record<string, string | readonly string[]>>,
): SamlAttribute[] =>
  Object.entries(values).map(([key, value]) => {
    const [name = '', friendlyName = ''] = key.split(' = ')
    return { name, friendlyName, values: typeof value === 'string' ? [value] : value }
  })

const shapes: readonly (readonly [
  provider: string,
  nameId: string,
  values: Readonly<Record<string, string | readonly string[]>>,
  name: string,
])[] = [
  [
    'Entra ID',
    ann,
    {
      [`${xmlsoap}/givenname`]: 'Ann',
      [`${xmlsoap}/surname`]: 'Example',
      [`${xmlsoap}/emailaddress`]: ann,
      [`${xmlsoap}/name`]: ann,
      'http://schemas.microsoft.com/identity/claims/objectidentifier': '0',
    },
    'Ann Example',
  ],
  [
    'Entra ID with a persistent NameID',
    'Xq3JrJ0oXo',
    {
      [`${xmlsoap}/emailaddress`]: ann,
      'http://schemas.microsoft.com/identity/claims/displayname': 'Ann Example',
    },
    'Ann Example',
  ],
  ['Okta', ann, { firstName: 'Ann', lastName: 'Example', email: ann }, 'Ann Example'],
  [
    'Okta with names of its profile',
    'ann',
    { 'user.firstName': 'Ann', 'user.lastName': 'Example', 'user.email': ann },
    'Ann Example',
  ],
  ['Google Workspace', ann, { first_name: 'Ann', last_name: 'Example' }, 'Ann Example'],
  [
    'Keycloak',
    'ann',
    {
      'urn:oid:1.2.840.113549.1.9.1 = email': ann,
      'urn:oid:2.5.4.42 = givenName': 'Ann',
      'urn:oid:2.5.4.4 = surname': 'Example',
      Role: ['offline_access', 'auditor'],
    },
    'Ann Example',
  ],
  [
    'Shibboleth',
    '_8f1c',
    {
      'urn:oid:0.9.2342.19200300.100.1.3 = mail': ['ann.example@other.example', ann],
      'urn:oid:2.16.840.1.113730.3.1.241 = displayName': 'Ann Example',
      'urn:oid:1.3.6.1.4.1.5923.1.1.1.6 = eduPersonPrincipalName': `aexample@${domain}`,
    },
    'Ann Example',
  ],
  [
    'Shibboleth without an address',
    '_8f1c',
    { 'urn:oid:1.3.6.1.4.1.5923.1.1.1.6 = eduPersonPrincipalName': ann },
    ann,
  ],
  [
    'AD FS',
    'ACME\\ann',
    {
      [`${xmlsoap}/emailaddress`]: ann,
      [`${xmlsoap}/upn`]: `a.example@${domain}`,
      'http://schemas.xmlsoap.org/claims/CommonName': 'Ann Example',
    },
    'Ann Example',
  ],
  ['AD FS 1', 'ACME\\ann', { 'http://schemas.xmlsoap.org/claims/EmailAddress': ann }, ann],
  ['AD FS with the UPN', 'ACME\\ann', { [`${xmlsoap}/upn`]: ann }, ann],
  [
    'Auth0',
    'auth0|5f7c8ec7c33c6c004bbafe82',
    {
      [`${xmlsoap}/nameidentifier`]: 'auth0|5f7c8ec7c33c6c004bbafe82',
      [`${xmlsoap}/emailaddress`]: ann,
      [`${xmlsoap}/name`]: 'Ann Example',
      'http://schemas.auth0.com/email_verified': 'true',
    },
    'Ann Example',
  ],
  ['JumpCloud', ann, { firstname: 'Ann', lastname: 'Example' }, 'Ann Example'],
  [
    'an IAM Identity Center of AWS',
    'transient',
    { 'https://aws.amazon.com/SAML/Attributes/Email': ann.toUpperCase() },
    ann,
  ],
  [
    'a provider that names only friendly names well',
    'x',
    { 'attr1 = email': ann, 'attr2 = givenName': 'Ann', 'attr3 = sn': 'Example' },
    'Ann Example',
  ],
  ['several addresses, one of them in the domain', 'x', { mail: ['ann@other.example', ann] }, ann],
  ['spaces and an empty value', 'x', { mail: ['', ` ${ann} `] }, ann],
]
for (const [provider, nameId, values, name] of shapes) {
  test(`reads the assertion of ${provider}`, () => {
    const read = claimsOf(nameId, attributes(values), domain)
    assert.ok('email' in read, JSON.stringify(read))
    assert.deepEqual([read.email, read.name], [ann, name])
  })
}

const refusals: readonly (readonly [string, string, Record<string, string | string[]>, RegExp])[] =
  [
    [
      'a NameID in another domain, with attributes in the domain',
      'guest@mail.example',
      { mail: ann, [`${xmlsoap}/name`]: ann },
      /NameID .* of another domain than acme\.example, and decides\./,
    ],
    [
      'a display name that is an address',
      'x',
      { [`${xmlsoap}/name`]: ann, displayName: ann },
      /sent no email/,
    ],
    [
      'two addresses in the domain',
      'x',
      { mail: [ann, `ceo@${domain}`] },
      /several email addresses in the domain/,
    ],
    [
      'addresses that differ',
      'x',
      { 'recovery/email': `ceo@${domain}`, 'work/mail': ann },
      /several email addresses in the domain/,
    ],
    [
      'one of two flags that is false',
      'x',
      { mail: ann, email_verified: 'true', emailVerified: 'false' },
      /is not verified/,
    ],
    [
      'no address',
      'ACME\\ann',
      { groups: ['a', 'b'], uid: 'ann' },
      /sent no email address\. .* It sent: groups, uid\.$/,
    ],
    [
      'addresses of other domains in attributes',
      '_8f1c',
      { mail: 'ann@third.example' },
      /no email address in the domain acme\.example\. /,
    ],
    ['no attributes', '_8f1c', {}, /sent no email address\. .* It sent no attributes\.$/],
    [
      'an address in another domain',
      'ann@other.example',
      { mail: 'ann@third.example' },
      /NameID .* of another domain than acme\.example, and decides\./,
    ],
    ['an address in a subdomain', `ann@mail.${domain}`, {}, /of another domain than/],
    ['a domain that ends like this one', 'ann@notacme.example', {}, /of another domain than/],
    [
      'an address with characters of other scripts',
      `\u0430nn@${domain}`,
      {},
      /sent no email address/,
    ],
    ['two at signs', `x@evil.example@${domain}`, {}, /sent no email address/],
    [
      'an address that is not verified',
      'auth0|1',
      { email: ann, 'http://schemas.auth0.com/email_verified': 'false' },
      /is not verified/,
    ],
  ]
for (const [what, nameId, values, says] of refusals) {
  test(`does not identify a user by ${what}`, () => {
    const read = claimsOf(nameId, attributes(values), domain)
    assert.ok('unidentified' in read, JSON.stringify(read))
    assert.match(read.unidentified, says)
  })
}

const ceo = `ceo@${domain}`
/** Attributes of which the first identifies the user, and the others only end in the same name or are less exact. */
const precedence: readonly (readonly [string, Readonly<Record<string, string | string[]>>])[] = [
  ['a claim and a path', { [`${xmlsoap}/emailaddress`]: ann, 'https://acme.example/email': ceo }],
  ['a word and a path', { mail: ann, 'recovery/email': ceo }],
  ['a word in upper case and a path', { EMAIL: ann, 'recovery/email': ceo }],
  ['an OID and a path', { 'urn:oid:0.9.2342.19200300.100.1.3': ann, 'x/mail': ceo }],
  ['a bare OID and a path', { '1.2.840.113549.1.9.1': ann, 'urn:acme:backup:email': ceo }],
  ['an attribute of a profile and a path', { 'user.email': ann, 'manager/email': ceo }],
  ['a word and a friendly name', { email: ann, 'x1 = email': ceo }],
  ['an OID and a friendly name', { 'urn:oid:1.2.840.113549.1.9.1 = a': ann, 'x1 = mail': ceo }],
  ['a friendly name and a path', { 'x1 = email': ann, 'manager/email': ceo }],
  ['an address and a word without one', { 'work/email': ann, email: '', mail: 'none' }],
  ['a word and an account name', { email: ann, upn: ceo }],
  ['a path and an account name', { 'work/email': ann, upn: ceo }],
  ['an account name and its path', { upn: ann, 'manager/upn': ceo }],
]
for (const [what, values] of precedence) {
  test(`reads the address from the more exact of ${what}, in whatever order they come`, () => {
    const sent = attributes(values)
    for (const order of [sent, sent.toReversed()]) {
      const read = claimsOf('x', order, domain)
      assert.ok('email' in read, JSON.stringify(read))
      assert.equal(read.email, ann)
    }
  })
}

test('the order of the attributes changes nothing that is read', () => {
  const sent = attributes({
    'a/givenName': 'Bob',
    [`${xmlsoap}/givenname`]: 'Ann',
    'b/surname': 'Other',
    sn: 'Example',
    'manager/company': 'Rival',
    company: 'Acme',
    'x/userType': 'guest',
    userType: 'member',
    mail: [ann],
  })
  const same = [
    ...sent,
    { name: 'company', friendlyName: '', values: ['Acme 2'] },
    { name: 'sn', friendlyName: '', values: ['Example 2'] },
  ]
  for (const all of [sent, same]) {
    const read = claimsOf('x', all, domain)
    for (let n = 0; n < all.length; n += 1)
      assert.deepEqual(claimsOf('x', [...all.slice(n), ...all.slice(0, n)], domain), read)
    assert.deepEqual(claimsOf('x', all.toReversed(), domain), read)
  }
  assert.deepEqual(claimsOf('x', sent, domain), {
    email: ann,
    name: 'Ann Example',
    company: 'Acme',
    userType: 'member',
  })
})

test('two whole names with different addresses do not identify a user', () => {
  const sent = attributes({ email: ann, mail: ceo, 'x/email': ann })
  for (const order of [sent, sent.toReversed()])
    assert.ok('unidentified' in claimsOf('x', order, domain))
})

test('the NameID takes precedence over attributes that users may be able to edit', () => {
  const read = claimsOf(ann, attributes({ mail: `ceo@${domain}` }), domain)
  assert.ok('email' in read)
  assert.equal(read.email, ann)
})

test('the names of attributes in the sentence are bounded and plain', () => {
  const many = Object.fromEntries(
    Array.from({ length: 64 }, (_, n) => [`${n}-${'x'.repeat(500)}\n`, '']),
  )
  const read = claimsOf('x', attributes(many), domain)
  assert.ok('unidentified' in read)
  assert.ok(read.unidentified.length < 2_500 && !read.unidentified.includes('\n'))
})
