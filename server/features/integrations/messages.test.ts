import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { eventually } from '../../testing/eventually.ts'
import { FakeSlack } from '../../targets/slack/testing/fake-slack.ts'
import { FakeSplunk } from '../../targets/splunk/testing/fake-splunk.ts'
import { FakeReceiver as SyslogReceiver } from '../../targets/syslog/testing/fake-receiver.ts'
import { FakeWorkflow } from '../../targets/teams/testing/fake-workflow.ts'
import { FakeReceiver } from '../../targets/webhook/testing/fake-receiver.ts'
import { type Client, type Item, type World, world } from '../../testing/index.ts'
import { Sites } from './testing/sites.ts'

const sites = new Sites()
let w: World
let slack: FakeSlack
let splunk: FakeSplunk
let workflow: FakeWorkflow
let receiver: FakeReceiver
let syslog: SyslogReceiver
before(async () => {
  ;[slack, splunk, workflow, receiver, syslog] = await Promise.all([
    FakeSlack.start(),
    new FakeSplunk().listen(),
    FakeWorkflow.start(),
    FakeReceiver.start(),
    SyslogReceiver.start(),
  ])
  sites.add('slack.com', slack.origin)
  sites.add('splunk.example', splunk.origin)
  sites.add('flow.example', workflow.origin)
  sites.add('receiver.example', receiver.origin)
  const settings = {
    PUBLIC_URL: 'https://plumbline.example',
    INTERNAL_TARGETS: `tls://localhost:${syslog.port}`,
  }
  w = await world({ egress: sites.egress, settings })
})
after(async () => {
  await w.close()
  await Promise.all([slack, splunk, workflow, receiver, syslog].map((one) => one.close()))
  await w.test.close()
})

const at = (host: string, url: string): string => {
  const { pathname, search } = new URL(url)
  return `https://${host}${pathname}${search}`
}
const attributes = (): Readonly<Record<string, object>> => ({
  slack: {
    configuration: { channel: slack.channels.find((one) => one.is_member)?.id },
    credentials: { token: slack.access.token },
  },
  splunk: {
    configuration: { url: 'https://splunk.example' },
    credentials: { token: splunk.token },
  },
  syslog: {
    configuration: { host: 'localhost', port: syslog.port, ca: syslog.ca },
    credentials: {},
  },
  teams: { configuration: {}, credentials: { url: at('flow.example', workflow.access.url) } },
  webhook: {
    configuration: {},
    credentials: { url: at('receiver.example', receiver.access.url), secret: receiver.secret },
  },
})

async function connected(user: Client, provider: string): Promise<ReadonlyMap<string, Item>> {
  const made = new Map<string, Item>()
  for (const [integration_type, more] of Object.entries(attributes())) {
    const providers = [{ type: 'providers', id: provider }]
    const row = await user.make(
      '/integrations',
      'integrations',
      { integration_type, ...more },
      { providers },
    )
    const task = (await user.ask('POST', `/integrations/${row.id}/connection`)).item
    assert.deepEqual((await user.finished(task.id)).at('result'), { connected: true, error: null })
    made.set(integration_type, row)
  }
  return made
}

async function delivered(user: Client, { id }: Item, n: number): Promise<Item> {
  return eventually('the delivery', async () => {
    const rows = (await user.get(`/integrations/${id}/deliveries`)).items
    const [row] = rows
    if (row && rows.length === n && row.text('state') !== 'pending') return row
    if (row?.at('reason')) throw new Error(row.text('reason'))
    return null
  })
}

test('after a full scan in which something got worse people hear of it once, and collectors get each change', async () => {
  const user = await w.user()
  const provider = await user.provider()
  await user.scanOnly(provider, 's3', 'iam')
  const integrations = await connected(user, provider)
  const of = (type: string): Item => integrations.get(type) as Item
  const shown = (await user.get(`/integrations/${of('slack').id}`)).item
  assert.ok(shown.text('configuration', 'team_name').length > 0)
  const hook = await user.get(`/integrations/${of('webhook').id}`)
  assert.deepEqual(hook.item.at('configuration'), { host: 'receiver.example' })
  assert.ok(!hook.text.includes('in-the-address'))
  const before = {
    cards: workflow.cards.length,
    events: splunk.events.length,
    messages: syslog.messages.length,
  }
  await user.scan(provider)
  for (const one of integrations.values())
    assert.equal((await delivered(user, one, 1)).at('state'), 'delivered')
  const failing = (await user.get('/findings/latest?filter[status]=FAIL&filter[muted]=false')).count
  assert.equal(slack.messages.length, 1)
  assert.match(JSON.stringify(slack.messages[0]?.body), new RegExp(`${failing} new findings`))
  assert.equal(workflow.cards.length, before.cards + 1)
  const events = [...receiver.events.values()] as { type: string; data: object }[]
  const scanned = events.filter(({ type }) => type === 'scan.completed')
  assert.equal(scanned.length, 1)
  assert.match(JSON.stringify(scanned[0]?.data), /plumbline\.example\/findings\?open=/)
  const all = (await user.get('/findings/latest')).count
  assert.equal(splunk.events.length - before.events, all)
  assert.equal(syslog.messages.length - before.messages, all)
  assert.deepEqual(syslog.complaints, [])

  // The same again: nothing changed, so no message is sent.
  await user.scan(provider)
  for (const [type, one] of integrations) {
    const row = await delivered(user, one, 2)
    assert.equal(row.at('state'), 'delivered', type)
  }
  assert.equal(slack.messages.length, 1)
  assert.equal(splunk.events.length - before.events, all)
  const [row] = (await user.get(`/integrations/${of('slack').id}/deliveries`)).items
  assert.deepEqual(row?.at('outcome'), { sent: false, because: 'No new or worse findings.' })
})

const refused: readonly (readonly [what: string, attributes: object, pointer: string])[] = [
  [
    'a token that is none of a bot',
    { integration_type: 'slack', configuration: { channel: 'C1' }, credentials: { token: 'x' } },
    '/data/attributes/credentials/token',
  ],
  [
    'a webhook in the clear',
    {
      integration_type: 'webhook',
      configuration: {},
      credentials: {
        url: 'http://receiver.example/',
        secret: 'whsec_dGhpcyBpcyBhIHNlY3JldCBvZiAzMiBieXRlcyEhIQ==',
      },
    },
    '/data/attributes/credentials/url',
  ],
  [
    'a secret that signs no webhook',
    {
      integration_type: 'webhook',
      configuration: {},
      credentials: { url: 'https://receiver.example/', secret: 'whsec_short' },
    },
    '/data/attributes/credentials/secret',
  ],
  [
    'an address with credentials in it',
    {
      integration_type: 'teams',
      configuration: {},
      credentials: { url: 'https://a:b@flow.example/' },
    },
    '/data/attributes/credentials/url',
  ],
  [
    'a host of syslog that is an address',
    { integration_type: 'syslog', configuration: { host: 'https://a' }, credentials: {} },
    '/data/attributes/configuration/host',
  ],
]
for (const [what, body, pointer] of refused)
  test(`${what} is refused, and the pointer says where`, async () => {
    const data = { type: 'integrations', attributes: body }
    const answer = await w.acme.ask('POST', '/integrations', { data })
    assert.deepEqual([answer.status, answer.fault.source?.pointer], [400, pointer], answer.text)
  })

test('a receiver of syslog inside the network is not asked, and the test says so', async () => {
  const made = await w.acme.make('/integrations', 'integrations', {
    integration_type: 'syslog',
    configuration: { host: '127.0.0.1' },
    credentials: {},
  })
  assert.deepEqual(made.at('configuration'), { host: '127.0.0.1', port: 6_514, facility: 16 })
  const task = (await w.acme.ask('POST', `/integrations/${made.id}/connection`)).item
  const ended = await w.acme.finished(task.id)
  assert.equal(ended.at('result', 'connected'), false)
  assert.match(ended.text('result', 'error'), /\.$/)
})
