import assert from 'node:assert/strict'
import {
  firstKeyOf,
  type FixtureCloud,
  startFixtureCloud,
  syntheticAccount,
} from '@plumbline/scanner/testing'
import { after, before, test } from 'node:test'
import { eventually } from '../../testing/eventually.ts'
import { Client, type World, world } from '../../testing/index.ts'

/** So large that a unit of it is recorded in many transactions. */
const account = syntheticAccount({ seed: 3, resources: 2_000 })
let cloud: FixtureCloud
/** So long that only a scan that is handed back resumes: the sweep for others runs after the test. */
const lease = { LEASE_SECONDS: '600' }
let first: World
before(async () => {
  cloud = await startFixtureCloud({ accounts: [account] })
  first = await world({ cloud, settings: { SCAN_UNITS: '1', ...lease } })
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
  await eventually(
    'the scan has begun',
    async () => (await user.get(`/tasks/${task.id}`)).item.at('state') !== 'available',
  )
  const second = await world({ test: first.test, cloud, settings: lease })
  t.after(() => second.close())
  await eventually('a unit is recorded in part', inPart)
  const before = await fence()
  await first.close()
  await eventually('the scan is resumed', async () => (await fence()) !== before)
  const ended = await new Client(second.base, user).finished(task.id, 120_000)
  assert.equal(ended.at('state'), 'completed')
  const counted = await first.test.administer('select max(attempts) as most from scan_units')
  assert.deepEqual(counted, [{ most: 1 }])
})
