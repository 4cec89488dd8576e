/** An attacker with a key or session of a user cannot take over the account. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type Answered, Client, password, type World, world } from '../../testing/index.ts'
import { member } from '../../testing/member.ts'
import { link, externalProviders, settings, signIn } from './social/testing/external-providers.ts'

let now = Date.now()
let w: World
before(async () => {
  w = await world({ settings, egress: externalProviders, now: () => now })
})
after(async () => {
  await w.close()
  await w.test.close()
})

const renewed = 'a password of the attacker'
const patch = (client: Client, id: string, attributes: object): Promise<Answered> =>
  client.ask('PATCH', `/users/${id}`, { data: { type: 'users', id, attributes } })
const tokens = ({ email }: Client, attributes: object = {}): Promise<Answered> =>
  w.anonymous.ask('POST', '/tokens', {
    data: { type: 'tokens', attributes: { email, password, ...attributes } },
  })
const keyOf = async (client: Client): Promise<Client> => {
  const key = await client.make('/api-keys', 'api-keys', { name: 'leaked' })
  return new Client(w.base, { ...client, authorization: `Api-Key ${key.text('api_key')}` })
}
/** The user's session a quarter of an hour later, as an attacker has it who copied its token. */
async function stolen(client: Client): Promise<Client> {
  now += 15 * 60_000
  return client
}
const refused = ({ status, fault, text }: Answered, code: string): void =>
  assert.deepEqual([status, fault.code], [403, code], text)

test('an API key changes neither the password nor the address of its owner, nor deletes him', async () => {
  const user = await w.user()
  const key = await keyOf(user)
  refused(await patch(key, user.userId, { password: renewed }), 'session_needed')
  refused(
    await patch(key, user.userId, { password: renewed, current_password: password }),
    'session_needed',
  )
  refused(await patch(key, user.userId, { email: 'mallory@example.com' }), 'session_needed')
  refused(await key.ask('DELETE', `/users/${user.userId}`), 'session_needed')
  assert.equal((await tokens(user)).status, 200)
  assert.equal((await patch(key, user.userId, { name: 'Renamed' })).status, 200)
})

test('nor does it set the password of another, or take his second factor', async () => {
  const user = await w.user()
  const key = await keyOf(user)
  const { client } = await member(w, user)
  await w.test.administer(`
    delete from memberships where user_id = '${client.userId}' and tenant_id <> '${user.tenantId}'`)
  refused(await patch(key, client.userId, { password: renewed }), 'session_needed')
  refused(await key.ask('DELETE', `/users/${client.userId}/second-factor`), 'session_needed')
})

test('a key founds no tenant, joins none and deletes none', async () => {
  const user = await w.user()
  const key = await keyOf(user)
  const found = { data: { type: 'tenants', attributes: { name: 'Of a key' } } }
  refused(await key.ask('POST', '/tenants', found), 'session_needed')
  const token = { data: { type: 'invitations', attributes: { invitation_token: 'x' } } }
  refused(await key.ask('POST', '/invitations/accept', token), 'session_needed')
  refused(await key.ask('DELETE', `/tenants/${user.tenantId}`), 'session_needed')
  assert.equal((await user.get('/users/me')).status, 200)
})

test('a key sets no identity provider up: that would open sessions when the key is revoked', async () => {
  const user = await w.user()
  const attributes = { email_domain: 'key.example', metadata_xml: '<x/>' }
  const data = { type: 'saml-configurations', attributes }
  refused(await (await keyOf(user)).ask('POST', '/saml-config', { data }), 'session_needed')
})

test('changing the password or address requires the current password, not only a session', async () => {
  const user = await w.user()
  for (const change of [{ password: renewed }, { email: 'mallory@example.com' }]) {
    const without = await patch(user, user.userId, change)
    assert.equal(without.status, 400, without.text)
    assert.equal(without.fault.source?.pointer, '/data/attributes/current_password')
    assert.equal(without.fault.code, 'required')
    const wrong = await patch(user, user.userId, { ...change, current_password: 'a wrong one!' })
    assert.equal(wrong.status, 400)
    assert.equal(wrong.fault.source?.pointer, '/data/attributes/current_password')
    assert.equal(wrong.fault.code, 'invalid_credentials')
  }
  assert.equal((await tokens(user)).status, 200)
  const actions = (await user.get('/audit-events?page[size]=100')).items.map((one) =>
    one.text('action'),
  )
  assert.ok(actions.includes('users_partial_update_refused'), String(actions))
  const own = { password: renewed, current_password: password }
  assert.equal((await patch(user, user.userId, own)).status, 200)
  assert.equal((await tokens(user)).status, 400)
  assert.equal((await tokens(user, { password: renewed })).status, 200)
})

test('guesses of the present password count among the sign-ins of the address', async () => {
  const limited = await world({
    test: w.test,
    cloud: w.cloud,
    now: () => now,
    settings: { RATE_LIMIT_SIGN_INS: '5' },
  })
  try {
    const user = await limited.user() // one of the five
    const guesses: number[] = []
    for (let n = 0; n < 5; n += 1) {
      const guess = { email: 'mallory@example.com', current_password: `a guess number ${n}` }
      guesses.push((await patch(user, user.userId, guess)).status)
    }
    assert.deepEqual(guesses, [400, 400, 400, 400, 429])
    const login = { data: { type: 'tokens', attributes: { email: user.email, password } } }
    assert.equal((await limited.anonymous.ask('POST', '/tokens', login)).status, 429)
  } finally {
    await limited.close()
  }
})

test('a session without reauthentication cannot link an external account', async () => {
  const user = await w.user()
  const who = { sub: 'mallory', email: 'mallory@example.com', email_verified: true }
  const without = await link(w, user, who)
  assert.equal(without.status, 400, without.text)
  assert.equal(without.fault.source?.pointer, '/data/attributes/current_password')
  assert.equal((await signIn(w, who)).status, 200, 'it makes a user of its own')
})

test('who deletes himself has just signed in, or brings the password', async () => {
  const user = await w.user()
  const old = await stolen(user)
  refused(await old.ask('DELETE', `/users/${user.userId}`), 'sign_in_again')
  const body = (current_password: string) => ({
    data: { type: 'users', id: user.userId, attributes: { current_password } },
  })
  const wrong = await old.ask('DELETE', `/users/${user.userId}`, body('not the one!'))
  assert.deepEqual([wrong.status, wrong.fault.code], [400, 'invalid_credentials'])
  assert.equal((await old.ask('DELETE', `/users/${user.userId}`, body(password))).status, 204)
  const other = await w.user()
  assert.equal((await other.ask('DELETE', `/users/${other.userId}`)).status, 204)
})

test('a refreshed session is as old as its sign-in', async () => {
  const user = await w.user()
  const { item } = await tokens(user)
  const old = await stolen(user)
  const attributes = { refresh: item.text('refresh') }
  const fresh = await w.anonymous.make('/tokens/refresh', 'tokens-refresh', attributes)
  const authorization = `Bearer ${fresh.text('access')}`
  const held = new Client(w.base, { ...old, authorization })
  refused(await held.ask('DELETE', `/users/${user.userId}`), 'sign_in_again')
  const made = await held.make('/tenants', 'tenants', { name: 'Second' })
  const switched = await held.make('/tokens/switch', 'tokens-switch-tenant', { tenant_id: made.id })
  const there = new Client(w.base, { ...old, authorization: `Bearer ${switched.text('access')}` })
  refused(await there.ask('DELETE', `/users/${user.userId}`), 'sign_in_again')
})

test('who has no password has just signed in with his provider', async () => {
  const who = { sub: 'no-password', email: 'no-password@example.com', email_verified: true }
  const answer = await signIn(w, who)
  const authorization = `Bearer ${answer.item.text('access')}`
  const client = new Client(w.base, { tenantId: '', userId: '', email: who.email, authorization })
  const { id } = (await client.get('/users/me')).item
  now += 15 * 60_000
  refused(await patch(client, id, { password: renewed }), 'sign_in_again')
  const another = { ...who, sub: 'another', email: 'another@example.com' }
  refused(await link(w, client, another), 'sign_in_again')
  const again = await signIn(w, who)
  const fresh = new Client(w.base, {
    ...client,
    authorization: `Bearer ${again.item.text('access')}`,
  })
  assert.equal((await patch(fresh, id, { password: renewed })).status, 200)
})

test('a copied session sets no password of another and takes no second factor', async () => {
  const owner = await w.user()
  const { client } = await member(w, owner)
  await w.test.administer(`
    delete from memberships where user_id = '${client.userId}' and tenant_id <> '${owner.tenantId}'`)
  const old = await stolen(owner)
  refused(await patch(old, client.userId, { password: renewed }), 'sign_in_again')
  refused(await patch(old, client.userId, { email: 'mallory@example.com' }), 'sign_in_again')
  refused(await old.ask('DELETE', `/tenants/${owner.tenantId}`), 'sign_in_again')
})

test('an answer that a session had is not repeated to a key', async () => {
  const user = await w.user()
  const data = { type: 'provider-groups', attributes: { name: 'Production' } }
  const once = { 'Idempotency-Key': 'group-1' }
  assert.equal((await user.ask('POST', '/provider-groups', { data }, once)).status, 201)
  assert.equal((await user.ask('POST', '/provider-groups', { data }, once)).status, 201)
  const replayed = await (await keyOf(user)).ask('POST', '/provider-groups', { data }, once)
  assert.deepEqual([replayed.status, replayed.fault.code], [422, 'idempotency_key_reused'])
})

test('who signs in by a password that somebody else set is bound until he sets his own', async () => {
  const owner = await w.user()
  const { client, roleId } = await member(w, owner)
  await w.test.administer(`
    delete from memberships where user_id = '${client.userId}' and tenant_id <> '${owner.tenantId}'`)
  const who = { sub: client.userId, email: `${client.userId}@example.com`, email_verified: true }
  const given = 'given out by the owner'
  assert.equal((await patch(owner, client.userId, { password: given })).status, 200)
  const as = async (word: string): Promise<Client> => {
    const { item } = await tokens(client, { password: word })
    return new Client(w.base, { ...client, authorization: `Bearer ${item.text('access')}` })
  }
  const bound = await as(given)
  refused(
    await bound.ask('POST', '/tenants', {
      data: { type: 'tenants', attributes: { name: 'Mine' } },
    }),
    'password_assigned',
  )
  refused(await link(w, bound, who, given), 'password_assigned')
  const email = { email: 'mallory@example.com', current_password: given }
  refused(await patch(bound, client.userId, email), 'password_assigned')
  await w.test.administer(`update roles set manage_account = true where id = '${roleId}'`)
  const planted = await keyOf(bound)
  const own = { password: renewed, current_password: given }
  assert.equal((await patch(bound, client.userId, own)).status, 200)
  assert.equal((await planted.get('/users/me')).status, 401, 'keys of that time end')
  assert.equal((await link(w, await as(renewed), who, renewed)).status, 201)
  assert.equal((await signIn(w, who)).status, 200)
  assert.equal((await patch(owner, client.userId, { password: given })).status, 200)
  const { items } = await (await as(given)).get('/users/me/identities')
  assert.deepEqual(items, [], 'what was added before the owner took the sign-in over is removed')
})

test('a session ends a day after its sign-in, even if it switches tenants', async () => {
  const user = await w.user()
  const data = { type: 'tokens-switch-tenant', attributes: { tenant_id: user.tenantId } }
  let held = user
  let lasted = 0
  for (; lasted < 26 * 60; lasted += 25) {
    const switched = await held.ask('POST', '/tokens/switch', { data })
    if (switched.status !== 200) break
    held = new Client(w.base, { ...user, authorization: `Bearer ${switched.item.text('access')}` })
    now += 25 * 60_000
  }
  assert.ok(lasted > 23 * 60 && lasted <= 24 * 60 + 25, `${lasted} minutes`)
  assert.equal((await held.get('/users/me')).status, 401)
})
