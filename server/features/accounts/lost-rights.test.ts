/** Rights that no user has any more can be granted again only by the users with the most rights. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { permissions } from '../../platform/tenancy/index.ts'
import { type Answered, type Client, type World, world } from '../../testing/index.ts'
import { grant, member } from '../../testing/member.ts'

let w: World
before(async () => {
  w = await world()
})
after(async () => {
  await w.close()
  await w.test.close()
})

const everything = [...permissions, 'unlimited_visibility'] as const
const adminOf = async (owner: Client): Promise<string> =>
  (await owner.get('/roles?filter[name]=admin')).item.id
const give = (client: Client, role: string, to: Client): Promise<Answered> =>
  client.ask('POST', `/users/${to.userId}/relationships/roles`, {
    data: [{ type: 'roles', id: role }],
  })
const refused = ({ status, fault, text }: Answered): void =>
  assert.deepEqual([status, fault.code], [403, 'above_own_rights'], text)
/** No user has the role `admin`, as after a sign-in that assigned its user another. */
const vacate = (role: string): Promise<unknown> =>
  w.test.administer(`delete from user_roles where role_id = '${role}'`)

test('who manages the account does not take what another role than "admin" gives to another', async () => {
  const owner = await w.user()
  const { client } = await member(w, owner, ['manage_account'])
  const chief = await member(w, owner, everything)
  const admin = await adminOf(owner)
  await vacate(admin)
  refused(await give(client, admin, client))
  refused(await give(client, chief.roleId, client))
  const role = { type: 'roles', attributes: { name: 'sees all', unlimited_visibility: true } }
  refused(await client.ask('POST', '/roles', { data: role }))
  assert.equal((await give(chief.client, admin, owner)).status, 204)
})

test('nor what several have between them', async () => {
  const owner = await w.user()
  const { client } = await member(w, owner, ['manage_account'])
  await member(w, owner, ['manage_account', 'manage_users', 'unlimited_visibility'])
  const admin = await adminOf(owner)
  await vacate(admin)
  refused(await give(client, admin, client))
})

test('nor what an owner who manages the account may take again himself', async () => {
  const owner = await w.user()
  const { client } = await member(w, owner, ['manage_account'])
  const deputy = await member(w, owner, ['manage_account'])
  const admin = await adminOf(owner)
  await vacate(admin)
  assert.equal((await give(client, deputy.roleId, owner)).status, 204)
  refused(await give(client, admin, client))
  assert.equal((await give(owner, admin, owner)).status, 204)
})

test('where nobody is left who has it, whoever manages the account gives it', async () => {
  const owner = await w.user()
  const { client, roleId } = await member(w, owner, ['manage_account'])
  const admin = await adminOf(owner)
  await vacate(admin)
  await grant(w, roleId, ['manage_scans'])
  assert.equal((await give(client, admin, client)).status, 204)
})
