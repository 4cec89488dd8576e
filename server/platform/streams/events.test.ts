import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { Client, type World, world } from '../../testing/index.ts'
import { Listening } from '../../testing/listening.ts'
import { member } from '../../testing/member.ts'

let w: World
before(async () => {
  w = await world({ settings: { EVENTSTREAM_SWEEP_SECONDS: '1' } })
})
after(async () => {
  await w.close()
  await w.test.close()
})

interface Started {
  readonly task: string
  readonly scan: string
}
async function start(user: Client, provider: string): Promise<Started> {
  const link = { provider: { type: 'providers', id: provider } }
  const task = await user.make('/scans', 'scans', {}, link)
  const scan = task.text('task_args', 'scan_id')
  return { task: task.id, scan }
}
const listen = (user: Client, scan: string): Promise<Listening> =>
  Listening.to(`${w.base}/scans/${scan}/event-stream`, { Authorization: user.authorization })
const state = async (user: Client, scan: string): Promise<unknown> =>
  (await user.get(`/scans/${scan}`)).item.at('state')
const standStill = (): (() => void) => w.cloud.script({ match: { service: 'kms' }, do: 'hang' })

test('a listener hears the progress of a scan and its end, and finds it completed then', async () => {
  const user = await w.user()
  const provider = await user.provider()
  await user.scanOnly(provider, 's3', 'iam')
  const { scan } = await start(user, provider)
  const listening = await listen(user, scan)
  assert.equal(listening.status, 200)
  const end = await listening.heard('scan.end', 60_000)
  assert.deepEqual(end.data, { scan_id: scan })
  assert.equal(await state(user, scan), 'completed')
  const steps = listening.events.filter(({ event }) => event === 'scan.progress')
  assert.ok(steps.length > 2, String(steps.length))
  const checked = steps.map(({ data }) => data['checked'] as number)
  assert.deepEqual(
    checked,
    checked.toSorted((a, b) => a - b),
  )
  for (const { data } of steps) assert.deepEqual(Object.keys(data), ['checked', 'total'])
  // On the wire: one line of flat JSON an event, and never an id.
  assert.match(listening.text, /\nevent: scan\.progress\ndata: \{"checked":\d+,"total":\d+\}\n\n/)
  assert.doesNotMatch(listening.text, /^id:/m)
  assert.equal(listening.events.at(-1)?.event, 'scan.end')
  await listening.leave()
})

test('a scan that ended before somebody listened says so at once', async () => {
  const user = await w.user()
  const provider = await user.provider()
  await user.scanOnly(provider, 's3', 'iam')
  const done = await user.scan(provider)
  const [end] = await heardFirst(user, done)
  assert.deepEqual(end, { event: 'scan.end', data: { scan_id: done } })

  const restore = standStill()
  try {
    const { scan, task } = await start(user, provider)
    while ((await state(user, scan)) !== 'executing') await sleep(20)
    const [progress] = await heardFirst(user, scan)
    assert.equal(progress?.event, 'scan.progress')
    await user.ask('DELETE', `/tasks/${task}`)
    const [error] = await heardFirst(user, scan)
    assert.equal(error?.event, 'scan.error')
    assert.deepEqual(error?.data, {
      code: 'cancelled',
      detail: 'The scan was canceled.',
      scan_id: scan,
    })
  } finally {
    restore()
  }
})
async function heardFirst(user: Client, scan: string): Promise<Listening['events']> {
  const listening = await listen(user, scan)
  const until = Date.now() + 5_000
  while (listening.events.length === 0 && Date.now() < until) await sleep(10)
  await listening.leave()
  return listening.events
}

test('whoever listens while a scan is cancelled or fails hears why', async () => {
  const user = await w.user()
  const restore = standStill()
  try {
    const { scan, task } = await start(user, await user.provider())
    const listening = await listen(user, scan)
    await user.ask('DELETE', `/tasks/${task}`)
    assert.equal((await listening.heard('scan.error')).data['code'], 'cancelled')
    await listening.leave()
  } finally {
    restore()
  }
  const made = await user.make('/providers', 'providers', { provider: 'aws', uid: '600000000001' })
  const { scan } = await start(user, made.id)
  const listening = await listen(user, scan)
  const failed = await listening.heard('scan.error')
  assert.equal(failed.data['code'], 'no_secret')
  await listening.leave()
})

test('two tenants scan at once, and each listener hears only his own scan', async () => {
  const scans = await Promise.all(
    [w.acme, w.rival].map(async (user) => {
      const { scan } = await start(user, await user.provider())
      return { scan, listening: await listen(user, scan) }
    }),
  )
  for (const { listening } of scans) await listening.heard('scan.end', 60_000)
  const [one, two] = scans
  assert.ok(one && two)
  assert.ok(!one.listening.text.includes(two.scan))
  assert.ok(!two.listening.text.includes(one.scan))
  for (const { listening } of scans) await listening.leave()
})

test('a listener whose right ends is closed with the reason and hears nothing more', async () => {
  const owner = await w.user()
  const provider = await owner.provider()
  await owner.scanOnly(provider, 's3', 'iam')
  const restore = standStill()
  const { scan, task } = await start(owner, provider)
  const revocations: [name: string, revoke: (who: { client: Client; roleId: string }) => string][] =
    [
      ['membership', ({ client }) => `delete from memberships where user_id = '${client.userId}'`],
      [
        'visibility',
        ({ roleId }) => `update roles set unlimited_visibility = false where id = '${roleId}'`,
      ],
      [
        'password',
        ({ client }) =>
          `update users set session_epoch = session_epoch + 1 where id = '${client.userId}'`,
      ],
    ]
  try {
    for (const [name, revoke] of revocations) {
      const one = await member(w, owner, ['unlimited_visibility'])
      const listening = await listen(one.client, scan)
      assert.equal(listening.status, 200, name)
      await w.test.administer(revoke(one))
      const closed = await listening.heard('stream.error', 8_000)
      assert.equal(closed.data['code'], 'access_revoked', name)
      await listening.ended
      assert.match(listening.text, /retry: \d+\n\n$/, name)
    }
    const made = await owner.make('/api-keys', 'api-keys', { name: 'a key' })
    const key = made.text('api_key')
    const authorization = `Api-Key ${key}`
    const { tenantId, userId, email } = owner
    const byKey = new Client(w.base, { tenantId, userId, email, authorization })
    const listening = await listen(byKey, scan)
    await owner.ask('DELETE', `/api-keys/${made.id}/revoke`)
    assert.equal((await listening.heard('stream.error', 8_000)).data['code'], 'access_revoked')
    await listening.leave()
  } finally {
    restore()
    await owner.ask('DELETE', `/tasks/${task}`)
  }
})

test('a deleted provider takes the streams of its scans with it', async () => {
  const owner = await w.user()
  const provider = await owner.provider()
  await owner.scanOnly(provider, 's3', 'iam')
  const restore = standStill()
  try {
    const { scan } = await start(owner, provider)
    const listening = await listen(owner, scan)
    await owner.ask('DELETE', `/providers/${provider}`)
    await listening.heard('stream.error', 8_000)
    await listening.leave()
  } finally {
    restore()
  }
})
