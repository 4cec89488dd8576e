import { verify } from '../../../kit/verify.ts'
import check from './elasticache_redis_cluster_automatic_failover_enabled.ts'
import { cache, group, single } from './worlds.ts'

verify(check, {
  pass: [cache()],
  fail: [group({ failover: 'disabled' }), group({ failover: 'enabling' })],
  none: [single(), group({ failover: 'disabled' }, { status: 'deleting' })],
  unread: [group({ failover: null })],
})
