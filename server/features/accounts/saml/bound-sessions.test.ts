/** What a tenant's identity provider opens stays in that tenant, whatever its users join later. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type Answered, Client, password, type World, world } from '../../../testing/index.ts'
import { link, externalProviders, settings } from '../social/testing/external-providers.ts'
import { configure, signIn } from './testing/browser.ts'
import { IdentityProvider } from './testing/identity-provider.ts'

let w: World
const provider = new IdentityProvider()
before(async () => {
  w = await world({ settings, egress: externalProviders })
})
after(async () => {
  await w.close()
  await w.test.close()
})

const refused = ({ status, fault, text }: Answered, code: string): void =>
  assert.deepEqual([status, fault.code], [403, code], text)

interface Bob {
  readonly owner: Client
  readonly nameId: string
  /** As the tenant's provider opens it. */
  readonly saml: Client
  readonly refresh: string
  /** Signed in with the password. */
  readonly own: Client
}

/** A member of a tenant with a provider, who also has a password. */
async function bob(): Promise<Bob> {
  const owner = await w.user()
  const domain = await configure(owner, provider)
  const nameId = `bob@${domain}`
  const roles = [
    { type: 'roles', id: (await owner.make('/roles', 'roles', { name: 'all', ...all })).id },
  ]
  const email = { email: nameId }
  const invitation = await owner.make('/tenants/invitations', 'invitations', email, { roles })
  const data = { type: 'users', attributes: { name: 'Bob', email: nameId, password } }
  const path = `/users?invitation_token=${invitation.text('token')}`
  const made = (await w.anonymous.ask('POST', path, { data })).item
  const who = { tenantId: owner.tenantId, userId: made.id, email: nameId }
  // Two defenses precede this one; here the address is treated as verified.
  await w.test.administer(`update users set email_verified = true where id = '${made.id}'`)
  const as = (pair: Answered): Client =>
    new Client(w.base, { ...who, authorization: `Bearer ${pair.item.text('access')}` })
  const entered = await signIn(w, domain, provider, { nameId, attributes: { userType: 'all' } })
  assert.equal(entered.status, 200, entered.text)
  const login = { data: { type: 'tokens', attributes: { email: nameId, password } } }
  const own = as(await w.anonymous.ask('POST', '/tokens', login))
  return { owner, nameId, saml: as(entered), refresh: entered.item.text('refresh'), own }
}
const all = {
  manage_users: true,
  manage_account: true,
  manage_billing: true,
  manage_providers: true,
  manage_integrations: true,
  manage_scans: true,
  manage_ingestions: true,
  manage_alerts: true,
  unlimited_visibility: true,
}
const mallory = { sub: 'mallory', email: 'mallory@example.com', email_verified: true }

test('a session of an identity provider cannot create, join or switch to another tenant', async () => {
  const { saml } = await bob()
  const found = { data: { type: 'tenants', attributes: { name: 'Another' } } }
  refused(await saml.ask('POST', '/tenants', found), 'bound_session')
  const token = { data: { type: 'invitations', attributes: { invitation_token: 'x' } } }
  refused(await saml.ask('POST', '/invitations/accept', token), 'bound_session')
  const to = { data: { type: 'tokens-switch-tenant', attributes: { tenant_id: saml.tenantId } } }
  refused(await saml.ask('POST', '/tokens/switch', to), 'bound_session')
})

test('it changes nothing of how its user signs in otherwise', async () => {
  const { saml } = await bob()
  refused(await link(w, saml, mallory, password), 'bound_session')
  const patch = (attributes: object): Promise<Answered> =>
    saml.ask('PATCH', `/users/${saml.userId}`, {
      data: {
        type: 'users',
        id: saml.userId,
        attributes: { ...attributes, current_password: password },
      },
    })
  refused(await patch({ password: 'a password of the attacker' }), 'bound_session')
  refused(await patch({ email: 'mallory@example.com' }), 'bound_session')
  const factor = { data: { type: 'second-factors', attributes: { password } } }
  refused(await saml.ask('POST', '/users/me/second-factor', factor), 'bound_session')
  assert.equal((await patch({ name: 'Robert' })).status, 200)
})

test('it ends, with the API keys created in it, when its user joins a second tenant', async () => {
  const { saml, own, nameId, refresh } = await bob()
  const key = await saml.make('/api-keys', 'api-keys', { name: 'planted' })
  const planted = new Client(w.base, { ...saml, authorization: `Api-Key ${key.text('api_key')}` })
  const child = await planted.make('/api-keys', 'api-keys', { name: 'a child of it' })
  const second = new Client(w.base, { ...saml, authorization: `Api-Key ${child.text('api_key')}` })
  const ownKey = await own.make('/api-keys', 'api-keys', { name: 'his own' })
  const his = new Client(w.base, { ...saml, authorization: `Api-Key ${ownKey.text('api_key')}` })
  const role = await w.rival.make('/roles', 'roles', { name: `for ${nameId}` })
  const roles = [{ type: 'roles', id: role.id }]
  const email = { email: nameId }
  const invitation = await w.rival.make('/tenants/invitations', 'invitations', email, { roles })
  const status = async (): Promise<number[]> =>
    Promise.all(
      [saml, planted, second, own, his].map(async (one) => (await one.get('/users/me')).status),
    )
  assert.deepEqual(await status(), [200, 200, 200, 200, 200])
  await own.make('/invitations/accept', 'invitations', {
    invitation_token: invitation.text('token'),
  })
  assert.deepEqual(await status(), [401, 401, 401, 200, 200])
  const data = { type: 'tokens-refresh', attributes: { refresh } }
  assert.equal((await w.anonymous.ask('POST', '/tokens/refresh', { data })).status, 400)
})

test('and when he founds one', async () => {
  const { saml, own } = await bob()
  await own.make('/tenants', 'tenants', { name: 'His own' })
  assert.equal((await saml.get('/users/me')).status, 401)
  assert.equal((await own.get('/users/me')).status, 200)
})

test('one that started before he joined and comes after it opens nothing', async () => {
  const { saml, own } = await bob()
  await w.test.administer(`
    insert into tenants (id, name) values ('${saml.userId}', 'Joined meanwhile');
    insert into memberships (tenant_id, id, user_id, role)
    values ('${saml.userId}', gen_random_uuid(), '${saml.userId}', 'member')`)
  assert.equal((await saml.get('/users/me')).status, 401)
  assert.equal((await own.get('/users/me')).status, 200)
})
