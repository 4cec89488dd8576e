import { verify } from '../../../kit/verify.ts'
import check from './elasticache_redis_cluster_multi_az_enabled.ts'
import { cache, group, single } from './worlds.ts'

verify(check, {
  pass: [cache()],
  fail: [group({ multi_az: 'disabled' })],
  none: [single(), group({ multi_az: 'disabled' }, { status: 'creating' })],
  unread: [group({ multi_az: null })],
})
