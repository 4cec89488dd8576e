import { verify } from '../../../kit/verify.ts'
import check from './elasticache_redis_replication_group_auth_enabled.ts'
import { cache, group, single } from './worlds.ts'

verify(check, {
  pass: [cache(), group({ token: null, user_groups: 1 })],
  fail: [group({ token: false })],
  none: [single(), group({ token: false }, { status: 'creating' })],
  unread: [group({ token: null })],
})
