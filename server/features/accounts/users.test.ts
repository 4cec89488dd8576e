import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, test } from 'node:test'
import { type Answered, type Client, password, type World, world } from '../../testing/index.ts'
import { grant, member } from '../../testing/member.ts'

let w: World
before(async () => {
  w = await world()
})
after(async () => {
  await w.close()
  await w.test.close()
})

/** Users who change their own account must enter the current password. */
const patch = (client: Client, id: string, change: object): Promise<Answered> => {
  const attributes = { ...change, ...(id === client.userId && { current_password: password }) }
  return client.ask('PATCH', `/users/${id}`, { data: { type: 'users', id, attributes } })
}
const linked = ({ item }: Answered): number[] =>
  ['roles', 'memberships'].map((name) => item.linkedCount(name))
const lone = async (
  owner: Client,
  permissions: Parameters<typeof member>[2] = [],
): Promise<Client> => {
  // A user whose only tenant is the owner's, as an invited one is.
  const { client } = await member(w, owner, permissions)
  await w.test.administer(`
    delete from memberships where user_id = '${client.userId}' and tenant_id <> '${client.tenantId}'`)
  return client
}

test('the members of a tenant are listed to those who manage users, and to nobody else', async () => {
  const owner = await w.user()
  const { client, roleId } = await member(w, owner)
  assert.equal((await client.get('/users')).status, 403)
  await grant(w, roleId, ['manage_users'])
  const seen = await client.get('/users')
  assert.deepEqual(seen.ids.toSorted(), [owner.userId, client.userId].toSorted())
  const filtered = await client.get(`/users?filter[email]=${encodeURIComponent(owner.email)}`)
  assert.deepEqual(filtered.ids, [owner.userId])
})

test('roles and memberships of other users are visible only with manage_account', async () => {
  const owner = await w.user()
  const { client, roleId } = await member(w, owner, ['manage_users'])
  const before = await client.get(`/users/${owner.userId}`)
  assert.deepEqual(linked(before), [0, 0])
  await grant(w, roleId, ['manage_account'])
  const after = await client.get(`/users/${owner.userId}`)
  assert.deepEqual(linked(after), [1, 1])
  const own = await client.get('/users/me')
  assert.equal(own.item.linkedCount('memberships'), 2) // including the user's first tenant
})

test("one's own name and address change without any permission; the rest stays", async () => {
  const { client } = await member(w, w.acme)
  const address = `New-${randomUUID()}@Example.com`
  const answer = await patch(client, client.userId, { name: 'Renamed', email: address })
  assert.equal(answer.status, 200, answer.text)
  assert.equal(answer.item.at('name'), 'Renamed')
  assert.equal(answer.item.at('email'), address.toLowerCase())
  const taken = await patch(client, client.userId, { email: w.rival.email })
  assert.equal(taken.status, 400)
  assert.equal(taken.fault.code, 'unique')
  const weak = await patch(client, client.userId, { password: 'short' })
  assert.equal(weak.fault.source?.pointer, '/data/attributes/password')
})

test("another's password and address change only with the permission to manage users", async () => {
  const owner = await w.user()
  const invited = await lone(owner)
  const { client, roleId } = await member(w, owner, ['manage_account', 'manage_scans'])
  const renewed = 'a password from the manager'
  for (const change of [{ password: renewed }, { email: 'x@example.com' }, { name: 'Changed' }])
    assert.equal((await patch(client, invited.userId, change)).status, 403)
  await grant(w, roleId, ['manage_users'])
  const done = await patch(client, invited.userId, { password: renewed })
  assert.equal(done.status, 200, done.text)
  assert.equal((await invited.get('/users/me')).status, 401)
  await w.anonymous.make('/tokens', 'tokens', { email: invited.email, password: renewed })
})

test('who manages users does not rise by taking over somebody who may more', async () => {
  const owner = await w.user()
  const { client, roleId } = await member(w, owner, ['manage_users'])
  const takeOver = { password: 'a password to take over' }
  const answer = await patch(client, owner.userId, takeOver)
  assert.equal(answer.status, 403)
  assert.match(answer.text, /above_own_rights/)
  assert.equal((await patch(client, owner.userId, { email: 'mine@example.com' })).status, 403)
  assert.equal((await owner.get('/users/me')).status, 200)
  const deputy = await lone(owner, ['manage_scans'])
  assert.equal((await patch(client, deputy.userId, takeOver)).status, 403)
  await grant(w, roleId, ['manage_scans'])
  assert.equal((await patch(client, deputy.userId, takeOver)).status, 200)
})

test('who manages users of one tenant does not get into the other tenants of a member', async () => {
  const owner = await w.user()
  const { client } = await member(w, owner) // also owns another tenant
  for (const change of [
    { password: 'a password to take over' },
    { email: 'mine@example.com' },
    { name: 'Renamed' },
  ]) {
    const answer = await patch(owner, client.userId, change)
    assert.equal(answer.status, 403)
    assert.match(answer.text, /other tenants/)
  }
})

test('a user deletes only himself, and needs the permission to manage users', async () => {
  const owner = await w.user()
  const { client, roleId } = await member(w, owner)
  assert.equal((await client.ask('DELETE', `/users/${client.userId}`)).status, 403)
  await grant(w, roleId, ['manage_users'])
  const other = await client.ask('DELETE', `/users/${owner.userId}`)
  assert.equal(other.status, 400)
  assert.equal((await client.ask('DELETE', `/users/${client.userId}`)).status, 204)
  assert.equal((await client.get('/users/me')).status, 401)
  assert.deepEqual((await owner.get('/users')).ids, [owner.userId])
})

test('whoever deletes himself takes his API keys in all tenants with him', async () => {
  const owner = await w.user()
  const leaver = await member(w, owner, ['manage_users', 'manage_account'])
  const email = leaver.client.email
  const home = await w.anonymous.make('/tokens', 'tokens', { email, password })
  const atHome = { Authorization: `Bearer ${home.text('access')}` }
  const make = { data: { type: 'api-keys', attributes: { name: 'a key' } } }
  const keys = await Promise.all([
    leaver.client.ask('POST', '/api-keys', make),
    w.anonymous.ask('POST', '/api-keys', make, atHome),
  ])
  const use = async (): Promise<number[]> => {
    const answers = keys.map(({ item }) =>
      w.anonymous.ask('GET', '/providers', undefined, {
        Authorization: `Api-Key ${item.text('api_key')}`,
      }),
    )
    return (await Promise.all(answers)).map(({ status }) => status)
  }
  assert.deepEqual(await use(), [200, 200])
  const path = `/users/${leaver.client.userId}`
  assert.equal((await leaver.client.ask('DELETE', path)).status, 204)
  assert.deepEqual(await use(), [401, 401])
})
