import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type Answered, Client, password, type World, world } from '../../testing/index.ts'
import { grant, member } from '../../testing/member.ts'
import { eventually } from '../../testing/eventually.ts'

let w: World
before(async () => {
  w = await world()
})
after(async () => {
  await w.close()
  await w.test.close()
})

const refused = (answer: Answered, status: number, code: string): void => {
  assert.equal(answer.status, status, answer.text)
  assert.equal(answer.fault.code, code)
}
async function membershipOf(client: Client, user = client): Promise<string> {
  const list = await client.get(
    `/tenants/${client.tenantId}/memberships?filter[user]=${user.userId}&page[size]=100`,
  )
  return list.item.id
}
async function leave(client: Client, user = client): Promise<Answered> {
  const id = await membershipOf(client, user)
  return client.ask('DELETE', `/tenants/${client.tenantId}/memberships/${id}`)
}
/** The same user, signed in to the first tenant. */
async function atHome({ email, userId }: Client): Promise<Client> {
  const pair = await w.anonymous.make('/tokens', 'tokens', { email, password })
  const authorization = `Bearer ${pair.text('access')}`
  const claims = JSON.parse(
    Buffer.from(pair.text('access').split('.')[1] ?? '', 'base64url').toString(),
  ) as { tenant_id: string }
  return new Client(w.base, { tenantId: claims.tenant_id, userId, email, authorization })
}
const keyOf = async (client: Client): Promise<Client> => {
  const key = await client.make('/api-keys', 'api-keys', { name: 'a key' })
  return new Client(w.base, { ...client, authorization: `Api-Key ${key.text('api_key')}` })
}
const status = async (client: Client): Promise<number> => (await client.get('/providers')).status

test('a user who leaves a tenant has no access to it from the next request on', async () => {
  const owner = await w.user()
  const { client } = await member(w, owner, ['manage_account'])
  const [home, key] = [await atHome(client), await keyOf(client)]
  const login = { email: client.email, password, tenant_id: owner.tenantId }
  const { attributes } = await w.anonymous.make('/tokens', 'tokens', login)
  assert.deepEqual([await status(client), await status(key), await status(home)], [200, 200, 200])
  assert.equal((await leave(client)).status, 204)
  assert.deepEqual([await status(client), await status(key), await status(home)], [401, 401, 200])
  const data = { type: 'tokens-refresh', attributes: { refresh: attributes['refresh'] } }
  assert.equal((await w.anonymous.ask('POST', '/tokens/refresh', { data })).status, 400)
  const again = await w.anonymous.ask('POST', '/tokens', {
    data: { type: 'tokens', attributes: login },
  })
  refused(again, 400, 'not_a_member')
  assert.equal((await home.get('/tenants')).count, 1)
  const ofLeaver = await owner.get('/api-keys')
  assert.deepEqual([ofLeaver.item.at('revoked'), ofLeaver.item.linked('entity')], [true, []])
})

test('an owner expels anyone; others only leave themselves', async () => {
  const owner = await w.user()
  const [a, b] = [
    await member(w, owner, ['manage_account', 'manage_users']),
    await member(w, owner),
  ]
  const path = `/tenants/${owner.tenantId}/memberships`
  const target = await membershipOf(owner, b.client)
  refused(await a.client.ask('DELETE', `${path}/${target}`), 403, 'permission_denied')
  assert.equal((await leave(owner, b.client)).status, 204)
  assert.equal(await status(b.client), 401)
  assert.equal((await owner.ask('DELETE', `${path}/${target}`)).status, 404)
  const otherTenant = `/tenants/${w.rival.tenantId}/memberships/${target}`
  assert.equal((await owner.ask('DELETE', otherTenant)).status, 404)
})

test('the last owner stays; with another owner he may go', async () => {
  const owner = await w.user()
  const { client } = await member(w, owner, ['manage_account'])
  refused(await leave(owner), 403, 'last_owner')
  await w.test.administer(
    `update memberships set role = 'owner' where tenant_id = '${owner.tenantId}'`,
  )
  assert.equal((await leave(owner)).status, 204)
  refused(await leave(client), 403, 'last_owner')
})

test('nobody goes who alone manages the account', async () => {
  const owner = await w.user()
  const { client, roleId } = await member(w, owner, ['manage_account', 'manage_users'])
  await w.test.administer(
    `delete from user_roles where tenant_id = '${owner.tenantId}' and user_id = '${owner.userId}'`,
  )
  refused(await leave(owner, client), 400, 'last_manage_account')
  refused(await leave(client), 400, 'last_manage_account')
  refused(await client.ask('DELETE', `/users/${client.userId}`), 400, 'last_manage_account')
  assert.equal(await status(client), 200)
  await w.test.administer(`
    insert into user_roles (tenant_id, user_id, role_id)
    values ('${owner.tenantId}', '${owner.userId}', '${roleId}')`)
  assert.equal((await leave(client)).status, 204)
})

test('a user is not deleted while a tenant of his, whichever, needs him', async () => {
  const leader = await w.user()
  const { client: follower } = await member(w, leader)
  const { client: away } = await member(w, w.acme, ['manage_users'])
  // The leader, signed in to another tenant that they may leave.
  const pair = await leader
    .make('/tenants', 'tenants', { name: 'Second' })
    .then((second) =>
      leader.make('/tokens/switch', 'tokens-switch-tenant', { tenant_id: second.id }),
    )
  const authorization = `Bearer ${pair.text('access')}`
  const second = new Client(w.base, { ...leader, authorization })
  refused(await second.ask('DELETE', `/users/${leader.userId}`), 400, 'last_manage_account')
  assert.equal((await leave(leader, follower)).status, 204)
  assert.equal((await second.ask('DELETE', `/users/${leader.userId}`)).status, 204)
  assert.equal((await away.ask('DELETE', `/users/${away.userId}`)).status, 204) // alone in the first tenant
})

test('of two who delete themselves at once, each from a tenant of his own, one stays with the others', async () => {
  for (let round = 0; round < 6; round += 1) {
    const leader = await w.user()
    const { client: deputy } = await member(w, leader, ['manage_account'])
    await member(w, leader)
    await leader.make('/tenants', 'tenants', { name: 'Home' }).then(({ id }) =>
      // Users sign in to their oldest tenant.
      w.test.administer(`
        update memberships set date_joined = now() - interval '1 day' where tenant_id = '${id}'`),
    )
    const answers = await Promise.all(
      [await atHome(leader), await atHome(deputy)].map((client) =>
        client.ask('DELETE', `/users/${client.userId}`),
      ),
    )
    assert.deepEqual(answers.map(({ status: code }) => code).toSorted(), [204, 400])
  }
})

test('a user without any tenant left is deleted', async () => {
  const owner = await w.user()
  const { client } = await member(w, owner)
  await w.test.administer(
    `delete from memberships where user_id = '${client.userId}' and tenant_id <> '${owner.tenantId}'`,
  )
  assert.equal((await leave(owner, client)).status, 204)
  const [row] = await w.test.administer(
    `select count(*)::int as count from users where id = '${client.userId}'`,
  )
  assert.equal(row?.['count'], 0)
})

test('a role that nobody has and nobody is invited to goes with its last user', async () => {
  const owner = await w.user()
  const [alone, shared, awaited] = [
    await member(w, owner),
    await member(w, owner),
    await member(w, owner),
  ]
  const role = (id: string): { type: 'roles'; id: string } => ({ type: 'roles', id })
  const path = `/users/${owner.userId}/relationships/roles`
  assert.equal((await owner.ask('POST', path, { data: [role(shared.roleId)] })).status, 204)
  const email = `${awaited.roleId}@example.com`
  await owner.make(
    '/tenants/invitations',
    'invitations',
    { email },
    { roles: [role(awaited.roleId)] },
  )
  for (const { client } of [alone, shared, awaited])
    assert.equal((await leave(owner, client)).status, 204)
  const roles = (await owner.get('/roles')).ids
  assert.ok(!roles.includes(alone.roleId))
  assert.ok(roles.includes(shared.roleId) && roles.includes(awaited.roleId))
})

test('one membership of a user is read by those who manage the account', async () => {
  const owner = await w.user()
  const { client, roleId } = await member(w, owner)
  const id = await membershipOf(owner, client)
  const path = `/users/${client.userId}/memberships/${id}`
  assert.deepEqual((await owner.get(path)).item.linked('user'), [client.userId])
  assert.equal((await owner.get(`/users/${owner.userId}/memberships/${id}`)).status, 404)
  assert.equal((await client.get(path)).status, 403)
  await grant(w, roleId, ['manage_account'])
  assert.equal((await client.get(path)).status, 200)
})

/** Waits until no table has a row of the tenant any more. */
async function waitForNoRows(tenantId: string): Promise<void> {
  const tables = await w.test.administer(`
    select c.oid::regclass::text as name
      from pg_class c
      join pg_attribute a on a.attrelid = c.oid and a.attname = 'tenant_id'
     where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace`)
  const rows = tables.map(
    ({ name }) => `select count(*) as rows from ${name} where tenant_id = '${tenantId}'`,
  )
  const count = async (): Promise<number> => {
    const [found] = await w.test.administer(
      `select sum(rows)::int as rows from (${rows.join(' union all ')}) counted`,
    )
    return found?.['rows'] as number
  }
  await eventually('no row is left', async () => (await count()) === 0, 50)
}

test('an owner deletes the tenant with all it holds, and nobody is left in it', async () => {
  const owner = await w.user()
  const provider = await owner.provider()
  await owner.scanOnly(provider, 's3', 'iam')
  await owner.scan(provider)
  const { client } = await member(w, owner, ['manage_account'])
  const [home, key] = [await atHome(client), await keyOf(owner)]
  const path = `/tenants/${owner.tenantId}`
  refused(await client.ask('DELETE', path), 403, 'permission_denied')
  assert.equal((await owner.ask('DELETE', `/tenants/${w.rival.tenantId}`)).status, 404)
  assert.equal((await owner.ask('DELETE', path)).status, 204)
  assert.deepEqual(
    [await status(owner), await status(client), await status(key), await status(home)],
    [401, 401, 401, 200],
  )
  await waitForNoRows(owner.tenantId)
  assert.equal((await home.get('/tenants')).count, 1)
  const [row] = await w.test.administer(
    `select count(*)::int as count from users where id = '${owner.userId}'`,
  )
  assert.equal(row?.['count'], 0)
})

test('a tenant whose only user deletes himself goes with him, secrets and all', async () => {
  const { client, roleId } = await member(w, w.acme)
  const home = await atHome(client)
  await home.provider()
  await grant(w, roleId, ['manage_users'])
  assert.equal((await client.ask('DELETE', `/users/${client.userId}`)).status, 204)
  await waitForNoRows(home.tenantId)
  const [row] = await w.test.administer(
    `select count(*)::int as count from tenants where id = '${home.tenantId}'`,
  )
  assert.equal(row?.['count'], 0)
  assert.equal((await w.acme.get('/tenants')).status, 200) // the one that has others stays
})
