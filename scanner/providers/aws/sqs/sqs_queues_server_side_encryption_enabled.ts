import { fail, pass } from '../../../kit/index.ts'
import { check } from './resources.ts'

export default check({
  id: 'sqs_queues_server_side_encryption_enabled',
  title: 'SQS queue is encrypted at rest',
  description:
    'Reads whether each queue encrypts stored messages with a KMS key or with keys that SQS owns.',
  risk: 'Unencrypted messages can be read by anyone with access to the underlying storage. Many regulations do not allow this for personal data.',
  decision:
    'Passes if the queue has a KMS key, or if encryption with SQS owned keys is on. Fails if neither is true. KMS checks cover the configuration of the key.',
  fix: {
    text: 'Enable server-side encryption of the queue.',
    console: [
      'Open Amazon SQS, choose the queue, and choose Edit.',
      'Under Encryption, enable server-side encryption and choose an SQS or KMS key.',
      'With a KMS key, make sure that senders and receivers can use it, then choose Save.',
    ],
    cli: 'aws sqs set-queue-attributes --queue-url <url> --attributes SqsManagedSseEnabled=true',
    terraform: `resource "aws_sqs_queue" "orders" {
  name                    = "orders"
  sqs_managed_sse_enabled = true
}`,
  },
  source:
    'https://docs.aws.amazon.com/AWSSimpleQueueService/latest/SQSDeveloperGuide/sqs-server-side-encryption.html',
  over: 'queues',
  needs: ['encryption'],
  judge: ({ name, encryption: { kms_key: key, by_sqs: bySqs } }) => {
    if (key !== null) return pass(`The queue ${name} encrypts messages with the KMS key ${key}.`)
    return bySqs
      ? pass(`The queue ${name} encrypts messages with SQS owned keys.`)
      : fail(`The queue ${name} does not encrypt its messages.`)
  },
})
