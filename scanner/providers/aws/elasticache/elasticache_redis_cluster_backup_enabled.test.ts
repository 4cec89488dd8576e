import { given, verify } from '../../../kit/verify.ts'
import check from './elasticache_redis_cluster_backup_enabled.ts'
import { cache, single } from './worlds.ts'

verify(check, {
  pass: [
    cache(),
    single(),
    given(cache({ backup_days: 3 }), { config: { minimum_snapshot_retention_period: 3 } }),
  ],
  fail: [cache({ backup_days: 0 }), cache({ backup_days: 6 }), single({ backup_days: 0 })],
  none: [cache({ backup_days: 0, status: 'creating' })],
  unread: [cache({ backup_days: null })],
})
