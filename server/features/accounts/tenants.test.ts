import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type Answered, type Json, type World, world } from '../../testing/index.ts'
import { grant, member } from '../../testing/member.ts'

let w: World
before(async () => {
  w = await world()
})
after(async () => {
  await w.close()
  await w.test.close()
})

const rows = ({ body }: Answered): readonly Json[] => body['data'] as readonly Json[]
const rename = (name: string, id: string): object => ({
  data: { type: 'tenants', id, attributes: { name } },
})

test("a list of tenants holds one's own, those one is not signed in to included", async () => {
  const user = await w.user()
  await user.make('/tenants', 'tenants', { name: 'Second' })
  const names = rows(await user.get('/tenants?sort=name')).map((one) => one['attributes']?.['name'])
  assert.deepEqual(names, ['Second', `${user.email.split('@')[0]} default tenant`].toSorted())
  const found = await user.get('/tenants?filter[name__icontains]=SECO')
  assert.equal(rows(found).length, 1)
})

test('founding a tenant needs no permission and makes its founder owner and admin', async () => {
  const { client } = await member(w, w.acme)
  const made = await client.make('/tenants', 'tenants', { name: 'Mine alone' })
  assert.equal(made['relationships']?.['memberships']?.['meta']?.['count'], 1)
  const pair = await client.make('/tokens/switch', 'tokens-switch-tenant', {
    tenant_id: made['id'],
  })
  const headers = { Authorization: `Bearer ${pair['attributes']?.['access'] as string}` }
  const roles = await w.anonymous.ask('GET', '/roles', undefined, headers)
  assert.deepEqual(
    rows(roles).map((one) => one['attributes']?.['name']),
    ['admin'],
  )
})

test('a tenant is renamed by those who manage the account, from inside it', async () => {
  const user = await w.user()
  const { client, roleId } = await member(w, user)
  const path = `/tenants/${user.tenantId}`
  assert.equal((await client.ask('PATCH', path, rename('No', user.tenantId))).status, 403)
  await grant(w, roleId, ['manage_account'])
  const done = await client.ask('PATCH', path, rename('Yes', user.tenantId))
  assert.equal(done.body['data']?.['attributes']?.['name'], 'Yes')
  const second = (await user.make('/tenants', 'tenants', { name: 'Second' }))['id'] as string
  const outside = await user.ask('PATCH', `/tenants/${second}`, rename('No', second))
  assert.equal(outside.status, 404) // rights hold in the tenant one is signed in to
})

test('owners see all memberships of their tenant, others their own', async () => {
  const owner = await w.user()
  const { client } = await member(w, owner)
  const path = `/tenants/${owner.tenantId}/memberships`
  assert.equal(rows(await owner.get(path)).length, 2)
  const own = rows(await client.get(path))
  assert.deepEqual(
    own.map((one) => one['relationships']?.['user']?.['data']?.['id']),
    [client.userId],
  )
  assert.equal(rows(await owner.get(`${path}?filter[role]=owner`)).length, 1)
  assert.equal((await client.get(`/tenants/${w.rival.tenantId}/memberships`)).status, 404)
})

test("a user's memberships are those of this tenant, shown to those who manage the account", async () => {
  const owner = await w.user()
  const { client } = await member(w, owner)
  const path = `/users/${client.userId}/memberships`
  const shown = rows(await owner.get(path))
  assert.deepEqual(
    shown.map((one) => one['relationships']?.['tenant']?.['data']?.['id']),
    [owner.tenantId],
  )
  assert.equal((await client.get(path)).status, 403)
})
