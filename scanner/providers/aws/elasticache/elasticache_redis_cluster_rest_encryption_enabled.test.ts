import { verify } from '../../../kit/verify.ts'
import check from './elasticache_redis_cluster_rest_encryption_enabled.ts'
import { cache, single } from './worlds.ts'

verify(check, {
  pass: [cache(), single()],
  fail: [cache({ encrypted: false }), single({ encrypted: false })],
  none: [cache({ encrypted: false, status: 'creating' })],
  unread: [cache({ encrypted: null }), single({ encrypted: null })],
})
