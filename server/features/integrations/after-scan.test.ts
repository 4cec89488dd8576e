import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { smallAccount } from '@plumbline/scanner/testing'
import { eventually } from '../../testing/eventually.ts'
import { FakeS3 } from '../../platform/aws/testing/fake-s3.ts'
import { FakeHub } from '../../targets/security-hub/testing/fake-hub.ts'
import { type Client, type Item, type World, world } from '../../testing/index.ts'
import { Sites } from './testing/sites.ts'

const sites = new Sites()
let w: World
let hub: FakeHub
let store: FakeS3
before(async () => {
  ;[hub, store] = await Promise.all([FakeHub.start(), FakeS3.start()])
  w = await world({
    reportsAfterScans: true,
    egress: sites.egress,
    account: { ...smallAccount(), id: hub.account },
  })
  sites.add(new URL(w.cloud.url).host, hub.origin)
  sites.add('store.example', store.settings.endpoint)
})
beforeEach(() => {
  hub.findings.clear()
  store.objects.clear()
})
after(async () => {
  await w.close()
  await Promise.all([hub.close(), store.close()])
  await w.test.close()
})

const connect = (client: Client, provider: string, attributes: object): Promise<Item> =>
  client.make('/integrations', 'integrations', attributes, {
    providers: [{ type: 'providers', id: provider }],
  })
const ofHub = (configuration: object = {}) => ({
  integration_type: 'aws_security_hub',
  configuration,
  credentials: hub.secret,
})
const ofBucket = () => ({
  integration_type: 'amazon_s3',
  configuration: {
    bucket_name: store.settings.bucket,
    output_directory: 'findings/of/acme',
    endpoint_url: 'https://store.example',
  },
  credentials: {
    aws_access_key_id: store.settings.accessKeyId,
    aws_secret_access_key: store.settings.secretAccessKey,
  },
})

/** The newest delivery, once it has ended. */
async function delivered(client: Client, { id }: Item): Promise<Item> {
  return eventually('the delivery', async () => {
    const [row] = (await client.get(`/integrations/${id}/deliveries`)).items
    if (row && row.text('state') !== 'pending') return row
    if (row?.at('reason')) throw new Error(row.text('reason'))
    return null
  })
}
const state = (known: object): unknown => (known as { RecordState: string }).RecordState

test('a hub gets what a full scan of its provider found, each finding in its region, and shows the regions it has', async () => {
  const user = await w.user()
  const provider = await user.provider(hub.account)
  await user.scanOnly(provider, 's3', 'iam', 'ec2')
  const integration = await connect(user, provider, ofHub())
  const task = (await user.ask('POST', `/integrations/${integration.id}/connection`)).item
  assert.deepEqual((await user.finished(task.id)).at('result'), { connected: true, error: null })
  const shown = (await user.get(`/integrations/${integration.id}`)).item
  assert.deepEqual(shown.at('configuration', 'regions'), { ...hub.regions })
  const scan = await user.scan(provider)
  const row = await delivered(user, integration)
  assert.deepEqual([row.text('kind'), row.at('subject')], ['hub-findings', { scan_id: scan }])
  const all = (await user.get('/findings/latest?page[size]=100')).count
  const left = Object.values(row.object('outcome', 'left_out')) as number[]
  const leftOut = left.reduce((sum, n) => sum + n, 0)
  assert.equal(row.number('outcome', 'imported') + leftOut, all)
  assert.equal(row.number('outcome', 'refused_count'), 0)
  const there = [...hub.findings.keys()].flatMap((region) => hub.in(region))
  assert.equal(there.length, row.number('outcome', 'imported'))
  assert.ok(there.length > 0)
})

test('only what fails is sent where that is asked for, and what is no more is archived', async () => {
  const user = await w.user()
  const provider = await user.provider(hub.account)
  await user.scanOnly(provider, 's3', 'iam', 'ec2')
  const configuration = { send_only_fails: true, archive_previous_findings: true }
  const integration = await connect(user, provider, ofHub(configuration))
  await user.scan(provider)
  await delivered(user, integration)
  const regions = [...hub.findings.keys()]
  const sent = regions.flatMap((region) => hub.in(region))
  const failing = (await user.get('/findings/latest?filter[status]=FAIL')).count
  assert.ok(sent.length > 0 && sent.length <= failing, `${sent.length} of ${failing}`)
  const fields = sent[0]?.['ProductFields'] as Readonly<Record<string, string>> | undefined
  await w.test.administer(
    `update findings set removed_at = now() where tenant_id = '${user.tenantId}'
        and uid = '${fields?.['plumbline/finding_uid'] ?? ''}'`,
  )
  const path = `/integrations/${integration.id}/deliveries`
  const [row] = (await user.get(path)).items
  await user.ask('POST', `${path}/${row?.id}/replay`)
  const again = await delivered(user, integration)
  const states = regions.flatMap((region) => hub.in(region)).map(state)
  assert.equal(again.number('attempts'), 2)
  assert.equal(again.number('outcome', 'archived'), 1)
  assert.equal(states.filter((one) => one === 'ARCHIVED').length, 1)
})

test('a region whose hub is gone is said, and keeps nothing from the others', async () => {
  const user = await w.user()
  const provider = await user.provider(hub.account)
  await user.scanOnly(provider, 's3', 'iam', 'ec2')
  const configuration = { archive_previous_findings: true }
  const integration = await connect(user, provider, ofHub(configuration))
  const task = (await user.ask('POST', `/integrations/${integration.id}/connection`)).item
  assert.equal((await user.finished(task.id)).at('result', 'connected'), true)
  await user.scan(provider)
  const before = (await delivered(user, integration)).number('outcome', 'imported')
  const counts = [...hub.findings].map(([region, known]) => [region, known.size] as const)
  const [first, ...others] = counts.filter(([, size]) => size > 0).toSorted()
  assert.ok(first && others.length > 0, JSON.stringify(counts))
  const [gone, lost] = first
  hub.findings.clear()
  hub.regions[gone] = false
  try {
    await user.scan(provider)
    const path = `/integrations/${integration.id}/deliveries?filter[state]=failed`
    let row: Item | undefined
    for (; !row; await sleep(50)) row = (await user.get(path)).items[0]
    assert.match(
      row.text('reason'),
      new RegExp(`${gone}.*The other regions received their findings\\.`),
    )
    const there = [...hub.findings.values()].reduce((sum, { size }) => sum + size, 0)
    assert.equal(there, before - lost)
  } finally {
    hub.regions[gone] = true
  }
})

test('an older scan that is sent late does not overwrite what a newer one found', async () => {
  const user = await w.user()
  const provider = await user.provider(hub.account)
  await user.scanOnly(provider, 's3', 'iam', 'ec2')
  const integration = await connect(user, provider, ofHub())
  const first = await user.scan(provider)
  await delivered(user, integration)
  const second = await user.scan(provider)
  await delivered(user, integration)
  const path = `/integrations/${integration.id}/deliveries`
  const rows = (await user.get(path)).items
  const old = rows.find((row) => row.text('subject', 'scan_id') === first)
  await user.ask('POST', `${path}/${old?.id}/replay`)
  for (let ended = false; !ended; await sleep(50))
    ended = (await user.get(`${path}/${old?.id}`)).item.at('state') === 'delivered'
  const { item } = await user.get(`${path}/${old?.id}`)
  assert.deepEqual(item.at('outcome'), { superseded_by: second })
})

test('a bucket gets the files of a full scan, and none of a partial one', async () => {
  const user = await w.user()
  const provider = await user.provider(hub.account)
  await user.scanOnly(provider, 's3', 'iam', 'ec2')
  const integration = await connect(user, provider, ofBucket())
  const task = (await user.ask('POST', `/integrations/${integration.id}/connection`)).item
  assert.deepEqual((await user.finished(task.id)).at('result'), { connected: true, error: null })
  assert.equal(store.objects.size, 0)
  const scan = await user.scan(provider)
  const row = await delivered(user, integration)
  assert.equal(row.text('kind'), 's3-files')
  const keys = [...store.objects.keys()].map((key) => key.replace(/^\/?imports\//, ''))
  assert.equal(keys.length, row.number('outcome', 'files'))
  const folders = new Set(keys.map((key) => key.split('/').slice(0, -1).join('/')))
  for (const folder of ['csv', 'json-ocsf', 'html', 'compliance/cis_2.0_aws'])
    assert.ok(folders.has(`findings/of/acme/${folder}`), [...folders].join(' '))
  const table = [...store.objects].find(([key]) => key.includes('/csv/'))?.[1]
  const findings = (await user.get('/findings/latest')).count
  assert.equal(table?.body.toString().trim().split('\r\n').length, findings + 1)
  const [resource] = (await user.get('/resources/latest?filter[service]=s3')).items
  await user.scan(provider, { resource_uids: [resource?.text('uid')] })
  const rows = (await user.get(`/integrations/${integration.id}/deliveries`)).items
  assert.deepEqual(
    rows.map((one) => one.at('subject')),
    [{ scan_id: scan }],
  )
})

test('what waits is not sent once its account was taken off the integration', async () => {
  const user = await w.user()
  const provider = await user.provider(hub.account)
  await user.scanOnly(provider, 's3', 'iam', 'ec2')
  const integration = await connect(user, provider, ofBucket())
  await w.test.administer(
    `update integrations set paused_until = now() + interval '1 hour' where id = '${integration.id}'`,
  )
  await user.scan(provider)
  const path = `/integrations/${integration.id}`
  const data = {
    type: 'integrations',
    id: integration.id,
    relationships: { providers: { data: [] } },
  }
  assert.equal((await user.ask('PATCH', path, { data })).status, 200)
  const row = await delivered(user, integration)
  assert.deepEqual([row.at('state'), row.at('reason_code')], ['failed', 'not_found'])
  assert.match(row.text('reason'), /no longer attached/)
  assert.equal(store.objects.size, 0)
})

test('a bucket that does not let us in is a dead letter that says so, and the scan is none the worse', async () => {
  const user = await w.user()
  const provider = await user.provider(hub.account)
  await user.scanOnly(provider, 's3', 'iam', 'ec2')
  const credentials = { ...ofBucket().credentials, aws_secret_access_key: 'wrong' }
  const integration = await connect(user, provider, { ...ofBucket(), credentials })
  const scan = await user.scan(provider)
  assert.equal((await user.get(`/scans/${scan}`)).item.at('state'), 'completed')
  const row = await delivered(user, integration)
  assert.deepEqual([row.at('state'), row.at('reason_code')], ['failed', 'unauthorised'])
  assert.match(row.text('reason'), /does not accept the credentials/)
})
