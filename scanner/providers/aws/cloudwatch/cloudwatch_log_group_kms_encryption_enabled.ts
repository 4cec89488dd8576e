import { fail, pass } from '../../../kit/index.ts'
import { check } from './resources.ts'

export default check({
  id: 'cloudwatch_log_group_kms_encryption_enabled',
  title: 'Log group encrypts its events with a key of KMS',
  description:
    'Reads which key of KMS a log group is tied to. Without one CloudWatch Logs encrypts with a key of its own.',
  risk: 'Every identity that may read logs reads them; there is no key whose use could be refused, logged or withdrawn.',
  decision:
    'Passes when the log group names a key of KMS. Fails when it names none, although CloudWatch Logs then still encrypts what it stores. How the key is kept is for the checks of KMS.',
  fix: {
    text: 'Tie the log group to a key of KMS whose policy lets CloudWatch Logs use it.',
    console: [
      'In KMS, let the service logs of the region use the key, by the key’s policy.',
      'The console of CloudWatch sets a key only where a log group is made; for one that exists use the command.',
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
      ? pass(`The log group ${name} encrypts its events with ${key}.`)
      : fail(`The log group ${name} has no key of KMS.`),
})
