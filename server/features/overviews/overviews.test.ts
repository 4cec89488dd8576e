/** The numbers of the first page over HTTP, compared with the findings one by one. */
import { deepEqual, equal, match, ok } from 'node:assert/strict'
import { after, test } from 'node:test'
import { aws } from '@plumbline/scanner'
import { type Client, type Item, world } from '../../testing/index.ts'
import { member, showTo } from '../../testing/member.ts'
import { type Says, type Looked, Player } from '../../testing/findings-model/player.ts'

const w = await world()
after(async () => {
  await w.close()
  await w.test.close()
})

const at = (minute: number): string => new Date(Date.UTC(2026, 0, 1, 0, minute)).toISOString()
/** With the day after it: where midnight passes within a test, an answer shows both all the same. */
const [today = '', tomorrow = ''] = [0, 1].map((days) =>
  new Date(Date.now() + days * 864e5).toISOString().slice(0, 10),
)

/** Checks that are there, of several categories and groups. */
const checks = [
  'iam_root_mfa_enabled',
  'iam_no_root_access_key',
  's3_bucket_secure_transport_policy',
  's3_bucket_public_access',
  'ec2_instance_imdsv2_enabled',
] as const
const says = (check: string, on: string, status: Says['status'], severity?: Says['severity']) => ({
  check,
  on,
  status,
  ...(severity && { severity }),
})
const first: Readonly<Record<string, Looked>> = {
  'iam/us': {
    says: [
      says(checks[0], 'iam/us:root', 'FAIL', 'critical'),
      says(checks[1], 'iam/us:root', 'PASS', 'critical'),
    ],
  },
  's3/eu': {
    says: [
      says(checks[2], 's3/eu:a', 'FAIL', 'medium'),
      says(checks[2], 's3/eu:b', 'PASS', 'medium'),
      says(checks[3], 's3/eu:a', 'MANUAL', 'high'),
    ],
  },
  'ec2/eu': { says: [says(checks[4], 'ec2/eu:i', 'FAIL', 'high')] },
}
const second: Readonly<Record<string, Looked>> = {
  ...first,
  's3/eu': {
    says: [
      says(checks[2], 's3/eu:a', 'PASS', 'medium'),
      says(checks[2], 's3/eu:b', 'PASS', 'medium'),
      says(checks[2], 's3/eu:c', 'FAIL', 'low'),
      says(checks[3], 's3/eu:a', 'FAIL', 'high'),
    ],
  },
}

async function connected(): Promise<{ user: Client; player: Player }> {
  const user = await w.user()
  return { user, player: await Player.join(w.test, user.tenantId) }
}
async function scanned() {
  const { user, player } = await connected()
  const one = await player.full(first, at(1))
  const two = await player.full(second, at(2))
  return { user, player, scans: [one, two] as const }
}

const paths = [
  '/overviews/providers',
  '/overviews/providers/count',
  '/overviews/findings',
  '/overviews/findings_severity',
  `/overviews/findings_severity/timeseries?filter[date_from]=${today}&filter[date_to]=${tomorrow}`,
  '/overviews/services',
  '/overviews/provider-services',
  '/overviews/regions',
  '/overviews/attack-surfaces',
  '/overviews/categories',
  '/overviews/resource-groups',
  '/overviews/threatscore',
  '/overviews/compliance-watchlist',
] as const
const overview = async (user: Client, path: string) => {
  const answer = await user.get(`/overviews/${path}`)
  equal(answer.status, 200, answer.text)
  return answer
}
const table = (items: readonly Item[], ...names: readonly string[]) =>
  Object.fromEntries(items.map((item) => [item.id, names.map((name) => item.at(name))]))

interface Listed {
  readonly check: string
  readonly status: string
  readonly muted: boolean
  readonly delta: unknown
  readonly severity: string
  readonly service: string
  readonly region: string
  readonly resource: string
}
/** The findings of a scan, read one by one. */
async function findingsOf(user: Client, scan: string): Promise<Listed[]> {
  const { items, included } = await user.get(
    `/findings?filter[scan]=${scan}&page[size]=100&include=resources`,
  )
  const places = new Map(included.map((one) => [one.id, one]))
  return items.map((item) => {
    const resource = places.get(item.linked('resources')[0] ?? '')
    return {
      check: item.text('check_id'),
      status: item.text('status'),
      muted: item.at('muted') === true,
      delta: item.at('delta'),
      severity: item.text('severity'),
      service: resource?.text('service') ?? '',
      region: resource?.text('region') ?? '',
      resource: resource?.id ?? '',
    }
  })
}
const counts = (all: readonly Listed[]) => [
  all.length,
  all.filter(({ status, muted }) => status === 'FAIL' && !muted).length,
  all.filter(({ muted }) => muted).length,
  all.filter(({ status, muted }) => status === 'PASS' && !muted).length,
]
const columns = ['total', 'fail', 'muted', 'pass'] as const
const grouped = (all: readonly Listed[], of: (one: Listed) => readonly string[]) =>
  Object.fromEntries(
    [...new Set(all.flatMap(of))].map((key) => [key, all.filter((one) => of(one).includes(key))]),
  )

test('every overview says what the findings of the latest scan say, also once some are muted', async () => {
  const { user, player, scans } = await scanned()
  const check = async (): Promise<void> => {
    const all = await findingsOf(user, scans[1].id)
    equal(all.length, 7)
    const sums = (of: (one: Listed) => readonly string[]) =>
      Object.fromEntries(Object.entries(grouped(all, of)).map(([key, list]) => [key, counts(list)]))
    deepEqual(
      table((await overview(user, 'services')).items, ...columns),
      sums(({ service }) => [service]),
    )
    deepEqual(
      table((await overview(user, 'provider-services')).items, ...columns),
      sums(({ service }) => [`${player.providerId}:${service}`]),
    )
    deepEqual(
      table((await overview(user, 'regions')).items, ...columns),
      sums(({ region }) => [`aws:${region}`]),
    )
    const { item } = await overview(user, 'findings')
    equal(item.id, 'n/a')
    const open = all.filter(({ muted }) => !muted)
    const deltas = (list: readonly Listed[], delta: unknown) =>
      list.filter((one) => one.delta === delta).length
    const muted = all.filter((one) => one.muted)
    const { first_results, without_results, since_previous_scan, ...plain } = item.attributes
    deepEqual(plain, {
      new: deltas(open, 'new'),
      changed: deltas(open, 'changed'),
      unchanged: deltas(open, null),
      fail_new: deltas(
        open.filter(({ status }) => status === 'FAIL'),
        'new',
      ),
      fail_changed: deltas(
        open.filter(({ status }) => status === 'FAIL'),
        'changed',
      ),
      pass_new: deltas(
        open.filter(({ status }) => status === 'PASS'),
        'new',
      ),
      pass_changed: deltas(
        open.filter(({ status }) => status === 'PASS'),
        'changed',
      ),
      muted_new: deltas(muted, 'new'),
      muted_changed: deltas(muted, 'changed'),
      ...Object.fromEntries(counts(all).map((count, index) => [columns[index], count])),
    })
    for (const status of ['', 'FAIL', 'PASS', 'FAIL,PASS']) {
      const query = status === '' ? '' : `?filter[status__in]=${status}`
      const severities = (await overview(user, `findings_severity${query}`)).item
      for (const severity of ['critical', 'high', 'medium', 'low', 'informational']) {
        const own = all.filter((one) => one.severity === severity)
        const asked = own.filter((one) => !one.muted && status.split(',').includes(one.status))
        equal(
          severities.at(severity),
          (status === '' ? own : asked).length,
          `${severity} ${status}`,
        )
      }
    }
    const categories = grouped(all, ({ check: id }) => aws.catalog.get(id)?.categories ?? [])
    deepEqual(
      table(
        (await overview(user, 'categories')).items,
        'total_findings',
        'failed_findings',
        'new_failed_findings',
      ),
      Object.fromEntries(
        Object.entries(categories).map(([key, list]) => {
          const failed = list.filter((one) => one.status === 'FAIL' && !one.muted)
          return [key, [list.length, failed.length, deltas(failed, 'new')]]
        }),
      ),
    )
    const groups = grouped(all, ({ check: id }) => [aws.catalog.get(id)?.resource_group ?? ''])
    deepEqual(
      table((await overview(user, 'resource-groups')).items, 'total_findings', 'resources_count'),
      Object.fromEntries(
        Object.entries(groups).map(([key, list]) => [
          key,
          [list.length, new Set(list.map(({ resource }) => resource)).size],
        ]),
      ),
    )
    const surfaces = ['internet-exposed', 'secrets', 'privilege-escalation', 'ec2-imdsv1']
    deepEqual(
      table(
        (await overview(user, 'attack-surfaces')).items,
        'total_findings',
        'failed_findings',
        'muted_failed_findings',
      ),
      Object.fromEntries(
        surfaces.map((surface) => {
          const list = categories[surface] ?? []
          const failed = list.filter(({ status }) => status === 'FAIL')
          return [
            surface,
            [
              list.length,
              failed.filter((one) => !one.muted).length,
              failed.filter((one) => one.muted).length,
            ],
          ]
        }),
      ),
    )
    const [provider] = (await overview(user, 'providers')).items
    equal(provider?.id, 'aws')
    deepEqual(
      ['total', 'fail', 'muted', 'pass'].map((name) => provider?.at('findings', name)),
      counts(all),
    )
    equal(provider?.at('resources', 'total'), new Set(all.map(({ resource }) => resource)).size)
    const completed = (await user.get(`/scans/${scans[1].id}`)).item.text('completed_at')
    const from = completed.slice(0, 10)
    const [day] = (await overview(user, `findings_severity/timeseries?filter[date_from]=${from}`))
      .items
    equal(day?.id, from)
    const failed = all.filter(({ status }) => status === 'FAIL')
    for (const severity of ['critical', 'high', 'medium', 'low', 'informational'])
      equal(
        day?.at(severity),
        failed.filter((one) => one.severity === severity && !one.muted).length,
      )
    equal(day?.at('muted'), failed.filter((one) => one.muted).length)
    deepEqual(day?.texts('scan_ids'), [scans[1].id])
  }
  await check()
  const some = (await user.get(`/findings?filter[scan]=${scans[1].id}&page[size]=100`)).items
  const muted = some.filter((item) =>
    [checks[2], checks[4]].some((id) => id === item.text('check_id')),
  )
  await user.make('/mute-rules', 'mute-rules', {
    name: 'Noise',
    reason: 'A test account.',
    finding_ids: muted.map(({ id }) => id),
  })
  await check()
})

test('no overview moves while partial scans, a running scan and a failed one come and go', async () => {
  const { user, player } = await scanned()
  const answers = (): Promise<string[]> =>
    Promise.all(
      paths.map(async (path) => {
        const answer = await user.get(path)
        equal(answer.status, 200, `${path}: ${answer.text}`)
        return answer.text
      }),
    )
  const before = await answers()
  await player.partial(
    { says: [says(checks[2], 's3/eu:c', 'PASS')], vanished: ['ec2/eu:i'] },
    at(3),
  )
  deepEqual(await answers(), before)
  const running = await player.begin('full', at(4))
  await player.unit(running, 's3/eu', { says: [says(checks[2], 's3/eu:z', 'FAIL')] }, at(4))
  deepEqual(await answers(), before)
  await w.test.administer(`update scans set state = 'failed' where id = '${running.id}'`)
  deepEqual(await answers(), before)
  await player.full({ 's3/eu': { says: [says(checks[2], 's3/eu:a', 'FAIL')] } }, at(5))
  const after = await answers()
  const same = paths.filter((_, index) => after[index] === before[index])
  deepEqual(same, ['/overviews/providers/count'])
})

test('a scan that does not say when it completed is the latest in every place alike', async () => {
  const { user, player } = await connected()
  const scan = await player.full(first, at(1))
  await w.test.administer(`update scans set completed_at = null where id = '${scan.id}'`)
  const whole = 7 - 1
  const provider = `filter[provider_id]=${player.providerId}`
  equal((await overview(user, `findings?${provider}`)).item.at('total'), whole)
  const of = async (path: string, name: string) =>
    (await overview(user, path)).items.reduce((sum, item) => sum + item.number(name), 0)
  equal(await of('services', 'total'), whole)
  equal(await of('regions', 'total'), whole)
  equal((await overview(user, 'providers')).items[0]?.at('findings', 'total'), whole)
  const severities = (await overview(user, 'findings_severity')).item.attributes
  equal(
    Object.values(severities).reduce((sum: number, count) => sum + Number(count), 0),
    whole,
  )
  ok((await of('categories', 'total_findings')) > 0)
  ok((await of('resource-groups', 'resources_count')) > 0)
  ok((await of('attack-surfaces', 'failed_findings')) > 0)
  const [snapshot] = (await overview(user, 'threatscore')).items
  equal(snapshot?.id, scan.id)
  deepEqual(snapshot?.linked('scan'), [scan.id])
  const day = at(1).slice(0, 10)
  const series = await overview(
    user,
    `findings_severity/timeseries?filter[date_from]=${day}&filter[date_to]=${day}`,
  )
  deepEqual(series.items[0]?.texts('scan_ids'), [scan.id])
  const byProvider = await user.get(`/compliance-overviews?${provider}&page[size]=100`)
  const byScan = await user.get(`/compliance-overviews?filter[scan_id]=${scan.id}&page[size]=100`)
  deepEqual(
    byProvider.items.map(({ attributes }) => attributes),
    byScan.items.map(({ attributes }) => attributes),
  )
  const watched = await overview(user, 'compliance-watchlist')
  deepEqual(
    watched.items.map((item) => [item.id, item.at('requirements_failed')]),
    byScan.items.map((item) => [item.id, item.at('requirements_failed')]),
  )
  for (const path of ['findings/latest', 'resources/latest'])
    ok((await user.get(`/${path}`)).count > 0, path)
})

test('overviews are narrowed by providers, regions, words and days', async () => {
  const { user, player, scans } = await scanned()
  const other = await Player.join(w.test, user.tenantId)
  const third = await other.full({ 's3/us': { says: [says(checks[2], 'x', 'FAIL')] } }, at(3))
  const total = async (query: string) =>
    (await overview(user, `findings?${query}`)).item.number('total')
  equal(await total(''), 8)
  equal(await total(`filter[provider_id]=${player.providerId}`), 7)
  equal(await total(`filter[provider_id__in]=${other.providerId}`), 1)
  equal(await total('filter[provider_type]=gcp'), 0)
  equal(await total('filter[region]=us'), 3)
  equal(await total('filter[region__in]=us,eu'), 8)
  equal(await total('filter[region__icontains]=U'), 8)
  equal(await total('filter[search]=IMDS'), 1)
  equal(await total('filter[search]=ec2'), 1)
  equal(await total('filter[inserted_at__lte]=1999-01-01'), 0)
  await w.test.administer(`
    update scans set completed_at = '2026-02-03T04:05:06Z' where id = '${scans[0].id}';
    update scans set completed_at = '2026-02-04T04:05:06Z' where id in ('${scans[1].id}', '${third.id}')`)
  equal(await total('filter[inserted_at]=2026-02-04'), 8)
  equal(await total(`filter[inserted_at]=2026-02-03&filter[provider_id]=${player.providerId}`), 6)
  equal(await total('filter[inserted_at__lte]=2026-02-03T04:05:06.000Z'), 6)
  equal(await total('filter[inserted_at__lte]=2026-02-03T04:05:05.999Z'), 0)
  const ids = async (path: string) => (await overview(user, path)).ids
  deepEqual(await ids('services?sort=-total'), ['s3', 'iam', 'ec2'])
  const places = await overview(
    user,
    `provider-services?filter[provider_id]=${other.providerId}&include=provider`,
  )
  deepEqual(
    places.items.map((item) => [item.at('service'), item.linked('provider'), item.at('fail')]),
    [['s3', [other.providerId], 1]],
  )
  deepEqual((await ids('provider-services?sort=-fail'))[0], `${player.providerId}:s3`)
  deepEqual(await ids('regions?filter[region]=eu'), ['aws:eu'])
  deepEqual(await ids('resource-groups?filter[resource_group]=storage'), ['storage'])
  const [category = ''] = await ids('categories?sort=-severity')
  deepEqual(await ids(`categories?filter[category__in]=${category},nothing`), [category])
  deepEqual((await ids('categories?page[size]=1&page[number]=2')).length, 1)
  deepEqual(await ids('compliance-watchlist?filter[search]=cis_2.0'), ['cis_2.0_aws'])
  deepEqual(
    (await ids('compliance-watchlist?sort=-id')).toReversed(),
    await ids('compliance-watchlist'),
  )
})

test('the series holds what each account last had, day by day', async () => {
  const { user, player, scans } = await scanned()
  await w.test.administer(`
    update severity_days set day = '2026-01-10' where scan_id = '${scans[1].id}';
    update scans set completed_at = '2026-01-10T12:00:00Z' where id = '${scans[1].id}';
    update scans set completed_at = '2026-01-01T12:00:00Z' where id = '${scans[0].id}';
    insert into severity_days (tenant_id, provider_id, day, scan_id, critical, high, medium, low, informational, muted)
    values ('${user.tenantId}', '${player.providerId}', '2026-01-01', '${scans[0].id}', 1, 1, 1, 0, 0, 0)`)
  const ask = (query: string) => user.get(`/overviews/findings_severity/timeseries?${query}`)
  const rows = (await ask('filter[date_from]=2025-12-31&filter[date_to]=2026-01-11')).items
  equal(rows.length, 12)
  const days = rows.map((row) => [row.id, row.at('critical'), row.at('high'), row.at('low')])
  deepEqual(days[0], ['2025-12-31', 0, 0, 0])
  deepEqual(days[1], ['2026-01-01', 1, 1, 0])
  deepEqual(days[9], ['2026-01-09', 1, 1, 0])
  deepEqual(days[10], ['2026-01-10', 1, 2, 1])
  deepEqual(days[11], ['2026-01-11', 1, 2, 1])
  const later = (await ask('filter[date_from]=2026-01-05&filter[date_to]=2026-01-05')).items
  deepEqual(later[0]?.texts('scan_ids'), [scans[0].id])
  const uid = (await user.get(`/providers/${player.providerId}`)).item.text('uid')
  const searched = (word: string) =>
    ask(`filter[date_from]=2026-01-05&filter[date_to]=2026-01-05&filter[search]=${word}`)
  equal((await searched(uid)).items[0]?.at('critical'), 1)
  equal((await searched('nobody')).items[0]?.at('critical'), 0)
  for (const [query, parameter] of [
    ['', 'filter[date_from]'],
    ['filter[date_from]=2026-01-05&filter[date_to]=2026-01-04', 'filter[date_to]'],
    ['filter[date_from]=2025-01-01&filter[date_to]=2026-01-02', 'filter[date_from]'],
    ['filter[date_from]=yesterday', 'filter[date_from]'],
  ] as const) {
    const answer = await ask(query)
    equal(answer.status, 400, query)
    equal(answer.fault.source?.parameter, parameter)
  }
  equal((await ask('filter[date_from]=2025-01-01&filter[date_to]=2026-01-01')).items.length, 366)
})

test('the score says how it moved, and what fails that would cost most', async () => {
  const { user, player } = await connected()
  await player.full({ 'iam/us': { says: [says(checks[0], 'iam/us:root', 'PASS')] } }, at(1))
  const two = await player.full(
    { 'iam/us': { says: [says(checks[0], 'iam/us:root', 'FAIL')] } },
    at(2),
  )
  const ask = (query = '') => overview(user, `threatscore?${query}`)
  const { items, included } = await ask('include=scan,provider')
  equal(items.length, 1)
  const [item] = items
  ok(item)
  equal(item.id, two.id)
  equal(item.at('compliance_id'), 'prowler_threatscore_1.0_aws')
  equal(item.at('overall_score'), '0.00')
  equal(item.at('score_delta'), '-100.00')
  match(String(item.at('overall_score')), /^-?\d{0,3}(?:\.\d{0,2})?$/)
  const [worst] = item.at('critical_requirements') as { title: string; total_findings: number }[]
  ok(worst && worst.title.length > 0 && worst.total_findings === 1)
  deepEqual(new Set(included.map(({ type }) => type)), new Set(['scans', 'providers']))
  const total = item.number('total_requirements')
  equal(
    ['passed_requirements', 'failed_requirements', 'manual_requirements'].reduce(
      (sum, name) => sum + item.number(name),
      0,
    ),
    total,
  )
  const other = await Player.join(w.test, user.tenantId)
  await other.full({ 'iam/us': { says: [says(checks[0], 'iam/us:root', 'PASS')] } }, at(3))
  const [whole, ...each] = (await ask()).items
  deepEqual([whole?.id, whole?.at('overall_score'), each.length], ['all', '50.00', 2])
  equal((await ask(`filter[provider_id]=${other.providerId}`)).items.length, 1)
  const [named] = (await ask(`snapshot_id=${two.id}`)).items
  equal(named?.at('overall_score'), '0.00')
  for (const id of [player.providerId, (await other.begin('full', at(4))).id])
    equal((await user.get(`/overviews/threatscore?snapshot_id=${id}`)).status, 404)
})

test('a member sees the numbers of the providers that his roles see, and of no other', async () => {
  const { user, player } = await scanned()
  const hidden = await Player.join(w.test, user.tenantId)
  const other = await hidden.full(first, at(1))
  const { client, roleId } = await member(w, user)
  for (const path of paths) {
    const answer = await client.get(path)
    equal(answer.status, 200, answer.text)
    for (const word of [player.providerId, hidden.providerId, other.id])
      ok(!answer.text.includes(word), path)
  }
  equal((await overview(client, 'findings')).item.at('total'), 0)
  deepEqual((await overview(client, 'providers/count')).items, [])
  await showTo(w, { tenantId: user.tenantId, roleId, providerId: player.providerId })
  equal((await overview(client, 'findings')).item.at('total'), 7)
  equal((await overview(user, 'findings')).item.at('total'), 13)
  deepEqual(table((await overview(client, 'providers/count')).items, 'count'), { aws: [1] })
  deepEqual(table((await overview(user, 'providers/count')).items, 'count'), { aws: [2] })
  for (const path of paths) {
    const { text } = await client.get(path)
    for (const word of [hidden.providerId, other.id]) ok(!text.includes(word), path)
  }
  equal((await client.get(`/overviews/threatscore?snapshot_id=${other.id}`)).status, 404)
})
