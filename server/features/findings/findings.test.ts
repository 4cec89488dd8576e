/** Lists of findings over HTTP, after a scan of the fixture cloud's demo account. */
import { deepEqual, equal, ok } from 'node:assert/strict'
import { after, test } from 'node:test'
import { newId } from '../../platform/ids.ts'
import { type Item, world } from '../../testing/index.ts'

const there = await world()
after(async () => {
  await there.close()
  await there.test.close()
})
const { acme, rival } = there
const provider = await acme.provider()
await acme.scanOnly(provider, 's3', 'iam', 'ec2', 'kms')
const scan = await acme.scan(provider)

const { items: some, count: total } = await acme.get('/findings?page[size]=100')
const first = some[0] as Item
const uid = first.text('uid')
const [resourceId] = first.linked('resources')
const day = first.text('inserted_at').slice(0, 10)
const is =
  (name: string, ...values: unknown[]) =>
  (row: Item) =>
    values.includes(row.at(name))

/** Filters, and a property of every row that they match. */
const filters: readonly [
  query: string,
  holds: (row: Item) => boolean,
  rows: 'some' | 'all' | 'none',
][] = [
  ['filter[status]=FAIL', is('status', 'FAIL'), 'some'],
  ['filter[status__in]=PASS,MANUAL', is('status', 'PASS', 'MANUAL'), 'some'],
  ['filter[severity]=critical', is('severity', 'critical'), 'some'],
  ['filter[severity__in]=low,medium', is('severity', 'low', 'medium'), 'some'],
  ['filter[impact]=high', is('severity', 'high'), 'some'],
  ['filter[impact__in]=high,low', is('severity', 'high', 'low'), 'some'],
  ['filter[delta]=new', is('delta', 'new'), 'all'],
  ['filter[delta]=changed', () => false, 'none'],
  ['filter[delta__in]=new,changed', is('delta', 'new'), 'all'],
  ['filter[muted]=false', is('muted', false), 'all'],
  ['filter[muted]=true', () => false, 'none'],
  [`filter[uid]=${uid}`, is('uid', uid), 'some'],
  [`filter[uid__in]=${uid},other`, is('uid', uid), 'some'],
  [`filter[id]=${first.id}`, ({ id }) => id === first.id, 'some'],
  [`filter[id__in]=${first.id},${newId()}`, ({ id }) => id === first.id, 'some'],
  [
    'filter[check_id]=iam_root_hardware_mfa_enabled',
    is('check_id', 'iam_root_hardware_mfa_enabled'),
    'some',
  ],
  [
    'filter[check_id__in]=iam_root_mfa_enabled,iam_root_hardware_mfa_enabled',
    is('check_id', 'iam_root_mfa_enabled', 'iam_root_hardware_mfa_enabled'),
    'some',
  ],
  ['filter[check_id__icontains]=S3_', (row) => row.text('check_id').includes('s3_'), 'some'],
  ['filter[service]=s3', (row) => row.at('check_metadata', 'servicename') === 's3', 'some'],
  [
    'filter[service__in]=s3,kms',
    (row) => ['s3', 'kms'].includes(row.text('check_metadata', 'servicename')),
    'some',
  ],
  [
    'filter[service__icontains]=KM',
    (row) => row.at('check_metadata', 'servicename') === 'kms',
    'some',
  ],
  ['filter[region]=eu-west-1', () => true, 'some'],
  ['filter[region__in]=eu-west-1,eu-north-1', () => true, 'some'],
  ['filter[region__icontains]=WEST', () => true, 'some'],
  [
    'filter[resource_type]=AwsS3Bucket',
    (row) => row.at('check_metadata', 'resourcetype') === 'AwsS3Bucket',
    'some',
  ],
  ['filter[resource_type__in]=AwsS3Bucket', () => true, 'some'],
  ['filter[resource_type__icontains]=bucket', () => true, 'some'],
  ['filter[resource_uid__icontains]=ARN:AWS:S3', () => true, 'some'],
  ['filter[resource_uid]=nobody', () => true, 'none'],
  ['filter[resource_uid__in]=nobody', () => true, 'none'],
  ['filter[resource_name]=larkspur-access-logs', () => true, 'some'],
  ['filter[resource_name__in]=larkspur-access-logs,nobody', () => true, 'some'],
  ['filter[resource_name__icontains]=ACCESS-LOGS', () => true, 'some'],
  [`filter[resources]=${resourceId}`, () => true, 'some'],
  [`filter[resources]=${newId()}`, () => true, 'none'],
  ['filter[category]=encryption', (row) => row.texts('categories').includes('encryption'), 'some'],
  [
    'filter[category__in]=encryption,logging',
    (row) => row.texts('categories').some((one) => one === 'encryption' || one === 'logging'),
    'some',
  ],
  ['filter[category]=nothing', () => true, 'none'],
  ['filter[resource_groups]=storage', is('resource_groups', 'storage'), 'some'],
  ['filter[resource_groups__in]=storage,IAM', is('resource_groups', 'storage', 'IAM'), 'some'],
  [
    'filter[search]=ENCRYPTION+larkspur',
    (row) => /encryption/i.test(row.text('status_extended')),
    'some',
  ],
  ['filter[search]=100%25', () => true, 'none'],
  [`filter[provider]=${provider}`, () => true, 'all'],
  [`filter[provider__in]=${newId()}`, () => true, 'none'],
  [`filter[provider_id]=${provider}`, () => true, 'all'],
  [`filter[provider_id__in]=${provider},${newId()}`, () => true, 'all'],
  ['filter[provider_type]=aws', () => true, 'all'],
  ['filter[provider_type__in]=azure,gcp', () => true, 'none'],
  ['filter[provider_uid]=123456789012', () => true, 'all'],
  ['filter[provider_uid__in]=1', () => true, 'none'],
  ['filter[provider_uid__icontains]=4567', () => true, 'all'],
  ['filter[provider_alias]=none', () => true, 'none'],
  ['filter[provider_alias__in]=none', () => true, 'none'],
  ['filter[provider_alias__icontains]=none', () => true, 'none'],
  [`filter[provider_groups]=${newId()}`, () => true, 'none'],
  [`filter[provider_groups__in]=${newId()}`, () => true, 'none'],
]

for (const [query, holds, rows] of filters) {
  test(`${query} lets through ${rows} of the findings, in every list`, async () => {
    const counts: number[] = []
    for (const path of ['/findings?', '/findings/latest?', `/findings?filter[scan]=${scan}&`]) {
      const found = await acme.get(`${path}${query}&page[size]=100`)
      ok(found.items.every(holds))
      counts.push(found.count)
    }
    const [count = 0] = counts
    deepEqual(counts, [count, count, count])
    equal(rows, count === 0 ? 'none' : count === total ? 'all' : 'some')
  })
}

const windows: readonly [query: string, rows: 'all' | 'none'][] = [
  [`filter[inserted_at]=${day}`, 'all'],
  [`filter[inserted_at__date]=${day}`, 'all'],
  ['filter[inserted_at__gte]=2020-01-01&filter[inserted_at__lte]=2099-01-01', 'all'],
  ['filter[inserted_at__lte]=2020-01-01', 'none'],
  [`filter[updated_at]=${day}`, 'all'],
  [`filter[updated_at__date]=${day}`, 'all'],
  ['filter[updated_at__gte]=2020-01-01', 'all'],
  ['filter[updated_at__lte]=2020-01-01T00:00:00Z', 'none'],
  [`filter[scan]=${scan}&filter[inserted_at]=${day}`, 'all'],
  [`filter[scan]=${scan}&filter[inserted_at__lte]=2020-01-01`, 'none'],
  [`filter[scan__in]=${scan},${newId()}`, 'all'],
  [`filter[scan]=${newId()}`, 'none'],
]
for (const [query, rows] of windows) {
  test(`${query} lets through ${rows} of the findings`, async () => {
    equal((await acme.get(`/findings?${query}`)).count, rows === 'all' ? total : 0)
  })
}

test('the list of what is there now takes no dates and no scan, but a day of updates', async () => {
  equal((await acme.get(`/findings/latest?filter[updated_at]=${day}`)).count, total)
  equal((await acme.get('/findings/latest?filter[updated_at]=2020-01-01')).count, 0)
  for (const query of [`filter[scan]=${scan}`, 'filter[inserted_at__gte]=2020-01-01']) {
    equal((await acme.get(`/findings/latest?${query}`)).status, 400)
  }
})

const statuses = ['FAIL', 'PASS', 'MANUAL']
const severities = ['critical', 'high', 'medium', 'low', 'informational']
const rank = (row: Item, key: string): string | number => {
  const value = row.text(key)
  if (key === 'status') return statuses.indexOf(value)
  return key === 'severity' ? severities.indexOf(value) : value
}
const orders = [
  'status',
  '-status',
  'severity',
  '-severity',
  'check_id',
  '-check_id',
  'inserted_at',
  '-inserted_at',
  '-updated_at',
  'severity,status,-inserted_at',
  'status,-severity',
  'check_id,status,severity',
  '-inserted_at,severity',
]
for (const sort of orders) {
  test(`sort=${sort} orders the whole list, and its pages neither overlap nor leave a gap`, async () => {
    const rows: Item[] = []
    for (let page = 1; rows.length < total; page += 1) {
      rows.push(
        ...(await acme.get(`/findings?sort=${sort}&page[size]=100&page[number]=${page}`)).items,
      )
    }
    equal(new Set(rows.map(({ id }) => id)).size, total)
    const keys = sort
      .split(',')
      .map((key) => ({ key: key.replace('-', ''), by: key.startsWith('-') ? -1 : 1 }))
    const sorted = rows.toSorted((a, b) => {
      for (const { key, by } of keys) {
        const [left, right] = [rank(a, key), rank(b, key)]
        if (left !== right) return left < right ? -by : by
      }
      return 0
    })
    const shown = (all: Item[]) => all.map((row) => keys.map(({ key }) => rank(row, key)))
    deepEqual(shown(rows), shown(sorted))
  })
}

test('a finding comes with its scan, its resources and their providers when asked', async () => {
  const answer = await acme.get('/findings?include=resources,scan.provider&page[size]=5')
  const types = new Set(answer.included.map(({ type }) => type))
  deepEqual([...types].toSorted(), ['providers', 'resources', 'scans'])
  deepEqual(answer.item.linked('scan'), [scan])
  equal(answer.item.linkedCount('resources'), 1)
})

test('a finding shows its check as clients of the contract read it', async () => {
  const { item } = await acme.get('/findings?filter[check_id]=iam_root_hardware_mfa_enabled')
  equal(item.at('check_metadata', 'checkid'), 'iam_root_hardware_mfa_enabled')
  equal(item.at('check_metadata', 'provider'), 'aws')
  ok(item.text('check_metadata', 'checktitle').length > 5)
  ok(item.text('check_metadata', 'remediation', 'recommendation', 'text').length > 5)
  equal(item.at('raw_status'), item.text('status'))
  ok(item.object('raw_result'))
})

test('sparse fields leave the rest out', async () => {
  const { item } = await acme.get('/findings?fields[findings]=status,scan&page[size]=1')
  deepEqual(Object.keys(item.attributes), ['status'])
  deepEqual(Object.keys(item.relationships), ['scan'])
})

test('another tenant sees no finding, no resource, and the same 404 as for an id of nobody', async () => {
  for (const path of [
    '/findings',
    '/findings/latest',
    `/findings?filter[scan]=${scan}`,
    '/resources',
  ]) {
    deepEqual((await rival.get(path)).ids, [])
  }
  for (const [path, id] of [
    ['/findings', first.id],
    ['/resources', resourceId],
  ] as const) {
    const foreign = await rival.get(`${path}/${id}`)
    const nobody = await rival.get(`${path}/${newId()}`)
    equal(foreign.status, 404)
    equal(foreign.text, nobody.text)
    equal((await acme.get(`${path}/${id}`)).status, 200)
  }
})

const wrong = [
  'filter[status]=fail',
  'filter[severity]=5',
  'filter[nothing]=1',
  'filter[scan]=x',
  'filter[inserted_at]=yesterday',
  'sort=uid',
  'include=provider',
  'fields[findings]=nothing',
]
for (const query of wrong) {
  test(`${query} is refused with a sentence`, async () => {
    const { status, fault } = await acme.get(`/findings?${query}`)
    equal(status, 400)
    ok(fault.detail.length > 5)
  })
}
