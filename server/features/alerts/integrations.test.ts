/** A rule notifies Slack, Teams and webhooks like people: each message once for its window. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { eventually } from '../../testing/eventually.ts'
import { FakeSlack } from '../../targets/slack/testing/fake-slack.ts'
import { FakeWorkflow } from '../../targets/teams/testing/fake-workflow.ts'
import { FakeReceiver } from '../../targets/webhook/testing/fake-receiver.ts'
import { type Answered, type Client, type Item, type World, world } from '../../testing/index.ts'
import { member } from '../../testing/member.ts'
import { Sites } from '../integrations/testing/sites.ts'
import { path, plain } from './testing/rules.ts'

const sites = new Sites()
let w: World
let slack: FakeSlack
let teams: FakeWorkflow
let webhook: FakeReceiver
before(async () => {
  ;[slack, teams, webhook] = await Promise.all([
    FakeSlack.start(),
    FakeWorkflow.start(),
    FakeReceiver.start(),
  ])
  sites.add('slack.com', slack.origin)
  sites.add('flow.example', teams.origin)
  sites.add('receiver.example', webhook.origin)
  const settings = { PUBLIC_URL: 'https://plumbline.example', LEASE_SECONDS: '5' }
  w = await world({ egress: sites.egress, settings })
})
after(async () => {
  await w.close()
  await Promise.all([slack, teams, webhook].map((one) => one.close()))
  await w.test.close()
})

const at = (host: string, url: string): string => {
  const { pathname, search } = new URL(url)
  return `https://${host}${pathname}${search}`
}
const connect = (who: Client, integration_type: string, more: object): Promise<Item> =>
  who.make('/integrations', 'integrations', { integration_type, ...more })
const hook = (who: Client): Promise<Item> =>
  connect(who, 'webhook', {
    configuration: {},
    credentials: { url: at('receiver.example', webhook.access.url), secret: webhook.secret },
  })
const linked = (...integrations: readonly Item[]) => ({
  integrations: { data: integrations.map(({ id }) => ({ type: 'integrations', id })) },
})
const post = (who: Client, attributes: object, relationships: object): Promise<Answered> =>
  who.ask('POST', path, {
    data: { type: 'alert-rules', attributes: { ...plain, ...attributes }, relationships },
  })
const deliveriesOf = async (who: Client, { id }: Item): Promise<readonly Item[]> =>
  (await who.get(`/integrations/${id}/deliveries`)).items

test('a rule that fires after a scan tells its integrations once, by the outbox, and names what was found', async () => {
  const who = await w.user()
  const provider = await who.provider()
  await who.scanOnly(provider, 'iam', 's3', 'ec2')
  const integrations = [
    await connect(who, 'slack', {
      configuration: { channel: slack.channels[0]?.id },
      credentials: { token: slack.access.token },
    }),
    await connect(who, 'teams', {
      configuration: {},
      credentials: { url: at('flow.example', teams.access.url) },
    }),
    await hook(who),
  ]
  const made = await post(
    who,
    {
      name: 'Severe',
      trigger: 'after_scan',
      condition: { op: 'new', filter: { severity: ['critical'] } },
    },
    linked(...integrations),
  )
  assert.equal(made.status, 201, made.text)
  const scan = await who.scan(provider)
  for (const one of integrations)
    await eventually(`a delivery to ${one.text('integration_type')}`, async () =>
      (await deliveriesOf(who, one)).some((row) => row.at('state') === 'delivered'),
    )
  for (const one of integrations) {
    const rows = await deliveriesOf(who, one)
    assert.deepEqual(
      rows.map((row) => [row.text('kind'), row.at('subject')]),
      [
        [
          `${one.text('integration_type')}-alert`,
          { rule_id: made.item.id, window: `scan/${scan}` },
        ],
      ],
    )
  }
  const [row] = await deliveriesOf(who, integrations[2] as Item)
  const event = webhook.events.get(row?.id ?? '') as {
    type: string
    data: { rule: { name: string }; sections: { condition: string; findings: object[] }[] }
  }
  assert.deepEqual([event.type, event.data.rule.name], ['alert.fired', 'Severe'])
  assert.equal(event.data.sections[0]?.condition, 'new')
  assert.ok((event.data.sections[0]?.findings.length ?? 0) > 0)
  assert.match(JSON.stringify(slack.messages.at(-1)?.body), /Severe/)
  assert.match(JSON.stringify(teams.cards.at(-1)), /Severe/)
})

test('a day has one message for each integration, however often the rule is asked', async () => {
  const who = await w.user()
  const provider = await who.provider()
  await who.scanOnly(provider, 'iam', 's3', 'ec2')
  await who.scan(provider)
  const receiver = await hook(who)
  const made = await post(who, { name: 'Daily' }, linked(receiver))
  assert.equal(made.status, 201, made.text)
  const day = `select next_daily_at - interval '1 day' as before from alert_rules where id = '${made.item.id}'`
  const [{ before: due } = {}] = await w.test.administer(day)
  const ask = async (): Promise<void> => {
    const text = new Date(due as string).toISOString()
    await w.test.administer(
      `update alert_rules set next_daily_at = '${text}' where id = '${made.item.id}'`,
    )
    await eventually('a daily look', async () => {
      const [{ done } = {}] = await w.test.administer(
        `select next_daily_at > now() as done from alert_rules where id = '${made.item.id}'`,
      )
      return done === true
    })
  }
  await ask()
  await ask()
  await eventually('its delivery', async () =>
    (await deliveriesOf(who, receiver)).some((row) => row.at('state') === 'delivered'),
  )
  assert.equal((await deliveriesOf(who, receiver)).length, 1)
})

test('a rule names its integrations, and sends to no others once they are changed or gone', async () => {
  const who = await w.user()
  const [first, second] = [await hook(who), await hook(who)]
  const made = (await post(who, { name: 'Linked' }, linked(first, second))).item
  const ids = async (): Promise<readonly string[]> =>
    (await who.get(`${path}/${made.id}`)).item.linked('integrations')
  assert.deepEqual(await ids(), [first.id, second.id].toSorted())
  const change = (relationships: object) =>
    who.ask('PATCH', `${path}/${made.id}`, {
      data: { type: 'alert-rules', id: made.id, attributes: {}, relationships },
    })
  assert.equal((await change(linked(second))).status, 200)
  assert.deepEqual(await ids(), [second.id])
  assert.equal((await who.ask('DELETE', `/integrations/${second.id}`)).status, 204)
  assert.deepEqual(await ids(), [])
})

test('an integration that takes no messages, or is not seen, is refused at its place', async () => {
  const who = await w.user()
  const own = await hook(who)
  const foreign = await hook(w.rival)
  const bucket = await connect(who, 'amazon_s3', {
    configuration: { bucket_name: 'acme-findings' },
    credentials: { aws_access_key_id: 'AKIA', aws_secret_access_key: 'a secret' },
  })
  for (const [more, code, sentence] of [
    [foreign, 'not_found', /no integration with this ID/],
    [bucket, 'invalid', /cannot send to Amazon S3/],
  ] as const) {
    const answer = await post(who, { name: 'Refused' }, linked(own, more))
    assert.equal(answer.status, 400)
    const [fault] = answer.document.errors ?? []
    assert.deepEqual(
      [fault?.code, fault?.source],
      [code, { pointer: '/data/relationships/integrations/data/1/id' }],
    )
    assert.match(fault?.detail ?? '', sentence)
  }
  const { client: limited } = await member(w, who, ['manage_alerts'])
  const refused = await post(limited, { name: 'Without right' }, linked(own))
  assert.equal(refused.status, 403, refused.text)
  assert.equal(refused.fault.source?.pointer, '/data/relationships/integrations')
  assert.equal((await post(limited, { name: 'Without integrations' }, {})).status, 201)
})
