/** Frameworks over HTTP, compared with an assessment of the findings one by one. */
import { deepEqual, equal, match, ok } from 'node:assert/strict'
import { after, test } from 'node:test'
import { checksOf, framework, frameworksOf } from '@plumbline/scanner/frameworks'
import { type Client, type Item, world } from '../../testing/index.ts'
import { member, showTo } from '../../testing/member.ts'
import type { Status } from '../versions/codes.ts'
import { Player, type Looked } from '../../testing/findings-model/player.ts'

const w = await world()
after(async () => {
  await w.close()
  await w.test.close()
})

const at = (minute: number): string => new Date(Date.UTC(2026, 0, 1, 0, minute)).toISOString()
const cis = 'cis_2.0_aws'
const mfa = 'iam_root_mfa_enabled'
const key = 'iam_no_root_access_key'
const encryption = 's3_bucket_secure_transport_policy'

type Verdicts = readonly (readonly [check: string, on: string, status: Status])[]
const looked = (verdicts: Verdicts): Looked => ({
  says: verdicts.map(([check, on, status]) => ({ check, on, status })),
})
async function connected(): Promise<{ user: Client; player: Player }> {
  const user = await w.user()
  return { user, player: await Player.join(w.test, user.tenantId) }
}
const overviews = async (user: Client, query: string): Promise<readonly Item[]> => {
  const answer = await user.get(`/compliance-overviews?page[size]=100&${query}`)
  equal(answer.status, 200, answer.text)
  return answer.items
}
const requirements = async (
  user: Client,
  query: string,
  id = cis,
): Promise<ReadonlyMap<string, string>> => {
  const path = `/compliance-overviews/requirements?filter[compliance_id]=${id}&${query}`
  const answer = await user.get(path)
  equal(answer.status, 200, answer.text)
  return new Map(answer.items.map((item) => [item.id, item.text('status')]))
}
/** The requirements of a framework that name a check, and no other one of these. */
async function requirementsWith(check: string, id = cis): Promise<string[]> {
  const one = await framework(id)
  ok(one)
  return one.requirements
    .filter((requirement) => checksOf(one, requirement).includes(check))
    .map((requirement) => requirement.id)
}

test('every framework of a provider is listed with the requirements that pass, fail or need manual review', async () => {
  const { user, player } = await connected()
  const scan = await player.full(
    {
      'iam/eu': looked([
        [mfa, 'root', 'PASS'],
        [key, 'root', 'FAIL'],
      ]),
      's3/eu': looked([[encryption, 'a', 'MANUAL']]),
    },
    at(1),
  )
  const byScan = await overviews(user, `filter[scan_id]=${scan.id}`)
  const expected = frameworksOf('aws').map(({ id }) => id)
  deepEqual(
    byScan.map(({ id }) => id),
    expected.toSorted(),
  )
  for (const item of byScan) {
    const { id } = item
    const statuses = [...(await requirements(user, `filter[scan_id]=${scan.id}`, id)).values()]
    const count = (status: string): number => statuses.filter((one) => one === status).length
    deepEqual(
      [
        item.at('requirements_passed'),
        item.at('requirements_failed'),
        item.at('requirements_manual'),
        item.at('total_requirements'),
      ],
      [count('PASS'), count('FAIL'), count('MANUAL'), statuses.length],
      id,
    )
  }
  const statuses = await requirements(user, `filter[scan_id]=${scan.id}`)
  for (const id of await requirementsWith(key)) equal(statuses.get(id), 'FAIL')
  for (const id of await requirementsWith(encryption)) equal(statuses.get(id), 'MANUAL')
  const [passing = ''] = await requirementsWith(mfa)
  equal(statuses.get(passing), 'PASS')
  const latest = await overviews(user, `filter[provider_id]=${player.providerId}`)
  deepEqual(
    latest.map(({ attributes }) => attributes),
    byScan.map(({ attributes }) => attributes),
  )
})

test('each check that a framework names is told with how it came out', async () => {
  const { user, player } = await connected()
  const scan = await player.full(
    {
      'iam/eu': looked([
        [mfa, 'root', 'PASS'],
        [key, 'root', 'FAIL'],
        [key, 'other', 'PASS'],
      ]),
      's3/eu': looked([[encryption, 'a', 'MANUAL']]),
    },
    at(1),
  )
  const path = `/compliance-overviews/checks?filter[compliance_id]=${cis}&filter[scan_id]=${scan.id}`
  const byCheck = new Map((await user.get(path)).items.map((item) => [item.text('check_id'), item]))
  const outcome = (check: string) => {
    const item = byCheck.get(check)
    return [
      item?.at('state'),
      item?.at('pass_count'),
      item?.at('fail_count'),
      item?.at('manual_count'),
    ]
  }
  deepEqual(outcome(mfa), ['passed', 1, 0, 0])
  deepEqual(outcome(key), ['failed', 1, 1, 0])
  deepEqual(outcome(encryption), ['unread', 0, 0, 1])
  deepEqual(outcome('iam_root_hardware_mfa_enabled'), ['missing', 0, 0, 0])
  const one = await framework(cis)
  ok(one)
  const named = new Set(one.requirements.flatMap((requirement) => checksOf(one, requirement)))
  deepEqual([...byCheck.keys()].toSorted(), [...named].toSorted())
})

test('either one scan is named or providers are', async () => {
  const { user, player } = await connected()
  const scan = await player.full({ 'iam/eu': looked([[mfa, 'root', 'PASS']]) }, at(1))
  for (const path of ['', '/metadata', '/requirements', '/checks']) {
    const ask = (query: string) =>
      user.get(`/compliance-overviews${path}?filter[compliance_id]=${cis}&${query}`)
    const neither = await ask('filter[framework]=CIS')
    equal(neither.status, 400)
    deepEqual(neither.fault.source, { parameter: 'filter[scan_id]' })
    equal(neither.fault.code, 'required')
    const both = await ask(`filter[scan_id]=${scan.id}&filter[provider_type]=aws`)
    deepEqual([both.status, both.fault.code], [400, 'conflict'])
    equal((await ask(`filter[scan_id]=${scan.id}`)).status, 200)
    equal((await ask('filter[provider_type__in]=aws,gcp')).status, 200)
    equal((await ask('filter[provider_type.in]=aws')).status, 200)
  }
})

test('a partial scan has no compliance, nor has one that has not completed', async () => {
  const { user, player } = await connected()
  const full = await player.full({ 's3/eu': looked([[encryption, 's3/eu:a', 'FAIL']]) }, at(1))
  const partial = await player.partial(looked([[encryption, 's3/eu:a', 'PASS']]), at(2))
  const running = await player.begin('full', at(3))
  const ask = (path: string, id: string) =>
    user.get(`/compliance-overviews${path}?filter[scan_id]=${id}&filter[compliance_id]=${cis}`)
  for (const path of ['', '/metadata', '/requirements', '/checks', '/attributes']) {
    const fault = (await ask(path, partial.id)).fault
    deepEqual(
      [fault.status, fault.detail, fault.source],
      ['400', 'A partial scan has no compliance results.', { parameter: 'filter[scan_id]' }],
      path,
    )
    equal((await ask(path, running.id)).fault.code, 'not_completed')
    equal((await ask(path, full.id)).status, 200)
    equal((await ask(path, player.providerId)).status, 404)
  }
})

test('compliance stands still while partial scans, a running scan and a failed one come and go', async () => {
  const { user, player } = await connected()
  await player.full(
    {
      'iam/eu': looked([[mfa, 'iam/eu:root', 'FAIL']]),
      's3/eu': looked([[encryption, 's3/eu:a', 'PASS']]),
    },
    at(1),
  )
  const query = `filter[provider_id]=${player.providerId}`
  const answers = async (): Promise<string[]> =>
    Promise.all(
      [
        `/compliance-overviews?${query}`,
        `/compliance-overviews/metadata?${query}`,
        `/compliance-overviews/requirements?${query}&filter[compliance_id]=${cis}`,
      ].map(async (path) => (await user.get(path)).text),
    )
  const before = await answers()
  await player.partial({ ...looked([[mfa, 'iam/eu:root', 'PASS']]), vanished: ['s3/eu:a'] }, at(2))
  deepEqual(await answers(), before)
  const running = await player.begin('full', at(3))
  await player.unit(running, 'iam/eu', looked([[mfa, 'iam/eu:root', 'PASS']]), at(3))
  deepEqual(await answers(), before)
  await w.test.administer(`update scans set state = 'failed' where id = '${running.id}'`)
  deepEqual(await answers(), before)
  await player.full({ 'iam/eu': looked([[mfa, 'iam/eu:root', 'PASS']]) }, at(4))
  ok((await answers())[0] !== before[0])
})

test('a muted fail does not fail a requirement, and proves nothing either', async () => {
  const { user, player } = await connected()
  const scan = await player.full({ 'iam/eu': looked([[key, 'iam/eu:root', 'FAIL']]) }, at(1))
  const [id = ''] = await requirementsWith(key)
  const status = async () =>
    (await requirements(user, `filter[provider_id]=${player.providerId}`)).get(id)
  equal(await status(), 'FAIL')
  const finding = (await user.get(`/findings?filter[scan]=${scan.id}`)).item
  const rule = await user.make('/mute-rules', 'mute-rules', {
    name: 'Known',
    reason: 'On its way out.',
    finding_ids: [finding.id],
  })
  equal(await status(), 'MANUAL')
  await user.ask('DELETE', `/mute-rules/${rule.id}`)
  equal(await status(), 'FAIL')
})

test('what somebody verified by hand passes a requirement', async () => {
  const { user, player } = await connected()
  const scan = await player.full({ 'iam/eu': looked([[key, 'iam/eu:root', 'MANUAL']]) }, at(1))
  const [id = ''] = await requirementsWith(key)
  const status = async () =>
    (await requirements(user, `filter[provider_id]=${player.providerId}`)).get(id)
  equal(await status(), 'MANUAL')
  const finding = (await user.get(`/findings?filter[scan]=${scan.id}`)).item
  const attested = await user.ask('PATCH', `/findings/${finding.id}/triage`, {
    data: {
      type: 'finding-triages',
      attributes: { status: 'resolved', note: 'Seen in the console.' },
    },
  })
  equal(attested.status, 200, attested.text)
  equal(await status(), 'PASS')
})

test('a check that was refused somewhere lets nothing pass', async () => {
  const { user, player } = await connected()
  const scan = await player.full({ 'iam/eu': looked([[mfa, 'root', 'PASS']]) }, at(1))
  const [id = ''] = await requirementsWith(mfa)
  const status = async (more = '') =>
    (await requirements(user, `filter[scan_id]=${scan.id}${more}`)).get(id)
  equal(await status(), 'PASS')
  await w.test.administer(`
    insert into scan_coverage (tenant_id, scan_id, unit, check_id, service, region, resource_type, outcome, count)
    values ('${user.tenantId}', '${scan.id}', 'iam/us', '${mfa}', 'iam', 'us', '', 'denied', 1);
    update provider_revisions set revision = revision + 1 where provider_id = '${player.providerId}'`)
  equal(await status(), 'MANUAL')
  equal(await status('&filter[region]=eu'), 'PASS')
})

test('what a scan could not read is not held against it from before', async () => {
  const { user, player } = await connected()
  await player.full({ 'iam/eu': looked([[key, 'a', 'FAIL']]) }, at(1))
  const scan = await player.full(
    { 'iam/eu': { ...looked([[mfa, 'a', 'PASS']]), unread: [`${key} a`] } },
    at(2),
  )
  equal((await user.get(`/findings?filter[scan]=${scan.id}&filter[check_id]=${key}`)).count, 0)
  const [id = ''] = await requirementsWith(key)
  equal((await requirements(user, `filter[scan_id]=${scan.id}`)).get(id), 'MANUAL')
  equal((await user.get(`/findings/latest?filter[check_id]=${key}`)).count, 1)
})

test('regions are listed, and narrow what is looked at', async () => {
  const { user, player } = await connected()
  const scan = await player.full(
    {
      's3/eu': looked([[encryption, 'a', 'PASS']]),
      's3/us': looked([[encryption, 'b', 'FAIL']]),
      'iam/global': looked([[mfa, 'root', 'PASS']]),
    },
    at(1),
  )
  const query = `filter[scan_id]=${scan.id}`
  const regions = async (more = '') =>
    (await user.get(`/compliance-overviews/metadata?${query}${more}`)).item.texts('regions')
  deepEqual(await regions(), ['eu', 'global', 'us'])
  deepEqual(await regions('&filter[framework]=CIS&filter[region__in]=eu,us'), ['eu', 'us'])
  deepEqual(await regions('&filter[compliance_id]=gdpr_aws&filter[region]=nowhere'), [])
  const [id = ''] = await requirementsWith(encryption)
  const status = async (more: string) => (await requirements(user, query + more)).get(id)
  equal(await status('&filter[region]=eu'), 'PASS')
  equal(await status('&filter[region__in]=eu,us'), 'FAIL')
  equal(await status('&filter[region__icontains]=GLOB'), 'MANUAL')
})

test('frameworks are filtered, sorted and paged', async () => {
  const { user, player } = await connected()
  await player.full({ 'iam/eu': looked([[mfa, 'root', 'PASS']]) }, at(1))
  const base = `filter[provider_type]=aws`
  const ids = async (more: string) => (await overviews(user, `${base}&${more}`)).map(({ id }) => id)
  const all = await ids('')
  deepEqual(await ids(`filter[compliance_id]=${cis}`), [cis])
  deepEqual(await ids('filter[compliance_id__icontains]=Cis_2'), [cis])
  deepEqual(await ids('filter[compliance_id.icontains]=Cis_2'), [cis])
  deepEqual(await ids('filter[framework]=cis'), [])
  deepEqual(
    await ids('filter[framework__iexact]=cis'),
    all.filter((id) => id.startsWith('cis_') && !id.startsWith('cis_controls')),
  )
  deepEqual(await ids('filter[framework]=CIS&filter[version]=2.0'), [cis])
  deepEqual(await ids('filter[version__icontains]=2022/'), ['dora_2022_2554', 'nis2_2022_2555_aws'])
  deepEqual(await ids('filter[search]=gdpr'), ['gdpr_2016_679_aws'])
  for (const query of ['filter[compliance_id]=gdpr_aws', 'filter[search]=gdpr_aws'])
    deepEqual(await ids(query), ['gdpr_2016_679_aws']) // as clients know it
  deepEqual(await ids('sort=-compliance_id'), all.toReversed())
  const page = await user.get(`/compliance-overviews?${base}&page[size]=20&page[number]=2`)
  deepEqual(page.ids, all.slice(20, 40))
  equal(page.count, all.length)
  equal((await user.get(`/compliance-overviews?${base}`)).items.length, Math.min(50, all.length))
  deepEqual(await ids(`filter[inserted_at]=1999-01-01`), [])
})

test('requirements of one framework are named with what checks look at, and never with a standard’s text', async () => {
  const { user } = await connected()
  const ask = (query: string) => user.get(`/compliance-overviews/attributes?${query}`)
  const { items } = await ask(`filter[compliance_id]=${cis}`)
  const one = await framework(cis)
  deepEqual(
    items.map(({ id }) => id),
    one?.requirements.map(({ id }) => id),
  )
  const [id = ''] = await requirementsWith(mfa)
  const item = items.find((each) => each.id === id)
  ok(item)
  equal(item.at('compliance_name'), 'CIS 2.0 for AWS')
  ok(item.texts('attributes', 'check_ids').includes(mfa))
  match(item.text('description'), new RegExp(`^${id.replaceAll('.', '\\.')}: evaluated by`))
  const [attack] = (await ask('filter[compliance_id]=mitre_attack_aws')).items
  equal(
    attack?.text('attributes', 'technique_details', 'technique_url'),
    `https://attack.mitre.org/techniques/${attack?.id}/`,
  )
  equal((await ask('')).fault.source?.parameter, 'filter[compliance_id]')
  equal((await ask('filter[compliance_id]=cis_99_aws')).status, 404)
  const weighted = await user.get(
    '/compliance-overviews/requirements?filter[compliance_id]=prowler_threatscore_aws&filter[provider_type]=aws',
  )
  deepEqual(weighted.items, []) // nothing was scanned yet
})

test('requirements with a weight show how many findings passed', async () => {
  const { user, player } = await connected()
  const scan = await player.full(
    {
      'iam/eu': looked([
        [mfa, 'a', 'PASS'],
        [mfa, 'b', 'FAIL'],
        [mfa, 'c', 'MANUAL'],
      ]),
    },
    at(1),
  )
  const of = async (id: string) =>
    (
      await user.get(
        `/compliance-overviews/requirements?filter[compliance_id]=${id}&filter[scan_id]=${scan.id}`,
      )
    ).items
  const [weighted = ''] = await requirementsWith(mfa, 'prowler_threatscore_aws')
  const item = (await of('prowler_threatscore_aws')).find(({ id }) => id === weighted)
  deepEqual([item?.at('passed_findings'), item?.at('total_findings')], [1, 2])
  for (const { attributes } of await of(cis)) ok(!('passed_findings' in attributes))
})

test('a requirement says how many of its checks were judged, and passes only when all were', async () => {
  const { user, player } = await connected()
  const scan = await player.full({ 'iam/eu': looked([[mfa, 'root', 'PASS']]) }, at(1))
  const query = `filter[scan_id]=${scan.id}&filter[compliance_id]`
  const ask = async (id: string) =>
    (await user.get(`/compliance-overviews/requirements?${query}=${id}`)).items
  const [alone = ''] = await requirementsWith(mfa)
  const passed = (await ask(cis)).find(({ id }) => id === alone)
  equal(passed?.at('status'), 'PASS')
  equal(passed.at('status_reason'), 'all_passed')
  const together = (await ask('hipaa_aws')).filter((one) => one.number('checks', 'passed') > 0)
  ok(together.length > 0)
  for (const one of together) {
    equal(one.at('status'), 'MANUAL')
    equal(one.at('status_reason'), 'partly_judged')
    equal(
      one.number('checks', 'passed') + one.number('checks', 'missing'),
      one.number('checks', 'named'),
    )
  }
  const overview = (await overviews(user, `${query}=hipaa_2013_aws`)).at(0)
  equal(overview?.number('requirements_partial'), together.length)
  equal(overview?.number('requirements_passed'), 0)
  ok(overview.number('checks_judged') < overview.number('checks_named'))
  const attributes = (await user.get(`/compliance-overviews/attributes?${query}=hipaa_2013_aws`))
    .items
  for (const one of attributes)
    for (const id of one.texts('missing_check_ids'))
      ok(one.texts('attributes', 'check_ids').includes(id))
  ok(
    attributes.some((one) =>
      one.texts('missing_check_ids').includes('cloudtrail_bedrock_logging_enabled'),
    ),
  )
})

test('what was left out, cut by a cap or not there to look at counts as what it is', async () => {
  const { user, player } = await connected()
  const [id = ''] = await requirementsWith(mfa)
  const rows: [outcome: string, status: string, reason: string][] = [
    ['assessed', 'PASS', 'all_passed'],
    ['excluded', 'MANUAL', 'not_judged'],
    ['capped', 'MANUAL', 'not_judged'],
    ['denied', 'MANUAL', 'not_judged'],
  ]
  for (const [at_, [outcome, status, reason]] of rows.entries()) {
    const scan = await player.full({ 'iam/eu': looked([[mfa, 'root', 'PASS']]) }, at(at_ + 1))
    await w.test.administer(`
      insert into scan_coverage (tenant_id, scan_id, unit, check_id, service, region, resource_type, outcome, count)
      values ('${user.tenantId}', '${scan.id}', 'iam/us', '${mfa}', 'iam', 'us', 'AwsIamUser', '${outcome}', 1)`)
    const found = await user.get(
      `/compliance-overviews/requirements?filter[scan_id]=${scan.id}&filter[compliance_id]=${cis}`,
    )
    const one = found.items.find((each) => each.id === id)
    deepEqual([one?.at('status'), one?.at('status_reason')], [status, reason], outcome)
  }
})

test('a region that nobody could list is held against a requirement, whichever regions are asked for', async () => {
  const { user, player } = await connected()
  const [id = ''] = await requirementsWith(mfa)
  const scan = await player.full({ 'iam/eu': looked([[mfa, 'root', 'PASS']]) }, at(1))
  await w.test.administer(`
    insert into scan_coverage (tenant_id, scan_id, unit, check_id, service, region, resource_type, outcome, action, count)
    values ('${user.tenantId}', '${scan.id}', 'iam/eu', '${mfa}', 'iam', 'eu', 'AwsIamUser', 'assessed', '', 1),
           ('${user.tenantId}', '${scan.id}', '', '${mfa}', 'iam', '*', 'AwsIamUser', 'denied', 'x', 1)`)
  for (const more of [
    '',
    '&filter[region__in]=eu,us',
    '&filter[region]=eu',
    '&filter[region__icontains]=e',
  ])
    equal((await requirements(user, `filter[scan_id]=${scan.id}${more}`)).get(id), 'MANUAL', more)
})

test('a live finding that a newer scan did not read is not taken for mended', async () => {
  const { user, player } = await connected()
  const [id = ''] = await requirementsWith(mfa)
  const both: Verdicts = [
    [mfa, 'a', 'PASS'],
    [mfa, 'b', 'FAIL'],
  ]
  await player.full({ 'iam/eu': looked(both) }, at(1))
  const scan = await player.full(
    { 'iam/eu': { ...looked(both.slice(0, 1)), unread: [`${mfa} b`] } },
    at(2),
  )
  equal((await requirements(user, `filter[scan_id]=${scan.id}`)).get(id), 'MANUAL')
  equal((await user.get('/findings/latest?filter[status]=FAIL')).count, 1)
})

test('a check that a framework names by a former id is the check', async () => {
  const { user, player } = await connected()
  const check = 'eks_cluster_not_publicly_accessible'
  const scan = await player.full({ 'eks/eu': looked([[check, 'a', 'FAIL']]) }, at(1))
  const id = 'pci_3.2.1_aws'
  const { items } = await user.get(
    `/compliance-overviews/requirements?filter[scan_id]=${scan.id}&filter[compliance_id]=${id}`,
  )
  ok(items.some((one) => one.at('status') === 'FAIL'))
})

test('a member sees the compliance of the providers that his roles see', async () => {
  const { user, player } = await connected()
  const hidden = await Player.join(w.test, user.tenantId)
  await player.full({ 'iam/eu': looked([[mfa, 'root', 'PASS']]) }, at(1))
  const other = await hidden.full({ 'iam/eu': looked([[mfa, 'root', 'FAIL']]) }, at(1))
  const { client, roleId } = await member(w, user)
  deepEqual(await overviews(client, 'filter[provider_type]=aws'), [])
  await showTo(w, { tenantId: user.tenantId, roleId, providerId: player.providerId })
  const [id = ''] = await requirementsWith(mfa)
  equal((await requirements(client, 'filter[provider_type]=aws')).get(id), 'PASS')
  equal((await requirements(user, 'filter[provider_type]=aws')).get(id), 'FAIL')
  for (const path of ['', '/metadata', '/requirements', '/checks', '/attributes']) {
    const query = `filter[scan_id]=${other.id}&filter[compliance_id]=${cis}`
    equal((await client.get(`/compliance-overviews${path}?${query}`)).status, 404, path)
    equal((await w.rival.get(`/compliance-overviews${path}?${query}`)).status, 404, path)
  }
})
