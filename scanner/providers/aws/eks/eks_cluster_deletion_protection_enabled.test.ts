import { unread } from '../../../kit/index.ts'
import { verify } from '../../../kit/verify.ts'
import check from './eks_cluster_deletion_protection_enabled.ts'
import { cluster, withDetails } from './worlds.ts'

verify(check, {
  pass: [cluster()],
  fail: [withDetails({ deletion_protection: false })],
  none: [withDetails({ deletion_protection: false, status: 'DELETING' })],
  unread: [cluster({ details: unread('AccessDeniedException') })],
})
