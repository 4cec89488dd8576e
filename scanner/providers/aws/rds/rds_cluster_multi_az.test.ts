import { unread } from '../../../kit/index.ts'
import { verify } from '../../../kit/verify.ts'
import check from './rds_cluster_multi_az.ts'
import { cluster } from './worlds.ts'

verify(check, {
  pass: [cluster()],
  fail: [cluster({ multi_az: false }), cluster({ multi_az: false, instances: 1 })],
  none: [
    cluster({ multi_az: false, instances: 0 }),
    cluster({ multi_az: false, instances: 0, engine_mode: 'serverless' }),
  ],
  unread: [cluster({ multi_az: unread('broken_answer') })],
})
