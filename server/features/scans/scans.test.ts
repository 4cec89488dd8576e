import assert from 'node:assert/strict'
import { demoAccount } from '@plumbline/scanner/testing'
import { after, before, test } from 'node:test'
import { type Answered, type Client, type Item, type World, world } from '../../testing/index.ts'

let w: World
let provider = ''
let scan = ''
let uids: string[] = []
before(async () => {
  w = await world({ account: demoAccount() })
  provider = await w.acme.provider()
  scan = await w.acme.scan(provider, { name: 'The first' })
  const resources = (await w.acme.get('/resources?page[size]=20')).items
  uids = resources.map((one) => one.text('uid'))
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
const shownScan = async (id: string): Promise<Item> => (await w.acme.get(`/scans/${id}`)).item

test('a full scan goes from nothing to completed, with its numbers', async () => {
  const shown = await shownScan(scan)
  assert.equal(shown.at('name'), 'The first')
  assert.equal(shown.at('state'), 'completed')
  assert.equal(shown.at('trigger'), 'manual')
  assert.equal(shown.at('is_partial'), false)
  assert.equal(shown.at('progress'), 100)
  assert.ok(shown.number('unique_resource_count') > 50)
  const [startedAt, ended] = [shown.text('started_at'), shown.text('completed_at')]
  const seconds = (Date.parse(ended) - Date.parse(startedAt)) / 1_000
  assert.ok(Math.abs(shown.number('duration') - seconds) <= 1)
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
    assert.equal(answer.fault.source?.pointer, pointer)
    assert.equal((await w.acme.get('/scans')).count, 1)
  })
}

test('a scan needs a provider that its caller sees', async () => {
  for (const answer of [
    await start({}, '00000000-0000-4000-8000-000000000000'),
    await start({}, provider, w.rival),
  ]) {
    assert.equal(answer.status, 400)
    assert.equal(answer.fault.source?.pointer, '/data/relationships/provider')
  }
})

test('a partial scan of ten resources is queued like any other and says that it is partial', async () => {
  const answer = await start({ resource_uids: [...uids.slice(0, 10), uids[0]].slice(0, 10) })
  assert.equal(answer.status, 202, answer.text)
  const task = answer.item
  assert.equal(answer.headers.get('content-location'), `/api/v1/tasks/${task.id}`)
  const id = task.text('task_args', 'scan_id')
  assert.deepEqual(task.at('task_args', 'resource_uids'), uids.slice(0, 10))
  const ended = await w.acme.finished(task.id)
  assert.equal(ended.at('state'), 'completed', JSON.stringify(ended))
  const shown = await shownScan(id)
  assert.deepEqual([shown.at('is_partial'), shown.at('state')], [true, 'completed'])
  const listed = async (filter: string): Promise<readonly string[]> =>
    (await w.acme.get(`/scans?${filter}`)).ids
  assert.deepEqual(await listed('filter[is_partial]=true'), [id])
  assert.deepEqual(await listed('filter[is_partial]=false'), [scan])
})

test('a scan is renamed, and nothing else of it changes', async () => {
  const change = (attributes: object): Promise<Answered> =>
    w.acme.ask('PATCH', `/scans/${scan}`, { data: { type: 'scans', id: scan, attributes } })
  const renamed = await change({ name: 'Renamed' })
  assert.equal(renamed.item.at('name'), 'Renamed')
  assert.equal((await change({ name: 'Renamed', progress: 1 })).status, 400)
  assert.equal((await w.acme.ask('DELETE', `/scans/${scan}`)).status, 405)
})

test('coverage shows what was assessed and what was not, with the action that was denied', async () => {
  const path = `/scans/${scan}/coverage`
  const rows = async (query: string): Promise<readonly Item[]> =>
    (await w.acme.get(`${path}?page[size]=1000&${query}`)).items
  const all = await rows('')
  const denied = await rows('filter[outcome]=denied')
  assert.ok(denied.length > 0 && denied.length < all.length)
  const actions = new Set(denied.map((one) => one.text('action')))
  for (const { action } of demoAccount().denied) assert.ok(actions.has(action), action)
  assert.deepEqual(await rows('filter[action]=kms:GetKeyPolicy&filter[service]=s3'), [])
  const some = await rows('filter[outcome__in]=denied,assessed&filter[service]=kms&sort=-check_id')
  const checks = some.map((one) => one.text('check_id'))
  assert.deepEqual(checks, checks.toSorted().toReversed())
  assert.equal((await w.acme.get(`${path}?filter[outcome]=fine`)).status, 400)
  const pages = await w.acme.get(`${path}?page[size]=7`)
  const next = await w.acme.get(pages.next ?? '')
  assert.equal(new Set([...pages.ids, ...next.ids]).size, 14)
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
    const id = made.id
    const link = { provider: { type: 'providers', id } }
    const about = { secret_type: 'static', secret }
    if (secret) await w.acme.make('/providers/secrets', 'provider-secrets', about, link)
    const task = (await start({}, id)).item.id
    const ended = await w.acme.finished(task)
    assert.equal(ended.at('state'), 'failed')
    assert.match(ended.text('result', 'code'), code)
    assert.match(ended.text('result', 'detail'), /\.$/)
    const shown = (await w.acme.get(`/scans?filter[provider]=${id}`)).item
    assert.equal(shown.at('state'), 'failed')
    assert.ok(shown.text('completed_at'))
  })
}
