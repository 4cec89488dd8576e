import { service } from '../../../kit/index.ts'
import type { Aws } from '../client.ts'
import { collect } from './collect.ts'
import redisClusterAutoMinorVersionUpgrades from './elasticache_redis_cluster_auto_minor_version_upgrades.ts'
import redisClusterAutomaticFailoverEnabled from './elasticache_redis_cluster_automatic_failover_enabled.ts'
import redisClusterBackupEnabled from './elasticache_redis_cluster_backup_enabled.ts'
import redisClusterInTransitEncryptionEnabled from './elasticache_redis_cluster_in_transit_encryption_enabled.ts'
import redisClusterMultiAzEnabled from './elasticache_redis_cluster_multi_az_enabled.ts'
import redisClusterRestEncryptionEnabled from './elasticache_redis_cluster_rest_encryption_enabled.ts'
import redisReplicationGroupAuthEnabled from './elasticache_redis_replication_group_auth_enabled.ts'
import type { ElastiCache } from './resources.ts'

export default service<ElastiCache, Aws>({
  name: 'elasticache',
  scope: 'regional',
  kinds: {
    caches: {
      list: ['elasticache:DescribeReplicationGroups', 'elasticache:DescribeCacheClusters'],
      fields: {},
    },
  },
  collect,
  checks: [
    redisClusterAutoMinorVersionUpgrades,
    redisClusterAutomaticFailoverEnabled,
    redisClusterBackupEnabled,
    redisClusterInTransitEncryptionEnabled,
    redisClusterMultiAzEnabled,
    redisClusterRestEncryptionEnabled,
    redisReplicationGroupAuthEnabled,
  ],
})
