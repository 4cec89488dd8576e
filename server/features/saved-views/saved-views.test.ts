/** Views that members keep: whose they are, who sees them, and what they may contain. */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { type Answered, type Client, type World, world } from '../../testing/index.ts'
import { member } from '../../testing/member.ts'

let w: World
before(async () => {
  w = await world({ settings: { WORKER: 'false' } })
})
after(async () => {
  await w.close()
  await w.test.close()
})

const path = '/saved-views'
const type = 'saved-views'
const failing = {
  name: 'Failing',
  screen: '/findings',
  query: 'filter[status]=FAIL&sort=-severity',
}

const post = (who: Client, attributes: object): Promise<Answered> =>
  who.ask('POST', path, { data: { type, attributes } })
const patch = (who: Client, id: string, attributes: object): Promise<Answered> =>
  who.ask('PATCH', `${path}/${id}`, { data: { type, id, attributes } })

async function made(who: Client, attributes: object = failing): Promise<string> {
  const answer = await post(who, attributes)
  assert.equal(answer.status, 201, answer.text)
  return answer.item.id
}
const names = async (who: Client, query = ''): Promise<readonly string[]> =>
  (await who.get(`${path}?${query}`)).items.map((item) => item.text('name'))

describe('a view of one’s own', () => {
  test('it is kept, listed, shown, changed and deleted', async () => {
    const who = await w.user()
    const { item } = await post(who, failing)
    assert.deepEqual(
      [item.at('name'), item.at('screen'), item.at('query'), item.at('is_shared')],
      ['Failing', '/findings', failing.query, false],
    )
    assert.deepEqual(item.linked('owner'), [who.userId])
    await made(who, { name: 'All accounts', screen: '/providers' })
    assert.deepEqual(await names(who), ['All accounts', 'Failing'])
    assert.deepEqual(await names(who, 'filter[screen]=/findings'), ['Failing'])
    assert.deepEqual(await names(who, 'filter[search]=account'), ['All accounts'])
    const changed = await patch(who, item.id, { query: '', name: 'Everything' })
    assert.deepEqual([changed.item.at('query'), changed.item.at('screen')], ['', '/findings'])
    assert.equal((await who.get(`${path}/${item.id}`)).item.at('name'), 'Everything')
    assert.equal((await who.ask('DELETE', `${path}/${item.id}`)).status, 204)
    assert.equal((await who.get(`${path}/${item.id}`)).status, 404)
  })

  test('its name is taken once for a screen, by one member', async () => {
    const owner = await w.user()
    const { client } = await member(w, owner)
    const id = await made(owner)
    const again = await post(owner, failing)
    assert.deepEqual([again.status, again.fault.source?.pointer], [400, '/data/attributes/name'])
    await made(owner, { ...failing, screen: '/resources' })
    await made(client)
    const other = await made(owner, { ...failing, name: 'Other' })
    assert.equal((await patch(owner, other, { name: 'Failing' })).status, 400)
    assert.equal((await patch(owner, id, { name: 'Failing' })).status, 200)
  })

  test('it is in the audit log', async () => {
    const who = await w.user()
    const id = await made(who)
    await patch(who, id, { is_shared: true })
    await who.ask('DELETE', `${path}/${id}`)
    const { items } = await who.get(
      '/audit-events?filter[resource_type]=saved-views&sort=inserted_at',
    )
    assert.deepEqual(
      items.map((item) => item.text('action')),
      ['saved_views_create', 'saved_views_partial_update', 'saved_views_destroy'],
    )
  })

  test('there are a hundred of one member at most', async () => {
    const who = await w.user()
    const { client } = await member(w, who)
    await w.test.administer(`
      insert into saved_views (tenant_id, id, owner, name, screen, query, is_shared)
      select '${who.tenantId}', gen_random_uuid(), '${who.userId}', 'View ' || n, '/findings', '', false
        from generate_series(1, 100) n`)
    const { status, fault } = await post(who, failing)
    assert.deepEqual([status, fault.code], [400, 'too_many'])
    await made(client)
  })
})

describe('the views of others', () => {
  test('they are seen when they are shared, and changed by their owners alone', async () => {
    const owner = await w.user()
    const { client } = await member(w, owner, ['manage_account', 'manage_users'])
    const [own, shared] = [
      await made(owner),
      await made(owner, { ...failing, name: 'Ours', is_shared: true }),
    ]
    assert.deepEqual(await names(client), ['Ours'])
    assert.deepEqual(await names(client, `filter[owner]=${owner.userId}`), ['Ours'])
    assert.deepEqual(await names(client, `filter[owner]=${client.userId}`), [])
    assert.equal(
      (await client.get(`${path}/${shared}?include=owner`)).included[0]?.id,
      owner.userId,
    )
    assert.equal((await client.get(`${path}/${own}`)).status, 404)
    for (const [id, status] of [
      [shared, 403],
      [own, 404],
    ] as const) {
      assert.equal((await patch(client, id, { name: 'Mine' })).status, status)
      assert.equal((await client.ask('DELETE', `${path}/${id}`)).status, status)
    }
    assert.equal((await patch(client, shared, {})).fault.code, 'not_owner')
    await patch(owner, shared, { is_shared: false })
    assert.deepEqual(await names(client), [])
  })

  test('they go with the membership of their owner', async () => {
    const owner = await w.user()
    const { client } = await member(w, owner)
    const id = await made(client, { ...failing, is_shared: true })
    assert.equal((await owner.get(`${path}/${id}`)).status, 200)
    const members = await owner.get(`/tenants/${owner.tenantId}/memberships`)
    const membership = members.items.find((item) => item.linked('user')[0] === client.userId)
    const gone = await owner.ask(
      'DELETE',
      `/tenants/${owner.tenantId}/memberships/${membership?.id}`,
    )
    assert.equal(gone.status, 204, gone.text)
    assert.equal((await owner.get(`${path}/${id}`)).status, 404)
  })

  test('those of another tenant are not there, shared or not', async () => {
    const id = await made(w.acme, { ...failing, name: 'Shared', is_shared: true })
    assert.deepEqual(await names(w.rival), [])
    for (const answer of [
      await w.rival.get(`${path}/${id}`),
      await patch(w.rival, id, { name: 'x' }),
      await w.rival.ask('DELETE', `${path}/${id}`),
    ])
      assert.equal(answer.status, 404)
  })
})

test('a view leads to a screen of the app and nowhere else', async () => {
  const cases: readonly [attribute: string, value: unknown][] = [
    ['screen', 'https://evil.example.com'],
    ['screen', '//evil.example.com'],
    ['screen', 'javascript:alert(1)'],
    ['screen', '/findings?x=1'],
    ['screen', '/..'],
    ['screen', '/findings/'],
    ['screen', ''],
    ['screen', `/${'a'.repeat(200)}`],
    ['query', '?filter[status]=FAIL'],
    ['query', 'a b'],
    ['query', 'x#y'],
    ['query', 'x'.repeat(4_001)],
    ['name', ''],
    ['name', '   '],
    ['name', 'x'.repeat(101)],
    ['is_shared', 'yes'],
  ]
  for (const [attribute, value] of cases) {
    const { status, fault } = await post(w.acme, { ...failing, [attribute]: value })
    assert.deepEqual(
      [status, fault.source?.pointer],
      [400, `/data/attributes/${attribute}`],
      String(value),
    )
  }
  for (const screen of ['/', '/findings', '/scans/7d1f-0', '/scan-configurations'])
    await made(w.acme, { ...failing, screen })
})
