import { unread } from '../../../kit/index.ts'
import { verify } from '../../../kit/verify.ts'
import check from './sqs_queues_server_side_encryption_enabled.ts'
import { queue } from './worlds.ts'

verify(check, {
  pass: [queue(), queue({ encryption: { kms_key: 'alias/aws/sqs', by_sqs: false } })],
  fail: [queue({ encryption: { kms_key: null, by_sqs: false } })],
  unread: [queue({ encryption: unread('AccessDeniedException') })],
})
