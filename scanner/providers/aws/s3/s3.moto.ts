import { deepEqual } from 'node:assert/strict'
import { test } from 'node:test'
import {
  CreateBucketCommand,
  PutBucketAclCommand,
  PutBucketEncryptionCommand,
  PutBucketLifecycleConfigurationCommand,
  PutBucketOwnershipControlsCommand,
  PutBucketPolicyCommand,
  PutBucketVersioningCommand,
  PutPublicAccessBlockCommand,
  S3Client,
} from '@aws-sdk/client-s3'
import {
  PutPublicAccessBlockCommand as PutAccountBlockCommand,
  S3ControlClient,
} from '@aws-sdk/client-s3-control'
import { gives, motoAccount } from '../../../testing/moto.ts'
import s3 from './index.ts'

const blocked = {
  BlockPublicAcls: true,
  IgnorePublicAcls: true,
  BlockPublicPolicy: true,
  RestrictPublicBuckets: true,
}
const statement = (Bucket: string, rest: object) => ({
  Bucket,
  Policy: JSON.stringify({
    Version: '2012-10-17',
    Statement: [{ Resource: [`arn:aws:s3:::${Bucket}/*`, `arn:aws:s3:::${Bucket}`], ...rest }],
  }),
})

const { id: AccountId, settings, scanned } = await motoAccount('200000000103')
const client = new S3Client({ ...settings, forcePathStyle: true })
const checks = s3.checks.map(({ id }) => id)

/** A securely configured bucket. */
async function sound(Bucket: string): Promise<void> {
  await client.send(
    new CreateBucketCommand({
      Bucket,
      ObjectLockEnabledForBucket: true,
      CreateBucketConfiguration: { LocationConstraint: 'eu-west-1' },
    }),
  )
  await client.send(
    new PutPublicAccessBlockCommand({ Bucket, PublicAccessBlockConfiguration: blocked }),
  )
  await client.send(
    new PutBucketOwnershipControlsCommand({
      Bucket,
      OwnershipControls: { Rules: [{ ObjectOwnership: 'BucketOwnerEnforced' }] },
    }),
  )
  await client.send(
    new PutBucketEncryptionCommand({
      Bucket,
      ServerSideEncryptionConfiguration: {
        Rules: [{ ApplyServerSideEncryptionByDefault: { SSEAlgorithm: 'aws:kms' } }],
      },
    }),
  )
  await client.send(
    new PutBucketVersioningCommand({ Bucket, VersioningConfiguration: { Status: 'Enabled' } }),
  )
  await client.send(
    new PutBucketLifecycleConfigurationCommand({
      Bucket,
      LifecycleConfiguration: {
        Rules: [{ ID: 'old', Status: 'Enabled', Filter: { Prefix: '' }, Expiration: { Days: 9 } }],
      },
    }),
  )
  const plain = {
    Sid: 'tls',
    Effect: 'Deny',
    Principal: '*',
    Action: 's3:*',
    Condition: { Bool: { 'aws:SecureTransport': 'false' } },
  }
  await client.send(new PutBucketPolicyCommand(statement(Bucket, plain)))
}

/** A misconfigured bucket: no logging, and everyone may list it and write to it. */
async function careless(Bucket: string): Promise<void> {
  await client.send(new CreateBucketCommand({ Bucket, ObjectOwnership: 'ObjectWriter' }))
  await client.send(new PutBucketAclCommand({ Bucket, ACL: 'public-read' }))
  const rest = { Effect: 'Allow', Principal: '*', Action: 's3:PutObject' }
  await client.send(new PutBucketPolicyCommand(statement(Bucket, rest)))
}

test('buckets of moto are judged whole, in whichever region they are', async () => {
  await sound('sound-bucket')
  await careless('careless-bucket')
  const unlogged = await scanned({ checks })
  gives(unlogged, [
    ['s3_bucket_public_access', ':::sound-bucket', 'PASS'],
    ['s3_bucket_acl_prohibited', ':::sound-bucket', 'PASS'],
    ['s3_bucket_kms_encryption', ':::sound-bucket', 'PASS'],
    ['s3_bucket_level_public_access_block', ':::sound-bucket', 'PASS'],
    ['s3_bucket_lifecycle_enabled', ':::sound-bucket', 'PASS'],
    ['s3_bucket_object_lock', ':::sound-bucket', 'PASS'],
    ['s3_bucket_policy_public_write_access', ':::sound-bucket', 'PASS'],
    ['s3_bucket_secure_transport_policy', ':::sound-bucket', 'PASS'],
    ['s3_bucket_public_access', ':::careless-bucket', 'FAIL'],
    ['s3_bucket_public_list_acl', ':::careless-bucket', 'FAIL'],
    ['s3_bucket_policy_public_write_access', ':::careless-bucket', 'FAIL'],
    ['s3_bucket_acl_prohibited', ':::careless-bucket', 'FAIL'],
    ['s3_bucket_kms_encryption', ':::careless-bucket', 'FAIL'],
    ['s3_bucket_level_public_access_block', ':::careless-bucket', 'FAIL'],
    ['s3_bucket_lifecycle_enabled', ':::careless-bucket', 'FAIL'],
    ['s3_bucket_object_lock', ':::careless-bucket', 'FAIL'],
    ['s3_bucket_secure_transport_policy', ':::careless-bucket', 'FAIL'],
    ['s3_bucket_server_access_logging_enabled', ':::careless-bucket', 'FAIL'],
    ['s3_account_level_public_access_blocks', ':account', 'FAIL'],
  ])
  const regions = new Map(unlogged.findings.map(({ resource }) => [resource.name, resource.region]))
  deepEqual(
    [regions.get('sound-bucket'), regions.get('careless-bucket')],
    ['eu-west-1', 'us-east-1'],
  )

  await new S3ControlClient(settings).send(
    new PutAccountBlockCommand({ AccountId, PublicAccessBlockConfiguration: blocked }),
  )
  const shut = await scanned({ checks })
  gives(shut, [
    ['s3_account_level_public_access_blocks', ':account', 'PASS'],
    ['s3_bucket_public_access', ':::careless-bucket', 'PASS'],
  ])
  // If moto uses another root element than AWS, the response is invalid and therefore a gap.
  const unlike = new Set(['s3:GetBucketVersioning', 's3:ListAccessPoints'])
  deepEqual(
    shut.unread.filter(
      ({ action, reason }) => reason !== 'broken_answer' || !unlike.has(action ?? ''),
    ),
    [],
  )
})
