import { unread } from '../../../kit/index.ts'
import { verify } from '../../../kit/verify.ts'
import check from './kafka_cluster_encryption_at_rest_uses_cmk.ts'
import { cluster, serverless } from './worlds.ts'

verify(check, {
  pass: [cluster()],
  fail: [cluster({}, { key_manager: 'AWS' })],
  none: [serverless(), cluster({}, { key_manager: 'AWS', state: 'CREATING' })],
  unread: [cluster({}, { key_manager: unread('AccessDeniedException') })],
})
