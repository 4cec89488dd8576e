/** The section "Authentication" of the specification, point by point. 9 is identity-provider.test.ts. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { record, send } from '../../features/ingestion/testing/files.ts'
import { Client, password, type World, world } from '../index.ts'
import { Listening } from '../listening.ts'
import { grant, member } from '../member.ts'
import { eventually } from '../eventually.ts'

let w: World
let owner: Client
let stream = ''
let token = ''
let key = ''
before(async () => {
  w = await world()
  owner = await w.user()
  const uid = '600000000001'
  const made = await owner.make('/providers', 'providers', { provider: 'aws', uid })
  stream = `/scans/${await owner.scan(made.id)}/event-stream`
  token = owner.authorization.slice('Bearer '.length)
  key = (await owner.make('/api-keys', 'api-keys', { name: 'a key' })).text('api_key')
})
after(async () => {
  await w.close()
  await w.test.close()
})

/** Connects, hears the first bytes or the refusal, and leaves. */
async function connects(path: string, authorization?: string): Promise<number> {
  const headers: Record<string, string> = authorization ? { Authorization: authorization } : {}
  const listening = await Listening.to(w.base + path, headers)
  await listening.leave()
  return listening.status
}

test('Authentication 1: streams take what all of the API takes, a JWT or an API key in the header', async () => {
  for (const authorization of [`Bearer ${token}`, `Api-Key ${key}`]) {
    const asked = await w.anonymous.ask('GET', '/tenants', undefined, {
      Authorization: authorization,
    })
    assert.equal(asked.status, 200)
    assert.equal(await connects(stream, authorization), 200)
  }
  assert.equal(await connects(stream), 401)
  assert.equal(await connects(stream, 'Bearer nonsense'), 401)
})

test('Authentication 2: a browser that cannot set headers gives its JWT in the query of a stream, and nowhere else', async () => {
  assert.equal(await connects(`${stream}?access_token=${token}`), 200)
  assert.equal(await connects(`${stream}?access_token=${encodeURIComponent(key)}`), 401)
  assert.equal((await w.anonymous.get(`/tenants?access_token=${token}`)).status, 401)
})

test('Authentication 3: the header wins; the query is looked at only without one', async () => {
  assert.equal(await connects(`${stream}?access_token=${token}`, 'Bearer nonsense'), 401)
  assert.equal(await connects(`${stream}?access_token=nonsense`, `Bearer ${token}`), 200)
})

test('Authentication 4: deleting a user revokes their API keys in all tenants, and each returns 401 from then on', async () => {
  const { client } = await member(w, owner, ['manage_users', 'manage_account'])
  const login = { email: client.email, password }
  const home = await w.anonymous.make('/tokens', 'tokens', login)
  const atHome = new Client(w.base, { ...client, authorization: `Bearer ${home.text('access')}` })
  const keys = await Promise.all(
    [client, atHome].map(async (at) => {
      const made = await at.make('/api-keys', 'api-keys', { name: 'his key' })
      return new Client(w.base, { ...at, authorization: `Api-Key ${made.text('api_key')}` })
    }),
  )
  for (const one of keys) assert.equal((await one.get('/tenants')).status, 200)
  assert.equal((await client.ask('DELETE', `/users/${client.userId}`)).status, 204)
  for (const one of keys) {
    const { status, fault } = await one.get('/tenants')
    assert.deepEqual([status, fault.code], [401, 'api_key_invalid'])
  }
})

test('Authentication 5: the use of a key is noted at most once a minute, however often it is used', async () => {
  const { id, text } = await owner
    .make('/api-keys', 'api-keys', { name: 'busy' })
    .then((made) => ({ id: made.id, text: made.text('api_key') }))
  const busy = new Client(w.base, { ...owner, authorization: `Api-Key ${text}` })
  const noted = async (): Promise<unknown> =>
    (await owner.get(`/api-keys/${id}`)).item.at('last_used_at')
  assert.equal(await noted(), null)
  await busy.get('/tenants')
  await eventually('the use is noted', async () => (await noted()) !== null)
  const first = await noted()
  await Promise.all(Array.from({ length: 30 }, () => busy.get('/tenants')))
  assert.equal(await noted(), first)
})

test('Authentication 6a: at connect a stream is found as its resource is, within the tenant and what one sees', async () => {
  assert.equal(await connects(stream, w.rival.authorization), 404)
  const { client } = await member(w, owner)
  assert.equal(await connects(stream, client.authorization), 404)
  assert.equal(await connects(stream, owner.authorization), 200)
})

test('Authentication 6b: after connect the gate asks again: who is no member any more is closed', async () => {
  const own = await world({
    test: w.test,
    cloud: w.cloud,
    settings: { EVENTSTREAM_SWEEP_SECONDS: '1' },
  })
  try {
    const { client } = await member(own, owner, ['unlimited_visibility'])
    const restore = own.cloud.script({ match: { service: 'sts' }, do: 'hang' })
    try {
      const provider = { type: 'providers', id: await owner.provider() }
      const task = await owner.make('/scans', 'scans', {}, { provider })
      const path = `/scans/${task.text('task_args', 'scan_id')}/event-stream`
      const headers = { Authorization: client.authorization }
      const listening = await Listening.to(own.base + path, headers)
      assert.equal(listening.status, 200)
      await own.test.administer(
        `delete from memberships where tenant_id = '${owner.tenantId}' and user_id = '${client.userId}'`,
      )
      await listening.ended
      assert.equal(await connects(path, client.authorization), 401)
      await owner.ask('DELETE', `/tasks/${task.id}`)
    } finally {
      restore()
    }
  } finally {
    await own.close()
  }
})

test('Authentication 7: provider groups bind deletion, connection checks, scans, secrets, groups, daily schedules and integrations alike', async () => {
  const { client } = await member(w, owner, [
    'manage_providers',
    'manage_scans',
    'manage_integrations',
  ])
  const id = await owner.provider('600000000007')
  const secret = (await owner.get(`/providers/secrets?filter[provider]=${id}`)).item.id
  const group = await owner.make(
    '/provider-groups',
    'provider-groups',
    { name: 'hidden' },
    { providers: [{ type: 'providers', id }] },
  )
  const hub = { integration_type: 'aws_security_hub', configuration: {}, credentials: {} }
  const providers = [{ type: 'providers', id }]
  const integration = await owner.make('/integrations', 'integrations', hub, { providers })
  const provider = { data: { type: 'providers', id } }
  const attached = {
    type: 'integrations',
    attributes: hub,
    relationships: { providers: { data: providers } },
  }
  const areas: readonly [what: string, method: string, path: string, body?: object][] = [
    ['provider deletion', 'DELETE', `/providers/${id}`],
    ['connection checks', 'POST', `/providers/${id}/connection`],
    ['scan creation', 'POST', '/scans', { type: 'scans', relationships: { provider } }],
    ['provider secrets', 'GET', `/providers/secrets/${secret}`],
    ['provider secrets', 'DELETE', `/providers/secrets/${secret}`],
    ['provider groups', 'GET', `/provider-groups/${group.id}`],
    ['provider groups', 'DELETE', `/provider-groups/${group.id}`],
    ['daily schedules', 'GET', `/schedules/${id}`],
    ['daily schedules', 'DELETE', `/schedules/${id}`],
    ['integrations', 'GET', `/integrations/${integration.id}`],
    ['integrations', 'DELETE', `/integrations/${integration.id}`],
    ['integrations', 'POST', '/integrations', attached],
  ]
  for (const [what, method, path, data] of areas) {
    const { status, fault } = await client.ask(method, path, data && { data })
    assert.deepEqual(
      [status, fault.code],
      [method === 'POST' && data ? 400 : 404, 'not_found'],
      what,
    )
  }
  const daily = { data: { type: 'daily-schedules', attributes: { provider_id: id } } }
  assert.equal((await client.ask('POST', '/schedules/daily', daily)).status, 404)
  assert.equal((await owner.get(`/providers/${id}`)).status, 200)
})

test('Authentication 8: sending a file of findings needs manage_ingestions', async () => {
  const file = [record({ uid: 'authentication-8' })]
  const { client, roleId } = await member(w, owner, ['manage_scans', 'manage_providers'])
  const refused = await send(client, file)
  assert.deepEqual([refused.status, refused.fault.code], [403, 'permission_denied'])
  await grant(w, roleId, ['manage_ingestions'])
  assert.equal((await send(client, file)).status, 202)
})

test('Authentication 10: a token lasts half an hour and is renewed for a day', async () => {
  const pair = await w.anonymous.make('/tokens', 'tokens', { email: owner.email, password })
  const life = (name: string): number => {
    const claims = JSON.parse(
      Buffer.from(pair.text(name).split('.')[1] ?? '', 'base64url').toString(),
    ) as { exp: number; iat: number }
    return claims.exp - claims.iat
  }
  assert.deepEqual([life('access'), life('refresh')], [30 * 60, 24 * 60 * 60])
})
