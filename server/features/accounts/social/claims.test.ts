/** The claims of common issuers: the same names and types as their tokens have, with values of examples. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { identityIn, type IssuerClaims, merged, needsUserinfo } from './claims.ts'

const standard = { claim: 'email', isTrusted: false }
const trusted = { claim: 'email', isTrusted: true }
const upn = { claim: 'upn', isTrusted: true }
const ann = 'ann@acme.example'

const entra = {
  aud: '6731de76-14a6-49ae-97bc-6eba6914391e',
  tid: '9122040d-6c67-4c5b-b112-36a304b66dad',
  ver: '2.0',
  sub: 'AAAAAAAAAAAAAAAAAAAAAIkzqFVrSaSaFHy782bbtaQ',
  oid: '00000000-0000-0000-66f3-3332eca7ea81',
  name: 'Ann Example',
  preferred_username: ann,
}
const adfs = {
  sub: 'Tn3hK0sDq7yq2m4ELcaYkmkJ5ZxLbFpW8Yb8uT1T2cE=',
  upn: ann,
  unique_name: 'ACME\\ann',
  sid: 'S-1-5-21-1',
  auth_time: 1_764_000_000,
}
const cognito = {
  sub: 'a1b2c3d4-0000-4000-8000-000000000000',
  'cognito:username': 'a1b2c3d4-0000-4000-8000-000000000000',
  'cognito:groups': ['auditors'],
  token_use: 'id',
}

type Verdict = 'verified' | 'reported false' | 'not reported' | 'no address'

const shapes: readonly (readonly [string, IssuerClaims, typeof standard, Verdict, string?])[] = [
  [
    'Google Workspace',
    {
      hd: 'acme.example',
      email: ann,
      email_verified: true,
      name: 'Ann Example',
      given_name: 'Ann',
      family_name: 'Example',
    },
    standard,
    'verified',
    'Ann Example',
  ],
  [
    'Okta',
    {
      ver: 1,
      email: ann,
      email_verified: true,
      preferred_username: ann,
      name: 'Ann Example',
      zoneinfo: 'America/Los_Angeles',
    },
    standard,
    'verified',
    'Ann Example',
  ],
  [
    'Okta, address not verified',
    { email: ann, email_verified: false, name: 'Ann Example' },
    standard,
    'reported false',
  ],
  [
    'Keycloak',
    {
      typ: 'ID',
      email: ann,
      email_verified: true,
      preferred_username: 'ann',
      given_name: 'Ann',
      family_name: 'Example',
      name: 'Ann Example',
    },
    standard,
    'verified',
    'Ann Example',
  ],
  [
    'Keycloak, its default for new users',
    { email: ann, email_verified: false, preferred_username: 'ann' },
    standard,
    'reported false',
  ],
  [
    'Keycloak, its default, from an issuer that the operator trusts',
    { email: ann, email_verified: false },
    trusted,
    'reported false',
  ],
  [
    'Amazon Cognito, ID token',
    { ...cognito, email: ann, email_verified: true },
    standard,
    'verified',
  ],
  [
    'Amazon Cognito, userinfo',
    { ...cognito, email: ann, email_verified: 'true' },
    standard,
    'verified',
  ],
  [
    'Amazon Cognito, user of a federated provider',
    { ...cognito, email: ann, email_verified: 'false', identities: [{ providerName: 'Okta' }] },
    standard,
    'reported false',
  ],
  [
    'Auth0',
    {
      nickname: 'ann',
      name: ann,
      email: ann,
      email_verified: true,
      picture: 'https://s.gravatar.com/avatar/0',
    },
    standard,
    'verified',
    ann,
  ],
  [
    'Auth0, enterprise connection',
    { email: ann, email_verified: 'True', name: 'Ann Example' },
    standard,
    'verified',
    'Ann Example',
  ],
  [
    'JumpCloud',
    { email: ann, email_verified: true, given_name: 'Ann', family_name: 'Example' },
    standard,
    'verified',
    'Ann Example',
  ],
  [
    'JumpCloud, without the scope of verified addresses',
    { email: ann, given_name: 'Ann' },
    standard,
    'not reported',
  ],
  ['Entra ID', entra, standard, 'no address'],
  ['Entra ID with the optional claim email', { ...entra, email: ann }, standard, 'not reported'],
  [
    'Entra ID with the optional claim email, trusted',
    { ...entra, email: ann },
    trusted,
    'verified',
    'Ann Example',
  ],
  [
    'Entra ID with email and xms_edov as a number',
    { ...entra, email: ann, xms_edov: 1 },
    standard,
    'verified',
    'Ann Example',
  ],
  [
    'Entra ID with email and xms_edov as text',
    { ...entra, email: ann, xms_edov: '1' },
    standard,
    'verified',
    'Ann Example',
  ],
  [
    'Entra ID with an address whose domain is not verified',
    { ...entra, email: ann, xms_edov: false },
    trusted,
    'reported false',
  ],
  [
    'Entra ID with a custom claim email_verified',
    { ...entra, email: ann, email_verified: 'true' },
    standard,
    'verified',
    'Ann Example',
  ],
  ['Entra ID by the UPN', { ...entra, upn: ann }, upn, 'verified', 'Ann Example'],
  [
    'Entra ID by the UPN, whose email is another one',
    { ...entra, upn: ann, email: 'x@other.example', email_verified: false },
    upn,
    'verified',
    'Ann Example',
  ],
  [
    'Azure AD B2C',
    { emails: [ann], name: 'Ann Example', tfp: 'B2C_1_signin' },
    standard,
    'not reported',
  ],
  [
    'Azure AD B2C, trusted',
    { emails: [ann], name: 'Ann Example' },
    trusted,
    'verified',
    'Ann Example',
  ],
  [
    'a list of several addresses',
    { emails: [ann, 'x@acme.example'], email_verified: true },
    trusted,
    'no address',
  ],
  ['AD FS', adfs, standard, 'no address'],
  ['AD FS by the UPN', adfs, upn, 'verified'],
  [
    'AD FS by the UPN, of an issuer that is not trusted',
    adfs,
    { claim: 'upn', isTrusted: false },
    'not reported',
  ],
  ['spaces around the address', { email: ` ${ann} `, email_verified: true }, standard, 'verified'],
  [
    'an address that is no text',
    { email: { value: ann }, email_verified: true },
    trusted,
    'no address',
  ],
  [
    'a verified flag in a list, with spaces',
    { email: ann, email_verified: [' true '] },
    standard,
    'verified',
  ],
  [
    'a verified flag that is an object',
    { email: ann, email_verified: {} },
    trusted,
    'reported false',
  ],
]
for (const [issuer, claims, rules, verdict, name = ''] of shapes) {
  test(`reads the claims of ${issuer}: ${verdict}`, () => {
    const read = identityIn(claims, rules)
    const said =
      read.email === ''
        ? 'no address'
        : read.emailVerified
          ? 'verified'
          : /reports that/.test(read.unverified?.detail ?? '')
            ? 'reported false'
            : 'not reported'
    assert.equal(said, verdict)
    assert.equal(read.email, verdict === 'no address' ? '' : ann)
    if (name !== '') assert.equal(read.name, name)
    if (verdict === 'no address') assert.ok(read.unverified?.log.includes(`claim ${rules.claim} `))
  })
}

test('the log names claims, but has no values of them', () => {
  const { unverified } = identityIn({ ...entra, email: ann }, standard)
  assert.match(unverified?.log ?? '', /email_verified is missing.*preferred_username/)
  assert.ok(!unverified?.log.includes('acme'))
})

test('userinfo is read for what is missing, and never verifies another address', () => {
  assert.equal(needsUserinfo({ email: ann, email_verified: false }, standard), false)
  assert.equal(needsUserinfo({ email: ann }, trusted), true)
  assert.equal(needsUserinfo({ email: ann }, standard), true)
  assert.equal(needsUserinfo({}, trusted), true)
  const verified = (signed: IssuerClaims, userinfo: IssuerClaims) =>
    identityIn(merged(signed, userinfo), standard)
  assert.equal(verified({ email: ann }, { email: ann, email_verified: 'true' }).emailVerified, true)
  assert.equal(verified({}, { email: ann, email_verified: true }).emailVerified, true)
  assert.equal(verified({ email: ann }, { email_verified: true }).emailVerified, false)
  const other = verified({ email: ann }, { email: 'x@evil.example', email_verified: true })
  assert.deepEqual([other.email, other.emailVerified], [ann, false])
  const victim = 'victim@acme.example'
  for (const [signed, userinfo] of [
    [{ email: [victim] }, { email: ann, email_verified: true }],
    [{ emails: [victim] }, { emails: [ann], email_verified: true }],
    [{ email_verified: true }, { email: victim, email_verified: false }],
    [{ email: victim }, { email: victim, email_verified: false }],
  ])
    assert.equal(verified(signed ?? {}, userinfo ?? {}).emailVerified, false)
  const reported = { email: ann, email_verified: false }
  assert.equal(identityIn(merged({ email: ann }, reported), trusted).emailVerified, false)
  for (const email of [ann, ann.toUpperCase(), [ann]])
    assert.equal(identityIn({ upn: ann, email, email_verified: false }, upn).emailVerified, false)
  const denied = verified(
    { email: ann, email_verified: false },
    { email: ann, email_verified: true },
  )
  assert.equal(denied.emailVerified, false)
})
