/** An invitation grants what its sender may grant when it is accepted. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type Answered, Client, type Item, type World, world } from '../../testing/index.ts'
import { grant, member, revoke } from '../../testing/member.ts'

let w: World
before(async () => {
  w = await world()
})
after(async () => {
  await w.close()
  await w.test.close()
})

const invite = (client: Client, email: string, ...roles: readonly string[]): Promise<Item> =>
  client.make(
    '/tenants/invitations',
    'invitations',
    { email },
    { roles: roles.map((id) => ({ type: 'roles', id })) },
  )
const accept = (guest: Client, invitation: Item): Promise<Answered> =>
  guest.ask('POST', '/invitations/accept', {
    data: { type: 'invitations', attributes: { invitation_token: invitation.text('token') } },
  })
const refused = ({ status, fault, text }: Answered): void =>
  assert.deepEqual([status, fault.code], [400, 'invitation_not_pending'], text)
const leave = async (client: Client): Promise<void> => {
  const path = `/tenants/${client.tenantId}/memberships`
  const { item } = await client.get(`${path}?filter[user]=${client.userId}`)
  assert.equal((await client.ask('DELETE', `${path}/${item.id}`)).status, 204)
}
const scanner = async (owner: Client): Promise<string> =>
  (await owner.make('/roles', 'roles', { name: 'scanner', manage_scans: true })).id
const rolesIn = async ({ tenantId }: Client, { userId }: Client): Promise<number> =>
  (
    await w.test.administer(
      `select 1 from user_roles where tenant_id = '${tenantId}' and user_id = '${userId}'`,
    )
  ).length

test('who lost a permission and leaves does not come back with it by an invitation of his own', async () => {
  const owner = await w.user()
  const { client, roleId } = await member(w, owner, ['manage_account', 'manage_scans'])
  const again = await w.user()
  const made = await invite(client, again.email, await scanner(owner))
  await revoke(w, roleId, 'manage_scans')
  refused(await accept(again, made))
  await leave(client)
  refused(await accept(again, made))
  assert.equal(await rolesIn(owner, again), 0)
})

test('nor does a role that grants more by now open to whom somebody invited who has left', async () => {
  const owner = await w.user()
  const { client } = await member(w, owner, ['manage_account'])
  const { id } = await client.make('/roles', 'roles', { name: 'harmless' })
  const confederate = await w.user()
  const made = await invite(client, confederate.email, id)
  await leave(client)
  await grant(w, id, ['manage_users', 'manage_providers'])
  refused(await accept(confederate, made))
})

test('who manages the account no more has nobody come in', async () => {
  const owner = await w.user()
  const { client, roleId } = await member(w, owner, ['manage_account'])
  const { id } = await client.make('/roles', 'roles', { name: 'harmless' })
  const confederate = await w.user()
  const made = await invite(client, confederate.email, id)
  await revoke(w, roleId, 'manage_account')
  refused(await accept(confederate, made))
  await grant(w, roleId, ['manage_account'])
  assert.equal((await accept(confederate, made)).status, 201)
})

test('who sends an invitation of another to another address answers for what it gives', async () => {
  const owner = await w.user()
  const { client } = await member(w, owner, ['manage_account'])
  const { id } = await client.make('/roles', 'roles', { name: 'harmless' })
  const confederate = await w.user()
  const made = await invite(owner, 'somebody@example.com', id)
  const data = { type: 'invitations', id: made.id, attributes: { email: confederate.email } }
  const changed = await client.ask('PATCH', `/tenants/invitations/${made.id}`, { data })
  assert.equal(changed.status, 200, changed.text)
  assert.deepEqual(changed.item.linked('inviter'), [client.userId])
  await grant(w, id, ['manage_scans'])
  refused(await accept(confederate, made))
})

test('the address of an invitation whose sender has left is invited anew', async () => {
  const owner = await w.user()
  const { client } = await member(w, owner, ['manage_account'])
  const { id } = await client.make('/roles', 'roles', { name: 'harmless' })
  const guest = await w.user()
  const old = await invite(client, guest.email, id)
  await leave(client)
  const shown = await owner.get(`/tenants/invitations/${old.id}`)
  assert.equal(shown.item.text('state'), 'revoked')
  assert.deepEqual((await owner.get('/tenants/invitations?filter[state]=revoked')).ids, [old.id])
  const made = await invite(owner, guest.email, id)
  refused(await accept(guest, old))
  assert.equal((await accept(guest, made)).status, 201)
})

test('who takes an invitation up while its roles are taken out of it has none of them', async () => {
  const owner = await w.user()
  const [high, low] = [
    await scanner(owner),
    (await owner.make('/roles', 'roles', { name: 'low' })).id,
  ]
  for (let round = 0; round < 8; round += 1) {
    const guest = await w.user()
    const made = await invite(owner, guest.email, high)
    const roles = { data: [{ type: 'roles', id: low }] }
    const [changed, accepted] = await Promise.all([
      owner.ask('PATCH', `/tenants/invitations/${made.id}`, {
        data: { type: 'invitations', id: made.id, attributes: {}, relationships: { roles } },
      }),
      accept(guest, made),
    ])
    assert.equal(accepted.status, 201, accepted.text)
    const [held] = await w.test.administer(`
      select role_id from user_roles where tenant_id = '${owner.tenantId}' and user_id = '${guest.userId}'`)
    if (changed.status === 200) assert.equal(held?.['role_id'], low)
    else assert.equal(changed.fault.code, 'invitation_not_pending')
  }
})

/** A client that signs in with an API key of the user. */
async function keyOf(user: Client, attributes: object = {}): Promise<{ key: Client; id: string }> {
  const made = await user.make('/api-keys', 'api-keys', {
    name: `key ${Math.random()}`,
    ...attributes,
  })
  const authorization = `Api-Key ${made.text('api_key')}`
  const { tenantId, userId, email } = user
  return { key: new Client(w.base, { tenantId, userId, email, authorization }), id: made.id }
}
const revokeKey = async (user: Client, id: string): Promise<void> =>
  assert.equal((await user.ask('DELETE', `/api-keys/${id}/revoke`)).status, 200)
const stateOf = async (user: Client, { id }: Item): Promise<unknown> =>
  (await user.get(`/tenants/invitations/${id}`)).item.at('state')

test('an invitation that was sent with an API key is revoked with the key, and with the key that made it', async () => {
  const owner = await w.user()
  const role = await scanner(owner)
  const parent = await keyOf(owner)
  const child = await keyOf(parent.key)
  const guests = [await w.user(), await w.user(), await w.user()]
  const sent = [
    await invite(parent.key, guests[0]?.email ?? '', role),
    await invite(child.key, guests[1]?.email ?? '', role),
    await invite(owner, guests[2]?.email ?? '', role),
  ]
  await revokeKey(owner, parent.id)
  const states = await Promise.all(sent.map((one) => stateOf(owner, one)))
  assert.deepEqual(states, ['revoked', 'revoked', 'pending'])
  for (const [index, guest] of guests.entries()) {
    const invitation = sent[index]
    assert.ok(invitation)
    if (index < 2) refused(await accept(guest, invitation))
    else assert.equal((await accept(guest, invitation)).status, 201)
  }
})

test('a fresh link or other roles that a key gave bind an invitation to the key, and a session frees it', async () => {
  const owner = await w.user()
  const role = await scanner(owner)
  const { key, id } = await keyOf(owner)
  const guest = await w.user()
  const bound = await invite(owner, guest.email, role)
  assert.equal((await key.ask('POST', `/tenants/invitations/${bound.id}/link`)).status, 200)
  const other = await w.user()
  const freed = await invite(key, other.email, role)
  const link = await owner.ask('POST', `/tenants/invitations/${freed.id}/link`)
  await revokeKey(owner, id)
  assert.equal(await stateOf(owner, bound), 'revoked')
  assert.equal((await accept(other, link.item)).status, 201)
})

test('an invitation that is sent with a key ends with it at the latest', async () => {
  const owner = await w.user()
  const role = await scanner(owner)
  const inDays = (days: number): string => new Date(Date.now() + days * 86_400_000).toISOString()
  const { key } = await keyOf(owner, { expires_at: inDays(3) })
  const made = await invite(key, (await w.user()).email, role)
  const days = (Date.parse(made.text('expires_at')) - Date.now()) / 86_400_000
  assert.ok(days > 2.9 && days < 3.1, `${days} days`)
  const email = (await w.user()).email
  const answer = await key.ask('POST', '/tenants/invitations', {
    data: {
      type: 'invitations',
      attributes: { email, expires_at: inDays(5) },
      relationships: { roles: { data: [{ type: 'roles', id: role }] } },
    },
  })
  assert.deepEqual(
    [answer.status, answer.fault.source?.pointer],
    [400, '/data/attributes/expires_at'],
  )
})
