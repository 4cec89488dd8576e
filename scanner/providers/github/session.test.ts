import { deepEqual, equal, match, ok, rejects } from 'node:assert/strict'
import { generateKeyPairSync } from 'node:crypto'
import { test, type TestContext } from 'node:test'
import { open, testConnection } from '../../engine/index.ts'
import { allPermissions, soundRepository } from '../../testing/github/index.ts'
import { appToken } from './credentials.ts'
import { github } from './index.ts'
import { gitHubWith, inputFor, opened, scanned } from './testing/opened.ts'

const permissions = allPermissions
const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2_048 })
const pem = privateKey.export({ type: 'pkcs8', format: 'pem' })
const appSecret = { github_app_id: 77, github_app_key_content: pem }

const app = (account = 'octo-org') => ({
  id: 77,
  key: publicKey,
  installations: [{ id: 5, account, selection: 'all' as const, suspended: false, permissions }],
})

async function refusal(t: TestContext, state: object, input: object): Promise<string> {
  const { fixture } = await gitHubWith(t, state)
  const { connected, error } = await testConnection(github, inputFor(fixture, input))
  equal(connected, false)
  return error ?? ''
}

const token = (
  user: string,
  scopes: readonly string[] | null,
  organizations: readonly string[],
) => ({
  tokens: { t: { user, scopes, organizations } },
})
const secret = { personal_access_token: 't' }

test('a login in any case is the account, and credentials without one are whose they are', async (t) => {
  const { fixture } = await gitHubWith(t)
  equal((await opened(t, fixture, { uid: 'Octo-Org' })).session.account, 'Octo-Org')
  equal((await opened(t, fixture, { uid: null })).session.account, 'octocat')
  const oauth = { oauth_app_token: 'ghp_classic' }
  equal((await opened(t, fixture, { secret: oauth })).session.account, 'octo-org')
})

for (const [what, state, input, says] of [
  ['refused', {}, { secret: { personal_access_token: 'old' } }, /^GitHub does not accept the c/],
  [
    'of nobody',
    {},
    { uid: 'nobody' },
    /^The token belongs to octocat, who cannot see an account n/,
  ],
  [
    'of another user',
    { accounts: [] },
    { uid: 'octo-org' },
    /^The server does not respond like GitHub\.$|cannot see an account/,
  ],
  [
    'without the scope for organizations',
    token('octocat', ['repo'], ['octo-org']),
    { secret },
    /^The token of octocat cannot list .* does not have the scope read:org\.$/,
  ],
  [
    'of somebody who is no member',
    token('octocat', ['repo', 'read:org'], []),
    { secret },
    /^The token of octocat cannot access the organization octo-org: octocat must be a member/,
  ],
  [
    'made for another organization',
    token('octocat', null, []),
    { secret },
    /the token must be created for this organization\.$/,
  ],
] as const) {
  test(`a token ${what} is an error in a sentence, never an empty scan`, async (t) => {
    match(await refusal(t, state, input), says)
  })
}

test('secrets that are none are refused before anything is asked, and not repeated', async (t) => {
  const { fixture } = await gitHubWith(t)
  const ec = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey
  for (const bad of [
    null,
    {},
    { personal_access_token: '' },
    { personal_access_token: 'a\r\nx-injected: 1' },
    { personal_access_token: 7 },
    { personal_access_token: 'secret-part', ...appSecret },
    { github_app_id: 'secret-part', github_app_key_content: pem },
    { github_app_id: 77 },
    { github_app_id: 77, github_app_key_content: 'secret-part' },
    { github_app_id: 77, github_app_key_content: ec.export({ type: 'pkcs8', format: 'pem' }) },
  ]) {
    const refused = open(github, inputFor(fixture, { secret: bad }))
    await rejects(refused, (thrown: Error & { code?: string }) => {
      equal(thrown.code, 'invalid_secret')
      ok(!thrown.message.includes('secret-part'))
      return true
    })
  }
  equal(fixture.calls.length, 0)
})

test('an app signs in as the installation of the account, and scans what it reaches', async (t) => {
  const repositories = [soundRepository(1), soundRepository(2, { owner: 'octocat' })]
  const { fixture } = await gitHubWith(t, { app: app(), repositories })
  const session = await opened(t, fixture, { secret: appSecret })
  const { findings, coverage } = await scanned(session)
  ok(findings.some(({ resource }) => resource.name === 'octo-org/repository-1'))
  ok(!findings.some(({ resource }) => resource.name.startsWith('octocat/')))
  ok(!coverage.some(({ outcome }) => outcome === 'denied'))
  const asked = fixture.calls.filter(({ path }) => !path.startsWith('/app'))
  ok(asked.every(({ authorization }) => authorization.startsWith('Bearer ghs_')))
  equal((await opened(t, fixture, { secret: appSecret, uid: null })).session.account, 'octo-org')
})

test('an app that nobody, another or several installed, or that is suspended, is refused', async (t) => {
  const two = { ...app(), installations: [...app().installations, ...app('octocat').installations] }
  const suspended = app()
  for (const one of suspended.installations) one.suspended = true
  for (const [state, uid, says] of [
    [{ ...app(), installations: [] }, 'octo-org', /^The app is not installed in octo-org\.$/],
    [{ ...app(), installations: [] }, null, /^The app is not installed in any account\.$/],
    [app('octocat'), 'octo-org', /^The app is not installed in octo-org\.$/],
    [two, null, /^The app is installed in several accounts\. Specify one of them\.$/],
    [suspended, 'octo-org', /^The app is suspended in octo-org\.$/],
    [{ ...app(), id: 78 }, 'octo-org', /^GitHub does not accept the credentials\.$/],
  ] as const)
    match(await refusal(t, { app: state }, { uid, secret: appSecret }), says)
})

test('an installation of some repositories only does not see that others are gone', async (t) => {
  const selected = app()
  const [installation] = selected.installations
  const { fixture } = await gitHubWith(t, {
    app: {
      ...selected,
      installations: installation ? [{ ...installation, selection: 'selected' }] : [],
    },
    repositories: [soundRepository(1)],
  })
  const session = await opened(t, fixture, { secret: appSecret })
  const { findings, coverage, gone } = await scanned(session, {
    uids: ['https://api.github.com/repositories/7', 'https://api.github.com/repositories/1'],
  })
  ok(findings.length > 0)
  deepEqual(gone, [])
  ok(coverage.some(({ outcome }) => outcome === 'denied'))
})

test('the token of an installation is renewed before it ends, once for all who wait', async (t) => {
  const repositories = [1, 2, 3].map((id) => soundRepository(id))
  const { fixture, state } = await gitHubWith(t, { app: app(), repositories })
  state.tokenSeconds = 60 // shorter than the wait of a call
  const session = await opened(t, fixture, { secret: appSecret })
  state.tokenSeconds = 3_600
  const { findings } = await scanned(session)
  equal(findings.length, 59)
  equal(fixture.calls.filter(({ path }) => path.endsWith('/access_tokens')).length, 2)
  ok(!fixture.calls.some(({ authorization }) => authorization.startsWith('Bearer ghs_1_')))
})

test('the claim of an app begins in the past and holds for less than ten minutes', () => {
  const now = Date.parse('2026-01-15T12:00:00Z')
  const [, claims = ''] = appToken({ id: '77', key: privateKey }, now).split('.')
  const { iat, exp, iss } = JSON.parse(Buffer.from(claims, 'base64url').toString())
  deepEqual([iat, exp, iss], [now / 1_000 - 60, now / 1_000 + 540, '77'])
})

test('nothing of a secret is in what is thrown or logged', async (t) => {
  const { fixture } = await gitHubWith(t)
  const logged: unknown[] = []
  const log = (event: unknown) => void logged.push(event)
  const session = await opened(t, fixture, {
    log,
    secret: { personal_access_token: 'ghp_classic' },
  })
  fixture.script({ match: {}, do: 'status', status: 500, body: 'ghp_classic' })
  const { coverage } = await scanned(session)
  ok(logged.length > 0)
  ok(!JSON.stringify([logged, coverage]).includes('ghp_classic'))
})

for (const [what, state, input, lacks] of [
  ['all scopes', token('octocat', ['repo', 'admin:org'], ['octo-org']), { secret }, undefined],
  [
    'no scope but public repositories',
    token('octocat', ['public_repo', 'read:org'], ['octo-org']),
    { secret },
    [
      'administration:read',
      'contents:read',
      'dependabot_alerts:read',
      'metadata:read',
      'organization_administration:read',
    ],
  ],
  ['a user’s own scope', token('octocat', ['repo'], []), { uid: 'octocat', secret }, undefined],
  ['no scopes to show', token('octocat', null, ['octo-org']), { secret }, undefined],
  ['an app with all', { app: app() }, { secret: appSecret }, undefined],
  [
    'an app without alerts',
    {
      app: {
        ...app(),
        installations: app().installations.map((one) => ({
          ...one,
          permissions: { ...permissions, vulnerability_alerts: undefined as never },
        })),
      },
    },
    { secret: appSecret },
    ['dependabot_alerts:read'],
  ],
] as const) {
  test(`credentials with ${what} say at the test of the connection what they lack`, async (t) => {
    const { fixture } = await gitHubWith(t, state)
    const tested = await testConnection(github, inputFor(fixture, input))
    deepEqual([tested.connected, tested.missing_permissions], [true, lacks])
  })
}
