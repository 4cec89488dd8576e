import assert from 'node:assert/strict'
import {
  demoAccount,
  demoCredentials,
  demoRole,
  operatorAccount,
  startFixtureCloud,
} from '@plumbline/scanner/testing'
import { after, before, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { freshDatabase, type Item, type World, world } from '../../testing/index.ts'

let w: World
before(async () => {
  const cloud = await startFixtureCloud({ accounts: [demoAccount(), operatorAccount()] })
  w = await world({ cloud })
})
after(async () => {
  await w.close()
  await w.cloud.close()
  await w.test.close()
})

/** The task once it has ended, and the provider as it is shown then. */
async function tested(
  at: World,
  uid: string,
  secret: object | null,
  secret_type = 'static',
): Promise<[Item, Item]> {
  const user = await at.user()
  const made = await user.make('/providers', 'providers', { provider: 'aws', uid })
  const provider = { type: 'providers', id: made.id }
  const path = '/providers/secrets'
  if (secret) await user.make(path, 'provider-secrets', { secret_type, secret }, { provider })
  const task = (await user.ask('POST', `/providers/${provider.id}/connection`)).item
  assert.deepEqual(task.at('task_args'), { provider_id: provider.id })
  const ended = await user.finished(task.id)
  assert.equal(ended.at('state'), 'completed')
  return [ended, (await user.get(`/providers/${provider.id}`)).item]
}

test('good credentials connect, and the provider says so and when', async () => {
  const [task, provider] = await tested(w, demoAccount().id, demoCredentials)
  assert.deepEqual(task.at('result'), { connected: true, error: null })
  assert.equal(provider.at('connection', 'connected'), true)
  assert.ok(
    Math.abs(Date.parse(provider.text('connection', 'last_checked_at')) - Date.now()) < 60_000,
  )
})

test('a role of the account is assumed with its external id', async () => {
  const [good] = await tested(w, demoAccount().id, demoRole, 'role')
  assert.deepEqual(good.at('result'), { connected: true, error: null })
  const [bad] = await tested(w, demoAccount().id, { ...demoRole, external_id: 'another' }, 'role')
  assert.equal(bad.at('result', 'connected'), false)
})

const refused: [name: string, uid: string, secret: object | null, says: RegExp][] = [
  [
    'a wrong secret key',
    demoAccount().id,
    { ...demoCredentials, aws_secret_access_key: 'wrong' },
    /./,
  ],
  [
    'an unknown key',
    demoAccount().id,
    { aws_access_key_id: 'AKIANOBODY', aws_secret_access_key: 'x' },
    /./,
  ],
  ["another account's key", '999999999999', demoCredentials, /999999999999/],
  ['no secret', demoAccount().id, null, /no secret/],
]
for (const [name, uid, secret, says] of refused) {
  test(`${name} does not connect, and a sentence says why`, async () => {
    const [task, provider] = await tested(w, uid, secret)
    assert.equal(task.at('result', 'connected'), false)
    assert.match(task.text('result', 'error'), says)
    assert.match(task.text('result', 'error'), /\.$/)
    assert.equal(provider.at('connection', 'connected'), false)
  })
}

test('a cloud that does not answer ends the test in time, with a result and not a failure', async () => {
  const hasty = await world({
    test: await freshDatabase(), // where no worker with another bound takes the task
    cloud: w.cloud,
    settings: { CONNECTION_TEST_SECONDS: '2' },
  })
  const restore = w.cloud.script({ match: { service: 'sts' }, do: 'hang' })
  try {
    const [task, provider] = await tested(hasty, demoAccount().id, demoCredentials)
    assert.equal(task.at('result', 'connected'), false)
    assert.match(task.text('result', 'error'), /did not respond within 2 seconds/)
    assert.equal(provider.at('connection', 'connected'), false)
  } finally {
    restore()
    await hasty.close()
    await hasty.test.close()
  }
})

test('a cloud that is slow, but answers in time, connects', async () => {
  const restore = w.cloud.script({
    match: { service: 'sts', times: 1 },
    do: 'throttle',
    retryAfterSeconds: 1,
  })
  try {
    const [task] = await tested(w, demoAccount().id, demoCredentials)
    assert.deepEqual(task.at('result'), { connected: true, error: null })
  } finally {
    restore()
  }
})

test('a test that takes longer than a lease and than a client waits is no failure, and the provider shows its result', async () => {
  const slow = await world({
    test: await freshDatabase(), // where no worker with another bound takes the task
    cloud: w.cloud,
    settings: { CONNECTION_TEST_SECONDS: '60', LEASE_SECONDS: '2' },
  })
  const restore = w.cloud.script({ match: { service: 'sts', times: 1 }, do: 'late', ms: 5_000 })
  try {
    const user = await slow.user()
    const provider = await user.provider()
    await user.scanOnly(provider, 's3', 'iam', 'ec2')
    const task = (await user.ask('POST', `/providers/${provider}/connection`)).item
    // A client that does not wait for the end reads the provider without any premature result.
    const meanwhile = (await user.get(`/providers/${provider}`)).item
    assert.deepEqual(meanwhile.at('connection'), { connected: null, last_checked_at: null })
    const ended = await user.finished(task.id)
    assert.deepEqual(ended.at('result'), { connected: true, error: null })
    assert.equal(
      (await user.get(`/providers/${provider}`)).item.at('connection', 'connected'),
      true,
    )
    const [row] = await slow.test.administer(`select attempts from tasks where id = '${task.id}'`)
    assert.equal(row?.['attempts'], 1)
  } finally {
    restore()
    await slow.close()
    await slow.test.close()
  }
})

test('a slow test that a later one has overtaken, or whose secret was replaced, changes nothing', async () => {
  const user = await w.user()
  const wrong = { ...demoCredentials, aws_secret_access_key: 'wrong' }
  const provider = await user.provider(demoAccount().id, wrong)
  await user.scanOnly(provider, 's3', 'iam', 'ec2')
  const restore = w.cloud.script({ match: { service: 'sts', times: 1 }, do: 'late', ms: 1_500 })
  try {
    const first = (await user.ask('POST', `/providers/${provider}/connection`)).item
    const sts = (): number => w.cloud.calls.filter(({ service }) => service === 'sts').length
    for (const before = sts(); sts() === before; ) await sleep(20)
    const [secret] = (await user.get('/providers/secrets')).ids
    const attributes = { secret_type: 'static', secret: demoCredentials }
    await user.ask('PATCH', `/providers/secrets/${secret}`, {
      data: { type: 'provider-secrets', id: secret, attributes },
    })
    const second = (await user.ask('POST', `/providers/${provider}/connection`)).item
    assert.equal((await user.finished(second.id)).at('result', 'connected'), true)
    assert.equal((await user.finished(first.id)).at('result', 'connected'), false)
    assert.equal(
      (await user.get(`/providers/${provider}`)).item.at('connection', 'connected'),
      true,
    )
  } finally {
    restore()
  }
})
