import { fail, pass } from '../../../kit/index.ts'
import { check } from './resources.ts'

export default check({
  id: 'cloudwatch_log_group_kms_encryption_enabled',
  title: 'CloudWatch log group is encrypted with a KMS key',
  description:
    'Reads the KMS key of each log group. Without one, CloudWatch Logs encrypts with its own key.',
  risk: 'Every identity with read access to logs can read the events. There is no key whose use can be denied, logged or revoked.',
  decision:
    'Passes if the log group has a KMS key. Fails if it has none, although CloudWatch Logs still encrypts the stored data. KMS checks cover the configuration of the key.',
  fix: {
    text: 'Associate the log group with a KMS key whose policy allows CloudWatch Logs to use it.',
    console: [
      'In KMS, add a statement to the key policy that allows the CloudWatch Logs service of the region to use the key.',
      'The CloudWatch console sets a key only when a log group is created. For an existing log group, use the command.',
    ],
    cli: 'aws logs associate-kms-key --log-group-name <name> --kms-key-id <key ARN>',
    terraform: `resource "aws_cloudwatch_log_group" "orders" {
  name              = "/shop/orders"
  retention_in_days = 365
  kms_key_id        = aws_kms_key.logs.arn
}`,
  },
  source: 'https://docs.aws.amazon.com/AmazonCloudWatch/latest/logs/encrypt-log-data-kms.html',
  over: 'logGroups',
  needs: [],
  judge: ({ name, kms_key: key }) =>
    key
      ? pass(`The log group ${name} is encrypted with the KMS key ${key}.`)
      : fail(`The log group ${name} has no KMS key.`),
})
