import { verify } from '../../../kit/verify.ts'
import check from './elasticache_redis_cluster_auto_minor_version_upgrades.ts'
import { cache, single } from './worlds.ts'

verify(check, {
  pass: [cache(), single()],
  fail: [cache({ minor_upgrades: false }), single({ minor_upgrades: false })],
  none: [cache({ minor_upgrades: false, status: 'deleting' })],
  unread: [cache({ minor_upgrades: null })],
})
