import { fail, pass } from '../../../kit/index.ts'
import { check, isPassing, known } from './resources.ts'

export default check({
  id: 'elasticache_redis_cluster_automatic_failover_enabled',
  title: 'ElastiCache cache has automatic failover enabled',
  description:
    'Reads whether automatic failover to a replica is enabled for each replication group.',
  risk: 'If the primary node fails, the cache does not accept writes until AWS has replaced the node.',
  decision:
    'Passes if automatic failover is enabled. Fails if it is disabled, or while it is being enabled or disabled. A single node outside a replication group gives no finding. A cache without this setting in the response is reported as a coverage gap. A cache that is being created or deleted gives no finding.',
  fix: {
    text: 'Add a replica and turn on automatic failover.',
    console: [
      'Open Amazon ElastiCache, choose Valkey caches or Redis OSS caches, and choose the cache.',
      'On the Nodes tab, add a replica if there is none.',
      'Choose Modify, turn on Auto-failover, and choose Preview changes and Modify.',
    ],
    cli: 'aws elasticache modify-replication-group --replication-group-id <group> --automatic-failover-enabled --apply-immediately',
    terraform: `resource "aws_elasticache_replication_group" "sessions" {
  replication_group_id       = "sessions"
  description                = "Sessions"
  node_type                  = "cache.t4g.small"
  num_cache_clusters         = 2
  automatic_failover_enabled = true
}`,
  },
  source: 'https://docs.aws.amazon.com/AmazonElastiCache/latest/dg/AutoFailover.html',
  over: 'caches',
  needs: [],
  judge: ({ name, status, group }) => {
    if (isPassing(status) || !group) return []
    const failover = known(group.failover, group)
    return failover === 'enabled'
      ? pass(`Cache ${name} has automatic failover enabled.`)
      : fail(`Automatic failover of cache ${name} is ${failover}.`)
  },
})
