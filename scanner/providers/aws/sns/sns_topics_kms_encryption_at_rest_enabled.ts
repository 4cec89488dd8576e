import { fail, pass } from '../../../kit/index.ts'
import { check } from './resources.ts'

export default check({
  id: 'sns_topics_kms_encryption_at_rest_enabled',
  title: 'Topic encrypts its messages with KMS',
  description:
    'Reads whether each topic names a key of KMS with which SNS encrypts messages while it holds them.',
  risk: 'Messages that wait for delivery lie unencrypted, open to whoever gets to the storage behind the topic.',
  decision:
    'Passes when the topic names a KMS key, the AWS-managed one (alias/aws/sns) as well as one of your own. Fails when it names none. Whether the key is rotated and closed to strangers is for the checks of KMS.',
  fix: {
    text: 'Choose a KMS key for the topic.',
    console: [
      'Open Amazon SNS, choose Topics, choose the topic, then Edit.',
      'Open Encryption, turn it on, and choose a key.',
      'Where AWS services publish to the topic, choose a key of your own whose policy lets them use it.',
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
      ? fail(`The topic ${name} names no KMS key.`)
      : pass(`The topic ${name} encrypts messages with the KMS key ${key}.`),
})
