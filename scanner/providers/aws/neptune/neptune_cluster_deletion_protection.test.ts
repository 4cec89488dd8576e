import { unread } from '../../../kit/index.ts'
import { verify } from '../../../kit/verify.ts'
import check from './neptune_cluster_deletion_protection.ts'
import { cluster } from './worlds.ts'

verify(check, {
  pass: [cluster()],
  fail: [cluster({ deletion_protection: false })],
  unread: [cluster({ deletion_protection: unread('broken_answer') })],
})
