import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Answered, Item } from '../../../testing/index.ts'
import { type World, world } from '../../../testing/index.ts'
import type { Bent } from './testing/issuer.ts'
import {
  begin,
  brought,
  exchange,
  google,
  issuer,
  externalProviders,
  settings,
  signIn,
} from './testing/external-providers.ts'

let now = Date.now()
let w: World
before(async () => {
  w = await world({ settings, egress: externalProviders, now: () => now })
})
after(async () => {
  await w.close()
  await w.test.close()
})

const mallory = { sub: 'mallory', email: 'mallory@example.com', email_verified: true }
const past = Math.floor(Date.now() / 1_000) - 3_600

const tokens: Readonly<Record<string, Bent>> = {
  'another nonce': { claims: { nonce: 'swapped' } },
  'no nonce': { claims: { nonce: undefined } },
  'no signature': { key: 'none' },
  'an unknown key': { key: 'unknown' },
  'the public key as a shared secret': { key: 'shared' },
  'another audience': { claims: { aud: 'another-client' } },
  'two audiences and another authorised party': {
    claims: { aud: ['plumbline-test', 'another'], azp: 'another' },
  },
  'another issuer': { claims: { iss: 'https://evil.example' } },
  'a time that is over': { claims: { iat: past, exp: past + 300 } },
  'a time to come': { claims: { nbf: past + 7_200 } },
  'no end': { claims: { exp: undefined } },
  nobody: { claims: { sub: undefined } },
  'a name that is too long': { claims: { sub: 'x'.repeat(300) } },
  'a name with a NUL': { claims: { sub: 'a\u0000b' } },
}
for (const [what, bent] of Object.entries(tokens)) {
  test(`rejects an ID token with ${what}`, async () => {
    const refused = await signIn(w, mallory, { bent })
    assert.deepEqual([refused.status, refused.fault.code], [403, 'sign_in_refused'], refused.text)
    assert.ok(w.logged.some(({ event }) => event === 'identity provider response rejected'))
  })
}

/** An attacker's input: from their own sign-in, and from one that a victim started. */
const answers: Readonly<
  Record<string, (own: Item, theirs: Item) => [attributes: object, field: string]>
> = {
  'a code of another sign-in': (own, theirs) => [
    brought(theirs, issuer.signIn(own.text('authorization_url'), mallory)),
    'code',
  ],
  'a state and code that the client did not begin': (own, theirs) => [
    {
      ...brought(own, issuer.signIn(own.text('authorization_url'), mallory)),
      code_verifier: theirs.text('code_verifier'),
    },
    'code_verifier',
  ],
  'a state without its verifier': (own) => [
    { code: issuer.signIn(own.text('authorization_url'), mallory), state: own.text('state') },
    'code_verifier',
  ],
  'no state': (own) => [{ code: issuer.signIn(own.text('authorization_url'), mallory) }, 'state'],
  'a state of his own making': (own) => [
    {
      ...brought(own, issuer.signIn(own.text('authorization_url'), mallory)),
      state: 'A'.repeat(200),
    },
    'state',
  ],
  'a code of nobody': (own) => [brought(own, 'made-up'), 'code'],
}
for (const [what, attack] of Object.entries(answers)) {
  test(`who brings ${what} is refused`, async () => {
    const [own, theirs] = [await begin(w, 'oidc'), await begin(w, 'oidc')]
    const [attributes, field] = attack(own, theirs)
    const { status, fault } = await exchange(w, 'oidc', attributes)
    assert.deepEqual([status, fault.source?.pointer], [400, `/data/attributes/${field}`])
  })
}

test('a code opens once', async () => {
  const started = await begin(w, 'oidc')
  const attributes = brought(started, issuer.signIn(started.text('authorization_url'), mallory))
  const both: Answered[] = []
  for (let n = 0; n < 2; n += 1) both.push(await exchange(w, 'oidc', attributes))
  assert.deepEqual(
    both.map(({ status }) => status),
    [200, 400],
  )
})

test('a state value of one provider does not complete a sign-in with another', async () => {
  const started = await begin(w, 'oidc')
  const code = google.signIn(started.text('authorization_url'), mallory)
  const { status, fault } = await exchange(w, 'google', brought(started, code))
  assert.deepEqual([status, fault.code], [400, 'state_invalid'])
})

test('rejects a response that names another issuer', async () => {
  const refused = await signIn(w, mallory, { more: { iss: 'https://evil.example' } })
  assert.deepEqual([refused.status, refused.fault.code], [403, 'sign_in_refused'])
})

test('a sign-in that started more than ten minutes ago is over', async () => {
  const started = await begin(w, 'oidc')
  const code = issuer.signIn(started.text('authorization_url'), mallory)
  now += 600_001
  const { status, fault } = await exchange(w, 'oidc', brought(started, code))
  now -= 600_001
  assert.deepEqual([status, fault.code], [400, 'state_invalid'])
})

test('claims that only the userinfo endpoint returns are those of the same account', async () => {
  const answer = await signIn(w, mallory, { bent: { userinfo: true } })
  assert.equal(answer.status, 200, answer.text)
  const other = await signIn(w, mallory, { bent: { userinfo: true, claims: { sub: 'boss' } } })
  assert.deepEqual([other.status, other.fault.code], [403, 'sign_in_refused'])
})

test('a state, which anybody may ask for, is not sealed with the key that signing keys are sealed with', async () => {
  const keyId = (bytes: Buffer): string => bytes.subarray(1, 17).toString('hex')
  const [row] = await w.test.administer(
    `select encode(sealed_key, 'hex') as sealed from signing_keys`,
  )
  const master = keyId(Buffer.from(String(row?.['sealed']), 'hex'))
  const state = Buffer.from((await begin(w, 'oidc')).text('state'), 'base64url')
  assert.notEqual(keyId(state), master)
})
