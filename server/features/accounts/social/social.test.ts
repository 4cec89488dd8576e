import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { after, before, test } from 'node:test'
import { readConfig } from '../../../config.ts'
import { type Answered, Client, password, type World, world } from '../../../testing/index.ts'
import { socialProviders } from './settings.ts'
import {
  begin,
  brought,
  exchange,
  gitHub,
  google,
  issuer,
  link,
  externalProviders,
  settings,
  signIn,
} from './testing/external-providers.ts'

let w: World
before(async () => {
  w = await world({ settings, egress: externalProviders })
})
after(async () => {
  await w.close()
  await w.test.close()
})

/** A unique account at an issuer. */
function account(more: { email_verified?: boolean; email?: string; name?: string } = {}) {
  const sub = randomBytes(6).toString('hex')
  return { sub, email: `${sub}@example.com`, email_verified: true, ...more }
}
const as = (answer: Answered): Client => {
  const who = { tenantId: '', userId: '', email: '' }
  return new Client(w.base, { ...who, authorization: `Bearer ${answer.item.text('access')}` })
}
const me = async (answer: Answered) => await as(answer).get('/users/me?include=memberships,roles')
const faultOf = ({ status, fault }: Answered) => [status, fault.code]

test('who is new signs up by signing in: a tenant of his own, as its owner', async () => {
  const who = account({ name: 'Ann Example' })
  const first = await signIn(w, who)
  assert.deepEqual([first.status, first.item.type], [200, 'oidc-social-tokens'], first.text)
  const { item, included } = await me(first)
  assert.deepEqual([item.text('email'), item.text('name')], [who.email, 'Ann Example'])
  assert.deepEqual(included.map((one) => one.at('role') ?? one.text('name')).toSorted(), [
    'admin',
    'owner',
  ])
  const second = await signIn(w, who)
  assert.equal((await me(second)).item.id, item.id, 'the same user the second time')
})

test('existing clients of Google bring a code alone, in a form with fields of their own', async () => {
  const who = account()
  const code = google.signIn(null, who)
  const form = new URLSearchParams({ code, utm_source: 'somewhere' })
  const answer = await w.anonymous.ask('POST', '/tokens/google', form.toString(), {
    'Content-Type': 'application/x-www-form-urlencoded',
  })
  assert.equal(answer.status, 200, answer.text)
  assert.equal(answer.item.type, 'google-social-tokens')
  assert.equal((await me(answer)).item.text('email'), who.email)
})

test('a code that GitHub does not know is refused, though GitHub answers it with 200', async () => {
  const { status, fault } = await exchange(w, 'github', { code: 'made-up' })
  assert.deepEqual(
    [status, fault.code, fault.source?.pointer],
    [400, 'code_invalid', '/data/attributes/code'],
  )
})

test('and those of GitHub, whose primary address counts and whose numbers stay', async () => {
  const id = randomBytes(4).readUInt32BE()
  const name = randomBytes(6).toString('hex')
  const at = (email: string, primary: boolean) => ({ email, primary, verified: true })
  const emails = [at(`other-${name}@example.com`, false), at(`${name}@example.com`, true)]
  const first = await exchange(w, 'github', { code: gitHub.signIn({ id, name: null, emails }) })
  assert.equal(first.status, 200, first.text)
  const { item } = await me(first)
  assert.deepEqual([item.text('email'), item.text('name')], [emails[1]?.email, emails[1]?.email])
  const moved = [at(`moved-${name}@example.com`, true)]
  const second = await exchange(w, 'github', { code: gitHub.signIn({ id, emails: moved }) })
  assert.equal((await me(second)).item.id, item.id)
})

test('the text "true" verifies an address, in the ID token and in userinfo', async () => {
  for (const userinfo of [false, true]) {
    const who = { ...account(), email_verified: 'true' }
    const answer = await signIn(w, who, { bent: { userinfo } })
    assert.equal(answer.status, 200, answer.text)
    assert.equal((await me(answer)).item.text('email'), who.email)
  }
})

test('an address that the provider has not verified opens nothing', async () => {
  assert.deepEqual(faultOf(await signIn(w, account({ email_verified: false }))), [
    403,
    'email_not_verified',
  ])
  const { email_verified: _, ...unsaid } = account()
  const { status, fault } = await signIn(w, unsaid)
  assert.deepEqual([status, fault.code], [403, 'email_not_verified'])
  assert.match(fault.detail ?? '', /did not report whether .* \(claim email_verified\)/)
  const emails = [{ email: 'somebody@example.com', primary: true, verified: false }]
  const code = gitHub.signIn({ id: 7, emails })
  assert.deepEqual(faultOf(await exchange(w, 'github', { code })), [403, 'email_not_verified'])
})

test('whoever signed up with an address has only claimed it: no provider is linked to him', async () => {
  const early = await w.user()
  const answer = await signIn(w, account({ email: early.email }))
  assert.deepEqual(faultOf(answer), [403, 'not_linked'])
})

test('a signed-in user can link a provider, and then sign in with either method', async () => {
  const user = await w.user()
  const who = account({ email: 'another-address@example.com' })
  const added = await link(w, user, who, password)
  assert.equal(added.status, 201, added.text)
  assert.deepEqual([added.item.text('issuer'), added.item.text('email')], [issuer.url, who.email])
  assert.equal((await me(await signIn(w, who))).item.id, user.userId)
  const { items } = await user.get('/users/me/identities')
  assert.deepEqual(
    items.map(({ id }) => id),
    [added.item.id],
  )
  const path = `/users/me/identities/${added.item.id}`
  assert.equal((await w.rival.ask('DELETE', path)).status, 404)
  assert.equal((await user.ask('DELETE', path)).status, 204)
  assert.equal((await signIn(w, account({ email: user.email }))).status, 403)
})

test('an external account belongs to one user', async () => {
  const who = account()
  assert.equal((await link(w, await w.user(), who, password)).status, 201)
  assert.deepEqual(faultOf(await link(w, await w.user(), who, password)), [403, 'identity_taken'])
})

test('an API key adds no way to sign in', async () => {
  const user = await w.user()
  const key = await user.make('/api-keys', 'api-keys', { name: 'a key' })
  const authorization = `Api-Key ${key.text('api_key')}`
  const { tenantId, userId, email } = user
  const held = new Client(w.base, { tenantId, userId, email, authorization })
  assert.equal((await link(w, held, account())).status, 403)
})

test('two providers that verified one address lead to one user', async () => {
  const who = account()
  const first = await me(await signIn(w, who))
  const second = await exchange(w, 'google', {
    code: google.signIn(null, { ...who, sub: 'elsewhere' }),
  })
  assert.equal((await me(second)).item.id, first.item.id)
})

test('until the user takes another address, which nobody has verified', async () => {
  const who = account()
  const first = await signIn(w, who)
  const user = (await me(first)).item
  const email = `new-${who.email}`
  const data = { type: 'users', id: user.id, attributes: { email } }
  assert.equal((await as(first).ask('PATCH', `/users/${user.id}`, { data })).status, 200)
  assert.deepEqual(faultOf(await signIn(w, account({ email }))), [403, 'not_linked'])
  assert.equal((await me(await signIn(w, who))).item.id, user.id, 'the account stays his')
})

test('an invitation is taken up: by who is new, and by who is there', async () => {
  const owner = await w.user()
  const role = await owner.make('/roles', 'roles', { name: 'guests' })
  const roles = [{ type: 'roles', id: role.id }]
  const invited = async (email: string): Promise<string> =>
    (await owner.make('/tenants/invitations', 'invitations', { email }, { roles })).text('token')
  const [fresh, known] = [account(), account()]
  const before = (await me(await signIn(w, known))).item.id
  for (const who of [fresh, known]) {
    const more = { invitation_token: await invited(who.email) }
    const answer = await signIn(w, who, { more })
    assert.equal(answer.status, 200, answer.text)
    const { included, item } = await me(answer)
    assert.deepEqual(
      included.filter(({ type }) => type === 'roles').map(({ id }) => id),
      [role.id],
    )
    if (who === known) assert.equal(item.id, before)
    assert.equal((await signIn(w, who, { more })).status, 400, 'it opens once')
  }
  const more = { invitation_token: await invited('somebody-else@example.com') }
  assert.equal((await signIn(w, account(), { more })).status, 404)
})

test('who is let in by a provider first has no password until he sets one', async () => {
  const who = account()
  const first = await signIn(w, who)
  const { id } = (await me(first)).item
  const attempt = () =>
    w.anonymous.ask('POST', '/tokens', {
      data: { type: 'tokens', attributes: { email: who.email, password } },
    })
  assert.equal((await attempt()).status, 400)
  const data = { type: 'users', id, attributes: { password } }
  assert.equal((await as(first).ask('PATCH', `/users/${id}`, { data })).status, 200)
  assert.equal((await attempt()).status, 200)
})

test('many first sign-ins at once make one user', async () => {
  const who = account()
  const answers = await Promise.all(Array.from({ length: 6 }, () => signIn(w, who)))
  assert.deepEqual(new Set(answers.map(({ status }) => status)), new Set([200]))
  const users = await Promise.all(answers.map(async (answer) => (await me(answer)).item.id))
  assert.equal(new Set(users).size, 1)
})

test('a provider that does not respond is reported, and is contacted again at the next sign-in', async () => {
  const started = await begin(w, 'oidc')
  const code = issuer.signIn(started.text('authorization_url'), account())
  issuer.isAway = true
  assert.deepEqual(faultOf(await exchange(w, 'oidc', brought(started, code))), [
    502,
    'provider_unreachable',
  ])
  issuer.isAway = false
  assert.equal((await exchange(w, 'oidc', brought(started, code))).status, 200)
})

test('without its settings nobody signs in by a provider, and half of them do not start', async () => {
  const bare = await world({ test: w.test, cloud: w.cloud })
  try {
    for (const name of ['google', 'github', 'oidc'] as const) {
      assert.equal((await exchange(bare, name, { code: 'x' })).status, 404)
      assert.equal((await bare.anonymous.ask('POST', `/auth/${name}/initiate`)).status, 404)
    }
  } finally {
    await bare.close()
  }
  const providers = (set: Record<string, string>) =>
    socialProviders(readConfig(set), externalProviders, Date.now)
  assert.equal(providers({ SOCIAL_GOOGLE_OAUTH_CALLBACK_URL: 'https://app.example/' }).size, 0)
  const halves: readonly Record<string, string>[] = [
    { SOCIAL_GOOGLE_OAUTH_CLIENT_ID: 'a', SOCIAL_GOOGLE_OAUTH_CLIENT_SECRET: 'b' },
    {
      SOCIAL_GITHUB_OAUTH_CLIENT_SECRET: 'b',
      SOCIAL_GITHUB_OAUTH_CALLBACK_URL: 'https://a.example',
    },
    { SOCIAL_OIDC_ISSUER: 'https://issuer.example' },
  ]
  for (const half of halves) assert.throws(() => providers(half), /must be set together/)
  assert.throws(
    () => readConfig({ SOCIAL_OIDC_ISSUER: 'http://issuer.example' }),
    /SOCIAL_OIDC_ISSUER/,
  )
})
