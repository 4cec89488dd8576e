import assert from 'node:assert/strict'
import { type FixtureCloud, smallAccount, startFixtureCloud } from '@plumbline/scanner/testing'
import { after, before, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { Client, type World, world } from '../../testing/index.ts'

let cloud: FixtureCloud
let one: World
let two: World
before(async () => {
  cloud = await startFixtureCloud({ accounts: [smallAccount()] })
  one = await world({ cloud })
  two = await world({ test: one.test, cloud })
})
after(async () => {
  await cloud.close()
  await one.test.close()
})

test('two workers over one database run each scan once, and all of them', async () => {
  const users = await Promise.all(Array.from({ length: 3 }, () => one.user()))
  const scans = await Promise.all(users.map(async (user) => user.scan(await user.provider())))
  const finished = [...one.logged, ...two.logged]
    .filter(({ event }) => event === 'scan finished')
    .map(({ facts }) => facts['scan_id'])
  assert.deepEqual(finished.toSorted(), scans.toSorted())
  const rows = await one.test.administer(
    'select t.fence, s.state from scans s join tasks t on t.id = s.task_id',
  )
  assert.deepEqual(
    rows.map(({ fence, state }) => [Number(fence), state]),
    scans.map(() => [1, 'completed']),
  )
})

test('when the worker of a scan leaves in the middle of it, another completes it', async () => {
  const user = await one.user()
  const provider = await user.provider()
  const link = { provider: { type: 'providers', id: provider } }
  await one.close()
  // Only the second world works now, and its scan hangs at kms.
  const restore = two.cloud.script({ match: { service: 'kms' }, do: 'hang' })
  const owner = new Client(two.base, user)
  const task = await owner.make('/scans', 'scans', {}, link)
  const scan = task.text('task_args', 'scan_id')
  const progress = async (): Promise<number> =>
    (await owner.get(`/scans/${scan}`)).item.number('progress')
  while ((await progress()) < 10) await sleep(20)
  const third = await world({ test: two.test, cloud: two.cloud })
  try {
    await two.close()
    restore()
    const ended = await new Client(third.base, user).finished(task.id, 30_000)
    assert.equal(ended.at('state'), 'completed')
    const [row] = await third.test.administer(`select fence from tasks where id = '${task.id}'`)
    assert.equal(Number(row?.['fence']), 2)
    assert.ok(two.logged.some(({ event }) => event === 'task requeued'))
  } finally {
    await third.close()
  }
})
