import assert from 'node:assert/strict'
import {
  firstKeyOf,
  type FixtureCloud,
  startFixtureCloud,
  syntheticAccount,
} from '@plumbline/scanner/testing'
import { after, before, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { Client, type World, world } from '../../testing/index.ts'

/** So large that a unit of it is recorded in many transactions. */
const account = syntheticAccount({ seed: 3, resources: 2_000 })
let cloud: FixtureCloud
let first: World
before(async () => {
  cloud = await startFixtureCloud({ accounts: [account] })
  first = await world({ cloud, settings: { SCAN_UNITS: '1' } })
})
after(async () => {
  await cloud.close()
  await first.test.close()
})

test('a worker leaves in the middle of a large unit, and the next one goes on at once', async (t) => {
  const { accessKeyId, secretAccessKey } = firstKeyOf(account.id)
  const key = { aws_access_key_id: accessKeyId, aws_secret_access_key: secretAccessKey }
  const user = await first.user()
  const provider = { type: 'providers', id: await user.provider(account.id, key) }
  const task = await user.make('/scans', 'scans', {}, { provider })
  const inPart = async (): Promise<boolean> => {
    const [row] = await first.test.administer(`
      select exists (select from findings f join scan_units u on u.unit = f.unit where u.state = 'running') as found`)
    return row?.['found'] === true
  }
  /** Another worker takes the scan with a higher one. */
  const fence = async () =>
    (await first.test.administer('select max(fence) as most from tasks'))[0]?.['most']
  while ((await user.get(`/tasks/${task.id}`)).item.at('state') === 'available') await sleep(20)
  const second = await world({ test: first.test, cloud })
  t.after(() => second.close())
  for (const until = Date.now() + 60_000; !(await inPart()); await sleep(20))
    assert.ok(Date.now() < until, 'no unit was ever recorded in part')
  const before = await fence()
  const leftAt = performance.now()
  await first.close()
  const took = performance.now() - leftAt
  t.diagnostic(`closed within ${Math.round(took)} ms`)
  assert.ok(took < 10_000, `${took} ms`)

  while ((await fence()) === before && performance.now() - leftAt < took + 10_000) await sleep(20)
  const resumed = performance.now() - leftAt - took
  t.diagnostic(`resumed within ${Math.round(resumed)} ms`)
  assert.ok(resumed < 3_000, `${resumed} ms`) // found by chance it would be later: the sweep is rare
  const ended = await new Client(second.base, user).finished(task.id, 120_000)
  assert.equal(ended.at('state'), 'completed')
  const counted = await first.test.administer('select max(attempts) as most from scan_units')
  assert.deepEqual(counted, [{ most: 1 }])
})
