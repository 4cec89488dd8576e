import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { after, before, test } from 'node:test'
import { type Answered, Client, password, type World, world } from '../../../testing/index.ts'
import { prove } from '../../../testing/proven.ts'
import { configure, signIn as signInBySaml } from '../saml/testing/browser.ts'
import { IdentityProvider } from '../saml/testing/identity-provider.ts'
import {
  externalProviders,
  settings,
  signIn as signInByIssuer,
} from '../social/testing/external-providers.ts'

let w: World
const provider = new IdentityProvider()
before(async () => {
  w = await world({ settings, egress: externalProviders })
})
after(async () => {
  await w.close()
  await w.test.close()
})

const as = (answer: Answered): Client => {
  const who = { tenantId: '', userId: '', email: '' }
  return new Client(w.base, { ...who, authorization: `Bearer ${answer.item.text('access')}` })
}
const faultOf = ({ status, fault }: Answered) => [status, fault.code]
const rolesOf = async (client: Client): Promise<readonly string[]> =>
  (await client.get('/users/me?include=roles')).included.map((role) => role.text('name'))

/** Takes another address, as any user may. */
async function takeAddress(client: Client, email: string): Promise<void> {
  const { id } = (await client.get('/users/me')).item
  const data = { type: 'users', id, attributes: { email, current_password: password } }
  const answer = await client.ask('PATCH', `/users/${id}`, { data })
  assert.equal(answer.status, 200, answer.text)
}

/** A user who joins the tenant of `owner` by an invitation, and belongs to no other. */
async function invited(owner: Client, email: string): Promise<Client> {
  const role = await owner.make('/roles', 'roles', { name: `guests ${email}` })
  const roles = [{ type: 'roles', id: role.id }]
  const made = await owner.make('/tenants/invitations', 'invitations', { email }, { roles })
  const path = `/users?invitation_token=${made.text('token')}`
  await w.anonymous.make(path, 'users', { name: 'Guest', email, password })
  return as(
    await w.anonymous.ask('POST', '/tokens', {
      data: { type: 'tokens', attributes: { email, password } },
    }),
  )
}

test('a member who set an address without verifying it cannot sign in as its owner through the identity provider of the tenant', async () => {
  const owner = await w.user()
  const domain = await configure(owner, provider)
  const mallory = await invited(owner, `mallory@${domain}`)
  await takeAddress(mallory, `ciso@${domain}`)
  const before = await rolesOf(mallory)
  const attributes = { userType: 'Security officers' }
  const answer = await signInBySaml(w, domain, provider, { nameId: `ciso@${domain}`, attributes })
  assert.deepEqual(faultOf(answer), [403, 'not_linked'])
  assert.deepEqual(await rolesOf(mallory), before)
})

/** The same for a user whose session may not change it: it was changed before, or by an administrator. */
const hasTaken = (client: Client, email: string): Promise<unknown> =>
  client
    .get('/users/me')
    .then(({ item }) =>
      w.test.administer(`update users set email = '${email}' where id = '${item.id}'`),
    )

test('a member whom that identity provider created under another address cannot either', async () => {
  const domain = await configure(await w.user(), provider)
  const mallory = as(await signInBySaml(w, domain, provider, { nameId: `mallory@${domain}` }))
  await hasTaken(mallory, `ciso@${domain}`)
  const attributes = { userType: 'Security officers' }
  const answer = await signInBySaml(w, domain, provider, { nameId: `ciso@${domain}`, attributes })
  assert.deepEqual(faultOf(answer), [403, 'not_linked'])
  assert.deepEqual(await rolesOf(mallory), ['read_only'])
})

test('an invitation proves no address: whoever made it has seen its token', async () => {
  const owner = await w.user()
  const email = `${randomBytes(6).toString('hex')}@example.com`
  await invited(owner, email)
  const answer = await signInByIssuer(w, { sub: email, email, email_verified: true })
  assert.deepEqual(faultOf(answer), [403, 'not_linked'])
})

test('an address that an external provider verified and that then changed is proven no more', async () => {
  const email = `${randomBytes(6).toString('hex')}@example.com`
  const user = as(await signInByIssuer(w, { sub: email, email, email_verified: true }))
  const victim = `victim-${email}`
  await takeAddress(user, victim)
  const answer = await signInByIssuer(w, { sub: victim, email: victim, email_verified: true })
  assert.deepEqual(faultOf(answer), [403, 'not_linked'])
})

test('letters that become others in lower case make no other’s address', async () => {
  const email = `kate-${randomBytes(6).toString('hex')}@example.com`
  const user = await invited(await w.user(), email)
  await prove(w, email)
  const kelvin = email.replace('k', '\u212a')
  assert.equal(kelvin.toLowerCase(), email)
  const account = { sub: kelvin, email: kelvin, email_verified: true }
  assert.deepEqual(faultOf(await signInByIssuer(w, account)), [403, 'email_not_verified'])
  assert.equal((await user.get('/users/me/identities')).count, 0)
})

test('whom the provider brought in it knows by the address that it asserts, until a member proves that one', async () => {
  const owner = await w.user()
  const domain = await configure(owner, provider)
  const nameId = `ann@${domain}`
  const idOf = async (answer: Answered) => (await as(answer).get('/users/me')).item.id
  const first = await signInBySaml(w, domain, provider, { nameId })
  await hasTaken(as(first), `ann.new@${domain}`)
  const again = await signInBySaml(w, domain, provider, { nameId })
  assert.equal(await idOf(again), await idOf(first))
  const successor = await invited(owner, nameId)
  assert.equal(await idOf(await signInBySaml(w, domain, provider, { nameId })), await idOf(first))
  await prove(w, nameId)
  const { id } = (await successor.get('/users/me')).item
  assert.equal(await idOf(await signInBySaml(w, domain, provider, { nameId })), id)
  assert.equal(await idOf(await signInBySaml(w, domain, provider, { nameId })), id)
})
