/** What an invitation opens is what its sender may give when it is taken up. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type Answered, type Client, type Item, type World, world } from '../../testing/index.ts'
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
