/** The scan configuration of a provider sets what its scans leave out and tolerate. */
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, test } from 'node:test'
import { aws } from '@plumbline/scanner'
import { type Client, type World, world } from '../../testing/index.ts'

let w: World
before(async () => {
  w = await world()
})
after(async () => {
  await w.close()
  await w.test.close()
})

/** What these tests are about; to scan the others takes ten times as long. */
const looked = ['ec2', 'kms', 's3']
const others = Object.keys(aws.services).filter((name) => !looked.includes(name))
const configure = async (
  user: Client,
  provider: string,
  { excluded_services = [], ...more }: { excluded_services?: string[]; [key: string]: unknown },
): Promise<string> =>
  (
    await user.make('/scan-configurations', 'scan-configurations', {
      name: randomUUID(),
      configuration: { aws: { ...more, excluded_services: [...others, ...excluded_services] } },
      provider_ids: [provider],
    })
  ).id
const outcomes = async (user: Client, scan: string, filter: string): Promise<readonly string[]> => {
  const rows = await user.get(`/scans/${scan}/coverage?page[size]=1000&${filter}`)
  return [...new Set(rows.items.map((row) => row.text('outcome')))]
}
const checksOf = async (user: Client, scan: string, filter: string): Promise<number> =>
  (await user.get(`/findings?filter[scan]=${scan}&${filter}`)).count

test('what is excluded gives rows of coverage and no verdict, and comes back when it is not', async () => {
  const user = await w.user()
  const provider = await user.provider()
  const id = await configure(user, provider, {
    excluded_services: ['kms'],
    excluded_checks: ['s3_bucket_public_access'],
    excluded_regions: ['eu-west-1'],
  })
  const scan = await user.scan(provider)
  for (const filter of [
    'filter[service]=kms',
    'filter[check_id]=s3_bucket_public_access',
    'filter[service]=ec2&filter[region]=eu-west-1',
    'filter[service]=s3&filter[region]=eu-west-1',
  ]) {
    assert.equal(await checksOf(user, scan, filter), 0, filter)
    assert.deepEqual(await outcomes(user, scan, filter), ['excluded'], filter)
  }
  assert.ok((await checksOf(user, scan, 'filter[service]=s3')) > 0)
  assert.equal((await user.ask('DELETE', `/scan-configurations/${id}`)).status, 204)
  const again = await user.scan(provider)
  assert.ok((await checksOf(user, again, 'filter[service]=kms')) > 0)
  assert.deepEqual(await outcomes(user, again, 'filter[outcome]=excluded'), [])
})

test('a list that a cap cuts is capped, and closes nothing', async () => {
  const user = await w.user()
  const provider = await user.provider()
  await user.scanOnly(provider, 's3')
  await user.scan(provider)
  const live = async (): Promise<number> =>
    (await user.get('/findings/latest?filter[service]=s3')).count
  const before = await live()
  await configure(user, provider, { max_scanned_resources_per_service: 1 })
  const scan = await user.scan(provider)
  assert.deepEqual(await outcomes(user, scan, 'filter[check_id]=s3_bucket_object_versioning'), [
    'assessed',
    'capped',
  ])
  assert.ok((await checksOf(user, scan, 'filter[service]=s3')) < before)
  assert.equal(await live(), before)
})

test('a threshold of its own changes a verdict', async () => {
  const user = await w.user()
  const provider = await user.provider()
  const verdicts = async (scan: string): Promise<readonly string[]> => {
    const check = 'ec2_securitygroup_with_many_ingress_egress_rules'
    const { items } = await user.get(`/findings?filter[scan]=${scan}&filter[check_id]=${check}`)
    return [...new Set(items.map((one) => one.text('status')))].sort()
  }
  await user.scanOnly(provider, 'ec2')
  const before = await verdicts(await user.scan(provider))
  assert.deepEqual(before, ['PASS'])
  await configure(user, provider, { max_security_group_rules: 0 })
  assert.ok((await verdicts(await user.scan(provider))).includes('FAIL'))
})

test('a scan that is resumed goes by the configuration that it started with', async () => {
  const user = await w.user()
  const provider = await user.provider()
  await configure(user, provider, { excluded_services: ['kms'] })
  const scan = await user.scan(provider)
  const [row] = await w.test.administer(
    `select configuration, task_id from scans where id = '${scan}'`,
  )
  assert.deepEqual(row?.['configuration'], { excluded_services: [...others, 'kms'] })
  const task = String(row?.['task_id'])
  await configure(user, provider, {})
  // As it is after a worker died in the middle.
  await w.test.administer(`
    delete from scan_reports where scan_id = '${scan}';
    update scans set state = 'executing', completed_at = null where id = '${scan}';
    update scan_units set state = 'waiting', recorded_at = null where scan_id = '${scan}' and unit like 's3/%';
    update tasks set state = 'executing', lease_until = now() - interval '1 second', completed_at = null
     where id = '${task}'`)
  await user.finished(task)
  assert.equal((await user.get(`/scans/${scan}`)).item.at('state'), 'completed')
  assert.deepEqual(await outcomes(user, scan, 'filter[service]=kms'), ['excluded'])
})

test('a value that an older version took and this one does not ends the scan with its key', async () => {
  const user = await w.user()
  const provider = await user.provider()
  const id = await configure(user, provider, { retries: 1 })
  await w.test.administer(
    `update scan_configurations set configuration = '{"aws": {"retries": "one"}}' where id = '${id}'`,
  )
  const started = await user.ask('POST', '/scans', {
    data: {
      type: 'scans',
      attributes: {},
      relationships: { provider: { data: { type: 'providers', id: provider } } },
    },
  })
  const scan = started.item.text('task_args', 'scan_id')
  const task = await user.finished(started.item.id)
  assert.equal((await user.get(`/scans/${scan}`)).item.at('state'), 'failed')
  assert.match(
    JSON.stringify(task.at('result')),
    /key retries of the scan configuration is no longer valid/,
  )
})
