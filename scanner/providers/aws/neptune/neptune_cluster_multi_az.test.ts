import { unread } from '../../../kit/index.ts'
import { verify } from '../../../kit/verify.ts'
import check from './neptune_cluster_multi_az.ts'
import { cluster } from './worlds.ts'

verify(check, {
  pass: [cluster()],
  fail: [cluster({ multi_az: false })],
  none: [cluster({ multi_az: false, instances: 0 })],
  unread: [cluster({ multi_az: unread('broken_answer') })],
})
