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
  title: 'CloudWatch alarm is configured for S3 bucket policy changes',
  what: 'changes to S3 bucket policies and settings',
  wanted,
  risk: 'A bucket that becomes public or replicates to an attacker’s account is not noticed until the data is misused.',
  pattern: patternOf('s3', wanted),
  metric: 'S3BucketPolicyChanges',
  source:
    'https://docs.aws.amazon.com/securityhub/latest/userguide/cloudwatch-controls.html#cloudwatch-8',
})
