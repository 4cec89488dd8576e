import { calls, patternOf, watched } from './watched.ts'

const wanted = calls(
  's3',
  'PutBucketAcl',
  'PutBucketPolicy',
  'PutBucketCors',
  'PutBucketLifecycle',
  'PutBucketReplication',
  'DeleteBucketPolicy',
  'DeleteBucketCors',
  'DeleteBucketLifecycle',
  'DeleteBucketReplication',
)

export default watched({
  id: 'cloudwatch_log_metric_filter_for_s3_bucket_policy_changes',
  title: 'Changes of bucket policies have an alarm',
  what: 'changes of who may use buckets',
  wanted,
  risk: 'A bucket that becomes public, or copies itself to a stranger’s account, is discovered by whoever finds the data.',
  pattern: patternOf('s3', wanted),
  metric: 'S3BucketPolicyChanges',
  source:
    'https://docs.aws.amazon.com/securityhub/latest/userguide/cloudwatch-controls.html#cloudwatch-8',
})
