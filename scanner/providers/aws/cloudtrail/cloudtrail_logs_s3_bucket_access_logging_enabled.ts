import { fail, pass } from '../../../kit/index.ts'
import { check } from './resources.ts'

export default check({
  id: 'cloudtrail_logs_s3_bucket_access_logging_enabled',
  title: 'CloudTrail log bucket has server access logging enabled',
  description:
    'Reads the server access logging configuration of the bucket that each trail delivers to.',
  risk: 'Without access logs, there is no record of who read or deleted the audit logs.',
  decision:
    'Passes if server access logging of the trail’s bucket has a target bucket. Fails if it has none. CloudTrail data events of the bucket do not count as a replacement. If the bucket cannot be read, such as a bucket in a log archive account, there is no verdict but a gap in coverage.',
  fix: {
    text: 'Enable server access logging of the trail’s bucket, with a different target bucket.',
    console: [
      'Open Amazon S3, choose the bucket of the trail, and choose the Properties tab.',
      'Under Server access logging, choose Edit, then Enable.',
      'Choose a different target bucket in the same region and account, and a prefix.',
      'Choose Save changes. The console grants the logging service write access to the target bucket.',
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
      ? pass(`The bucket ${bucket} of the trail ${name} sends its access logs to ${target}.`)
      : fail(`The bucket ${bucket} of the trail ${name} has server access logging disabled.`),
})
