import { fail, pass } from '../../../kit/index.ts'
import { check } from './resources.ts'

export default check({
  id: 'sns_topics_kms_encryption_at_rest_enabled',
  title: 'SNS topic is encrypted with a KMS key',
  description: 'Reads whether each topic has a KMS key that encrypts stored messages.',
  risk: 'Messages are stored unencrypted until delivery, and can be read by anyone with access to the underlying storage.',
  decision:
    'Passes if the topic has a KMS key, either the AWS managed key (alias/aws/sns) or your own key. Fails if it has none. KMS checks cover the rotation and the policy of the key.',
  fix: {
    text: 'Choose a KMS key for the topic.',
    console: [
      'Open Amazon SNS, choose Topics, choose the topic, then Edit.',
      'Open Encryption, turn it on, and choose a key.',
      'If AWS services publish to the topic, choose a customer managed key whose policy allows them to use it.',
      'Choose Save changes.',
    ],
    cli: 'aws sns set-topic-attributes --topic-arn <topic> --attribute-name KmsMasterKeyId --attribute-value <key>',
    terraform: `resource "aws_sns_topic" "orders" {
  name              = "orders"
  kms_master_key_id = aws_kms_key.messages.id
}`,
  },
  source: 'https://docs.aws.amazon.com/sns/latest/dg/sns-server-side-encryption.html',
  links: ['https://docs.aws.amazon.com/sns/latest/dg/sns-key-management.html'],
  over: 'topics',
  needs: ['kms_key'],
  judge: ({ name, kms_key: key }) =>
    key === null
      ? fail(`The topic ${name} has no KMS key.`)
      : pass(`The topic ${name} encrypts messages with the KMS key ${key}.`),
})
