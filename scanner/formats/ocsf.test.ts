import { deepEqual, equal, ok } from 'node:assert/strict'
import { test } from 'node:test'
import type { CheckDescription, FindingRecord } from '../engine/index.ts'
import { detectionFinding, type OcsfContext, ocsf } from './ocsf.ts'

const check: CheckDescription = {
  id: 's3_bucket_public_access',
  service: 's3',
  severity: 'critical',
  resource_type: 'AwsS3Bucket',
  resource_group: 'storage',
  categories: ['internet-exposed'],
  config_keys: [],
  aliases: [],
  deprecated: false,
  title: 'Bucket is not open',
  description: 'Asks who may read the bucket.',
  risk: 'Anyone reads it.',
  decision: 'Fails when anyone may.',
  fix: { text: 'Block it.', cli: 'aws s3api …' },
  source: 'https://docs.aws.amazon.com/x',
  links: [],
}
const context: OcsfContext = {
  provider: 'aws',
  account: { uid: '123456789012' },
  product: { name: 'Plumbline', vendor_name: 'Plumbline', version: '0.1.0' },
  checks: new Map([[check.id, check]]),
  time: new Date('2026-01-15T12:00:00.900Z'),
}
const finding: FindingRecord = {
  uid: 'plumbline-aws-s3_bucket_public_access-123456789012-eu-west-1-arn:aws:s3:::a',
  check_id: check.id,
  status: 'FAIL',
  severity: 'high',
  status_extended: 'a is public.',
  service: 's3',
  region: 'eu-west-1',
  resource_type: 'AwsS3Bucket',
  resource: {
    uid: 'arn:aws:s3:::a',
    name: 'a',
    region: 'eu-west-1',
    service: 's3',
    type: 'AwsS3Bucket',
    partition: 'aws',
    tags: { team: 'data' },
  },
  raw_result: { policy: null, acl: [] },
}

const written = async (batches: readonly (readonly FindingRecord[])[]) => {
  const source = (async function* () {
    yield* batches
  })()
  let text = ''
  for await (const piece of ocsf(source, context)) text += piece
  return text
}

test('a finding becomes a Detection Finding whose result is the status code', () => {
  const event = detectionFinding(finding, context)
  equal(event.class_uid, 2004)
  equal(event.type_uid, 200401)
  equal(event.status_code, 'FAIL')
  deepEqual([event.status, event.status_id], ['New', 1])
  deepEqual([event.severity, event.severity_id], ['High', 4])
  deepEqual([event.time, event.time_dt], [1768478400, '2026-01-15T12:00:00.900Z'])
  equal(event.metadata.event_code, check.id)
  equal(event.finding_info.uid, finding.uid)
  equal(event.finding_info.analytic.uid, check.id)
  equal(event.cloud?.account.type_id, 10)
  deepEqual(event.resources[0]?.labels, ['team:data'])
  equal(event.unmapped.provider_uid, '123456789012')
})

test('what is in a cluster has a namespace in the place of a region, and no cloud', () => {
  const resource = { ...finding.resource, uid: 'prod/pod/shop/web', region: '', partition: '' }
  const cluster: OcsfContext = { ...context, provider: 'kubernetes', account: { uid: 'prod' } }
  const written = (uid: string) =>
    JSON.parse(
      JSON.stringify(detectionFinding({ ...finding, resource: { ...resource, uid } }, cluster)),
    )
  const event = written('prod/pod/shop/web')
  equal('cloud' in event, false)
  deepEqual(event.metadata.profiles, ['container', 'datetime'])
  deepEqual([event.unmapped.provider, event.unmapped.provider_uid], ['kubernetes', 'prod'])
  const [named] = event.resources
  deepEqual(
    [named.namespace, 'region' in named, 'cloud_partition' in named],
    ['shop', false, false],
  )
  equal('namespace' in written('prod/node/worker').resources[0], false)
})

test('what a code host has is in its cloud, without a region', () => {
  const uid = 'https://api.github.com/repositories/1296269'
  const resource = { ...finding.resource, uid, region: '', partition: '' }
  const host: OcsfContext = { ...context, provider: 'github', account: { uid: 'octo-org' } }
  const event = JSON.parse(
    JSON.stringify(detectionFinding({ ...finding, region: '', resource }, host)),
  )
  deepEqual(event.metadata.profiles, ['cloud', 'datetime'])
  equal(event.cloud.provider, 'github')
  deepEqual([event.cloud.account.uid, event.cloud.account.type], ['octo-org', 'Other'])
  equal('region' in event.cloud, false)
  const [named] = event.resources
  deepEqual([named.uid, 'region' in named, 'namespace' in named], [uid, false, false])
})

test('what an organization has is in no namespace, however many parts its uid has', () => {
  const resource = { ...finding.resource, uid: 'a/b/c/d', region: '', partition: '' }
  const directory: OcsfContext = { ...context, provider: 'okta', account: { uid: 'acme.okta.com' } }
  const event = JSON.parse(
    JSON.stringify(detectionFinding({ ...finding, region: '', resource }, directory)),
  )
  deepEqual(['namespace' in event.resources[0], 'region' in event.cloud], [false, false])
  equal(event.cloud.account.uid, 'acme.okta.com')
})

test('a muted finding is suppressed and keeps its result', () => {
  const event = detectionFinding({ ...finding, muted: true }, context)
  deepEqual([event.status, event.status_id, event.status_code], ['Suppressed', 3, 'FAIL'])
})

test('the file is one JSON array over all batches, without nulls', async () => {
  const text = await written([[finding], [], [finding, finding]])
  const events: unknown = JSON.parse(text)
  ok(Array.isArray(events))
  equal(events.length, 3)
  ok(!text.includes('null'))
  deepEqual(events[0].resources[0].data.metadata, { acl: [] })
})

test('a scan without findings is an empty array', async () => {
  deepEqual(JSON.parse(await written([])), [])
})

test('a finding of a check that nobody describes is still written', () => {
  const event = detectionFinding({ ...finding, check_id: 'outside' }, context)
  equal(event.metadata.event_code, 'outside')
  equal(event.finding_info.title, 'outside')
})
