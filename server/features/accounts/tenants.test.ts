import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { describeApi } from '../../describe-api.ts'
import { type World, world } from '../../testing/index.ts'
import { grant, member } from '../../testing/member.ts'

let w: World
before(async () => {
  w = await world()
})
after(async () => {
  await w.close()
  await w.test.close()
})

const rename = (name: string, id: string): object => ({
  data: { type: 'tenants', id, attributes: { name } },
})

test("a list of tenants holds one's own, those one is not signed in to included", async () => {
  const user = await w.user()
  await user.make('/tenants', 'tenants', { name: 'Second' })
  const names = (await user.get('/tenants?sort=name')).items.map((one) => one.at('name'))
  assert.deepEqual(names, ['Second', `${user.email.split('@')[0]} default tenant`].toSorted())
  const found = await user.get('/tenants?filter[name__icontains]=SECO')
  assert.equal(found.items.length, 1)
})

test('founding a tenant needs no permission and makes its founder owner and admin', async () => {
  const { client } = await member(w, w.acme)
  const made = await client.make('/tenants', 'tenants', { name: 'Mine alone' })
  assert.equal(made.linkedCount('memberships'), 1)
  const pair = await client.make('/tokens/switch', 'tokens-switch-tenant', {
    tenant_id: made.id,
  })
  const headers = { Authorization: `Bearer ${pair.text('access')}` }
  const roles = await w.anonymous.ask('GET', '/roles', undefined, headers)
  assert.deepEqual(
    roles.items.map((one) => one.at('name')),
    ['admin'],
  )
})

test('a tenant is renamed by those who manage the account in it, wherever they are signed in', async () => {
  const user = await w.user()
  const { client, roleId } = await member(w, user)
  const path = `/tenants/${user.tenantId}`
  assert.equal((await client.ask('PATCH', path, rename('No', user.tenantId))).status, 403)
  await grant(w, roleId, ['manage_account'])
  const done = await client.ask('PATCH', path, rename('Yes', user.tenantId))
  assert.equal(done.item.at('name'), 'Yes')
  const second = (await user.make('/tenants', 'tenants', { name: 'Second' })).id
  const ofOtherTenant = await user.ask('PATCH', `/tenants/${second}`, rename('Third', second))
  assert.deepEqual([ofOtherTenant.status, ofOtherTenant.item.at('name')], [200, 'Third'])
  // The rights in the tenant of the session are not those in another one.
  const { status } = await client.ask('PATCH', `/tenants/${second}`, rename('No', second))
  assert.equal(status, 404)
  assert.equal((await user.get(`/tenants/${second}`)).item.at('name'), 'Third')
})

test('in another tenant a member has the rights of that tenant: only owners delete it', async () => {
  const owner = await w.user()
  const { client, roleId } = await member(w, owner)
  const home = await client.make('/tenants', 'tenants', { name: 'At home' })
  const pair = await client.make('/tokens/switch', 'tokens-switch-tenant', { tenant_id: home.id })
  const headers = { Authorization: `Bearer ${pair.text('access')}` }
  const from = (method: string, body?: object) =>
    w.anonymous.ask(method, `/tenants/${owner.tenantId}`, body, headers)
  assert.equal((await from('PATCH', rename('No', owner.tenantId))).status, 403)
  assert.equal((await from('DELETE')).status, 403)
  await grant(w, roleId, ['manage_account'])
  assert.equal((await from('PATCH', rename('Yes', owner.tenantId))).status, 200)
  const refused = await from('DELETE')
  assert.deepEqual([refused.status, refused.fault.code], [403, 'permission_denied'])
  assert.equal((await owner.get(`/tenants/${owner.tenantId}`)).item.at('name'), 'Yes')
})

test("an API key changes only its tenant: another tenant of its user is as unknown as a stranger's", async () => {
  const user = await w.user()
  const { id } = await user.make('/tenants', 'tenants', { name: 'Second' })
  const key = (await user.make('/api-keys', 'api-keys', { name: 'A key' })).text('api_key')
  const headers = { Authorization: `Api-Key ${key}` }
  for (const other of [id, w.rival.tenantId, '0193f0aa-9d35-7c39-8a4e-0e1f2a3b4c5d']) {
    const path = `/tenants/${other}`
    for (const method of ['PATCH', 'DELETE']) {
      const body = method === 'PATCH' ? rename('No', other) : undefined
      const { status, fault } = await w.anonymous.ask(method, path, body, headers)
      assert.deepEqual([status, fault.code], [404, 'not_found'], `${method} ${other}`)
    }
  }
  const own = `/tenants/${user.tenantId}`
  const done = await w.anonymous.ask('PATCH', own, rename('Ours', user.tenantId), headers)
  assert.equal(done.status, 200, done.text)
})

test('a session that has ended in its tenant changes no other tenant', async () => {
  const owner = await w.user()
  const { client } = await member(w, owner)
  const { id } = await client.make('/tenants', 'tenants', { name: 'Mine' })
  const memberships = await owner.get(`/tenants/${owner.tenantId}/memberships`)
  const membership = memberships.items.find((one) => one.linked('user')[0] === client.userId)
  const path = `/tenants/${owner.tenantId}/memberships/${membership?.id}`
  assert.equal((await owner.ask('DELETE', path)).status, 204)
  assert.equal((await client.ask('PATCH', `/tenants/${id}`, rename('No', id))).status, 401)
})

test('a tenant that is deleted from another one takes only its sessions', async () => {
  const user = await w.user()
  const { id } = await user.make('/tenants', 'tenants', { name: 'Second' })
  const pair = await user.make('/tokens/switch', 'tokens-switch-tenant', { tenant_id: id })
  const inside = { Authorization: `Bearer ${pair.text('access')}` }
  assert.equal((await user.ask('DELETE', `/tenants/${id}`)).status, 204)
  assert.equal((await w.anonymous.ask('GET', '/users/me', undefined, inside)).status, 401)
  assert.equal((await user.get('/users/me')).status, 200)
  const { items } = await user.get('/tenants')
  assert.deepEqual(
    items.map((one) => one.id),
    [user.tenantId],
  )
})

test('a name is one line: line breaks and control characters are refused, ordinary names are not', async () => {
  const owner = await w.user()
  const path = `/tenants/${owner.tenantId}`
  for (const name of ['Two\nlines', 'A\ttab', 'Bell\u0007', 'Next\u0085line', 'Separated\u2028']) {
    const { status, fault } = await owner.ask('PATCH', path, rename(name, owner.tenantId))
    assert.deepEqual([status, fault.source?.pointer], [400, '/data/attributes/name'], name)
    assert.match(fault.detail, /^Must be one line of text, without control characters/)
    for (const type of ['tenants', 'roles', 'api-keys', 'provider-groups']) {
      const refused = await owner.ask('POST', `/${type}`, { data: { type, attributes: { name } } })
      assert.equal(refused.status, 400, `${type}: ${name}`)
    }
  }
  for (const name of ['Müller & Söhne (EU) – №1', '株式会社', 'שלום', 'Zoë’s 🐟']) {
    const { item } = await owner.ask('PATCH', path, rename(name, owner.tenantId))
    assert.equal(item.at('name'), name)
  }
})

test('every name in a request is one line of text', async () => {
  const { components } = await describeApi()
  const loose: string[] = []
  const collect = (schema: unknown, path: string): void => {
    if (typeof schema !== 'object' || schema === null) return
    for (const [key, inner] of Object.entries(schema)) {
      const { type, pattern } = (inner ?? {}) as { type?: unknown; pattern?: string }
      const isName = /^(name|alias|company_name)$/.test(key) && type !== undefined
      if (isName && (!pattern || new RegExp(pattern).test('two\nlines')))
        loose.push(`${path}/${key}`)
      collect(inner, `${path}/${key}`)
    }
  }
  for (const [name, schema] of Object.entries(components['schemas'] as object))
    if (name.endsWith('Request')) collect(schema, name)
  assert.deepEqual(loose, [])
})

test('owners see all memberships of their tenant, others their own', async () => {
  const owner = await w.user()
  const { client } = await member(w, owner)
  const path = `/tenants/${owner.tenantId}/memberships`
  assert.equal((await owner.get(path)).items.length, 2)
  const own = (await client.get(path)).items
  assert.deepEqual(
    own.flatMap((one) => one.linked('user')),
    [client.userId],
  )
  assert.equal((await owner.get(`${path}?filter[role]=owner`)).items.length, 1)
  assert.equal((await client.get(`/tenants/${w.rival.tenantId}/memberships`)).status, 404)
})

test("a user's memberships are those of this tenant, shown to those who manage the account", async () => {
  const owner = await w.user()
  const { client } = await member(w, owner)
  const path = `/users/${client.userId}/memberships`
  const shown = (await owner.get(path)).items
  assert.deepEqual(
    shown.flatMap((one) => one.linked('tenant')),
    [owner.tenantId],
  )
  assert.equal((await client.get(path)).status, 403)
})

test('a user owns at most TENANTS_PER_USER tenants, however many requests found them at once', async () => {
  const own = await world({ test: w.test, cloud: w.cloud, settings: { TENANTS_PER_USER: '3' } })
  try {
    const user = await own.user()
    const found = () =>
      user.ask('POST', '/tenants', { data: { type: 'tenants', attributes: { name: 'More' } } })
    const answers = await Promise.all([1, 2, 3, 4].map(found))
    assert.equal(answers.filter(({ status }) => status === 201).length, 2)
    const refused = await found()
    assert.deepEqual([refused.status, refused.fault.code], [403, 'too_many_tenants'])
  } finally {
    await own.close()
  }
})

test('a member who is no owner sees their own membership of the tenant, and not those of others', async () => {
  const owner = await w.user()
  const { client } = await member(w, owner)
  const membershipsOf = async (who: typeof owner) => {
    const { items } = await who.get('/tenants')
    const found = items.find(({ id }) => id === owner.tenantId)
    return found?.linked('memberships') ?? []
  }
  const [own, ...others] = await membershipsOf(client)
  assert.ok(own)
  assert.deepEqual(others, [])
  assert.equal((await membershipsOf(owner)).length, 2)
})
