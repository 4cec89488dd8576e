import { verify } from '../../../kit/verify.ts'
import check from './elasticache_redis_cluster_in_transit_encryption_enabled.ts'
import { cache, single } from './worlds.ts'

verify(check, {
  pass: [cache(), single()],
  fail: [cache({ tls: false }), cache({ tls_optional: true }), single({ tls: false })],
  none: [cache({ tls: false, status: 'creating' })],
  unread: [cache({ tls: null }), single({ tls: null })],
})
