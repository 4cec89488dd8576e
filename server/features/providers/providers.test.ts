import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type Answered, type World, world } from '../../testing/index.ts'
import { member, showTo } from '../../testing/member.ts'

let w: World
before(async () => {
  w = await world()
})
after(async () => {
  await w.close()
  await w.test.close()
})

const connect = (attributes: object): Promise<Answered> =>
  w.acme.ask('POST', '/providers', { data: { type: 'providers', attributes } })

for (const uid of [
  '12345678901',
  '1234567890123',
  '12345678901a',
  ' 123456789012',
  '١٢٣٤٥٦٧٨٩٠١٢',
]) {
  test(`"${uid}" names no AWS account`, async () => {
    const answer = await connect({ provider: 'aws', uid })
    assert.equal(answer.status, 400)
    assert.equal(answer.fault.code, 'aws-uid')
    assert.equal(answer.fault.source?.pointer, '/data/attributes/uid')
  })
}

test('an account is connected once in a tenant, and again after its deletion', async () => {
  const uid = '100000000001'
  const made = await connect({ provider: 'aws', uid })
  assert.equal(made.status, 201)
  const again = await connect({ provider: 'aws', uid, alias: 'another name' })
  assert.equal(again.status, 409)
  assert.equal(again.fault.source?.pointer, '/data/attributes/uid')
  const path = `/providers/${made.item.id}`
  assert.equal((await w.acme.ask('DELETE', path)).status, 202)
  assert.equal((await connect({ provider: 'aws', uid })).status, 201)
})

test('of ten who connect an account at once, one does', async () => {
  const answers = await Promise.all(
    Array.from({ length: 10 }, () => connect({ provider: 'aws', uid: '100000000002' })),
  )
  assert.deepEqual(answers.map(({ status }) => status).toSorted(), [
    201,
    ...Array.from({ length: 9 }, () => 409),
  ])
})

test('a new provider was never tested and has no secret; only its alias changes', async () => {
  const made = await w.acme.make('/providers', 'providers', {
    provider: 'aws',
    uid: '100000000003',
    alias: 'first name',
  })
  assert.deepEqual(made.at('connection'), { connected: null, last_checked_at: null })
  assert.deepEqual(made.linked('secret'), [])
  const id = made.id
  const change = (attributes: object): Promise<Answered> =>
    w.acme.ask('PATCH', `/providers/${id}`, { data: { type: 'providers', id, attributes } })
  const renamed = await change({ alias: 'second name' })
  assert.equal(renamed.item.at('alias'), 'second name')
  assert.equal((await change({ alias: null })).item.at('alias'), null)
  for (const attributes of [{ alias: 'ab' }, { alias: 'x'.repeat(101) }, { uid: '100000000004' }])
    assert.equal((await change(attributes)).status, 400, JSON.stringify(attributes))
})

test('filters find accounts by kind, uid, alias and connection', async () => {
  const uid = '100000000005'
  await w.acme.make('/providers', 'providers', { provider: 'aws', uid, alias: 'Findable' })
  const count = async (filter: string): Promise<number> =>
    (await w.acme.get(`/providers?${filter}`)).count
  assert.equal(await count('filter[alias__icontains]=FINDA'), 1)
  assert.equal(await count(`filter[uid__in]=${uid},100000000099`), 1)
  assert.equal(await count('filter[search]=findable'), 1)
  assert.equal(await count('filter[provider_type]=azure'), 0)
  assert.equal(await count(`filter[uid]=${uid}&filter[connected]=true`), 0)
  // A sign of the pattern language is a sign like any other.
  assert.equal(await count('filter[alias__icontains]=F%25e'), 0)
  assert.equal(await count('filter[search]=F_ndable'), 0)
})

test('a role without unlimited visibility sees the accounts of its groups, and acts on no other', async () => {
  const owner = await w.user()
  const [seen, hidden] = [
    await owner.provider('100000000011'),
    await owner.provider('100000000012'),
  ]
  const { client, roleId } = await member(w, owner, ['manage_providers', 'manage_scans'])
  const listed = async (): Promise<readonly string[]> => (await client.get('/providers')).ids
  assert.deepEqual(await listed(), [])
  await showTo(w, { tenantId: owner.tenantId, roleId, providerId: seen })
  assert.deepEqual(await listed(), [seen])
  const secrets = (await client.get('/providers/secrets')).items
  assert.deepEqual(
    secrets.flatMap((one) => one.linked('provider')),
    [seen],
  )
  const rename = { data: { type: 'providers', id: hidden, attributes: { alias: 'a name' } } }
  assert.equal((await client.get(`/providers/${hidden}`)).status, 404)
  assert.equal((await client.ask('PATCH', `/providers/${hidden}`, rename)).status, 404)
  assert.equal((await client.ask('DELETE', `/providers/${hidden}`)).status, 404)
  assert.equal((await client.ask('POST', `/providers/${hidden}/connection`)).status, 404)
  const scan = {
    data: {
      type: 'scans',
      relationships: { provider: { data: { type: 'providers', id: hidden } } },
    },
  }
  assert.equal((await client.ask('POST', '/scans', scan)).status, 400)
  assert.equal((await owner.get(`/providers/${hidden}`)).status, 200)
})
