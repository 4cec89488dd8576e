/** A user-type without a role creates one with unlimited visibility: users cannot free the name of their own role. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type Answered, Client, type Item, type World, world } from '../../../testing/index.ts'
import { configure, signIn } from './testing/browser.ts'
import { IdentityProvider } from './testing/identity-provider.ts'

let w: World
const provider = new IdentityProvider()
before(async () => {
  w = await world()
})
after(async () => {
  await w.close()
  await w.test.close()
})

const as = async (owner: Client, answer: Answered): Promise<Client> => {
  assert.equal(answer.status, 200, answer.text)
  const authorization = `Bearer ${answer.item.text('access')}`
  const who = { tenantId: owner.tenantId, email: '', authorization }
  const { id } = (await new Client(w.base, { ...who, userId: '' }).get('/users/me')).item
  return new Client(w.base, { ...who, userId: id })
}
interface Signed {
  readonly owner: Client
  readonly role: Item
  readonly again: () => Promise<Client>
}
/** A tenant whose provider asserts a role without visibility for a user. */
async function signed(grants: object = {}): Promise<Signed> {
  const owner = await w.user()
  const domain = await configure(owner, provider)
  const role = await owner.make('/roles', 'roles', { name: 'contractors', ...grants })
  const who = { nameId: `carl@${domain}`, attributes: { userType: 'contractors' } }
  return {
    owner,
    role,
    again: async () => as(owner, await signIn(w, domain, provider, who)),
  }
}
const seesAll = async (client: Client): Promise<boolean> =>
  (await client.get('/users/me?include=roles')).included.some(
    (role) => role.at('unlimited_visibility') === true,
  )
const refused = ({ status, fault, text }: Answered): void =>
  assert.deepEqual([status, fault.code], [403, 'above_own_rights'], text)

test('who leaves and comes back by the provider sees no more than before', async () => {
  const { owner, again } = await signed()
  const carl = await again()
  assert.equal(await seesAll(carl), false)
  const path = `/tenants/${owner.tenantId}/memberships`
  const { item } = await carl.get(path)
  assert.equal((await carl.ask('DELETE', `${path}/${item.id}`)).status, 204)
  assert.equal(await seesAll(await again()), false)
})

test('who manages the account and not all of it renames or deletes no role that a provider may name', async () => {
  const { owner, role, again } = await signed({ manage_account: true })
  const carl = await again()
  const rename = { type: 'roles', id: role.id, attributes: { name: 'others' } }
  refused(await carl.ask('PATCH', `/roles/${role.id}`, { data: rename }))
  const other = await carl.make('/roles', 'roles', { name: 'besides', manage_account: true })
  refused(await carl.ask('DELETE', `/roles/${other.id}`))
  assert.equal(await seesAll(await again()), false)
  const same = { type: 'roles', id: role.id, attributes: { name: 'contractors' } }
  assert.equal((await carl.ask('PATCH', `/roles/${role.id}`, { data: same })).status, 200)
  assert.equal((await owner.ask('PATCH', `/roles/${role.id}`, { data: rename })).status, 200)
  assert.equal((await owner.ask('DELETE', `/roles/${other.id}`)).status, 204)
})
