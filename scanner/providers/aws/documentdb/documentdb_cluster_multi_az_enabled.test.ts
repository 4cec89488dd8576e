import { unread } from '../../../kit/index.ts'
import { verify } from '../../../kit/verify.ts'
import check from './documentdb_cluster_multi_az_enabled.ts'
import { cluster } from './worlds.ts'

verify(check, {
  pass: [cluster()],
  fail: [cluster({ multi_az: false })],
  none: [cluster({ multi_az: false, instances: 0 })],
  unread: [cluster({ multi_az: unread('broken_answer') })],
})
