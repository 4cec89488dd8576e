import assert from 'node:assert/strict'
import { demoAccount, type FixtureCloud, startFixtureCloud } from '@plumbline/scanner/testing'
import { after, before, test } from 'node:test'
import { type Client, type World, world } from '../../testing/index.ts'

let w: World
let cloud: FixtureCloud
before(async () => {
  cloud = await startFixtureCloud({ accounts: [demoAccount()] })
  w = await world({ cloud })
})
after(async () => {
  await w.close()
  await cloud.close()
  await w.test.close()
})

const region = 'eu-central-1'
const live = async (user: Client, of: string): Promise<number> =>
  (await user.get(`/findings/latest?filter[service]=ec2&filter[region]=${of}`)).count

const seenBy: [name: string, plant: (provider: string) => string][] = [
  ['full scans', () => 'select'],
  [
    'nothing but a partial scan',
    // As after a partial scan of resources in units that no full scan has ever completed.
    (provider) =>
      `delete from latest_unit_runs where provider_id = '${provider}' and unit like '%/${region}'`,
  ],
]
for (const [name, plant] of seenBy) {
  test(`findings of a region that was closed end with the next full scan, seen by ${name} before`, async () => {
    const user = await w.user()
    const provider = await user.provider()
    await user.scanOnly(provider, 'ec2')
    await user.scan(provider)
    const [there, another] = [await live(user, region), await live(user, 'us-east-1')]
    assert.ok(there > 0 && another > 0, `${there} findings in ${region}`)
    await w.test.administer(plant(provider))
    const closing = cloud.account(demoAccount().id).regions.find((one) => one.name === region)
    assert.ok(closing)
    const { optIn } = closing
    closing.optIn = 'not-opted-in'
    try {
      await user.scan(provider)
    } finally {
      closing.optIn = optIn
    }
    assert.equal(await live(user, region), 0)
    assert.equal(await live(user, 'us-east-1'), another)
  })
}
