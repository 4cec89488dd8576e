/** The home region: access keys of another partition work only in its regions, so users choose where Plumbline signs in. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { aws } from '@plumbline/scanner'
import { demoAccount, startFixtureCloud } from '@plumbline/scanner/testing'
import { type World, world } from '../../testing/index.ts'

let w: World
before(async () => {
  w = await world({ cloud: await startFixtureCloud({ accounts: [demoAccount()] }) })
})
after(async () => {
  await w.close()
  await w.cloud.close()
  await w.test.close()
})

/** The regions that received a GetCallerIdentity call during `work`. */
async function signedInAt(work: () => Promise<unknown>): Promise<readonly string[]> {
  const before = w.cloud.calls.length
  await work()
  const calls = w.cloud.calls.slice(before)
  return calls.flatMap(({ operation, region }) =>
    operation === 'GetCallerIdentity' ? [region] : [],
  )
}

test('connection tests, scans and event lookups sign in at the home region of the scan configuration', async () => {
  const user = await w.user()
  const provider = await user.provider()
  const looksAt = async (): Promise<void> => {
    const uid = 'arn:aws:s3:::larkspur-website'
    const { id } = (await user.get(`/resources/latest?filter[uid]=${uid}`)).item
    assert.equal((await user.get(`/resources/${id}/events`)).status, 200)
  }
  const connects = async (): Promise<void> => {
    const task = (await user.ask('POST', `/providers/${provider}/connection`)).item
    assert.equal((await user.finished(task.id)).at('result', 'connected'), true)
  }
  await user.scanOnly(provider, 's3')
  assert.deepEqual(await signedInAt(connects), ['us-east-1'])
  assert.deepEqual(await signedInAt(() => user.scan(provider)), ['us-east-1'])
  assert.deepEqual(await signedInAt(looksAt), ['us-east-1'])

  const excluded_services = Object.keys(aws.services).filter((name) => name !== 's3')
  await user.make('/scan-configurations', 'scan-configurations', {
    name: 'at home',
    configuration: { aws: { home_region: 'eu-west-1', excluded_services } },
    provider_ids: [provider],
  })
  assert.deepEqual(await signedInAt(connects), ['eu-west-1'])
  assert.deepEqual(await signedInAt(() => user.scan(provider)), ['eu-west-1'])
  assert.deepEqual(await signedInAt(looksAt), ['eu-west-1'])
})

test('a home region that does not exist is refused, and the pointer names the key', async () => {
  const user = await w.user()
  const refused = await user.ask('POST', '/scan-configurations', {
    data: {
      type: 'scan-configurations',
      attributes: { name: 'mars', configuration: { aws: { home_region: 'mars' } } },
    },
  })
  assert.equal(refused.status, 400)
  const { detail, source } = refused.fault
  assert.equal(source?.pointer, '/data/attributes/configuration/aws/home_region')
  assert.equal(detail, 'It must be a region such as eu-west-1.')
})
