import { deepEqual, equal, ok, rejects } from 'node:assert/strict'
import { after, test } from 'node:test'
import {
  GetBucketAclCommand,
  GetBucketEncryptionCommand,
  GetBucketLifecycleConfigurationCommand,
  GetBucketLocationCommand,
  GetBucketLoggingCommand,
  GetBucketNotificationConfigurationCommand,
  GetBucketOwnershipControlsCommand,
  GetBucketPolicyCommand,
  GetBucketPolicyStatusCommand,
  GetBucketReplicationCommand,
  GetBucketTaggingCommand,
  GetBucketVersioningCommand,
  GetObjectAclCommand,
  GetObjectLockConfigurationCommand,
  GetPublicAccessBlockCommand,
  HeadBucketCommand,
  ListBucketsCommand,
  ListObjectsV2Command,
  paginateListBuckets,
  S3Client,
} from '@aws-sdk/client-s3'
import { startFixtureCloud } from '../../cloud.ts'
import { demoAccount } from '../../demo/account.ts'
import { demoId } from '../../demo/facts.ts'
import { fault, pagesOf, readsAll, settingsFor, transportTo } from '../official-client.ts'

const cloud = await startFixtureCloud({ accounts: [demoAccount()] })
const transport = transportTo(cloud)
const client = (region = 'us-east-1', options = {}) =>
  new S3Client({
    ...settingsFor(cloud, demoId, region),
    requestHandler: transport,
    forcePathStyle: true,
    ...options,
  })
after(() => cloud.close())

test('the official client lists every bucket, without regions when it asks for nothing', async () => {
  const { Buckets = [], Owner } = await client().send(new ListBucketsCommand({}))
  equal(Buckets.length, 12)
  ok(Buckets.every(({ CreationDate, BucketRegion }) => CreationDate && BucketRegion === undefined))
  equal(Owner?.ID, cloud.account(demoId).s3.canonicalId)
})

test('buckets page by max-buckets and then tell their region', async () => {
  const pages = await pagesOf(paginateListBuckets({ client: client(), pageSize: 5 }, {}))
  deepEqual(
    pages.map(({ Buckets = [] }) => Buckets.length),
    [5, 5, 2],
  )
  const regions = pages.flatMap(({ Buckets = [] }) => Buckets.map((each) => each.BucketRegion))
  deepEqual([...new Set(regions)].sort(), ['eu-central-1', 'eu-west-1', 'us-east-1'])
})

test('a made-up continuation token is an invalid argument', async () => {
  await rejects(client().send(new ListBucketsCommand({ ContinuationToken: 'nonsense' })), {
    name: 'InvalidArgument',
  })
})

test('every setting of a bucket arrives whole in the official client', async () => {
  const Bucket = 'larkspur-website'
  await readsAll(client(), transport, [
    new ListBucketsCommand({ MaxBuckets: 100 }),
    new GetBucketAclCommand({ Bucket }),
    new GetPublicAccessBlockCommand({ Bucket }),
    new GetBucketOwnershipControlsCommand({ Bucket }),
    new GetBucketPolicyStatusCommand({ Bucket }),
    new ListObjectsV2Command({ Bucket }),
    new GetObjectAclCommand({ Bucket, Key: 'index.html' }),
    new GetBucketVersioningCommand({ Bucket: 'larkspur-upload-inbox' }),
    new GetBucketNotificationConfigurationCommand({ Bucket: 'larkspur-upload-inbox' }),
    new GetBucketLoggingCommand({ Bucket: 'larkspur-cloudtrail' }),
    new GetObjectLockConfigurationCommand({ Bucket: 'larkspur-cloudtrail' }),
    new GetBucketTaggingCommand({ Bucket: 'larkspur-cloudtrail' }),
    new GetBucketLifecycleConfigurationCommand({ Bucket: 'larkspur-access-logs' }),
  ])
  await readsAll(client('eu-central-1'), transport, [
    new GetBucketLocationCommand({ Bucket: 'larkspur-invoices' }),
    new GetBucketEncryptionCommand({ Bucket: 'larkspur-customer-exports' }),
    new GetBucketReplicationCommand({ Bucket: 'larkspur-invoices' }),
  ])
  await readsAll(client('eu-west-1'), transport, [
    new GetBucketLifecycleConfigurationCommand({ Bucket: 'larkspur-partner-feed' }),
  ])
})

test('a bucket policy arrives as the JSON it is', async () => {
  const { Policy = '' } = await client().send(
    new GetBucketPolicyCommand({ Bucket: 'larkspur-website' }),
  )
  const { Statement } = JSON.parse(Policy)
  equal(Statement[0].Principal, '*')
  const status = await client().send(
    new GetBucketPolicyStatusCommand({ Bucket: 'larkspur-website' }),
  )
  equal(status.PolicyStatus?.IsPublic, true)
})

test('the oldest region has no location constraint', async () => {
  const command = new GetBucketLocationCommand({ Bucket: 'larkspur-website' })
  equal((await client().send(command)).LocationConstraint, undefined)
})

const absent: [string, string, (client: S3Client) => Promise<unknown>][] = [
  [
    'NoSuchBucketPolicy',
    'policy',
    (client) => client.send(new GetBucketPolicyCommand({ Bucket: 'larkspur-legacy-assets' })),
  ],
  [
    'NoSuchPublicAccessBlockConfiguration',
    'public access block',
    (client) => client.send(new GetPublicAccessBlockCommand({ Bucket: 'larkspur-legacy-assets' })),
  ],
  [
    'ServerSideEncryptionConfigurationNotFoundError',
    'encryption',
    (client) => client.send(new GetBucketEncryptionCommand({ Bucket: 'larkspur-website' })),
  ],
  [
    'NoSuchLifecycleConfiguration',
    'lifecycle',
    (client) =>
      client.send(new GetBucketLifecycleConfigurationCommand({ Bucket: 'larkspur-website' })),
  ],
  [
    'ReplicationConfigurationNotFoundError',
    'replication',
    (client) => client.send(new GetBucketReplicationCommand({ Bucket: 'larkspur-website' })),
  ],
  [
    'NoSuchTagSet',
    'tags',
    (client) => client.send(new GetBucketTaggingCommand({ Bucket: 'larkspur-legacy-assets' })),
  ],
  [
    'ObjectLockConfigurationNotFoundError',
    'object lock',
    (client) => client.send(new GetObjectLockConfigurationCommand({ Bucket: 'larkspur-website' })),
  ],
  [
    'NoSuchBucket',
    'bucket',
    (client) => client.send(new GetBucketAclCommand({ Bucket: 'nobody-has-this' })),
  ],
]
for (const [code, what, read] of absent)
  test(`a missing ${what} answers ${code}`, async () => {
    await rejects(read(client()), fault(code, 404))
  })

test('settings that were never made are empty where S3 says so by an empty document', async () => {
  const Bucket = 'larkspur-legacy-assets'
  equal((await client().send(new GetBucketVersioningCommand({ Bucket }))).Status, undefined)
  equal((await client().send(new GetBucketLoggingCommand({ Bucket }))).LoggingEnabled, undefined)
})

test('a bucket asked for in another region says where it is, and the client follows', async () => {
  const Bucket = 'larkspur-invoices'
  await rejects(
    client().send(new GetBucketTaggingCommand({ Bucket })),
    fault('PermanentRedirect', 301),
  )
  const following = client('us-east-1', { followRegionRedirects: true })
  const { TagSet = [] } = await following.send(new GetBucketTaggingCommand({ Bucket }))
  deepEqual(TagSet[0], { Key: 'team', Value: 'finance' })
  const { BucketRegion } = await client('eu-central-1').send(new HeadBucketCommand({ Bucket }))
  equal(BucketRegion, 'eu-central-1')
})

test('a bucket may be named by the host instead of the path', async () => {
  const virtual = client('us-east-1', {
    forcePathStyle: false,
    endpoint: `http://localhost:${cloud.port}`,
  })
  const { TagSet = [] } = await virtual.send(
    new GetBucketTaggingCommand({ Bucket: 'larkspur-website' }),
  )
  equal(transport.lastHost, 'larkspur-website.localhost')
  deepEqual(TagSet, [{ Key: 'team', Value: 'marketing' }])
})

test('a policy the account keeps from its reader is denied, by the permission and the bucket', async () => {
  await rejects(
    client('eu-central-1').send(new GetBucketPolicyCommand({ Bucket: 'larkspur-hr-vault' })),
    { name: 'AccessDenied', message: /s3:GetBucketPolicy.*larkspur-hr-vault/ },
  )
})

test('a bucket of somebody else is there, but closed', async () => {
  await rejects(
    client().send(new GetBucketAclCommand({ Bucket: 'partner-central-logs' })),
    fault('AccessDenied', 403),
  )
})

test('throttled S3 says SlowDown, and the client that may retry gets through', async () => {
  const match = { operation: 'ListBuckets', times: 1 }
  const remove = cloud.script({ match, do: 'throttle', retryAfterSeconds: 0 })
  await rejects(client().send(new ListBucketsCommand({})), fault('SlowDown', 503))
  remove()
  cloud.script({ match, do: 'throttle', retryAfterSeconds: 0 })
  const patient = client('us-east-1', { maxAttempts: 2 })
  equal((await patient.send(new ListBucketsCommand({}))).Buckets?.length, 12)
})

test('an unknown key and a wrong secret are told apart', async () => {
  const { credentials } = settingsFor(cloud, demoId)
  const wrong = { ...credentials, secretAccessKey: 'wrong' }
  const unknown = { ...credentials, accessKeyId: 'AKIANOBODY' }
  await rejects(client('us-east-1', { credentials: wrong }).send(new ListBucketsCommand({})), {
    name: 'SignatureDoesNotMatch',
  })
  await rejects(client('us-east-1', { credentials: unknown }).send(new ListBucketsCommand({})), {
    name: 'InvalidAccessKeyId',
  })
})
