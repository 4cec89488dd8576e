import { fail, pass } from '../../../kit/index.ts'
import { check } from './resources.ts'

export default check({
  id: 's3_bucket_lifecycle_enabled',
  title: 'S3 bucket has an enabled lifecycle rule',
  description: 'Reads the lifecycle rules of each bucket and their status.',
  risk: 'Data that is no longer needed is kept. It adds storage cost and increases the impact of a data leak.',
  decision:
    'Passes if at least one rule is enabled, regardless of its actions and of the objects it applies to. A rule that only aborts incomplete multipart uploads is sufficient. Fails if all rules are disabled, or if the bucket has no rules.',
  fix: {
    text: 'Add a lifecycle rule that transitions or expires objects.',
    console: [
      'Open S3, choose the bucket, then the Management tab.',
      'Under Lifecycle rules, choose Create lifecycle rule, enter a name, and choose a prefix or all objects.',
      'Select the actions and the number of days. Examples are expiring noncurrent versions and deleting incomplete multipart uploads.',
      'Choose Create rule.',
      'The command and Terraform replace all rules of the bucket. Include the existing rules.',
    ],
    cli: 'aws s3api put-bucket-lifecycle-configuration --bucket <bucket> --lifecycle-configuration \'{"Rules":[{"ID":"former-versions","Status":"Enabled","Filter":{"Prefix":""},"NoncurrentVersionExpiration":{"NoncurrentDays":90},"AbortIncompleteMultipartUpload":{"DaysAfterInitiation":7}}]}\'',
    terraform: `resource "aws_s3_bucket_lifecycle_configuration" "ledger" {
  bucket = aws_s3_bucket.ledger.id

  rule {
    id     = "former-versions"
    status = "Enabled"
    filter {}

    noncurrent_version_expiration {
      noncurrent_days = 90
    }
    abort_incomplete_multipart_upload {
      days_after_initiation = 7
    }
  }
}`,
  },
  source: 'https://docs.aws.amazon.com/AmazonS3/latest/userguide/object-lifecycle-mgmt.html',
  links: [
    'https://docs.aws.amazon.com/AmazonS3/latest/userguide/how-to-set-lifecycle-configuration-intro.html',
  ],
  over: 'buckets',
  needs: ['lifecycle_rules'],
  judge: ({ name, lifecycle_rules: rules }) => {
    const active = (rules ?? []).filter(({ enabled }) => enabled)
    const rulesInForce =
      active.length === 1 ? '1 lifecycle rule' : `${active.length} lifecycle rules`
    return active.length > 0
      ? pass(`Bucket ${name} has ${rulesInForce} enabled.`)
      : fail(`Bucket ${name} has no enabled lifecycle rule.`)
  },
})
