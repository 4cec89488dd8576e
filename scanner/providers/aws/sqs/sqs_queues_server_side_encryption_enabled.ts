import { fail, pass } from '../../../kit/index.ts'
import { check } from './resources.ts'

export default check({
  id: 'sqs_queues_server_side_encryption_enabled',
  title: 'Queue encrypts its messages',
  description:
    'Reads whether each queue encrypts the bodies of its messages while they wait, with a key of KMS or with keys that SQS owns.',
  risk: 'Messages that wait unencrypted can be read by whoever gets to the storage behind the queue, and many rules forbid it for personal data.',
  decision:
    'Passes when the queue names a KMS key or when encryption with SQS’s own keys is on. Fails when neither is so. Whether the key itself is well kept is for the checks of KMS.',
  fix: {
    text: 'Turn on server-side encryption of the queue.',
    console: [
      'Open Amazon SQS, choose the queue, and choose Edit.',
      'Under Encryption, enable server-side encryption and choose a key of SQS or of KMS.',
      'With a KMS key, see that those who send and receive may use it, then choose Save.',
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
      ? pass(`The queue ${name} encrypts messages with keys that SQS owns.`)
      : fail(`The queue ${name} keeps its messages unencrypted.`)
  },
})
