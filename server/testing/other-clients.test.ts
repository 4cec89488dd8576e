/** Requests with the queries and bodies that web apps written for the same contract send. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type Answered, type Client, type Item, member, type World, world } from './index.ts'

let w: World
let user: Client
/** Rows that the requests are about. */
interface Rows {
  readonly provider: string
  readonly scan: string
  /** A muted failed finding, the only one of its check. */
  readonly finding: Item
  readonly check: string
  readonly integration: string
  readonly rule: string
  /** Another tenant of the user. */
  readonly tenant: string
}
let rows: Rows

before(async () => {
  w = await world()
  user = await w.user()
  const provider = await user.provider()
  await user.make('/providers', 'providers', { provider: 'aws', uid: '210987654321' })
  await member(w, user)
  await user.scanOnly(provider, 's3')
  const scan = await user.scan(provider)
  const groups = (await user.get('/finding-groups/latest?filter[status]=FAIL')).items
  const group = groups.find((one) => one.number('fail_count') === one.number('resources_total'))
  assert.ok(group)
  const check = group.id
  const listed = await user.get(`/findings/latest?filter[check_id]=${check}&include=resources`)
  const [finding] = listed.items
  assert.ok(finding)
  const mute = { name: 'noise', reason: 'known', finding_ids: listed.items.map(({ id }) => id) }
  await user.make('/mute-rules', 'mute-rules', mute)
  const integration = await user.make('/integrations', 'integrations', {
    integration_type: 'jira',
    configuration: {},
    credentials: { domain: 'acme', user_mail: 'bot@acme.example', api_token: 'a token' },
  })
  const rule = await user.make('/alerts/rules', 'alert-rules', {
    name: 'All that fails',
    trigger: 'daily',
    condition: { op: 'any' },
  })
  const { id: tenant } = await user.make('/tenants', 'tenants', { name: 'The second' })
  rows = { provider, scan, finding, check, integration: integration.id, rule: rule.id, tenant }
})
after(async () => {
  await w.close()
  await w.test.close()
})

interface Sent {
  readonly method?: 'POST' | 'PATCH' | 'DELETE'
  readonly path: (rows: Rows) => string
  /** The member `data` of the body. */
  readonly data?: (rows: Rows) => object
  readonly status?: number
  readonly fact?: (answer: Answered, rows: Rows) => Promise<void> | void
}

const attributes = (type: string, values: object, id?: string): object => ({
  type,
  ...(id !== undefined && { id }),
  attributes: values,
})
/** As many rows as without the filter, more than with the opposite one. */
const allOf = (path: string) => async (answer: Answered) => {
  const [all, unmuted] = [await user.get(path), await user.get(`${path}?filter[muted]=false`)]
  assert.equal(answer.count, all.count)
  assert.ok(answer.count > unmuted.count)
}
const withMuted = ({ items }: Answered, { check }: Rows): void =>
  assert.ok(items.some(({ id }) => id === check))
const ordered = (path: string, sort: string) => async (answer: Answered) => {
  const { items } = await user.get(`${path}?sort=${sort}`)
  assert.ok(items.length > 1)
  assert.deepEqual(
    answer.items.map(({ id }) => id),
    items.map(({ id }) => id),
  )
}
const ofScan = ({ items }: Answered, { scan, provider }: Rows): void => {
  assert.deepEqual(
    items.map(({ id }) => id),
    [scan],
  )
  assert.deepEqual(items[0]?.linked('provider'), [provider])
}
const none = ({ items }: Answered): void => assert.deepEqual(items, [])
const ofResource = ({ items }: Answered): void => {
  assert.equal(items.length, 1)
  assert.equal(items[0]?.at('finding_id'), rows.finding.id)
}
const resourceOf = async (): Promise<Item> =>
  (await user.get(`/resources/${rows.finding.linked('resources')[0]}`)).item

const latest = '/finding-groups/latest'
const nowhere = '0193f0aa-9d35-7c39-8a4e-0e1f2a3b4c5d'
const condition = {
  op: 'and',
  children: [
    { op: 'count_gte', value: 1, filter: { severity: ['high'], resource_regions: ['eu-west-1'] } },
    { op: 'not', child: { op: 'none', filter: { resource_services: ['s3'] } } },
  ],
}
const stored = {
  op: 'and',
  conditions: [
    { op: 'count_gte', count: 1, filter: { severity: ['high'], region: ['eu-west-1'] } },
    { op: 'not', condition: { op: 'none', filter: { service: ['s3'] } } },
  ],
}

const sent: Readonly<Record<string, Sent>> = {
  'findings, muted ones included': {
    path: () => '/findings?filter[muted]=include',
    fact: allOf('/findings'),
  },
  'the latest findings, muted ones included': {
    path: () => '/findings/latest?filter[muted]=include&page[size]=1',
    fact: allOf('/findings/latest'),
  },
  'filter values, muted findings included': {
    path: () => '/findings/metadata?filter[muted]=include',
    fact: ({ item }) => assert.deepEqual(item.texts('services'), ['s3']),
  },
  'filter values of the latest findings, muted ones included': {
    path: () => '/findings/metadata/latest?filter[muted]=include',
    fact: ({ item }) => assert.deepEqual(item.texts('services'), ['s3']),
  },
  'groups, muted ones included': {
    path: () => '/finding-groups?filter[muted]=include&page[size]=100',
    fact: withMuted,
  },
  'the latest groups, muted ones included': {
    path: () => `${latest}?filter[muted]=include&page[size]=100`,
    fact: withMuted,
  },
  'the resources of a group, muted ones included': {
    path: ({ check }) => `${latest}/${check}/resources?filter[muted]=include`,
    fact: ({ items }) => assert.ok(items.every((one) => one.at('muted') === true)),
  },
  'resources of a scan’s group, muted ones included': {
    path: ({ check, scan }) =>
      `/finding-groups/${check}/resources?filter[scan]=${scan}&filter[muted]=include`,
    fact: ({ items }) => assert.ok(items.length > 0),
  },
  'another word for the mute': {
    path: () => '/findings/latest?filter[muted]=maybe',
    status: 400,
    fact: ({ fault }) => assert.equal(fault.detail, 'Must be true or false.'),
  },
  'a change of an integration with its type': {
    method: 'PATCH',
    path: ({ integration }) => `/integrations/${integration}`,
    data: ({ integration }) =>
      attributes('integrations', { integration_type: 'jira', enabled: false }, integration),
    fact: ({ item }) => assert.equal(item.at('enabled'), false),
  },
  'a change of an integration to another type': {
    method: 'PATCH',
    path: ({ integration }) => `/integrations/${integration}`,
    data: ({ integration }) =>
      attributes('integrations', { integration_type: 'amazon_s3', enabled: true }, integration),
    status: 400,
    fact: ({ fault }) => assert.equal(fault.source?.pointer, '/data/attributes/integration_type'),
  },
  'a threat score of one scan': {
    path: ({ scan }) => `/overviews/threatscore?filter[scan_id]=${scan}`,
    fact: ofScan,
  },
  'threat scores of several scans': {
    path: ({ scan }) => `/overviews/threatscore?filter[scan_id__in]=${scan},${nowhere}`,
    fact: ofScan,
  },
  'threat scores of another scan': {
    path: () => `/overviews/threatscore?filter[scan_id]=${nowhere}`,
    fact: none,
  },
  'threat scores of a framework by its short id': {
    path: () => '/overviews/threatscore?filter[compliance_id]=prowler_threatscore_aws',
    fact: ofScan,
  },
  'threat scores of other frameworks': {
    path: () => '/overviews/threatscore?filter[compliance_id__in]=cis_2.0_aws,nothing',
    fact: none,
  },
  'threat scores of an earlier day': {
    path: () => '/overviews/threatscore?filter[inserted_at__lte]=2020-01-01',
    fact: none,
  },
  'a threat score by a bare name': {
    path: ({ provider }) => `/overviews/threatscore?provider_id=${provider}&include=provider`,
    fact: ofScan,
  },
  'a threat score of another provider by a bare name': {
    path: () => `/overviews/threatscore?provider_id=${nowhere}&include=provider`,
    fact: none,
  },
  'resources of a group by a part of their name': {
    path: ({ check }) => `${latest}/${check}/resources?filter[name__icontains]=zzz-none`,
    fact: none,
  },
  'resources of a scan’s group by a part of their name': {
    path: ({ check, scan }) =>
      `/finding-groups/${check}/resources?filter[scan]=${scan}&filter[name__icontains]=zzz-none`,
    fact: none,
  },
  'resources of a group by another type': {
    path: ({ check }) => `${latest}/${check}/resources?filter[type__in]=Nothing`,
    fact: none,
  },
  'resources of a group by a resource group': {
    path: ({ check }) => `${latest}/${check}/resources?filter[groups]=nothing`,
    fact: none,
  },
  'overviews of a provider': {
    path: ({ provider }) => `/overviews/providers?filter[provider_id__in]=${provider}`,
    fact: ({ items }) =>
      assert.deepEqual(
        items.map(({ id }) => id),
        ['aws'],
      ),
  },
  'overviews of other types of provider': {
    path: () => '/overviews/providers?filter[provider_type__in]=gcp,azure',
    fact: none,
  },
  'overviews of a provider group': {
    path: () => `/overviews/providers?filter[provider_groups__in]=${nowhere}`,
    fact: none,
  },
  'numbers of other providers': {
    path: () => `/overviews/providers/count?filter[provider_id]=${nowhere}`,
    fact: none,
  },
  'an empty alias': {
    method: 'PATCH',
    path: ({ provider }) => `/providers/${provider}`,
    data: ({ provider }) => attributes('providers', { alias: '' }, provider),
    fact: ({ item }) => assert.equal(item.at('alias'), null),
  },
  'filters of a list for an alert rule': {
    method: 'POST',
    path: () => '/alerts/rules/seed',
    data: () =>
      attributes('alert-rule-seedings', {
        filter_bag: { 'filter[severity__in]': 'critical,high', categories: ['secrets'] },
      }),
    fact: ({ item }) =>
      assert.deepEqual(item.at('condition'), {
        op: 'any',
        filter: { severity: ['critical', 'high'], category: ['secrets'] },
      }),
  },
  'neither a query nor filters for an alert rule': {
    method: 'POST',
    path: () => '/alerts/rules/seed',
    data: () => attributes('alert-rule-seedings', {}),
    status: 400,
    fact: ({ fault }) => assert.equal(fault.source?.pointer, '/data/attributes/query'),
  },
  'an alert rule': {
    method: 'POST',
    path: () => '/alerts/rules',
    data: () =>
      attributes('alert-rules', {
        name: 'From another app',
        description: '',
        enabled: true,
        trigger: 'after_scan',
        condition,
        schema_version: 1,
        recipient_emails: [],
      }),
    status: 201,
    fact: ({ item }) => assert.deepEqual(item.at('condition'), stored),
  },
  'a change of an alert rule': {
    method: 'PATCH',
    path: ({ rule }) => `/alerts/rules/${rule}`,
    data: ({ rule }) => attributes('alert-rules', { condition, schema_version: 1 }, rule),
    fact: ({ item }) => assert.deepEqual(item.at('condition'), stored),
  },
  'a preview of an alert rule': {
    method: 'POST',
    path: () => '/alerts/rules/preview',
    data: () => attributes('alert-rule-previews', { condition }),
    fact: ({ item }) => assert.equal(typeof item.at('fires'), 'boolean'),
  },
  'an alert rule of another version': {
    method: 'PATCH',
    path: ({ rule }) => `/alerts/rules/${rule}`,
    data: ({ rule }) => attributes('alert-rules', { schema_version: 2 }, rule),
    status: 400,
    fact: ({ fault }) => assert.equal(fault.source?.pointer, '/data/attributes/schema_version'),
  },
  'an alert rule with a fault under another name': {
    method: 'POST',
    path: () => '/alerts/rules/preview',
    data: () =>
      attributes('alert-rule-previews', {
        condition: { op: 'or', children: [{ op: 'any', filter: { resource_regions: 1 } }] },
      }),
    status: 400,
    fact: ({ fault }) =>
      assert.equal(
        fault.source?.pointer,
        '/data/attributes/condition/children/0/filter/resource_regions',
      ),
  },
  'a role with a permission of another server': {
    method: 'POST',
    path: () => '/roles',
    data: () =>
      attributes('roles', {
        name: 'From another app',
        manage_users: false,
        manage_lighthouse_ai_configuration: true,
      }),
    status: 201,
    fact: ({ item }) => {
      assert.equal(item.at('permission_state'), 'none')
      assert.equal(item.at('manage_lighthouse_ai_configuration'), undefined)
    },
  },
  'the frameworks of a finding': {
    path: ({ finding }) => `/findings/${finding.id}/compliance-frameworks`,
    async fact({ items }, { check }) {
      const named = await user.get(`/checks/${check}/frameworks`)
      assert.ok(items.length > 0)
      assert.deepEqual(
        items.map((one) => [one.at('compliance_id'), one.at('name')]),
        named.items.map((one) => [one.id, one.at('name')]),
      )
      assert.ok(
        items.some((one) => one.at('scope') === 'provider' && one.at('provider_type') === 'aws'),
      )
      assert.ok(
        items.some((one) => one.at('scope') === 'universal' && one.at('provider_type') === '*'),
      )
    },
  },
  'the frameworks of no finding': {
    path: () => `/findings/${nowhere}/compliance-frameworks`,
    status: 404,
  },
  'the requirements of a framework with sections': {
    path: () => '/compliance-overviews/attributes?filter[compliance_id]=c5_2025_aws',
    fact: ({ items: [first] }) => {
      const section = { Section: 'Organization of Information Security (OIS)' }
      assert.partialDeepStrictEqual(first?.at('attributes', 'metadata'), [section])
    },
  },
  'the attack techniques of a framework': {
    path: () => '/compliance-overviews/attributes?filter[compliance_id]=mitre_attack_2021_aws',
    fact: ({ items }) => {
      const found = items.find(({ id }) => id === 'T1486')
      assert.deepEqual(found?.at('attributes', 'technique_details', 'tactics'), ['Impact'])
    },
  },
  'resources without an order': {
    path: () => '/resources?page[size]=100',
    fact: ({ items }) => {
      const failed = items.map((one) => one.number('failed_findings_count'))
      assert.ok(new Set(failed).size > 1)
      assert.deepEqual(
        failed,
        failed.toSorted((a, b) => b - a),
      )
    },
  },
  'users without an order': { path: () => '/users', fact: ordered('/users', '-date_joined') },
  'tenants without an order': {
    path: () => '/tenants',
    fact: ordered('/tenants', '-inserted_at'),
  },
  'providers without an order': {
    path: () => '/providers',
    fact: ordered('/providers', '-inserted_at'),
  },
  'another tenant of the user': {
    path: ({ tenant }) => `/tenants/${tenant}`,
    fact: ({ item }) => assert.equal(item.at('name'), 'The second'),
  },
  'a new name of another tenant of the user': {
    method: 'PATCH',
    path: ({ tenant }) => `/tenants/${tenant}`,
    data: ({ tenant }) => attributes('tenants', { name: 'Renamed' }, tenant),
    fact: ({ item }) => assert.equal(item.at('name'), 'Renamed'),
  },
  'the end of another tenant of the user': {
    method: 'DELETE',
    path: ({ tenant }) => `/tenants/${tenant}`,
    status: 204,
    async fact(_answer, { tenant }) {
      assert.equal((await user.get(`/tenants/${tenant}`)).status, 404)
      assert.equal((await user.get(`/tenants/${user.tenantId}`)).status, 200)
    },
  },
}
for (const [what, { method = 'GET', path, data, status = 200, fact }] of Object.entries(sent))
  test(`${what}: ${method} is answered with ${status}`, async () => {
    const body = data && { data: data(rows) }
    const answer = await user.ask(method, path(rows), body)
    assert.equal(answer.status, status, answer.text)
    await fact?.(answer, rows)
  })

test('the resources of a group are found by the name, type and UID of one of them', async () => {
  const resource = await resourceOf()
  for (const list of [latest, '/finding-groups']) {
    const path = `${list}/${rows.check}/resources`
    for (const [name, value] of [
      ['name__icontains', resource.text('name')],
      ['name', resource.text('name')],
      ['uid', resource.text('uid')],
      ['uid', rows.finding.text('uid')],
    ] as const) {
      const query = new URLSearchParams({ [`filter[${name}]`]: value, 'filter[muted]': 'include' })
      ofResource(await user.get(`${path}?${query}`))
    }
    const type = encodeURIComponent(resource.text('type'))
    assert.ok((await user.get(`${path}?filter[type]=${type}`)).items.length > 0)
  }
})
