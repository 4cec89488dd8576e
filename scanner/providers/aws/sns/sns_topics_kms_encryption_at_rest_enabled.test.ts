import { unread } from '../../../kit/index.ts'
import { verify } from '../../../kit/verify.ts'
import check from './sns_topics_kms_encryption_at_rest_enabled.ts'
import { topic } from './worlds.ts'

verify(check, {
  pass: [topic(), topic({ kms_key: 'arn:aws:kms:eu-west-1:123456789012:key/1' })],
  fail: [topic({ kms_key: null })],
  unread: [topic({ kms_key: unread('AuthorizationError') })],
})
