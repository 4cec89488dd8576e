import { unread } from '../../../kit/index.ts'
import { verify } from '../../../kit/verify.ts'
import check from './eks_cluster_kms_cmk_encryption_in_secrets_enabled.ts'
import { cluster, withDetails } from './worlds.ts'

verify(check, {
  pass: [cluster()],
  fail: [withDetails({ secrets_key: null })],
  none: [withDetails({ secrets_key: null, status: 'CREATING' })],
  unread: [cluster({ details: unread('AccessDeniedException') })],
})
