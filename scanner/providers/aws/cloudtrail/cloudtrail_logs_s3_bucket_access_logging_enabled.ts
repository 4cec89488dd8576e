import { fail, pass } from '../../../kit/index.ts'
import { check } from './resources.ts'

export default check({
  id: 'cloudtrail_logs_s3_bucket_access_logging_enabled',
  title: 'Accesses to the bucket of the logs are logged',
  description:
    'Reads the server access logging of the bucket that each trail delivers to, because whoever hides something reads or deletes the logs there.',
  risk: 'Nobody sees who read or removed the audit logs themselves.',
  decision:
    'Passes when server access logging of the trail’s bucket names a target bucket. Fails when it names none; data events that CloudTrail records of the bucket do not count instead. A bucket that this account may not read, such as one in a log archive account, gives no verdict but a gap in coverage.',
  fix: {
    text: 'Turn on server access logging of the trail’s bucket, with another bucket as its target.',
    console: [
      'Open Amazon S3, choose the bucket that the trail names, then its tab Properties.',
      'Under Server access logging, choose Edit, then Enable.',
      'Choose a target bucket in the same region and account that is not this one, and a prefix.',
      'Choose Save changes; the console lets the logging service write to the target.',
    ],
    cli: `aws s3api put-bucket-logging --bucket <bucket> --bucket-logging-status '{"LoggingEnabled":{"TargetBucket":"<target bucket>","TargetPrefix":"cloudtrail/"}}'`,
    terraform: `resource "aws_s3_bucket_logging" "audit" {
  bucket        = aws_s3_bucket.audit.id
  target_bucket = aws_s3_bucket.access_logs.id
  target_prefix = "cloudtrail/"
}`,
  },
  source: 'https://docs.aws.amazon.com/awscloudtrail/latest/userguide/best-practices-security.html',
  links: ['https://docs.aws.amazon.com/AmazonS3/latest/userguide/ServerLogs.html'],
  over: 'trails',
  needs: ['bucket_logging_target'],
  judge: ({ name, bucket, bucket_logging_target: target }) =>
    target
      ? pass(`Accesses to ${bucket}, where the trail ${name} logs, are logged to ${target}.`)
      : fail(`Accesses to ${bucket}, where the trail ${name} logs, are not logged.`),
})
