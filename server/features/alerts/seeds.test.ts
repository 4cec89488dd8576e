/** Conditions made from the filters of the findings list. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type Answered, type Client, type World, world } from '../../testing/index.ts'
import { member } from '../../testing/member.ts'
import { made, path, preview } from './testing/rules.ts'

let w: World
before(async () => {
  w = await world()
})
after(async () => {
  await w.close()
  await w.test.close()
})

const seed = (who: Client, query: string): Promise<Answered> =>
  who.ask('POST', `${path}/seed`, { data: { type: 'alert-rule-seeds', attributes: { query } } })

const cases: readonly [query: string, condition: object, leftOut?: readonly string[]][] = [
  ['', { op: 'any' }],
  ['sort=-severity&group=check&filter[status]=FAIL&filter[muted]=false', { op: 'any' }],
  [
    'filter[severity__in]=critical,high&filter[service]=s3&filter[region]=',
    { op: 'any', filter: { severity: ['critical', 'high'], service: ['s3'] } },
    ['filter[region]'],
  ],
  [
    'filter%5Bdelta%5D=new&filter[provider_type__in]=aws,github',
    { op: 'new', filter: { provider_type: ['aws', 'github'] } },
  ],
  [
    'filter[search]=x&filter[status]=PASS&filter[muted]=true&filter[check_id]=a&filter[check_id__in]=b,c',
    { op: 'any', filter: { check_id: ['a'] } },
    ['filter[search]', 'filter[status]', 'filter[muted]', 'filter[check_id__in]'],
  ],
  [
    'filter[resource_uid__icontains]=acme&filter[__proto__]=x&filter[constructor]=y',
    { op: 'any' },
    ['filter[resource_uid__icontains]', 'filter[__proto__]', 'filter[constructor]'],
  ],
]
for (const [query, condition, leftOut = []] of cases)
  test(`${query || 'an unfiltered list'} becomes a condition`, async () => {
    const { status, item, text } = await seed(w.acme, query)
    assert.equal(status, 200, text)
    assert.deepEqual([item.at('condition'), item.at('left_out')], [condition, leftOut])
  })

const bags: readonly [bag: object, condition: object, leftOut?: readonly string[]][] = [
  [
    { 'filter[severity__in]': 'critical,high', service: 's3', resource_uid: ['a,b', 'c'] },
    {
      op: 'any',
      filter: { severity: ['critical', 'high'], service: ['s3'], resource_uid: ['a,b', 'c'] },
    },
  ],
  [
    { severity: [], region: '', 'service.in': ['', ''], 'filter[check_id]': [''] },
    { op: 'any' },
    ['filter[severity__in]', 'filter[region]', 'filter[service.in]', 'filter[check_id__in]'],
  ],
  [{ status: ['FAIL'], muted: 'false', delta: 'new' }, { op: 'new' }],
]
for (const [filter_bag, condition, leftOut = []] of bags)
  test(`the filters ${JSON.stringify(filter_bag)} become a condition`, async () => {
    const data = { type: 'alert-rule-seeds', attributes: { filter_bag } }
    const { status, item, text } = await w.acme.ask('POST', `${path}/seed`, { data })
    assert.equal(status, 200, text)
    assert.deepEqual([item.at('condition'), item.at('left_out')], [condition, leftOut])
  })

test('the condition is one that a rule takes, and matches what the list shows', async () => {
  const owner = await w.user()
  const provider = await owner.provider()
  await owner.scanOnly(provider, 's3')
  await owner.scan(provider)
  const query = `filter[provider]=${provider}&filter[severity__in]=critical,high&filter[status]=FAIL&filter[muted]=false`
  const listed = (await owner.get(`/findings/latest?${query}`)).count
  assert.ok(listed > 0)
  const condition = (await seed(owner, query)).item.at('condition') as object
  const [counted] = (await preview(owner, condition)).item.at('counts') as { count: number }[]
  assert.equal(counted?.count, listed)
  assert.deepEqual((await made(owner, { condition })).at('condition'), condition)
})

test('rejects values that no condition takes, and names the filter', async () => {
  const absent = '00000000-0000-4000-8000-000000000000'
  const refused: readonly [query: string, code: string, detail: RegExp][] = [
    ['filter[severity]=terrible', 'invalid_choice', /^filter\[severity\]: /],
    ['filter[provider_type__in]=aws,mars', 'invalid_choice', /^filter\[provider_type\]: /],
    ['filter[provider]=x', 'invalid', /^filter\[provider_id\]: /],
    [`filter[provider]=${absent}`, 'not_found', /./],
    [`filter[service__in]=${'a,'.repeat(200)}b`, 'max_items', /^filter\[service\]: /],
  ]
  for (const [query, code, detail] of refused) {
    const { status, fault, text } = await seed(w.acme, query)
    assert.equal(status, 400, text)
    assert.deepEqual([fault.source?.pointer, fault.code], ['/data/attributes/query', code])
    assert.match(fault.detail, detail)
  }
})

test('requires the permission to manage alerts, and hides providers outside the role', async () => {
  const owner = await w.user()
  const provider = await owner.provider()
  const { client } = await member(w, owner, [])
  assert.equal((await seed(client, '')).status, 403)
  const manager = await member(w, owner, ['manage_alerts'])
  const hidden = await seed(manager.client, `filter[provider]=${provider}`)
  assert.deepEqual([hidden.status, hidden.fault.code], [400, 'not_found'])
})
