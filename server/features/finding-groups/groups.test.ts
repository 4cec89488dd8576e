/** Findings by their check, over HTTP, compared with the list of findings. */
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
await acme.scanOnly(provider, 's3', 'iam', 'ec2')
const older = await acme.scan(provider)
const scan = await acme.scan(provider)

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

// Some findings are muted: all of one check, and one of another that has more.
const before = await every('/findings/latest?filter[status]=FAIL')
const checks = [...new Set(before.map((row) => row.text('check_id')))]
const whole = (await every('/findings/latest?')).filter(
  (row) => row.text('check_id') === 'iam_root_mfa_enabled',
)
const many =
  checks.find((id) => before.filter((row) => row.text('check_id') === id).length > 1) ?? ''
const partly = before.filter((row) => row.text('check_id') === many).slice(0, 1)
await acme.make('/mute-rules', 'mute-rules', {
  name: 'seen and accepted',
  reason: 'known to the owners',
  finding_ids: [...whole, ...partly].map(({ id }) => id),
})

const severities = ['informational', 'low', 'medium', 'high', 'critical']

/** What the findings of one check come to. */
function reckoned(rows: readonly Item[]) {
  const count = (status: string, muted: boolean, delta?: string): number =>
    rows.filter(
      (row) =>
        row.at('status') === status &&
        row.at('muted') === muted &&
        (delta === undefined || row.at('delta') === delta),
    ).length
  const of = (delta?: string) =>
    Object.fromEntries(
      ['pass', 'fail', 'manual'].flatMap((name) => [
        [`${delta ? `${delta}_` : ''}${name}_count`, count(name.toUpperCase(), false, delta)],
        [`${delta ? `${delta}_` : ''}${name}_muted_count`, count(name.toUpperCase(), true, delta)],
      ]),
    )
  const unmuted = rows.filter((row) => row.at('muted') === false)
  const failing = unmuted.filter((row) => row.at('status') === 'FAIL')
  const resourcesIn = (some: readonly Item[]) =>
    new Set(some.map((row) => row.linked('resources')[0] ?? row.id)).size
  const isManual = rows.every((row) => row.at('status') === 'MANUAL')
  const moments = (name: string, some: readonly Item[]) =>
    some.map((row) => String(row.at(name))).sort()
  return {
    ...of(),
    ...of('new'),
    ...of('changed'),
    muted_count: rows.length - unmuted.length,
    new_count: unmuted.filter((row) => row.at('delta') === 'new').length,
    changed_count: unmuted.filter((row) => row.at('delta') === 'changed').length,
    severity: severities.findLast((one) => rows.some((row) => row.at('severity') === one)),
    status: failing.length > 0 ? 'FAIL' : isManual ? 'MANUAL' : 'PASS',
    muted: unmuted.length === 0,
    impacted_providers: ['aws'],
    resources_total: resourcesIn(rows),
    resources_fail: resourcesIn(failing),
    first_seen_at: moments('first_seen_at', rows)[0],
    last_seen_at: moments('inserted_at', rows).at(-1),
    failing_since: moments('first_seen_at', failing)[0] ?? null,
    check_title: rows[0]?.at('check_metadata', 'checktitle'),
    check_description: rows[0]?.at('check_metadata', 'description'),
  }
}

const questions = [
  '',
  'filter[service]=s3',
  'filter[delta]=new',
  'filter[region__in]=eu-west-1',
  'filter[resource_name__icontains]=access',
  'filter[category]=encryption',
  'filter[impact]=critical',
]
const lists = [
  ['/findings/latest?', '/finding-groups/latest?'],
  ['/findings?', '/finding-groups?'],
  [`/findings?filter[scan]=${scan}&`, `/finding-groups?filter[scan]=${scan}&`],
  [`/findings?filter[scan]=${older}&`, `/finding-groups?filter[scan]=${older}&`],
  [
    '/findings?filter[inserted_at__gte]=2020-01-01&',
    '/finding-groups?filter[inserted_at__gte]=2020-01-01&',
  ],
] as const

for (const question of questions) {
  test(`a group adds up the findings of its check: ${question || 'all'}`, async () => {
    for (const [findings, groups] of question === '' ? lists : [lists[0], lists[3]]) {
      const byCheck = Map.groupBy(await every(findings + question), (row) => row.text('check_id'))
      const found = await every(`${groups}${question}&filter[include_muted]=true`)
      deepEqual(found.map(({ id }) => id).toSorted(), [...byCheck.keys()].toSorted(), groups)
      for (const group of found) {
        const { check_id, ...figures } = group.attributes
        equal(check_id, group.id)
        deepEqual(figures, reckoned(byCheck.get(group.id) ?? []), `${groups} ${group.id}`)
      }
    }
  })
}

test('a group all of whose findings are muted is hidden unless it is asked for', async () => {
  const ids = async (query: string) =>
    (await every(`/finding-groups/latest?${query}`)).map(({ id }) => id)
  const [shown, all, muted, unmuted] = [
    await ids(''),
    await ids('filter[include_muted]=true'),
    await ids('filter[muted]=true'),
    await ids('filter[muted]=false'),
  ]
  deepEqual(muted, ['iam_root_mfa_enabled'])
  deepEqual(shown.toSorted(), unmuted.toSorted())
  deepEqual([...shown, ...muted].toSorted(), all.toSorted())
  ok(shown.includes(many), 'one that is muted in part stays')
})

test('groups are asked for by what their findings are, each with all of its figures', async () => {
  const all = await every('/finding-groups/latest?filter[include_muted]=true')
  const ids = (rows: readonly Item[]) => rows.map(({ id }) => id).toSorted()
  const questions: readonly Readonly<Record<string, string>>[] = [
    { 'filter[status__in]': 'MANUAL' },
    { 'filter[status__in]': 'FAIL,MANUAL', 'filter[muted]': 'false' },
    { 'filter[status]': 'FAIL', 'filter[muted]': 'true' },
    { 'filter[muted]': 'true' },
    { 'filter[triage_status]': 'resolved' },
    { 'filter[search]': 'root' },
  ]
  for (const question of questions) {
    const query = `${new URLSearchParams(question)}`
    const of = query.replaceAll('status', 'finding_status').replaceAll('muted', 'finding_muted')
    const asked = of.replaceAll('triage_finding_status', 'triage_status')
    const rows = await every(`/findings/latest?${query}`)
    const found = await every(
      `/finding-groups/latest?${asked}${/muted/.test(query) ? '' : '&filter[include_muted]=true'}`,
    )
    deepEqual(ids(found), [...new Set(rows.map((row) => row.text('check_id')))].toSorted(), query)
    if (/triage|search/.test(query)) continue
    for (const { id, attributes } of found)
      deepEqual(attributes, all.find((one) => one.id === id)?.attributes)
  }
})

test('status and severity are asked of the group and not of its findings', async () => {
  const all = await every('/finding-groups/latest?filter[include_muted]=true')
  for (const [name, values] of [
    ['status', ['FAIL', 'PASS', 'MANUAL']],
    ['severity', severities],
  ] as const) {
    for (const value of values) {
      const found = await every(
        `/finding-groups/latest?filter[include_muted]=true&filter[${name}]=${value}`,
      )
      const expected = all.filter((row) => row.at(name) === value)
      deepEqual(
        found.map(({ id, attributes }) => [id, attributes['pass_count']]),
        expected.map(({ id, attributes }) => [id, attributes['pass_count']]),
      )
    }
  }
})

test('the title of a check is searched for in whatever case', async () => {
  const found = await every('/finding-groups/latest?filter[check_title__icontains]=ENCRYPT')
  ok(found.length > 0)
  ok(found.every((row) => /encrypt/i.test(row.text('check_title'))))
  deepEqual(
    await every('/finding-groups/latest?filter[check_title__icontains]=no%20such%20title'),
    [],
  )
})

const ranks: Readonly<Record<string, readonly string[]>> = {
  status: ['MANUAL', 'PASS', 'FAIL'],
  severity: severities,
}

test('groups come in the order of any of their attributes, and pages never overlap', async () => {
  const [first] = await every('/finding-groups/latest?')
  for (const key of ['id', ...Object.keys(first?.attributes ?? {})]) {
    const rank = (row: Item): string | number => {
      if (key === 'id') return row.id
      const value = row.at(key)
      const order = ranks[key]
      if (order) return order.indexOf(String(value))
      return typeof value === 'number'
        ? value
        : typeof value === 'boolean'
          ? +value
          : String(value ?? '')
    }
    const up = await every(`/finding-groups/latest?sort=${key}`)
    for (const [at, row] of up.entries()) {
      const next = up[at + 1]
      if (next) ok(rank(row) <= rank(next), `${key}: ${row.id} before ${next.id}`)
    }
    const down = (await acme.get(`/finding-groups/latest?sort=-${key}&page[size]=5`)).items
    equal(rank(down[0] as Item), rank(up.at(-1) as Item))
  }
  const { items, count } = await acme.get('/finding-groups/latest?page[size]=7&page[number]=2')
  equal(count, (await every('/finding-groups/latest?')).length)
  deepEqual(
    items.map(({ id }) => id),
    (await every('/finding-groups/latest?')).slice(7, 14).map(({ id }) => id),
  )
})

test('without an order the groups with most failures come first', async () => {
  const fails = (await every('/finding-groups/latest?')).map((row) => row.number('fail_count'))
  deepEqual(
    fails,
    fails.toSorted((one, other) => other - one),
  )
})

test('the resources of a group are those of its findings, each once', async () => {
  for (const [findings, groups] of [lists[0], lists[3], lists[4]]) {
    const [path = '', query = ''] = groups.split('?')
    const rows = await every(`${findings}filter[check_id]=${many}`)
    const found = await every(`${path}/${many}/resources?${query}`)
    const linked = rows.map((row) => row.linked('resources')[0] ?? row.id)
    deepEqual(found.map(({ id }) => id).toSorted(), [...new Set(linked)].toSorted(), groups)
    for (const row of found) {
      const finding = rows.find(({ id }) => id === row.text('finding_id')) as Item
      const shared = [
        'status',
        'severity',
        'delta',
        'muted',
        'muted_reason',
        'first_seen_at',
      ] as const
      for (const name of shared) equal(row.at(name), finding.at(name), name)
      for (const name of ['triage_id', 'triage_status', 'triage_notes_count', 'finding_uid'])
        equal(row.at(name), finding.at(name), name)
      equal(row.at('last_seen_at'), finding.at('inserted_at'))
      const { item } = await acme.get(`/resources/${row.id}`)
      for (const name of ['uid', 'name', 'service', 'region', 'type'])
        equal(row.at('resource', name), item.at(name), name)
      equal(row.at('provider', 'uid'), '123456789012')
    }
  }
})

test('the resources of a group are filtered as findings are, and sorted the worst first', async () => {
  const path = `/finding-groups/latest/${many}/resources`
  const all = await every(`${path}?`)
  const muted = await every(`${path}?filter[muted]=true`)
  equal(muted.length, 1)
  equal((await every(`${path}?filter[include_muted]=false`)).length, all.length - 1)
  for (const status of ['FAIL', 'PASS'])
    ok(
      (await every(`${path}?filter[status]=${status}`)).every((row) => row.at('status') === status),
    )
  const order = all.map((row) => ['MANUAL', 'PASS', 'FAIL'].indexOf(row.text('status')))
  deepEqual(
    order,
    order.toSorted((one, other) => other - one),
  )
  for (const key of ['status', 'severity', 'delta', 'first_seen_at', 'last_seen_at']) {
    const ids = (
      await every(`${path}?sort=${key},-status`.replace('status,-status', 'status'))
    ).map(({ id }) => id)
    deepEqual(ids.toSorted(), all.map(({ id }) => id).toSorted())
  }
})

test('a check that nobody knows is not found; one that matches nothing is an empty list', async () => {
  for (const path of ['/finding-groups', '/finding-groups/latest']) {
    equal((await acme.get(`${path}/no_such_check/resources`)).status, 404)
    const nothing = await acme.get(`${path}/${many}/resources?filter[provider]=${newId()}`)
    deepEqual([nothing.status, nothing.items], [200, []])
    deepEqual((await rival.get(`${path}/${many}/resources`)).items, [])
    deepEqual((await rival.get(path)).items, [])
  }
})

test('the latest groups take a window along and are not moved by it', async () => {
  const past = await acme.get('/finding-groups/latest?filter[inserted_at__lte]=2020-01-01')
  equal(past.count, (await acme.get('/finding-groups/latest')).count)
  equal((await acme.get('/finding-groups?filter[inserted_at__lte]=2020-01-01')).count, 0)
})

test('groups take dotted lookups, sparse fields, and refuse what they do not know', async () => {
  const dotted = await acme.get(`/finding-groups/latest?filter[provider_id.in]=${provider}`)
  equal(dotted.count, (await acme.get('/finding-groups/latest')).count)
  const { items } = await acme.get('/finding-groups?fields[finding-groups]=fail_count&page[size]=1')
  deepEqual(Object.keys(items[0]?.attributes ?? {}), ['fail_count'])
  const sparse = await acme.get(
    `/finding-groups/latest/${many}/resources?fields[finding-group-resources]=status`,
  )
  deepEqual(Object.keys(sparse.items[0]?.attributes ?? {}), ['status'])
  for (const query of ['filter[id]=x', 'sort=nothing', 'filter[status]=BAD', 'include=resources'])
    equal((await acme.get(`/finding-groups?${query}`)).status, 400, query)
})
