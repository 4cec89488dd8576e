import { fail, pass } from '../../../kit/index.ts'
import { check } from './resources.ts'

export default check({
  id: 's3_bucket_object_lock',
  title: 'S3 bucket has Object Lock enabled',
  description:
    'Reads whether Object Lock is enabled on each bucket. Object Lock prevents object versions from being deleted or overwritten for a retention period.',
  risk: 'Records that must be retained can be deleted by any principal with delete permission, including an attacker with stolen credentials.',
  decision:
    'Passes if Object Lock is enabled on the bucket. Fails if it is not. The check does not read the default retention, its mode and period, or whether any object is locked.',
  fix: {
    text: 'Enable Object Lock and set a default retention.',
    console: [
      'Open S3, choose the bucket, then the Properties tab. Verify that Bucket Versioning is enabled.',
      'Under Object Lock, choose Edit, then Enable. Object Lock cannot be disabled later.',
      'Enable Default retention, and choose Governance or Compliance mode and a period.',
      'Choose Save changes.',
    ],
    cli: 'aws s3api put-object-lock-configuration --bucket <bucket> --object-lock-configuration \'{"ObjectLockEnabled":"Enabled","Rule":{"DefaultRetention":{"Mode":"GOVERNANCE","Days":30}}}\'',
    terraform: `resource "aws_s3_bucket" "ledger" {
  bucket              = "example-ledger"
  object_lock_enabled = true
}

resource "aws_s3_bucket_object_lock_configuration" "ledger" {
  bucket = aws_s3_bucket.ledger.id

  rule {
    default_retention {
      mode = "GOVERNANCE"
      days = 30
    }
  }
}`,
  },
  source: 'https://docs.aws.amazon.com/AmazonS3/latest/userguide/object-lock.html',
  links: ['https://docs.aws.amazon.com/AmazonS3/latest/userguide/object-lock-configure.html'],
  over: 'buckets',
  needs: ['object_lock'],
  judge: ({ name, object_lock: locked }) =>
    locked
      ? pass(`Bucket ${name} has Object Lock enabled.`)
      : fail(`Bucket ${name} does not have Object Lock enabled.`),
})
