/** Callers cannot take over or grant more than they have: permissions and visibility. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { permissions } from '../../platform/tenancy/index.ts'
import { IdentityProvider } from './saml/testing/identity-provider.ts'
import { type Answered, type Client, type World, world } from '../../testing/index.ts'
import { type Flag, grant, type Member, member, revoke, showTo } from '../../testing/member.ts'

let w: World
before(async () => {
  w = await world()
})
after(async () => {
  await w.close()
  await w.test.close()
})

const refused = ({ status, fault, text }: Answered): void =>
  assert.deepEqual([status, fault.code], [403, 'above_own_rights'], text)
const takeOver = { password: 'a password to take over' }
const patch = (client: Client, id: string, attributes: object): Promise<Answered> =>
  client.ask('PATCH', `/users/${id}`, { data: { type: 'users', id, attributes } })
const links = (type: string, ...ids: readonly string[]) => ({
  data: ids.map((id) => ({ type, id })),
})
/** A member of this tenant alone. */
async function lone(owner: Client, flags: readonly Flag[] = []): Promise<Member> {
  const made = await member(w, owner, flags)
  await w.test.administer(`
    delete from memberships where user_id = '${made.client.userId}' and tenant_id <> '${owner.tenantId}'`)
  return made
}
const provider = async (owner: Client, uid: string): Promise<string> =>
  (await owner.make('/providers', 'providers', { provider: 'aws', uid })).id

test('a user who belongs to another tenant too is renamed by nobody else, the owner of a tenant included', async () => {
  const inviter = await w.user()
  const guest = await w.user()
  await w.test.administer(`
    insert into memberships (tenant_id, id, user_id, role)
    values ('${inviter.tenantId}', gen_random_uuid(), '${guest.userId}', 'member')`)
  for (const change of [{ name: 'External auditor' }, { company_name: 'Auditors' }]) {
    const { status, fault } = await patch(inviter, guest.userId, change)
    assert.deepEqual([status, fault.code], [403, 'permission_denied'])
  }
  const own = await guest.get('/users/me')
  assert.deepEqual([own.item.at('name'), own.item.at('company_name')], ['A user', ''])
  assert.equal((await patch(guest, guest.userId, { name: 'Their own' })).status, 200)
})

test('who manages the account neither renames nor revokes a key of somebody with more rights', async () => {
  const owner = await w.user()
  const manager = await lone(owner, ['manage_account'])
  const equal = await lone(owner, ['manage_account'])
  const keyOf = async ({ client }: { client: Client }): Promise<string> =>
    (await client.make('/api-keys', 'api-keys', { name: `of ${client.userId}` })).id
  const rename = (id: string): Promise<Answered> =>
    manager.client.ask('PATCH', `/api-keys/${id}`, {
      data: { type: 'api-keys', id, attributes: { name: `renamed ${id}` } },
    })
  const revokeKey = (id: string): Promise<Answered> =>
    manager.client.ask('DELETE', `/api-keys/${id}/revoke`)
  const above = await keyOf({ client: owner })
  refused(await rename(above))
  refused(await revokeKey(above))
  for (const who of [manager, equal]) {
    const id = await keyOf(who)
    assert.equal((await rename(id)).status, 200)
    assert.equal((await revokeKey(id)).status, 200)
  }
})

test('who sees a part does not take over somebody who sees everything, or another part', async () => {
  const owner = await w.user()
  const [one, two] = [await provider(owner, '710000000001'), await provider(owner, '710000000002')]
  const manager = await lone(owner, ['manage_users'])
  const { tenantId } = owner
  await showTo(w, { tenantId, roleId: manager.roleId, providerId: one })
  const all = await lone(owner, ['unlimited_visibility'])
  const other = await lone(owner)
  await showTo(w, { tenantId, roleId: other.roleId, providerId: two })
  for (const { client } of [all, other]) {
    refused(await patch(manager.client, client.userId, takeOver))
    refused(await patch(manager.client, client.userId, { name: 'External auditor' }))
    refused(await patch(manager.client, client.userId, { email: `x${client.email}` }))
    await w.test.administer(`
      insert into second_factors (user_id, id, sealed, confirmed_at)
      values ('${client.userId}', gen_random_uuid(), '', now())`)
    refused(await manager.client.ask('DELETE', `/users/${client.userId}/second-factor`))
  }
  const same = await lone(owner)
  await w.test.administer(`
    insert into role_provider_groups (tenant_id, role_id, provider_group_id)
    select tenant_id, '${same.roleId}', provider_group_id
      from role_provider_groups where role_id = '${manager.roleId}'`)
  assert.equal((await patch(manager.client, same.client.userId, takeOver)).status, 200)
})

test('who manages the account gives nobody, himself included, a role that may more than he', async () => {
  const owner = await w.user()
  const { client } = await member(w, owner, ['manage_account'])
  const admin = (await owner.get('/roles?filter[name]=admin')).item.id
  const seer = (await owner.make('/roles', 'roles', { name: 'seer', unlimited_visibility: true }))
    .id
  const other = await member(w, owner)
  for (const role of [admin, seer]) {
    const pathOf = ({ userId }: Client): string => `/users/${userId}/relationships/roles`
    for (const to of [client, other.client])
      refused(await client.ask('POST', pathOf(to), links('roles', role)))
    refused(await client.ask('PATCH', pathOf(other.client), links('roles', role)))
  }
  const own = (await client.get('/users/me')).item.linked('roles')[0] ?? ''
  const write = (
    method: string,
    path: string,
    id: string | undefined,
    attributes: object,
    rest = {},
  ) => client.ask(method, path, { data: { type: 'roles', ...(id && { id }), attributes, ...rest } })
  for (const flag of [...permissions, 'unlimited_visibility'].filter(
    (one) => one !== 'manage_account',
  )) {
    refused(await write('PATCH', `/roles/${own}`, own, { [flag]: true }))
    refused(await write('POST', '/roles', undefined, { name: `with ${flag}`, [flag]: true }))
  }
  const users = { relationships: { users: links('users', client.userId) } }
  refused(await write('PATCH', `/roles/${seer}`, seer, {}, users))
  assert.equal(
    (await write('POST', '/roles', undefined, { name: 'none', manage_account: true })).status,
    201,
  )
})

test('nor takes such a role from somebody, changes it, or deletes it', async () => {
  const owner = await w.user()
  const { client } = await member(w, owner, ['manage_account'])
  refused(await client.ask('DELETE', `/users/${owner.userId}/relationships/roles`))
  const { id } = await owner.make('/roles', 'roles', { name: 'scanner', manage_scans: true })
  refused(await client.ask('DELETE', `/roles/${id}`))
  const data = { type: 'roles', id, attributes: { manage_scans: false } }
  refused(await client.ask('PATCH', `/roles/${id}`, { data }))
})

test('who sees a part shows nobody, himself included, another part', async () => {
  const owner = await w.user()
  const hidden = (await owner.make('/provider-groups', 'provider-groups', { name: 'hidden' })).id
  const { client, roleId } = await member(w, owner, ['manage_account'])
  const groups = links('provider-groups', hidden)
  for (const method of ['POST', 'PATCH']) {
    const answer = await client.ask(
      method,
      `/roles/${roleId}/relationships/provider_groups`,
      groups,
    )
    assert.deepEqual([answer.status, answer.fault.code], [400, 'not_found'], answer.text)
  }
  const relationships = { provider_groups: groups }
  const made = { type: 'roles', attributes: { name: 'to see' }, relationships }
  assert.equal((await client.ask('POST', '/roles', { data: made })).fault.code, 'not_found')
  const data = { type: 'roles', id: roleId, attributes: {}, relationships }
  assert.equal((await client.ask('PATCH', `/roles/${roleId}`, { data })).fault.code, 'not_found')
  const seer = await owner.make(
    '/roles',
    'roles',
    { name: 'of a part' },
    {
      provider_groups: groups.data,
    },
  )
  const own = `/users/${client.userId}/relationships/roles`
  refused(await client.ask('POST', own, links('roles', seer.id)))
})

test('who manages the account invites nobody into a role that may more than he', async () => {
  const owner = await w.user()
  const { client } = await member(w, owner, ['manage_account'])
  const admin = (await owner.get('/roles?filter[name]=admin')).item.id
  const data = (id: string | undefined, roles: readonly string[], attributes: object) => ({
    data: {
      type: 'invitations',
      ...(id && { id }),
      attributes,
      relationships: { roles: links('roles', ...roles) },
    },
  })
  const email = 'confederate@example.com'
  refused(await client.ask('POST', '/tenants/invitations', data(undefined, [admin], { email })))
  const least = (await owner.make('/roles', 'roles', { name: 'least' })).id
  const made = await client.ask('POST', '/tenants/invitations', data(undefined, [least], { email }))
  assert.equal(made.status, 201, made.text)
  const path = `/tenants/invitations/${made.item.id}`
  refused(await client.ask('PATCH', path, data(made.item.id, [admin], {})))
  const roles = [{ type: 'roles', id: admin }]
  const theirs = { email: 'an-admin@example.com' }
  const high = await owner.make('/tenants/invitations', 'invitations', theirs, { roles })
  const to = { data: { type: 'invitations', id: high.id, attributes: { email: 'me@example.com' } } }
  refused(await client.ask('PATCH', `/tenants/invitations/${high.id}`, to))
})

test('an invitation of somebody who was expelled opens nothing', async () => {
  const owner = await w.user()
  const { client } = await member(w, owner, ['manage_account'])
  const least = (await client.make('/roles', 'roles', { name: 'least' })).id
  const guest = await w.user()
  const email = { email: guest.email }
  const roles = [{ type: 'roles', id: least }]
  const made = await client.make('/tenants/invitations', 'invitations', email, { roles })
  const members = await owner.get(`/users/${client.userId}/memberships`)
  const path = `/tenants/${owner.tenantId}/memberships/${members.item.id}`
  assert.equal((await owner.ask('DELETE', path)).status, 204)
  const token = {
    data: { type: 'invitations', attributes: { invitation_token: made.text('token') } },
  }
  const answer = await guest.ask('POST', '/invitations/accept', token)
  assert.deepEqual([answer.status, answer.fault.code], [400, 'invitation_not_pending'], answer.text)
})

test('an invitation gives no more than who sent it may still give', async () => {
  const owner = await w.user()
  const sender = await member(w, owner, ['manage_account', 'manage_scans'])
  const guest = await w.user()
  const scanner = { name: 'scanner', manage_scans: true }
  const roles = [{ type: 'roles', id: (await owner.make('/roles', 'roles', scanner)).id }]
  const email = { email: guest.email }
  const made = await sender.client.make('/tenants/invitations', 'invitations', email, { roles })
  await revoke(w, sender.roleId, 'manage_scans')
  const attributes = { invitation_token: made.text('token') }
  const accept = () =>
    guest.ask('POST', '/invitations/accept', { data: { type: 'invitations', attributes } })
  const answer = await accept()
  assert.deepEqual([answer.status, answer.fault.code], [400, 'invitation_not_pending'], answer.text)
  await grant(w, sender.roleId, ['manage_scans'])
  assert.equal((await accept()).status, 201)
})

test('who sets an identity provider up has all that it can give', async () => {
  const owner = await w.user()
  const { client } = await member(w, owner, ['manage_integrations', 'manage_account'])
  const metadata_xml = new IdentityProvider().metadata()
  const attributes = { email_domain: 'deputy.example', metadata_xml }
  const data = { type: 'saml-configurations', attributes }
  refused(await client.ask('POST', '/saml-config', { data }))
})

test('nor does who has less take one away', async () => {
  const owner = await w.user()
  const { client } = await member(w, owner, ['manage_integrations', 'manage_account'])
  const integrator = await member(w, owner, ['manage_integrations'])
  const attributes = {
    email_domain: 'taken.example',
    metadata_xml: new IdentityProvider().metadata(),
  }
  const { id } = await owner.make('/saml-config', 'saml-configurations', attributes)
  refused(await client.ask('DELETE', `/saml-config/${id}`))
  const answer = await integrator.client.ask('DELETE', `/saml-config/${id}`)
  assert.deepEqual([answer.status, answer.fault.code], [403, 'manage_account_needed'], answer.text)
  assert.equal((await owner.ask('DELETE', `/saml-config/${id}`)).status, 204)
})
