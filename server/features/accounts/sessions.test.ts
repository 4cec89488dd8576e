import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type Answered, type Client, password, type World, world } from '../../testing/index.ts'

let w: World
before(async () => {
  w = await world()
})
after(async () => {
  await w.close()
  await w.test.close()
})

interface Pair {
  readonly access: string
  readonly refresh: string
}
const post = (path: string, type: string, attributes: object, token = ''): Promise<Answered> =>
  w.anonymous.ask(
    'POST',
    path,
    { data: { type, attributes } },
    token ? { Authorization: `Bearer ${token}` } : {},
  )
const pairOf = ({ item }: Answered): Pair => ({
  access: item.text('access'),
  refresh: item.text('refresh'),
})
const claims = (token: string): Record<string, unknown> =>
  JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()) as Record<
    string,
    unknown
  >
const signIn = async ({ email }: Client): Promise<Pair> =>
  pairOf(await post('/tokens', 'tokens', { email, password }))
const refresh = (token: string): Promise<Answered> =>
  post('/tokens/refresh', 'tokens-refresh', { refresh: token })
const me = (token: string): Promise<Answered> =>
  w.anonymous.ask('GET', '/users/me', undefined, { Authorization: `Bearer ${token}` })

/** Sets the clock of the database forward, as far as a user's sessions are concerned. */
const laterBy = (seconds: number, { userId }: Client): Promise<unknown> =>
  w.test.administer(`
    update refresh_families set rotated_at = rotated_at - interval '${seconds} seconds'
     where user_id = '${userId}'`)

test('an access token has user, tenant and expiration, and a session starts with a pair of tokens', async () => {
  const { access, refresh: token } = await signIn(w.acme)
  const said = claims(access)
  assert.equal(said['sub'], w.acme.userId)
  assert.equal(said['tenant_id'], w.acme.tenantId)
  assert.equal(said['typ'], 'access')
  assert.equal(Number(said['exp']) - Number(said['iat']), 30 * 60)
  assert.equal(Number(claims(token)['exp']) - Number(claims(token)['iat']), 24 * 3_600)
  assert.equal((await me(access)).status, 200)
  assert.equal((await me(token)).status, 401)
})

test('bad credentials are one 400, whether the user or the password is unknown', async () => {
  const wrong = await post('/tokens', 'tokens', { email: w.acme.email, password: 'not the one!!' })
  const nobody = await post('/tokens', 'tokens', { email: 'no@example.com', password })
  assert.equal(wrong.status, 400)
  assert.match(wrong.text, /Invalid credentials/)
  assert.equal(wrong.text, nobody.text)
})

test('nobody signs in to a tenant that is not his, existing or not, and both look the same', async () => {
  const login = { email: w.acme.email, password }
  const foreign = await post('/tokens', 'tokens', { ...login, tenant_id: w.rival.tenantId })
  const absent = await post('/tokens', 'tokens', {
    ...login,
    tenant_id: '00000000-0000-4000-8000-000000000000',
  })
  assert.equal(foreign.status, 400)
  assert.equal(foreign.fault.code, 'not_a_member')
  assert.equal(foreign.text, absent.text)
})

test('without a tenant one signs in to that of the oldest membership', async () => {
  const user = await w.user()
  const made = await user.make('/tenants', 'tenants', { name: 'The second one' })
  assert.equal(claims((await signIn(user)).access)['tenant_id'], user.tenantId)
  const chosen = await post('/tokens', 'tokens', {
    email: user.email,
    password,
    tenant_id: made.id,
  })
  assert.equal(claims(pairOf(chosen).access)['tenant_id'], made.id)
})

test('a refresh token is good once; trying it again at once is a retry and harms nothing', async () => {
  const first = await signIn(w.acme)
  const second = pairOf(await refresh(first.refresh))
  assert.equal(claims(second.access)['tenant_id'], w.acme.tenantId)
  const retry = await refresh(first.refresh)
  assert.equal(retry.status, 400)
  assert.equal(retry.fault.source?.pointer, '/data/attributes/refresh')
  const third = pairOf(await refresh(second.refresh))
  assert.equal((await me(third.access)).status, 200)
})

test('a refresh token that a slow request brings within a minute is refused and ends nothing', async () => {
  const user = await w.user()
  const first = await signIn(user)
  const second = pairOf(await refresh(first.refresh))
  await laterBy(55, user)
  assert.equal((await refresh(first.refresh)).status, 400)
  assert.equal((await me(second.access)).status, 200)
  assert.equal((await refresh(second.refresh)).status, 200)
})

test('a refresh token that comes back after a minute was stolen: its whole family dies', async () => {
  const user = await w.user()
  const first = await signIn(user)
  const second = pairOf(await refresh(first.refresh))
  await laterBy(61, user)
  assert.equal((await refresh(first.refresh)).status, 400)
  assert.equal((await refresh(second.refresh)).status, 400)
  // Another sign-in of the same user is another family.
  const other = await signIn(user)
  assert.equal((await refresh(other.refresh)).status, 200)
})

test('of twenty exchanges of one refresh token at once, one gets the next one', async () => {
  const { refresh: token } = await signIn(w.rival)
  const answers = await Promise.all(Array.from({ length: 20 }, () => refresh(token)))
  assert.equal(answers.filter(({ status }) => status === 200).length, 1)
  assert.equal(answers.filter(({ status }) => status === 400).length, 19)
})

test('what is no refresh token is 400: an access token, rubbish, a token of another key', async () => {
  const { access, refresh: token } = await signIn(w.acme)
  const [head, body, signature = ''] = token.split('.')
  const bent = `${head}.${body}.${signature.slice(0, -6)}AAAAAA`
  for (const one of [access, 'rubbish', bent, `${head}.${body}.`]) {
    assert.equal((await refresh(one)).status, 400)
  }
})

test('switching gives a pair for another tenant of the same user, and for no other', async () => {
  const user = await w.user()
  const made = await user.make('/tenants', 'tenants', { name: 'Elsewhere' })
  const token = user.authorization.slice('Bearer '.length)
  const to = (tenant_id: unknown): Promise<Answered> =>
    post('/tokens/switch', 'tokens-switch-tenant', { tenant_id }, token)
  const pair = pairOf(await to(made.id))
  assert.equal(claims(pair.access)['tenant_id'], made.id)
  assert.equal(claims(pairOf(await refresh(pair.refresh)).access)['tenant_id'], made.id)
  const foreign = await to(w.acme.tenantId)
  assert.equal(foreign.status, 400)
  assert.equal(foreign.fault.code, 'not_a_member')
})

test('a new password ends all sessions and refresh tokens, and the old password stops working', async () => {
  const user = await w.user()
  const [one, two] = [await signIn(user), await signIn(user)]
  const renewed = 'another long enough password'
  const changed = await user.ask('PATCH', `/users/${user.userId}`, {
    data: {
      type: 'users',
      id: user.userId,
      attributes: { password: renewed, current_password: password },
    },
  })
  assert.equal(changed.status, 200, changed.text)
  for (const token of [one.access, two.access, user.authorization.slice(7)])
    assert.equal((await me(token)).status, 401)
  for (const token of [one.refresh, two.refresh]) assert.equal((await refresh(token)).status, 400)
  assert.equal((await post('/tokens', 'tokens', { email: user.email, password })).status, 400)
  const fresh = await post('/tokens', 'tokens', { email: user.email, password: renewed })
  assert.equal((await me(pairOf(fresh).access)).status, 200)
})
