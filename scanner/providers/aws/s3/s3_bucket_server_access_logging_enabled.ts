import { fail, pass } from '../../../kit/index.ts'
import { check } from './resources.ts'

export default check({
  id: 's3_bucket_server_access_logging_enabled',
  title: 'Bucket logs who accesses it',
  description: 'Reads whether each bucket has its accesses logged, and into which bucket.',
  risk: 'After a leak, the bucket itself tells nobody which objects were read, from where and when.',
  decision:
    'Passes when server access logging names a bucket that the logs go to. Fails when it is off. Whether the logs arrive there is not asked, and data events of CloudTrail, which tell much the same, do not count.',
  fix: {
    text: 'Turn on server access logging to another bucket.',
    console: [
      'Open S3, choose the bucket, then the tab Properties.',
      'Under Server access logging choose Edit, then Enable.',
      'Choose a destination of the same region and account that is not the bucket itself, and a prefix.',
      'Choose Save changes, which adds logging.s3.amazonaws.com to the policy of the destination; with the command or Terraform, add it yourself.',
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
    target ? pass(`${name} logs accesses to ${target}.`) : fail(`${name} does not log accesses.`),
})
