import { unread } from '../../../kit/index.ts'
import { verify } from '../../../kit/verify.ts'
import check from './rds_cluster_iam_authentication_enabled.ts'
import { cluster } from './worlds.ts'

verify(check, {
  pass: [cluster()],
  fail: [
    cluster({ iam_authentication: false }),
    cluster({ iam_authentication: false, engine: 'mysql' }),
  ],
  none: [cluster({ iam_authentication: false, engine_mode: 'serverless' })],
  unread: [cluster({ iam_authentication: unread('broken_answer') })],
})
