import assert from 'node:assert/strict'
import { demoAccount } from '@plumbline/scanner/testing'
import { after, before, test } from 'node:test'
import { type Answered, type Client, type Json, type World, world } from '../../testing/index.ts'

let w: World
let provider = ''
let scan = ''
let uids: string[] = []
before(async () => {
  w = await world()
  provider = await w.acme.provider()
  scan = await w.acme.scan(provider, { name: 'The first' })
  const resources = (await w.acme.get('/resources?page[size]=20')).body['data'] as readonly Json[]
  uids = resources.map((one) => one['attributes']?.['uid'] as string)
})
after(async () => {
  await w.close()
  await w.test.close()
})

const start = (attributes: object, id = provider, who: Client = w.acme): Promise<Answered> =>
  who.ask('POST', '/scans', {
    data: {
      type: 'scans',
      attributes,
      relationships: { provider: { data: { type: 'providers', id } } },
    },
  })
const attributesOf = async (id: string): Promise<Json> =>
  (await w.acme.get(`/scans/${id}`)).body['data']?.['attributes'] as Json

test('a full scan goes from nothing to completed, with its numbers', async () => {
  const shown = await attributesOf(scan)
  assert.equal(shown['name'], 'The first')
  assert.equal(shown['state'], 'completed')
  assert.equal(shown['trigger'], 'manual')
  assert.equal(shown['is_partial'], false)
  assert.equal(shown['progress'], 100)
  assert.ok((shown['unique_resource_count'] as number) > 50)
  const [began, ended] = [shown['started_at'] as string, shown['completed_at'] as string]
  const seconds = (Date.parse(ended) - Date.parse(began)) / 1_000
  assert.ok(Math.abs((shown['duration'] as number) - seconds) <= 1)
  const [row] = await w.test.administer(
    `select emitted, stored, merged, rejected from scans where id = '${scan}'`,
  )
  const { emitted, stored, merged, rejected } = row as Record<string, number>
  assert.ok(emitted && emitted > 200)
  assert.equal(emitted, (stored ?? 0) + (merged ?? 0) + (rejected ?? 0))
})

const refused: [name: string, attributes: () => object, pointer: string][] = [
  [
    'eleven resources',
    () => ({ resource_uids: uids.slice(0, 11) }),
    '/data/attributes/resource_uids',
  ],
  ['no resources', () => ({ resource_uids: [] }), '/data/attributes/resource_uids'],
  [
    'a resource that nobody has seen',
    () => ({ resource_uids: [uids[0], 'arn:aws:s3:::unknown'] }),
    '/data/attributes/resource_uids/1',
  ],
  ['a name of two letters', () => ({ name: 'ab' }), '/data/attributes/name'],
  ['a state of its own', () => ({ state: 'completed' }), '/data/attributes/state'],
]
for (const [name, attributes, pointer] of refused) {
  test(`a scan with ${name} is refused at its place, and nothing is queued`, async () => {
    const answer = await start(attributes())
    assert.equal(answer.status, 400, answer.text)
    assert.equal(answer.body['errors']?.[0]?.['source']?.['pointer'], pointer)
    assert.equal((await w.acme.get('/scans')).body['meta']?.['pagination']?.['count'], 1)
  })
}

test('a scan needs a provider that its caller sees', async () => {
  for (const answer of [
    await start({}, '00000000-0000-4000-8000-000000000000'),
    await start({}, provider, w.rival),
  ]) {
    assert.equal(answer.status, 400)
    const error = answer.body['errors']?.[0]
    assert.equal(error?.['source']?.['pointer'], '/data/relationships/provider')
  }
})

test('a partial scan of ten resources is queued like any other and says that it is partial', async () => {
  const answer = await start({ resource_uids: [...uids.slice(0, 10), uids[0]].slice(0, 10) })
  assert.equal(answer.status, 202, answer.text)
  const task = answer.body['data'] as Json
  assert.equal(answer.headers.get('content-location'), `/api/v1/tasks/${task['id'] as string}`)
  const args = task['attributes']?.['task_args']
  const id = args?.['scan_id']
  assert.deepEqual(args?.['resource_uids'], uids.slice(0, 10))
  const ended = await w.acme.finished(task['id'] as string)
  assert.equal(ended['attributes']?.['state'], 'completed', JSON.stringify(ended))
  const shown = await attributesOf(id as string)
  assert.deepEqual([shown['is_partial'], shown['state']], [true, 'completed'])
  const listed = async (filter: string): Promise<unknown[]> =>
    ((await w.acme.get(`/scans?${filter}`)).body['data'] as readonly Json[]).map((one) => one['id'])
  assert.deepEqual(await listed('filter[is_partial]=true'), [id])
  assert.deepEqual(await listed('filter[is_partial]=false'), [scan])
})

test('a scan is renamed, and nothing else of it changes', async () => {
  const change = (attributes: object): Promise<Answered> =>
    w.acme.ask('PATCH', `/scans/${scan}`, { data: { type: 'scans', id: scan, attributes } })
  const renamed = await change({ name: 'Renamed' })
  assert.equal(renamed.body['data']?.['attributes']?.['name'], 'Renamed')
  assert.equal((await change({ name: 'Renamed', progress: 1 })).status, 400)
  assert.equal((await w.acme.ask('DELETE', `/scans/${scan}`)).status, 405)
})

test('coverage tells what was assessed and what was not, with the action that was denied', async () => {
  const path = `/scans/${scan}/coverage`
  const rows = async (query: string): Promise<readonly Json[]> =>
    (await w.acme.get(`${path}?page[size]=1000&${query}`)).body[
      'data'
    ] as unknown as readonly Json[]
  const all = await rows('')
  const denied = await rows('filter[outcome]=denied')
  assert.ok(denied.length > 0 && denied.length < all.length)
  const actions = new Set(denied.map((one) => one['attributes']?.['action'] as unknown as string))
  for (const { action } of demoAccount().denied) assert.ok(actions.has(action), action)
  assert.deepEqual(await rows('filter[action]=kms:GetKeyPolicy&filter[service]=s3'), [])
  const some = await rows('filter[outcome__in]=denied,assessed&filter[service]=kms&sort=-check_id')
  const checks = some.map((one) => one['attributes']?.['check_id'] as string)
  assert.deepEqual(checks, checks.toSorted().toReversed())
  assert.equal((await w.acme.get(`${path}?filter[outcome]=fine`)).status, 400)
  const pages = await w.acme.get(`${path}?page[size]=7`)
  const next = await w.acme.get(pages.body['links']?.['next'] as unknown as string)
  const both = [
    ...(pages.body['data'] as readonly Json[]),
    ...(next.body['data'] as readonly Json[]),
  ]
  assert.equal(new Set(both.map((one) => one['id'])).size, 14)
})

const failures: [name: string, uid: string, secret: object | null, code: RegExp][] = [
  ['without a secret', '400000000001', null, /^no_secret$/],
  [
    'with a key that nobody knows',
    '400000000002',
    { aws_access_key_id: 'AKIANOBODY', aws_secret_access_key: 'x' },
    /^[a-z_]+$/,
  ],
]
for (const [name, uid, secret, code] of failures) {
  test(`a scan of a provider ${name} fails with a code and a sentence`, async () => {
    const made = await w.acme.make('/providers', 'providers', { provider: 'aws', uid })
    const id = made['id'] as string
    const link = { provider: { type: 'providers', id } }
    const about = { secret_type: 'static', secret }
    if (secret) await w.acme.make('/providers/secrets', 'provider-secrets', about, link)
    const task = (await start({}, id)).body['data']?.['id'] as unknown as string
    const { attributes } = await w.acme.finished(task)
    assert.equal(attributes?.['state'], 'failed')
    assert.match(attributes?.['result']?.['code'] as unknown as string, code)
    assert.match(attributes?.['result']?.['detail'] as unknown as string, /\.$/)
    const scans = (await w.acme.get(`/scans?filter[provider]=${id}`)).body['data']
    const shown = scans?.[0]?.['attributes'] as Json
    assert.equal(shown['state'], 'failed')
    assert.ok(shown['completed_at'])
  })
}
