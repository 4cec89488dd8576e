import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { permissions } from '../../platform/tenancy/index.ts'
import { type Answered, type Client, type Item, type World, world } from '../../testing/index.ts'
import { member } from '../../testing/member.ts'
import { rolesByIds } from './roles.ts'

let w: World
before(async () => {
  w = await world()
})
after(async () => {
  await w.close()
  await w.test.close()
})

/** As much as the role admin: a caller with less cannot take it from a user. */
const everything = [...permissions, 'unlimited_visibility'] as const
const role = (owner: Client, name: string, attributes: object = {}): Promise<Item> =>
  owner.make('/roles', 'roles', { name, ...attributes })
const patch = (
  client: Client,
  id: string,
  attributes: object,
  relationships: object = {},
): Promise<Answered> =>
  client.ask('PATCH', `/roles/${id}`, { data: { type: 'roles', id, attributes, relationships } })
const links = (type: string, ...ids: readonly string[]): { data: readonly object[] } => ({
  data: ids.map((id) => ({ type, id })),
})
const adminOf = async (owner: Client): Promise<string> =>
  (await owner.get('/roles?filter[name]=admin')).item.id
const refused = (answer: Answered, status: number, code: string): void => {
  assert.equal(answer.status, status, answer.text)
  assert.equal(answer.fault.code, code)
}

test('a role is made, read, changed and deleted by those who manage the account', async () => {
  const owner = await w.user()
  const group = await owner.make('/provider-groups', 'provider-groups', { name: 'production' })
  const made = await owner.make(
    '/roles',
    'roles',
    { name: 'Scanner', manage_scans: true },
    { provider_groups: [{ type: 'provider-groups', id: group.id }] },
  )
  assert.equal(made.at('manage_scans'), true)
  assert.equal(made.at('manage_users'), false)
  assert.deepEqual(made.linked('provider_groups'), [group.id])
  assert.deepEqual(made.linked('users'), [])
  assert.match(made.self, new RegExp(`/api/v1/roles/${made.id}$`))
  const changed = await patch(owner, made.id, { name: 'Reader', manage_scans: false })
  assert.equal(changed.item.text('name'), 'Reader')
  assert.deepEqual(changed.item.linked('provider_groups'), [group.id]) // what is not named stays
  assert.equal((await owner.ask('DELETE', `/roles/${made.id}`)).status, 204)
  assert.equal((await owner.get(`/roles/${made.id}`)).status, 404)
})

test('the state of a role says whether it grants all, some or none of the permissions', async () => {
  const owner = await w.user()
  const all = Object.fromEntries(
    [
      'users',
      'account',
      'billing',
      'providers',
      'integrations',
      'scans',
      'ingestions',
      'alerts',
    ].map((what) => [`manage_${what}`, true]),
  )
  for (const [name, grants, state] of [
    ['everything', all, 'unlimited'],
    ['one', { manage_alerts: true }, 'limited'],
    ['nothing', { unlimited_visibility: true }, 'none'],
  ] as const) {
    assert.equal((await role(owner, name, grants)).text('permission_state'), state)
    const found = await owner.get(`/roles?filter[permission_state]=${state}&filter[name]=${name}`)
    assert.equal(found.items.length, 1)
  }
})

test('who manages providers sees all of them, whatever the role says of seeing', async () => {
  const owner = await w.user()
  const made = await role(owner, 'Providers', {
    manage_providers: true,
    unlimited_visibility: false,
  })
  assert.equal(made.at('unlimited_visibility'), true)
  const unchanged = await patch(owner, made.id, { unlimited_visibility: false })
  assert.equal(unchanged.item.at('unlimited_visibility'), true)
  const both = { manage_providers: false, unlimited_visibility: false }
  assert.equal((await patch(owner, made.id, both)).item.at('unlimited_visibility'), false)
  assert.equal(
    (await patch(owner, made.id, { manage_providers: true })).item.at('unlimited_visibility'),
    true,
  )
})

test('a name is taken once in a tenant', async () => {
  const owner = await w.user()
  const made = await role(owner, 'Reader')
  const body = { data: { type: 'roles', attributes: { name: 'Reader' } } }
  const second = await owner.ask('POST', '/roles', body)
  refused(second, 400, 'unique')
  assert.equal(second.fault.source?.pointer, '/data/attributes/name')
  refused(await patch(owner, made.id, { name: 'admin' }), 400, 'unique')
  await role(await w.user(), 'Reader')
})

test('the role "admin" can be neither changed nor deleted nor narrowed', async () => {
  const owner = await w.user()
  const id = await adminOf(owner)
  const group = await owner.make('/provider-groups', 'provider-groups', { name: 'one' })
  const groups = links('provider-groups', group.id)
  refused(await patch(owner, id, { manage_scans: false }), 400, 'immutable_role')
  refused(await patch(owner, id, { name: 'root' }), 400, 'immutable_role')
  refused(await owner.ask('DELETE', `/roles/${id}`), 400, 'immutable_role')
  for (const method of ['POST', 'PATCH', 'DELETE']) {
    const answer = await owner.ask(method, `/roles/${id}/relationships/provider_groups`, groups)
    refused(answer, 400, 'immutable_role')
  }
})

test('somebody always manages the account: neither role nor user goes when it is the last', async () => {
  const owner = await w.user()
  const { client: deputy, roleId } = await member(w, owner, everything)
  const admin = await adminOf(owner)
  const rolesOf = (user: Client): string => `/users/${user.userId}/relationships/roles`
  // The deputy removes the owner's role, and is then the last manager.
  assert.equal((await deputy.ask('DELETE', rolesOf(owner))).status, 204)
  assert.equal((await owner.get('/roles')).status, 403)
  refused(await patch(deputy, roleId, { manage_account: false }), 400, 'last_manage_account')
  refused(await deputy.ask('DELETE', `/roles/${roleId}`), 400, 'own_role')
  refused(await deputy.ask('DELETE', rolesOf(deputy)), 400, 'own_role')
  assert.equal((await deputy.get('/roles')).status, 200)
  assert.equal((await deputy.ask('POST', rolesOf(owner), links('roles', admin))).status, 204)
  assert.equal((await patch(deputy, roleId, { manage_account: false })).status, 200)
  assert.equal((await owner.get('/roles')).status, 200)
})

test('of two who take the account from each other at once, one is refused', async () => {
  const owner = await w.user()
  const [first, second] = [await member(w, owner, everything), await member(w, owner, everything)]
  assert.equal(
    (await first.client.ask('DELETE', `/users/${owner.userId}/relationships/roles`)).status,
    204,
  )
  const answers = await Promise.all([
    first.client.ask('DELETE', `/users/${second.client.userId}/relationships/roles`),
    second.client.ask('DELETE', `/users/${first.client.userId}/relationships/roles`),
  ])
  // The second request either kept the other's role, or its caller had lost the permission.
  assert.equal(answers.filter(({ status }) => status === 204).length, 1)
  const managers = [first, second].map(({ client }) => client.get('/roles'))
  const statuses = (await Promise.all(managers)).map(({ status }) => status)
  assert.deepEqual(statuses.toSorted(), [200, 403])
})

test('nobody drops a role of their own, by whichever way', async () => {
  const owner = await w.user()
  const extra = await role(owner, 'Extra', { manage_scans: true })
  const own = `/users/${owner.userId}/relationships/roles`
  assert.equal((await owner.ask('POST', own, links('roles', extra.id))).status, 204)
  refused(await owner.ask('DELETE', own, links('roles', extra.id)), 400, 'own_role')
  refused(await owner.ask('PATCH', own, links('roles', await adminOf(owner))), 400, 'own_role')
  refused(await owner.ask('DELETE', own), 400, 'own_role')
  refused(await patch(owner, extra.id, {}, { users: { data: [] } }), 400, 'own_role')
  refused(await owner.ask('DELETE', `/roles/${extra.id}`), 400, 'own_role')
  assert.equal((await owner.get('/users/me')).item.linkedCount('roles'), 2)
})

test('roles of a user are added, replaced and removed; what is there already stays one', async () => {
  const owner = await w.user()
  const { client, roleId } = await member(w, owner)
  const [a, b] = [await role(owner, 'A', { manage_users: true }), await role(owner, 'B')]
  const path = `/users/${client.userId}/relationships/roles`
  const now = async (): Promise<readonly string[]> =>
    (await owner.get(`/users/${client.userId}`)).item.linked('roles')
  assert.equal((await owner.ask('POST', path, links('roles', a.id))).status, 204)
  assert.equal((await owner.ask('POST', path, links('roles', a.id, b.id))).status, 204)
  assert.deepEqual(new Set(await now()), new Set([roleId, a.id, b.id]))
  assert.equal((await client.get('/users')).status, 200)
  assert.equal((await owner.ask('PATCH', path, links('roles', b.id))).status, 204)
  assert.deepEqual(await now(), [b.id])
  assert.equal((await client.get('/users')).status, 403)
  assert.equal((await owner.ask('DELETE', path, links('roles', a.id, b.id))).status, 204)
  assert.deepEqual(await now(), [])
})

test('links name what is there, once, and of their type', async () => {
  const owner = await w.user()
  const { client, roleId } = await member(w, owner)
  const path = `/users/${client.userId}/relationships/roles`
  const nobody = '00000000-0000-4000-8000-000000000000'
  const unknown = await owner.ask('POST', path, links('roles', roleId, nobody))
  refused(unknown, 400, 'not_found')
  assert.equal(unknown.fault.source?.pointer, '/data/1/id')
  refused(await owner.ask('POST', path, links('roles', roleId, roleId)), 400, 'duplicate')
  refused(await owner.ask('POST', path, links('users', roleId)), 400, 'wrong_type')
  refused(await owner.ask('POST', path, { data: null }), 400, 'invalid_type')
  refused(await owner.ask('POST', path, '{'), 400, 'parse_error')
  refused(await owner.ask('POST', path), 400, 'parse_error')
  const missing = await owner.ask('POST', `/users/${nobody}/relationships/roles`, links('roles'))
  refused(missing, 404, 'not_found')
})

test('provider groups of a role are added, replaced and removed', async () => {
  const owner = await w.user()
  const group = (name: string): Promise<Item> =>
    owner.make('/provider-groups', 'provider-groups', { name })
  const [a, b, c] = [await group('a'), await group('b'), await group('c')]
  const { id } = await role(owner, 'Seer')
  const path = `/roles/${id}/relationships/provider_groups`
  const now = async (): Promise<ReadonlySet<string>> =>
    new Set((await owner.get(`/roles/${id}`)).item.linked('provider_groups'))
  const send = async (method: string, ...ids: readonly string[]): Promise<void> => {
    const answer = await owner.ask(method, path, links('provider-groups', ...ids))
    assert.equal(answer.status, 204, answer.text)
  }
  await send('POST', a.id, b.id)
  assert.deepEqual(await now(), new Set([a.id, b.id]))
  await send('PATCH', b.id, c.id)
  assert.deepEqual(await now(), new Set([b.id, c.id]))
  await send('DELETE', b.id)
  assert.deepEqual(await now(), new Set([c.id]))
  assert.equal((await owner.ask('DELETE', path)).status, 204)
  assert.deepEqual(await now(), new Set())
})

test('of the links of many roles as many are gathered as an answer names, and all are counted', async () => {
  const owner = await w.user()
  const { tenantId } = owner
  await w.test.administer(`
    insert into provider_groups (tenant_id, id, name)
    select '${tenantId}', gen_random_uuid(), 'group ' || n from generate_series(1, 3500) n;
    insert into roles (tenant_id, id, name)
    select '${tenantId}', gen_random_uuid(), 'linked ' || n from generate_series(1, 3) n;
    insert into role_provider_groups (tenant_id, role_id, provider_group_id)
    select '${tenantId}', r.id, g.id
      from roles r join provider_groups g using (tenant_id)
     where tenant_id = '${tenantId}' and r.name like 'linked %';
    analyze roles;
    analyze provider_groups;
    analyze role_provider_groups`)
  const listed = await owner.get('/roles?filter[name__in]=linked 1,linked 2,linked 3&sort=name')
  const linksOf = (one: Item) => one.relationships['provider_groups']
  assert.deepEqual(
    listed.items.map((one) => [one.linked('provider_groups').length, linksOf(one)?.meta?.count]),
    [
      [3500, 3500],
      [3500, 3500],
      [3000, 3500],
    ],
  )
  const rows = await w.test.database.inTenant(tenantId, (tx) => rolesByIds(tx, listed.ids))
  assert.equal(rows.flatMap(({ provider_groups }) => provider_groups?.ids ?? []).length, 10_000)
})

test('roles are sorted by what they grant and by how much hangs on them', async () => {
  const owner = await w.user()
  const { client } = await member(w, owner)
  const users = [owner, client].map(({ userId }) => ({ type: 'users', id: userId }))
  await owner.make('/roles', 'roles', { name: 'shared', manage_scans: true }, { users })
  const names = async (sort: string): Promise<string[]> =>
    (await owner.get(`/roles?sort=${sort}&filter[name__in]=admin,shared`)).items.map((one) =>
      one.text('name'),
    )
  assert.deepEqual(await names('-users'), ['shared', 'admin'])
  assert.deepEqual(await names('manage_users'), ['shared', 'admin'])
  assert.deepEqual(await names('-permission_state'), ['admin', 'shared'])
  assert.deepEqual(await names('-name'), ['shared', 'admin'])
  for (const sort of ['id', 'url', 'invitations', 'provider_groups', 'unlimited_visibility'])
    assert.equal((await names(sort)).length, 2, sort)
})
