import { unread } from '../../../kit/index.ts'
import { verify } from '../../../kit/verify.ts'
import check from './neptune_cluster_iam_authentication_enabled.ts'
import { cluster } from './worlds.ts'

verify(check, {
  pass: [cluster()],
  fail: [cluster({ iam_authentication: false })],
  unread: [cluster({ iam_authentication: unread('broken_answer') })],
})
