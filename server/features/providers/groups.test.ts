import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type Answered, type Client, type Item, type World, world } from '../../testing/index.ts'
import type { Caller } from '../../platform/tenancy/index.ts'
import { grant, member } from '../../testing/member.ts'
import { groupsByIds } from './groups.ts'

let w: World
before(async () => {
  w = await world()
})
after(async () => {
  await w.close()
  await w.test.close()
})

const links = (type: string, ...ids: readonly string[]): { data: readonly object[] } => ({
  data: ids.map((id) => ({ type, id })),
})
const provider = async (owner: Client, uid: string): Promise<string> =>
  (await owner.make('/providers', 'providers', { provider: 'aws', uid })).id
const group = (owner: Client, name: string, relationships = {}): Promise<Item> =>
  owner.make('/provider-groups', 'provider-groups', { name }, relationships)
const change = (
  client: Client,
  id: string,
  attributes: object,
  relationships: object = {},
): Promise<Answered> =>
  client.ask('PATCH', `/provider-groups/${id}`, {
    data: { type: 'provider-groups', id, attributes, relationships },
  })
const nobody = '00000000-0000-4000-8000-000000000000'

test('a group is made with its providers and roles, changed and deleted', async () => {
  const owner = await w.user()
  const [a, b] = [await provider(owner, '400000000001'), await provider(owner, '400000000002')]
  const role = await owner.make('/roles', 'roles', { name: 'Seer' })
  const made = await group(owner, 'production', {
    providers: [{ type: 'providers', id: a }],
    roles: [{ type: 'roles', id: role.id }],
  })
  assert.deepEqual([made.linked('providers'), made.linked('roles')], [[a], [role.id]])
  assert.deepEqual((await owner.get(`/roles/${role.id}`)).item.linked('provider_groups'), [made.id])
  assert.deepEqual((await owner.get(`/providers/${a}`)).item.linked('provider_groups'), [made.id])
  const renamed = await change(owner, made.id, { name: 'staging' })
  assert.equal(renamed.item.text('name'), 'staging')
  assert.deepEqual(renamed.item.linked('providers'), [a]) // what is not named stays
  const relinked = await change(owner, made.id, {}, { providers: links('providers', b) })
  assert.deepEqual(relinked.item.linked('providers'), [b])
  assert.equal(relinked.item.text('name'), 'staging')
  const filtered = await owner.get(
    `/providers?filter[provider_groups]=${made.id}&include=provider_groups`,
  )
  assert.deepEqual(filtered.ids, [b])
  assert.deepEqual(
    filtered.included.map(({ id }) => id),
    [made.id],
  )
  assert.equal((await owner.ask('DELETE', `/provider-groups/${made.id}`)).status, 204)
  assert.equal((await owner.get(`/provider-groups/${made.id}`)).status, 404)
  assert.deepEqual((await owner.get(`/providers/${b}`)).item.linked('provider_groups'), [])
})

test('providers of a group are added, replaced and removed', async () => {
  const owner = await w.user()
  const ids = await Promise.all(
    ['1', '2', '3'].map((digit) => provider(owner, `40000000001${digit}`)),
  )
  const [a = '', b = '', c = ''] = ids
  const { id } = await group(owner, 'one')
  const path = `/provider-groups/${id}/relationships/providers`
  const now = async (): Promise<ReadonlySet<string>> =>
    new Set((await owner.get(`/provider-groups/${id}`)).item.linked('providers'))
  const send = async (method: string, body?: object): Promise<void> => {
    const answer = await owner.ask(method, path, body)
    assert.equal(answer.status, 204, answer.text)
  }
  await send('POST', links('providers', a))
  await send('POST', links('providers', a, b))
  assert.deepEqual(await now(), new Set([a, b]))
  await send('PATCH', links('providers', b, c))
  assert.deepEqual(await now(), new Set([b, c]))
  await send('DELETE', links('providers', c))
  assert.deepEqual(await now(), new Set([b]))
  await send('DELETE')
  assert.deepEqual(await now(), new Set())
  const unknown = await owner.ask('POST', path, links('providers', a, nobody))
  assert.equal(unknown.status, 400)
  assert.equal(unknown.fault.source?.pointer, '/data/1/id')
  assert.deepEqual(await now(), new Set())
})

test('a name of a group is taken once in a tenant, and has 1 to 255 characters', async () => {
  const owner = await w.user()
  const { id } = await group(owner, 'one')
  await group(owner, 'two')
  const body = (name: string): object => ({
    data: { type: 'provider-groups', attributes: { name } },
  })
  const second = await owner.ask('POST', '/provider-groups', body('one'))
  assert.deepEqual([second.status, second.fault.code], [400, 'unique'])
  assert.equal((await change(owner, id, { name: 'two' })).fault.code, 'unique')
  for (const name of ['', 'x'.repeat(256)])
    assert.equal((await owner.ask('POST', '/provider-groups', body(name))).status, 400)
  await group(await w.user(), 'one')
})

test('groups are filtered and sorted', async () => {
  const owner = await w.user()
  const [one, two] = [await group(owner, 'one'), await group(owner, 'two')]
  const a = await provider(owner, '400000000021')
  const path = `/provider-groups/${two.id}/relationships/providers`
  assert.equal((await owner.ask('POST', path, links('providers', a))).status, 204)
  const today = new Date().toISOString().slice(0, 10)
  for (const [query, found] of [
    ['sort=name', [one.id, two.id]],
    ['sort=-providers', [two.id, one.id]],
    ['sort=-id', [one.id, two.id].toSorted().toReversed()],
    ['sort=url', [one.id, two.id].toSorted()],
    ['sort=roles,name', [one.id, two.id]],
    ['sort=updated_at,-name', [one.id, two.id]],
    ['filter[name]=two', [two.id]],
    ['filter[name__in]=two,three', [two.id]],
    ['filter[search]=ON', [one.id]],
    [`filter[id]=${one.id}`, [one.id]],
    [`filter[id__in]=${nobody},${two.id}`, [two.id]],
    [`filter[inserted_at]=${today}&sort=inserted_at`, [one.id, two.id]],
    ['filter[inserted_at__gte]=2999-01-01', []],
    ['filter[updated_at__lte]=2000-01-01', []],
  ] as const) {
    assert.deepEqual((await owner.get(`/provider-groups?${query}`)).ids, found, query)
  }
})

test('a member sees the groups of his roles, and in them the providers that he sees', async () => {
  const owner = await w.user()
  const [a, b] = [await provider(owner, '400000000031'), await provider(owner, '400000000032')]
  const [mine, other] = [
    await group(owner, 'mine', { providers: [{ type: 'providers', id: a }] }),
    await group(owner, 'other', {
      providers: [a, b].map((id) => ({ type: 'providers', id })),
    }),
  ]
  const { client, roleId } = await member(w, owner)
  assert.deepEqual((await client.get('/provider-groups')).ids, [])
  const path = `/roles/${roleId}/relationships/provider_groups`
  const seen = await owner.ask('POST', path, links('provider-groups', mine.id))
  assert.equal(seen.status, 204, seen.text)
  assert.deepEqual((await client.get('/provider-groups')).ids, [mine.id])
  assert.equal((await client.get(`/provider-groups/${other.id}`)).status, 404)
  const shown = await client.get(`/providers/${a}?include=provider_groups`)
  assert.deepEqual(shown.item.linked('provider_groups'), [mine.id])
  assert.ok(!shown.text.includes(other.id))

  await grant(w, roleId, ['manage_providers'])
  const providers = (id: string): string => `/provider-groups/${id}/relationships/providers`
  const hidden = await client.ask('POST', providers(mine.id), links('providers', b))
  assert.deepEqual([hidden.status, hidden.fault.code], [400, 'not_found'])
  for (const method of ['POST', 'PATCH', 'DELETE'])
    assert.equal((await client.ask(method, providers(other.id), links('providers', a))).status, 404)
  assert.equal((await change(client, other.id, { name: 'taken over' })).status, 404)
  assert.equal((await client.ask('DELETE', `/provider-groups/${other.id}`)).status, 404)
})

test('a provider on its way out is shown in no group', async () => {
  const owner = await w.user()
  const [a, b] = [await provider(owner, '400000000041'), await provider(owner, '400000000042')]
  const providers = [a, b].map((id) => ({ type: 'providers', id }))
  const { id } = await group(owner, 'shared', { providers })
  await w.test.administer(`update providers set deleted_at = now() where id = '${b}'`)
  assert.deepEqual((await owner.get(`/provider-groups/${id}`)).item.linked('providers'), [a])
})

test('a member learns of his own roles only, and not who else has them', async () => {
  const owner = await w.user()
  const seer = await member(w, owner)
  const auditors = await member(w, owner)
  const own = { type: 'roles', id: seer.roleId }
  const other = { type: 'roles', id: auditors.roleId }
  const shared = await group(owner, 'shared', { roles: [own, other] })
  await w.test.administer(`
    insert into user_roles (tenant_id, user_id, role_id)
    values ('${owner.tenantId}', '${auditors.client.userId}', '${seer.roleId}')`)
  for (const path of ['/provider-groups', `/provider-groups/${shared.id}`]) {
    const seen = await seer.client.get(`${path}?include=roles`)
    assert.deepEqual(seen.item.linked('roles'), [seer.roleId])
    const [role, ...more] = seen.included
    assert.deepEqual([role?.id, more], [seer.roleId, []])
    assert.deepEqual(role?.linked('users'), [])
  }
  const whole = await owner.get(`/provider-groups/${shared.id}?include=roles`)
  assert.deepEqual(whole.item.linked('roles').toSorted(), [own.id, other.id].toSorted())
  assert.deepEqual(whole.included.map((role) => role.linked('users').length).toSorted(), [1, 2])

  // A user who manages groups replaces their roles, and would drop roles that are hidden.
  const manager = await member(w, owner, ['manage_providers', 'unlimited_visibility'])
  const managed = (await manager.client.get(`/provider-groups/${shared.id}`)).item
  assert.equal(managed.linked('roles').length, 2)
})

test('of the links of many groups as many are gathered as an answer names, and all are counted', async () => {
  const owner = await w.user()
  const { tenantId } = owner
  await w.test.administer(`
    insert into providers (tenant_id, id, provider, uid)
    select '${tenantId}', gen_random_uuid(), 'aws', lpad(n::text, 12, '0') from generate_series(1, 3500) n;
    insert into provider_groups (tenant_id, id, name)
    select '${tenantId}', gen_random_uuid(), 'group ' || n from generate_series(1, 3) n;
    insert into provider_group_members (tenant_id, provider_group_id, provider_id)
    select '${tenantId}', g.id, p.id
      from provider_groups g join providers p using (tenant_id)
     where tenant_id = '${tenantId}' and (g.name <> 'group 3' or p.uid <> lpad('1', 12, '0'));
    analyze providers;
    analyze provider_groups;
    analyze provider_group_members`)
  const listed = await owner.get('/provider-groups?sort=-providers,name&page[size]=100')
  const named = listed.items.map((one) => one.linked('providers').length)
  assert.deepEqual(named, [3500, 3500, 3000])
  const counts = listed.items.map((one) => one.relationships['providers']?.meta?.count)
  assert.deepEqual(counts, [3500, 3500, 3499])
  const viewer = {
    tenantId,
    userId: owner.userId,
    granted: new Set(['manage_account']),
    unlimitedVisibility: true,
  } as unknown as Caller
  const rows = await w.test.database.inTenant(tenantId, (tx) => groupsByIds(tx, listed.ids, viewer))
  assert.equal(rows.flatMap(({ providers }) => providers?.ids ?? []).length, 10_000)
})
