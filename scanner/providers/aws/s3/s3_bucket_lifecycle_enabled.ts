import { fail, pass } from '../../../kit/index.ts'
import { check } from './resources.ts'

export default check({
  id: 's3_bucket_lifecycle_enabled',
  title: 'Bucket has a lifecycle rule in force',
  description: 'Reads the lifecycle rules of each bucket and which of them are enabled.',
  risk: 'Data that nobody needs any more stays, costs money, and is there for the next leak.',
  decision:
    'Passes when at least one rule is enabled, whatever it does and to whichever objects: one that only ends unfinished uploads suffices. Fails when all rules are disabled, and when the bucket has none.',
  fix: {
    text: 'Add a lifecycle rule that moves or expires objects.',
    console: [
      'Open S3, choose the bucket, then the tab Management.',
      'Under Lifecycle rules choose Create lifecycle rule, name it, and choose the prefix or all objects.',
      'Tick what it does, such as expiring former versions and ending unfinished uploads, and after how many days.',
      'Choose Create rule.',
      'The command and Terraform replace all rules of the bucket: put those that exist into them as well.',
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
      ? pass(`${name} has ${rulesInForce} in force.`)
      : fail(`${name} has no lifecycle rule in force.`)
  },
})
