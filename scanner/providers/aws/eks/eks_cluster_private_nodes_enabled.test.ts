import { unread } from '../../../kit/index.ts'
import { verify } from '../../../kit/verify.ts'
import check from './eks_cluster_private_nodes_enabled.ts'
import { cluster, withDetails } from './worlds.ts'

verify(check, {
  pass: [cluster()],
  fail: [withDetails({ private_access: false })],
  none: [withDetails({ private_access: false, status: 'FAILED' })],
  unread: [cluster({ details: unread('AccessDeniedException') })],
})
