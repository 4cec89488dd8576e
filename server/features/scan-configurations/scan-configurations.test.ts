import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, test } from 'node:test'
import { aws as awsProvider, configKeys } from '@plumbline/scanner'
import { type Answered, type Client, type Item, type World, world } from '../../testing/index.ts'
import { member, showTo } from '../../testing/member.ts'

let w: World
before(async () => {
  w = await world()
})
after(async () => {
  await w.close()
  await w.test.close()
})

const path = '/scan-configurations'
const type = 'scan-configurations'
const aws = { aws: { retries: 0, excluded_services: ['kms'], max_ebs_snapshots: 5 } }

const linked = (ids: readonly string[]) => ({
  providers: { data: ids.map((id) => ({ type: 'providers', id })) },
})
const post = (who: Client, configuration: unknown, more: object = {}): Promise<Answered> =>
  who.ask('POST', path, {
    data: { type, attributes: { name: randomUUID(), configuration, ...more } },
  })
async function made(who: Client, configuration: unknown = aws, more: object = {}): Promise<Item> {
  const answer = await post(who, configuration, more)
  assert.equal(answer.status, 201, answer.text)
  return answer.item
}
const patch = (who: Client, id: string, attributes: object, ids?: string[]): Promise<Answered> =>
  who.ask('PATCH', `${path}/${id}`, {
    data: { type, id, attributes, ...(ids && { relationships: linked(ids) }) },
  })
const providersOf = async (who: Client, id: string): Promise<readonly string[]> =>
  (await who.get(`${path}/${id}`)).item.linked('providers')

test('one is made, listed, shown, changed and deleted', async () => {
  const owner = await w.user()
  const first = await made(owner)
  assert.deepEqual(first.at('configuration'), aws)
  assert.deepEqual(first.at('unknown_keys'), [])
  const second = await made(owner, {})
  const ids = async (query: string) => (await owner.get(`${path}?${query}`)).ids
  assert.deepEqual(await ids(''), [second.id, first.id])
  assert.deepEqual(await ids('filter[search]=max_ebs'), [first.id])
  const changed = await patch(owner, first.id, {
    name: 'Strict',
    configuration: { aws: { retries: 1 } },
  })
  assert.equal(changed.status, 200, changed.text)
  assert.deepEqual(changed.item.at('configuration'), { aws: { retries: 1 } })
  assert.deepEqual(await ids('filter[name]=Strict'), [first.id])
  assert.equal((await owner.ask('DELETE', `${path}/${first.id}`)).status, 204)
  assert.equal((await owner.get(`${path}/${first.id}`)).status, 404)
})

test('YAML and JSON are taken as texts too, and shown as what they say', async () => {
  const owner = await w.user()
  const yaml = 'aws:\n  retries: 0 # a single attempt\n  excluded_services: [kms]\n'
  for (const text of [yaml, '{"aws": {"retries": 0, "excluded_services": ["kms"]}}']) {
    const { at } = await made(owner, text).then((item) => ({ at: (name: string) => item.at(name) }))
    assert.deepEqual(at('configuration'), { aws: { retries: 0, excluded_services: ['kms'] } })
  }
})

test('keys that nothing reads are stored and named', async () => {
  const given = { aws: { reties: 5, endpoint_url: 'http://127.0.0.1/' }, gcp: { retries: 5 } }
  const one = await made(await w.user(), given)
  assert.deepEqual(one.at('configuration'), given)
  assert.deepEqual(one.at('unknown_keys'), ['aws.reties', 'aws.endpoint_url', 'gcp.retries'])
})

const at = '/data/attributes/configuration'
const refused: [name: string, configuration: unknown, pointer: string][] = [
  ['a bad value', { aws: { retries: -1 } }, `${at}/aws/retries`],
  ['a bad value in YAML', 'aws:\n  retries: many\n', `${at}/aws/retries`],
  [
    'a check that there is not',
    { aws: { excluded_checks: ['s3_nope'] } },
    `${at}/aws/excluded_checks/0`,
  ],
  [
    'a service that there is not',
    { aws: { excluded_services: ['s4'] } },
    `${at}/aws/excluded_services/0`,
  ],
  [
    'a port that is none',
    { aws: { ec2_high_risk_ports: ['22', '70000'] } },
    `${at}/aws/ec2_high_risk_ports/1`,
  ],
  ['a kind that there is not', { awss: {} }, `${at}/awss`],
  ['a kind without keys', { aws: [] }, `${at}/aws`],
  ['what is no YAML', 'aws: [', at],
  ['a list', '- aws', at],
  ['a text that is too long', `aws: {x: '${'x'.repeat(70_000)}'}`, at],
  ['an object that is too long', { aws: { x: 'x'.repeat(70_000) } }, at],
  ['a timeout of nothing', { aws: { read_timeout_ms: 0 } }, `${at}/aws/read_timeout_ms`],
  ['the same key twice', 'aws: {retries: 1, retries: 2}', at],
]
for (const [name, configuration, pointer] of refused) {
  test(`${name} is refused at its place`, async () => {
    const owner = await w.user()
    const answer = await post(owner, configuration)
    assert.equal(answer.status, 400, answer.text)
    assert.equal(answer.fault.source?.pointer, pointer)
    const unchanged = await made(owner)
    const changed = await patch(owner, unchanged.id, { configuration })
    assert.equal(changed.fault.source?.pointer, pointer)
    assert.deepEqual((await owner.get(`${path}/${unchanged.id}`)).item.at('configuration'), aws)
  })
}

/** Values that no key with such a default takes. */
function badValues(normal: unknown): readonly unknown[] {
  if (Array.isArray(normal)) return ['a text', 5, {}, [5], [null], [['nested']]]
  if (typeof normal === 'number' || normal === null) return ['5', true, [], {}, 0.5, 1e300]
  if (typeof normal === 'boolean') return ['true', 1, [], {}]
  return [5, true, [], {}]
}

test('each key refuses what it does not take, at its place, over a hundred times', async () => {
  const owner = await w.user()
  const keys = [...(await configKeys(awsProvider)).values()]
  let count = 0
  for (const { name, default: normal, whole } of keys) {
    for (const value of badValues(normal)) {
      if (value === 0.5 && !whole) continue // a number like others
      if (value === 1e300 && !whole) continue
      const answer = await post(owner, { aws: { [name]: value } })
      assert.equal(answer.status, 400, `${name}: ${JSON.stringify(value)}`)
      const { pointer = '' } = answer.fault.source ?? {}
      assert.ok(`${pointer}/`.startsWith(`${at}/aws/${name}/`), `${name}: ${pointer}`)
      count += 1
    }
  }
  assert.ok(count >= 100, `${count}`)
})

test('all that is wrong is reported at once', async () => {
  const answer = await post(await w.user(), {
    aws: { retries: '1', regions: 'eu-west-1' },
    gcpp: {},
  })
  assert.equal(answer.status, 400)
  assert.deepEqual(
    answer.faults.map(({ source }) => source?.pointer),
    [`${at}/aws/retries`, `${at}/aws/regions`, `${at}/gcpp`],
  )
})

test('a name is there once, and has 3 to 100 characters', async () => {
  const owner = await w.user()
  const { id } = await made(owner)
  await made(owner, aws, { name: 'taken' })
  for (const name of ['taken', 'ab', 'x'.repeat(101)]) {
    const answer = await patch(owner, id, { name })
    assert.equal(answer.status, 400, answer.text)
    assert.equal(answer.fault.source?.pointer, '/data/attributes/name')
  }
})

test('a provider has one at most: what is attached last takes it', async () => {
  const owner = await w.user()
  const [one, two] = [await owner.provider('111111111111'), await owner.provider('222222222222')]
  const first = await made(owner, aws, { provider_ids: [one, two] })
  assert.deepEqual([...first.linked('providers')].sort(), [one, two].sort())
  const second = await made(owner)
  assert.equal((await patch(owner, second.id, {}, [two])).status, 200)
  assert.deepEqual(await providersOf(owner, first.id), [one])
  assert.deepEqual(await providersOf(owner, second.id), [two])
  assert.deepEqual((await owner.get(`${path}?filter[provider]=${two}`)).ids, [second.id])
  const included = await owner.get(`${path}/${second.id}?include=providers`)
  assert.deepEqual(
    included.included.map(({ id }) => id),
    [two],
  )
  assert.equal((await patch(owner, second.id, { name: 'As it was' })).status, 200)
  assert.deepEqual(await providersOf(owner, second.id), [two])
  assert.equal((await patch(owner, second.id, {}, [])).status, 200)
  assert.deepEqual(await providersOf(owner, second.id), [])
  const twice = await patch(owner, first.id, { provider_ids: [one, one] })
  assert.equal(twice.status, 400, twice.text)
  assert.equal(twice.fault.source?.pointer, '/data/attributes/provider_ids/1')
  const both = await owner.ask('PATCH', `${path}/${first.id}`, {
    data: { type, id: first.id, attributes: { provider_ids: [one] }, relationships: linked([one]) },
  })
  assert.equal(both.status, 400)
  assert.equal(both.fault.source?.pointer, '/data/attributes/provider_ids')
})

test('every member reads them; who manages scans writes them; to attach them takes managing providers too', async () => {
  const owner = await w.user()
  const provider = await owner.provider('111111111111')
  const { id } = await made(owner)
  const reader = (await member(w, owner, ['unlimited_visibility'])).client
  assert.equal((await reader.get(`${path}/${id}`)).status, 200)
  assert.equal((await patch(reader, id, { name: 'renamed' })).status, 403)
  assert.equal((await reader.ask('DELETE', `${path}/${id}`)).status, 403)
  const writer = (await member(w, owner, ['unlimited_visibility', 'manage_scans'])).client
  assert.equal((await patch(writer, id, { name: 'renamed' })).status, 200)
  const refused = await patch(writer, id, {}, [provider])
  assert.equal(refused.status, 403)
  assert.equal(refused.fault.source?.pointer, '/data/relationships/providers')
  assert.deepEqual(await providersOf(owner, id), [])
  const all = ['unlimited_visibility', 'manage_scans', 'manage_providers'] as const
  assert.equal((await patch((await member(w, owner, all)).client, id, {}, [provider])).status, 200)
})

test('who sees a provider not can neither attach it, nor see it attached, nor change what it goes by', async () => {
  const owner = await w.user()
  const [seen, hidden] = [
    await owner.provider('111111111111'),
    await owner.provider('222222222222'),
  ]
  const { client, roleId } = await member(w, owner, ['manage_scans', 'manage_providers'])
  await showTo(w, { tenantId: owner.tenantId, roleId, providerId: seen })
  const { id } = await made(owner, aws, { provider_ids: [seen, hidden] })
  assert.deepEqual(await providersOf(client, id), [seen])
  assert.deepEqual((await client.get(`${path}?filter[provider]=${hidden}`)).ids, [])
  for (const answer of [
    await patch(client, id, { configuration: {} }),
    await patch(client, id, {}, [seen]),
    await client.ask('DELETE', `${path}/${id}`),
  ])
    assert.equal(answer.status, 403, answer.text)
  const own = await made(client)
  const answer = await patch(client, own.id, {}, [seen, hidden])
  assert.equal(answer.status, 400, answer.text)
  assert.equal(answer.fault.source?.pointer, '/data/relationships/providers/data/1/id')
  assert.equal((await patch(client, own.id, {}, [seen])).status, 200)
  assert.deepEqual(await providersOf(owner, id), [hidden])
})

test('no tenant learns of those of another, or attaches its providers', async () => {
  const provider = await w.acme.provider('333333333333')
  const { id } = await made(w.acme, aws, { provider_ids: [provider] })
  assert.equal((await w.rival.get(`${path}/${id}`)).status, 404)
  assert.equal((await patch(w.rival, id, { name: 'stolen' })).status, 404)
  assert.equal((await w.rival.ask('DELETE', `${path}/${id}`)).status, 404)
  assert.deepEqual((await w.rival.get(path)).ids, [])
  assert.equal((await post(w.rival, aws, { provider_ids: [provider] })).status, 400)
  assert.deepEqual(await providersOf(w.acme, id), [provider])
})

test('the keys that scans read are listed with what holds where nobody sets them', async () => {
  const { items } = await w.acme.get(`${path}/schema?filter[provider]=aws`)
  const key = (name: string) => items.find(({ id }) => id === `aws.${name}`)
  assert.equal(key('retries')?.at('default'), 3)
  assert.equal(key('retries')?.at('maximum'), 20)
  assert.deepEqual(key('max_console_access_days')?.at('check_ids'), [
    'iam_user_console_access_unused',
  ])
  const valuesOf = (name: string) =>
    key(name)?.at('known_values') as readonly { value: string; title: string }[]
  const check = valuesOf('excluded_checks').find(({ value }) => value === 'iam_root_mfa_enabled')
  assert.match(check?.title ?? '', /root/i)
  assert.ok(valuesOf('excluded_services').some(({ value }) => value === 's3'))
  assert.deepEqual(valuesOf('regions'), [])
  for (const filter of ['filter[provider]=gcp', 'filter[provider]=aws&filter[provider__in]=gcp'])
    assert.deepEqual((await w.acme.get(`${path}/schema?${filter}`)).ids, [])
  const defaults = Object.fromEntries(items.map((one) => [one.text('name'), one.at('default')]))
  await made(w.acme, { aws: defaults })
})

test('a kind that bears less says so: a directory is asked four times a second, and five times more on 429', async () => {
  const { items } = await w.acme.get(`${path}/schema?filter[provider]=okta`)
  const defaults = Object.fromEntries(items.map((one) => [one.text('name'), one.at('default')]))
  assert.deepEqual([defaults['max_requests_per_second'], defaults['retries']], [4, 5])
  assert.ok(!('regions' in defaults))
  await made(w.acme, { okta: defaults })
  const answer = await post(w.acme, { okta: { max_requests_per_second: 0 } })
  assert.equal(answer.status, 400)
  assert.equal(answer.fault.source?.pointer, `${at}/okta/max_requests_per_second`)
})
