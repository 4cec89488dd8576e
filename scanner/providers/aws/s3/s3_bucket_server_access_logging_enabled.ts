import { fail, pass } from '../../../kit/index.ts'
import { check } from './resources.ts'

export default check({
  id: 's3_bucket_server_access_logging_enabled',
  title: 'S3 bucket has server access logging enabled',
  description:
    'Reads whether server access logging is enabled on each bucket, and the target bucket.',
  risk: 'After a data leak, there is no bucket log that shows which objects were read, when, and from which address.',
  decision:
    'Passes if server access logging has a target bucket. Fails if it is off. The check does not read whether logs arrive there. CloudTrail data events, which record similar information, do not count.',
  fix: {
    text: 'Enable server access logging to another bucket.',
    console: [
      'Open S3, choose the bucket, then the Properties tab.',
      'Under Server access logging, choose Edit, then Enable.',
      'Choose a destination bucket in the same region and account that is not the bucket itself, and a prefix.',
      'Choose Save changes. The console adds logging.s3.amazonaws.com to the policy of the destination bucket. With the command or Terraform, add it yourself.',
    ],
    cli: 'aws s3api put-bucket-logging --bucket <bucket> --bucket-logging-status \'{"LoggingEnabled":{"TargetBucket":"<log bucket>","TargetPrefix":"<bucket>/"}}\'',
    terraform: `resource "aws_s3_bucket_logging" "ledger" {
  bucket        = aws_s3_bucket.ledger.id
  target_bucket = aws_s3_bucket.logs.id
  target_prefix = "ledger/"
}`,
  },
  source: 'https://docs.aws.amazon.com/AmazonS3/latest/userguide/ServerLogs.html',
  links: [
    'https://docs.aws.amazon.com/AmazonS3/latest/userguide/enable-server-access-logging.html',
    'https://docs.aws.amazon.com/AmazonS3/latest/userguide/logging-with-S3.html',
  ],
  over: 'buckets',
  needs: ['logging_target'],
  judge: ({ name, logging_target: target }) =>
    target
      ? pass(`Bucket ${name} writes server access logs to ${target}.`)
      : fail(`Bucket ${name} has server access logging off.`),
})
