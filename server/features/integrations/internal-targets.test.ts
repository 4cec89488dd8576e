import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { eventually } from '../../testing/eventually.ts'
import { FakeSplunk } from '../../targets/splunk/testing/fake-splunk.ts'
import { FakeReceiver } from '../../targets/syslog/testing/fake-receiver.ts'
import { type Item, type World, world } from '../../testing/index.ts'

let receiver: FakeReceiver
let w: World
before(async () => {
  receiver = await FakeReceiver.start()
  w = await world({ settings: { INTERNAL_TARGETS: `tls://localhost:${receiver.port}` } })
})
after(async () => {
  await w.close()
  await receiver.close()
  await w.test.close()
})

async function tested(attributes: object): Promise<Item> {
  const made = await w.acme.make('/integrations', 'integrations', attributes)
  const task = (await w.acme.ask('POST', `/integrations/${made.id}/connection`)).item
  return w.acme.finished(task.id)
}

test('a receiver of syslog that the operator names with INTERNAL_TARGETS gets messages', async () => {
  const ended = await tested({
    integration_type: 'syslog',
    configuration: { host: 'localhost', port: receiver.port, ca: receiver.ca },
    credentials: {},
  })
  assert.deepEqual([ended.at('result', 'connected'), ended.at('result', 'error')], [true, null])
  assert.deepEqual(
    receiver.messages.map(({ kind }) => kind),
    ['test'],
  )
})

test('what nobody names stays out of reach, although it is on the same machine', async () => {
  const splunk = await new FakeSplunk().listen()
  const url = splunk.origin.replace('http:', 'https:')
  const ended = await tested({
    integration_type: 'splunk',
    configuration: { url },
    credentials: { token: splunk.token },
  })
  assert.equal(ended.at('result', 'connected'), false)
  assert.equal(splunk.asked.length, 0)
  await splunk.close()
})

test('an identity provider inside, which the operator names, is no target for members', async () => {
  const issuer = 'https://localhost:8443'
  const settings = {
    SOCIAL_OIDC_ISSUER: issuer,
    SOCIAL_OIDC_CLIENT_ID: 'plumbline',
    SOCIAL_OIDC_CLIENT_SECRET: 'a secret',
    SOCIAL_OIDC_CALLBACK_URL: 'https://plumbline.example/callback',
  }
  const other = await world({ test: w.test, cloud: w.cloud, settings })
  const user = await other.user()
  const made = await user.make('/integrations', 'integrations', {
    integration_type: 'webhook',
    configuration: {},
    credentials: { url: `${issuer}/hooks`, secret: `whsec_${'A'.repeat(32)}` },
  })
  const task = (await user.ask('POST', `/integrations/${made.id}/connection`)).item
  const ended = await user.finished(task.id)
  await other.close()
  assert.equal(ended.at('result', 'error'), 'localhost:8443 does not resolve to a public address.')
})

test('a delivery to an address inside is a dead letter after one attempt, with its reason', async () => {
  const user = await w.user()
  const provider = await user.provider()
  const url = 'https://10.0.0.1/hooks?key=in-the-address'
  const made = await user.make(
    '/integrations',
    'integrations',
    {
      integration_type: 'webhook',
      configuration: {},
      credentials: { url, secret: `whsec_${'A'.repeat(32)}` },
    },
    { providers: [{ type: 'providers', id: provider }] },
  )
  await user.scanOnly(provider, 's3')
  await user.scan(provider)
  const row = await eventually('the refusal', async () => {
    const [row] = (await user.get(`/integrations/${made.id}/deliveries`)).items
    return row?.at('reason_code') !== null && row
  })
  assert.deepEqual(
    [row.at('state'), row.at('reason_code'), row.at('attempts'), row.at('next_attempt_at')],
    ['failed', 'refused_address', 1, null],
  )
  assert.match(row.text('reason'), /10\.0\.0\.1 does not resolve to a public address/)
  assert.doesNotMatch(row.text('reason'), /key/)
})
