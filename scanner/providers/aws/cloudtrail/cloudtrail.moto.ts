import { test } from 'node:test'
import {
  CloudTrailClient,
  CreateTrailCommand,
  PutEventSelectorsCommand,
  StartLoggingCommand,
} from '@aws-sdk/client-cloudtrail'
import { CreateBucketCommand, PutBucketAclCommand, S3Client } from '@aws-sdk/client-s3'
import { gives, motoAccount } from '../../../testing/moto.ts'
import cloudtrail from './index.ts'

test('trails of moto are judged with their buckets', async () => {
  const { settings, scanned } = await motoAccount('200000000104')
  const trails = new CloudTrailClient(settings)
  const buckets = new S3Client({ ...settings, forcePathStyle: true })
  const checks = cloudtrail.checks.map(({ id }) => id)
  gives(await scanned({ checks }), [['cloudtrail_multi_region_enabled', ':trail', 'FAIL']])

  for (const Bucket of ['quiet-logs', 'loud-logs']) {
    await buckets.send(new CreateBucketCommand({ Bucket, ObjectOwnership: 'ObjectWriter' }))
  }
  await buckets.send(new PutBucketAclCommand({ Bucket: 'loud-logs', ACL: 'public-read' }))
  await trails.send(
    new CreateTrailCommand({
      Name: 'everywhere',
      S3BucketName: 'quiet-logs',
      IsMultiRegionTrail: true,
      EnableLogFileValidation: true,
      KmsKeyId: 'arn:aws:kms:us-east-1:200000000104:key/11111111-2222-3333-4444-555555555555',
    }),
  )
  await trails.send(new StartLoggingCommand({ Name: 'everywhere' }))
  // AWS returns the default selectors of a new trail; moto returns none.
  await trails.send(
    new PutEventSelectorsCommand({
      TrailName: 'everywhere',
      EventSelectors: [{ ReadWriteType: 'All', IncludeManagementEvents: true }],
    }),
  )
  await trails.send(new CreateTrailCommand({ Name: 'here', S3BucketName: 'loud-logs' }))

  gives(await scanned({ checks }), [
    ['cloudtrail_multi_region_enabled', ':trail', 'PASS'],
    ['cloudtrail_log_file_validation_enabled', 'trail/everywhere', 'PASS'],
    ['cloudtrail_log_file_validation_enabled', 'trail/here', 'FAIL'],
    ['cloudtrail_kms_encryption_enabled', 'trail/everywhere', 'PASS'],
    ['cloudtrail_kms_encryption_enabled', 'trail/here', 'FAIL'],
    ['cloudtrail_logs_s3_bucket_is_not_publicly_accessible', 'trail/everywhere', 'PASS'],
    ['cloudtrail_logs_s3_bucket_is_not_publicly_accessible', 'trail/here', 'FAIL'],
    ['cloudtrail_logs_s3_bucket_access_logging_enabled', 'trail/here', 'FAIL'],
  ])
})
