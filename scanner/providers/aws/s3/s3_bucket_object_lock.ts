import { fail, pass } from '../../../kit/index.ts'
import { check } from './resources.ts'

export default check({
  id: 's3_bucket_object_lock',
  title: 'Bucket can lock objects against deletion',
  description:
    'Reads whether Object Lock is enabled on each bucket, which keeps versions of objects from being deleted or overwritten for a time.',
  risk: 'Records that must be kept can be deleted by anyone who may delete, an intruder with stolen keys included.',
  decision:
    'Passes when Object Lock is enabled on the bucket. Fails when it is not. Whether there is a default retention, in which mode and for how long, is not asked, nor whether any object is locked.',
  fix: {
    text: 'Turn on object lock and set a default retention.',
    console: [
      'Open S3, choose the bucket, then the tab Properties, and see that Bucket Versioning is enabled.',
      'Under Object Lock choose Edit, then Enable; it cannot be turned off again.',
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
    locked ? pass(`${name} has object lock on.`) : fail(`${name} has object lock off.`),
})
