/** Lists of resources over HTTP, after a scan of the fixture cloud's demo account. */
import { deepEqual, equal, ok } from 'node:assert/strict'
import {
  demoAccount,
  demoCredentials,
  demoRole,
  operatorAccount,
  startFixtureCloud,
} from '@plumbline/scanner/testing'
import { after, test } from 'node:test'
import { newId } from '../../platform/ids.ts'
import { type Item, world } from '../../testing/index.ts'

const cloud = await startFixtureCloud({ accounts: [demoAccount(), operatorAccount()] })
const there = await world({ cloud })
after(async () => {
  await there.close()
  await cloud.close()
  await there.test.close()
})
const { acme } = there
const provider = await acme.provider()
await acme.scanOnly(provider, 's3', 'iam', 'ec2', 'kms')
const scan = await acme.scan(provider)

const { items: all, count: total } = await acme.get('/resources?page[size]=100')
const tagged = all.find((row) => Object.keys(row.object('tags')).length > 0) as Item
const [key = '', value = ''] = Object.entries(tagged.object('tags'))[0] as string[]
const uid = tagged.text('uid')
const day = tagged.text('inserted_at').slice(0, 10)

const is =
  (name: string, ...values: string[]) =>
  (row: Item) =>
    values.includes(row.text(name))
const hasTag = (part: string) => (row: Item) =>
  Object.entries(row.object('tags')).some((tag) => tag.join('=').includes(part))
const any = () => true

const filters: readonly [
  query: string,
  holds: (row: Item) => boolean,
  rows: 'some' | 'all' | 'none',
][] = [
  [`filter[uid]=${uid}`, is('uid', uid), 'some'],
  [`filter[uid__in]=${uid},nobody`, is('uid', uid), 'some'],
  ['filter[uid__icontains]=ARN:AWS:S3', any, 'some'],
  [`filter[id]=${tagged.id}`, ({ id }) => id === tagged.id, 'some'],
  [`filter[id__in]=${newId()}`, any, 'none'],
  ['filter[name]=larkspur-access-logs', is('name', 'larkspur-access-logs'), 'some'],
  ['filter[name__in]=larkspur-access-logs', is('name', 'larkspur-access-logs'), 'some'],
  ['filter[name__icontains]=ACCESS-LOGS', any, 'some'],
  ['filter[region]=eu-west-1', is('region', 'eu-west-1'), 'some'],
  ['filter[region__in]=eu-west-1,us-east-1', is('region', 'eu-west-1', 'us-east-1'), 'some'],
  ['filter[region__icontains]=EAST', any, 'some'],
  ['filter[service]=s3', is('service', 's3'), 'some'],
  ['filter[service__in]=s3,kms', is('service', 's3', 'kms'), 'some'],
  ['filter[service__icontains]=K', any, 'some'],
  ['filter[type]=AwsS3Bucket', is('type', 'AwsS3Bucket'), 'some'],
  ['filter[type__in]=AwsS3Bucket', is('type', 'AwsS3Bucket'), 'some'],
  ['filter[type__icontains]=bucket', any, 'some'],
  ['filter[groups]=storage', (row) => row.texts('groups').includes('storage'), 'some'],
  ['filter[groups__in]=storage,nothing', any, 'some'],
  ['filter[groups]=nothing', any, 'none'],
  [`filter[tag_key]=${key}`, hasTag(key), 'some'],
  [`filter[tag_value]=${value}`, hasTag(value), 'some'],
  [`filter[tag]=${encodeURIComponent(`${key}=${value}`)}`, hasTag(`${key}=${value}`), 'some'],
  [`filter[tags]=${value}`, hasTag(value), 'some'],
  ['filter[tag_key]=%25', any, 'none'],
  ['filter[search]=access-logs', any, 'some'],
  [`filter[provider]=${provider}`, any, 'all'],
  [`filter[provider_id__in]=${newId()}`, any, 'none'],
  ['filter[provider_type]=aws', any, 'all'],
  ['filter[provider_uid__icontains]=4567', any, 'all'],
  ['filter[provider_alias]=none', any, 'none'],
  [`filter[provider_groups]=${newId()}`, any, 'none'],
]
for (const [query, holds, rows] of filters) {
  test(`${query} lets through ${rows} of the resources, in both lists`, async () => {
    for (const path of ['/resources', '/resources/latest']) {
      const found = await acme.get(`${path}?${query}&page[size]=100`)
      ok(found.items.every(holds))
      equal(rows, found.count === 0 ? 'none' : found.count === total ? 'all' : 'some')
    }
  })
}

const windows: readonly [query: string, rows: 'all' | 'none'][] = [
  [`filter[scan]=${scan}`, 'all'],
  [`filter[scan__in]=${scan},${newId()}`, 'all'],
  [`filter[scan]=${newId()}`, 'none'],
  [`filter[inserted_at]=${day}`, 'all'],
  ['filter[inserted_at__lte]=2020-01-01', 'none'],
  [`filter[updated_at]=${day}`, 'all'],
  ['filter[updated_at__gte]=2099-01-01T00:00:00Z', 'none'],
]
for (const [query, rows] of windows) {
  test(`${query} lets through ${rows} of the resources`, async () => {
    equal((await acme.get(`/resources?${query}`)).count, rows === 'all' ? total : 0)
    equal((await acme.get(`/resources/latest?${query}`)).status, 400)
  })
}

for (const sort of [
  'uid',
  '-uid',
  'name',
  'region',
  '-service',
  'type',
  'inserted_at',
  '-updated_at',
]) {
  test(`sort=${sort} orders the whole list`, async () => {
    const rows: Item[] = []
    for (let page = 1; rows.length < total; page += 1) {
      rows.push(
        ...(await acme.get(`/resources?sort=${sort}&page[size]=100&page[number]=${page}`)).items,
      )
    }
    equal(new Set(rows.map(({ id }) => id)).size, total)
    const name = sort.replace('-', '')
    const shown = rows.map((row) => row.text(name))
    const sorted = shown.toSorted((a, b) => (a < b ? -1 : a > b ? 1 : 0))
    deepEqual(shown, sort.startsWith('-') ? sorted.toReversed() : sorted)
  })
}

test('sort=provider_uid orders resources by the account they are in', async () => {
  const user = await there.user()
  const accounts = new Map<string, string>()
  const key = {
    aws_access_key_id: demoRole.aws_access_key_id,
    aws_secret_access_key: demoRole.aws_secret_access_key,
  }
  for (const [account, secret] of [
    [demoAccount().id, demoCredentials],
    [operatorAccount().id, key],
  ] as const) {
    const id = await user.provider(account, secret)
    await user.scanOnly(id, 's3', 'iam', 'ec2', 'kms')
    accounts.set(id, account)
    await user.scan(id)
  }
  for (const [sort, first] of [
    ['provider_uid', [...accounts.values()].toSorted()[0]],
    ['-provider_uid', [...accounts.values()].toSorted()[1]],
  ] as const) {
    const { item } = await user.get(`/resources?sort=${sort}&page[size]=1`)
    equal(accounts.get(item.linked('provider')[0] ?? ''), first)
  }
})

test('a resource counts its failed findings, and names all it has', async () => {
  for (const row of all.slice(0, 5)) {
    const { count } = await acme.get(
      `/findings?filter[resources]=${row.id}&filter[status]=FAIL&filter[muted]=false`,
    )
    equal(row.at('failed_findings_count'), count)
    const { count: every } = await acme.get(`/findings?filter[resources]=${row.id}`)
    equal(row.linkedCount('findings'), every)
  }
})

test('a resource comes with its provider and its findings when asked', async () => {
  const { included } = await acme.get(`/resources/${tagged.id}?include=provider,findings`)
  const types = new Set(included.map(({ type }) => type))
  deepEqual([...types].toSorted(), ['findings', 'providers'])
})

for (const question of [
  '',
  'filter[service]=s3',
  'filter[groups]=storage',
  'filter[search]=larkspur',
]) {
  test(`the metadata of resources says what the list has: ${question || 'all'}`, async () => {
    for (const [list, about] of [
      ['/resources?', '/resources/metadata?'],
      ['/resources/latest?', '/resources/metadata/latest?'],
      [`/resources?filter[scan]=${scan}&`, `/resources/metadata?filter[scan]=${scan}&`],
    ] as const) {
      const rows: Item[] = []
      for (let page = 1, pages = 1; page <= pages; page += 1) {
        const answer = await acme.get(`${list}${question}&page[size]=100&page[number]=${page}`)
        rows.push(...answer.items)
        pages = Math.ceil(answer.count / 100)
      }
      const every = (values: (row: Item) => readonly string[]): string[] =>
        [...new Set(rows.flatMap(values))].filter(Boolean).sort()
      ok(rows.length > 0)
      deepEqual((await acme.get(about + question)).item.attributes, {
        services: every((row) => [row.text('service')]),
        regions: every((row) => [row.text('region')]),
        types: every((row) => [row.text('type')]),
        groups: every((row) => row.texts('groups')),
      })
    }
  })
}

test('the metadata of resources reveals nothing of what the caller does not see', async () => {
  for (const path of ['/resources/metadata', '/resources/metadata/latest']) {
    const { attributes } = (await there.rival.get(path)).item
    deepEqual(attributes, { services: [], regions: [], types: [], groups: [] })
    const other = (await acme.get(`${path}?filter[provider]=${newId()}`)).item
    deepEqual(other.attributes, attributes)
    equal((await acme.get(`${path}?filter[nothing]=1`)).status, 400)
  }
})
