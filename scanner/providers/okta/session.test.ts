import { deepEqual, equal, match, ok, rejects } from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { systemClock, testConnection } from '../../engine/index.ts'
import {
  acmeOrg,
  clientId,
  credentials,
  ecClientId,
  emptyOrg,
  everyScope,
  privateKeys,
} from '../../testing/okta/index.ts'
import { okta } from './index.ts'
import { client, inputFor, opened, organizationWith } from './testing/opened.ts'

const all = async (list: AsyncIterable<unknown>): Promise<number> =>
  (await Array.fromAsync(list)).length

async function refused(t: TestContext, changes: object, options = {}): Promise<string> {
  const organization = await organizationWith(t, options)
  const { connected, error } = await testConnection(okta, inputFor(organization, changes))
  equal(connected, false)
  return error ?? ''
}

test('a service app signs in by an assertion, and proves a key of the session with each call', async (t) => {
  const organization = await organizationWith(t, { state: acmeOrg(), pageSize: 3 })
  const signedIn = await client(t, organization)
  equal(await all(signedIn.list('list apps')), 12)
  deepEqual(
    organization.calls.slice(0, 4).map(({ operation, status }) => [operation, status]),
    [
      ['get organization', 200],
      ['sign in', 400], // the response requires a proof
      ['sign in', 400], // and a nonce in the proof
      ['sign in', 200],
    ],
  )
  ok(organization.calls.slice(4).every(({ status }) => status === 200))
})

test('an app that need not prove a key signs in with its first try', async (t) => {
  const state = acmeOrg()
  for (const app of Object.values(state.apps)) app.isBound = false
  const organization = await organizationWith(t, { state })
  ok((await all((await client(t, organization)).list('list apps'))) > 0)
  equal(organization.calls.filter(({ operation }) => operation === 'sign in').length, 1)
})

test('keys of every form sign in', async (t) => {
  const organization = await organizationWith(t)
  for (const okta_private_key of [privateKeys.pem, privateKeys.pkcs1, privateKeys.jwk])
    await opened(t, organization, { secret: { okta_client_id: clientId, okta_private_key } })
  const elliptic = { okta_client_id: ecClientId, okta_private_key: privateKeys.ec }
  const { session } = await opened(t, organization, { secret: elliptic, uid: ' ACME.okta.com ' })
  equal(session.account, 'acme.okta.com')
})

test('a token is renewed before it ends, and once more where it was ended', async (t) => {
  let now = Date.now()
  const state = acmeOrg()
  const organization = await organizationWith(t, { state, now: () => now })
  const clock = { now: () => now, sleep: async (ms: number) => void (now += ms) }
  const signedIn = await client(t, organization, { clock })
  const signIns = () => organization.calls.filter(({ operation }) => operation === 'sign in').length
  const before = signIns()
  now += 54 * 60_000
  await all(signedIn.list('list apps'))
  equal(signIns(), before)
  now += 2 * 60_000 // four minutes before it expires
  await Promise.all([all(signedIn.list('list apps')), all(signedIn.list('list brands'))])
  equal(signIns(), before + 1)
  organization.revoke()
  ok((await all(signedIn.list('list apps'))) > 0)
  equal(signIns(), before + 2)
  state.apps[clientId] = { ...(state.apps[clientId] as never as object), adminRole: null } as never
  organization.revoke()
  await rejects(all(signedIn.list('list apps')), {
    name: 'CallProblem',
    code: 'sign_in_denied',
    outcome: 'denied',
    action: 'okta.apps.read',
  })
})

test('an app without some scopes signs in with the others, and says which it lacks', async (t) => {
  const state = acmeOrg()
  const app = state.apps[clientId]
  ok(app)
  app.scopes = everyScope.filter((scope) => !/apps|roles/.test(scope))
  const organization = await organizationWith(t, { state })
  const { session } = await opened(t, organization)
  deepEqual(session.missing, ['okta.apps.read', 'okta.roles.read'])
  const asked = organization.calls.length
  const signedIn = session.client('', new AbortController().signal)
  const gap = { code: 'scope_not_granted', outcome: 'denied', action: 'okta.apps.read' }
  await rejects(all(signedIn.list('list apps')), gap)
  equal(organization.calls.length, asked, 'what is known to be refused is not asked for')
  ok((await all(signedIn.list('list brands'))) > 0)
  app.scopes = []
  const { error } = await testConnection(okta, inputFor(organization))
  match(error ?? '', /has none of the scopes okta\.apiTokens\.read, /)
})

test('of the scopes of a secret only those that a scan takes are asked for', async (t) => {
  const organization = await organizationWith(t)
  const okta_scopes = ['okta.apps.read', 'okta.users.manage', 'okta.policies.read']
  const { session } = await opened(t, organization, { secret: { ...credentials, okta_scopes } })
  deepEqual(session.missing?.length, 8)
  const wrong = { secret: { ...credentials, okta_scopes: ['okta.users.manage'] } }
  match(await refused(t, wrong), /at least one of the scopes that a scan uses/)
  match(await refused(t, { secret: { ...credentials, okta_scopes: 'all' } }), /must be a list/)
})

test('a domain that is none of Okta is refused before anything is sent', async (t) => {
  const organization = await organizationWith(t)
  for (const uid of [
    'acme.example.com',
    'okta.com',
    'a.b.okta.com',
    'acme.okta.com.evil.org',
    'acme.okta.com@evil.org',
    'evil.org/acme.okta.com',
    'acme.okta.com:8443',
    '-a.okta.com',
    '',
    null,
  ]) {
    const { connected, code } = await testConnection(okta, inputFor(organization, { uid }))
    deepEqual([connected, code], [false, 'invalid_account'], String(uid))
  }
  deepEqual(organization.calls, [])
})

test('credentials that Okta does not take end in a sentence of ours', async (t) => {
  const other = { okta_client_id: clientId, okta_private_key: privateKeys.ec }
  match(await refused(t, { secret: other }), /does not accept the client ID with this private key/)
  const stranger = { ...credentials, okta_client_id: '0oaNOBODY' }
  match(await refused(t, { secret: stranger }), /does not accept the client ID/)
  match(await refused(t, { secret: {} }), /must have okta_client_id/)
  match(await refused(t, { secret: { okta_client_id: 'a' } }), /must have okta_private_key/)
  const state = emptyOrg()
  for (const app of Object.values(state.apps)) app.adminRole = null
  match(await refused(t, {}, { state }), /no admin role is assigned/)
})

test('assertions and proofs of another time are refused by Okta and end in a sentence', async (t) => {
  const sleep = async (ms: number, signal: AbortSignal) =>
    ms < 30_000 ? undefined : await systemClock.sleep(ms, signal)
  const late = { now: () => Date.now() + 3 * 60_000, sleep }
  match(
    await refused(t, { clock: late }),
    /Okta does not issue a token to the app: invalid_dpop_proof\./,
  )
})

for (const [what, deed, says] of [
  ['throttled', { do: 'throttle' }, /rate-limited/],
  ['garbage', { do: 'garbage' }, /does not respond like Okta|token to the app: http_400/],
  ['cut off', { do: 'truncate' }, /was truncated/],
  [
    'an internal error',
    { do: 'status', status: 502, body: '<html>secret' },
    /returned status 502\.$/,
  ],
  ['another page', { do: 'status', status: 302 }, /returned status 302\.$/],
  ['missing', { do: 'status', status: 404 }, /No Okta organization has this domain/],
] as const) {
  for (const operation of ['get organization', 'sign in']) {
    test(`an answer to “${operation}” that is ${what} ends the test of the connection with a sentence`, async (t) => {
      const organization = await organizationWith(t)
      organization.script({ match: { operation }, ...deed })
      const input = inputFor(organization, { config: { retries: 1 } })
      const { connected, error } = await testConnection(okta, input)
      equal(connected, false)
      match(error ?? '', says)
      ok(!error?.includes('secret'))
    })
  }
}

test('nothing that is signed or granted stands in what is logged', async (t) => {
  const lines: string[] = []
  const organization = await organizationWith(t, { state: acmeOrg() })
  const log = (line: object) => void lines.push(JSON.stringify(line))
  await all((await client(t, organization, { log })).list('list apps'))
  ok(lines.length > 4)
  for (const line of lines) ok(!/eyJ|BEGIN|assertion/.test(line), line)
})
