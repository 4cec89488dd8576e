import { fail, pass } from '../../../kit/index.ts'
import { check } from './resources.ts'

export default check({
  id: 's3_bucket_server_access_logging_enabled',
  title: 'Bucket logs who accesses it',
  risk: 'After a leak, nobody can tell which objects were read, by whom and when.',
  fix: {
    text: 'Turn on server access logging to another bucket.',
    cli: 'aws s3api put-bucket-logging --bucket <name> --bucket-logging-status {"LoggingEnabled":{"TargetBucket":"<logs>","TargetPrefix":"<name>/"}}',
  },
  source: 'https://docs.aws.amazon.com/AmazonS3/latest/userguide/ServerLogs.html',
  over: 'buckets',
  needs: ['logging_target'],
  judge: ({ name, logging_target: target }) =>
    target ? pass(`${name} logs accesses to ${target}.`) : fail(`${name} does not log accesses.`),
})
