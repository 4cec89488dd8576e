import { fail, pass } from '../../../kit/index.ts'
import { check } from './resources.ts'

export default check({
  id: 'cloudtrail_logs_s3_bucket_access_logging_enabled',
  title: 'Accesses to the bucket of the logs are logged',
  risk: 'Nobody sees who read or removed the audit logs themselves.',
  fix: {
    text: 'Turn on server access logging of the bucket, to another bucket.',
    cli: 'aws s3api put-bucket-logging --bucket <bucket> --bucket-logging-status file://logging.json',
  },
  source: 'https://docs.aws.amazon.com/awscloudtrail/latest/userguide/best-practices-security.html',
  over: 'trails',
  needs: ['bucket_logging_target'],
  judge: ({ name, bucket, bucket_logging_target: target }) =>
    target
      ? pass(`Accesses to ${bucket}, where the trail ${name} logs, are logged to ${target}.`)
      : fail(`Accesses to ${bucket}, where the trail ${name} logs, are not logged.`),
})
