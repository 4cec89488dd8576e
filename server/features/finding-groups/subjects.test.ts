/** Findings by what they are about, over HTTP, compared with the list of findings. */
import { deepEqual, equal, ok } from 'node:assert/strict'
import { after, test } from 'node:test'
import { type Item, member, world } from '../../testing/index.ts'
import { showTo } from '../../testing/member.ts'

const there = await world()
after(async () => {
  await there.close()
  await there.test.close()
})
const { acme, rival } = there
const provider = await acme.provider()
await acme.scanOnly(provider, 's3', 'iam', 'ec2')
const scan = await acme.scan(provider)
const [muted = ''] = (await acme.get('/findings/latest?filter[status]=FAIL&page[size]=1')).ids
await acme.make('/mute-rules', 'mute-rules', {
  name: 'accepted',
  reason: 'known to the owners',
  finding_ids: [muted],
})

async function every(path: string): Promise<Item[]> {
  const rows: Item[] = []
  for (let page = 1, pages = 1; page <= pages; page += 1) {
    const answer = await acme.get(`${path}&page[size]=100&page[number]=${page}`)
    equal(answer.status, 200, answer.text)
    rows.push(...answer.items)
    pages = Math.ceil(answer.count / 100)
  }
  return rows
}
const counters = (rows: readonly Item[]) =>
  Object.fromEntries(
    ['PASS', 'FAIL', 'MANUAL'].flatMap((status) =>
      [false, true].map((isMuted) => [
        `${status.toLowerCase()}${isMuted ? '_muted' : ''}_count`,
        rows.filter((row) => row.at('status') === status && row.at('muted') === isMuted).length,
      ]),
    ),
  )
const countsOf = (group: Item) =>
  Object.fromEntries(Object.keys(counters([])).map((name) => [name, group.at(name)]))
const serviceOf = (row: Item): string =>
  (row.at('check_metadata') as { servicename: string }).servicename

for (const place of ['/finding-subjects/latest?', `/finding-subjects?filter[scan]=${scan}&`]) {
  const findings = await every(
    place.replace('/finding-subjects', '/findings').replace(/&$/, '&sort=status'),
  )
  for (const [kind, keyOf] of [
    ['resource', (row: Item) => row.linked('resources')[0] ?? row.id],
    ['provider', () => provider],
    ['service', serviceOf],
  ] as const) {
    test(`${place} groups findings by ${kind} with what the list has of each`, async () => {
      const groups = await every(`${place}group_by=${kind}`)
      const expected = Map.groupBy(findings, keyOf)
      equal(groups.length, expected.size)
      for (const group of groups) {
        const own = expected.get(group.id) ?? []
        deepEqual(countsOf(group), counters(own), group.id)
        equal(group.at('checks_count'), new Set(own.map((row) => row.at('check_id'))).size)
        equal(group.at('kind'), kind)
      }
    })
  }
}

test('lists of groups say how many findings there are by status and mute, under any filters', async () => {
  for (const filter of [
    '',
    'filter[service]=s3',
    'filter[impact__in]=critical,high',
    'filter[delta]=new',
    'filter[triage_status]=open',
    'filter[search]=bucket',
    'filter[region]=eu-west-1&filter[service__in]=ec2,s3',
  ]) {
    const findings = await every(`/findings/latest?${filter}`)
    for (const path of ['/finding-groups/latest?', '/finding-subjects/latest?group_by=service&']) {
      const { document } = await acme.get(`${path}${filter}`)
      const { findings: said } = document.meta as { readonly findings?: object }
      deepEqual(said, counters(findings), `${path}${filter}`)
    }
  }
})

test('the filter of a group lets through its findings and no others', async () => {
  for (const kind of ['resource', 'provider', 'service']) {
    const { items } = await acme.get(`/finding-subjects/latest?group_by=${kind}&page[size]=3`)
    for (const group of items) {
      const { name, value } = group.at('filter') as { name: string; value: string }
      const found = await acme.get(`/findings/latest?${name}=${value}&page[size]=1`)
      const counts = Object.values(countsOf(group)) as number[]
      equal(
        found.count,
        counts.reduce((sum, n) => sum + n, 0),
      )
    }
  }
})

test('groups are about the findings that filters let through, the worst first', async () => {
  const path = '/finding-subjects/latest?filter[status]=FAIL&filter[muted]=false'
  const { items, count } = await acme.get(path)
  ok(count > 3)
  ok(items.every((group) => group.at('pass_count') === 0 && group.at('fail_muted_count') === 0))
  const ranks = ['critical', 'high', 'medium', 'low', 'informational']
  const places = items.map((group) => ranks.indexOf(group.text('severity')))
  deepEqual(
    places,
    places.toSorted((a, b) => a - b),
  )
  const last = await acme.get(`${path}&sort=fail_count&page[size]=1&page[number]=${count}`)
  equal(
    last.item.at('fail_count'),
    Math.max(...(await every(path)).map((group) => Number(group.at('fail_count')))),
  )
})

test('resources, providers and services that the caller does not see are no groups for him', async () => {
  const { client, roleId } = await member(there, acme)
  for (const kind of ['resource', 'provider', 'service']) {
    equal((await client.get(`/finding-subjects/latest?group_by=${kind}`)).count, 0)
    equal((await rival.get(`/finding-subjects/latest?group_by=${kind}`)).count, 0)
  }
  await showTo(there, { tenantId: acme.tenantId, roleId, providerId: provider })
  equal((await client.get('/finding-subjects/latest?group_by=provider')).count, 1)
})

test('there is no other way to group', async () => {
  const { status, fault } = await acme.get('/finding-subjects/latest?group_by=mood')
  deepEqual([status, fault.source?.parameter], [400, 'group_by'])
})
