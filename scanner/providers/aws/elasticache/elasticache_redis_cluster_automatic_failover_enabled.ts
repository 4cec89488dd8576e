import { fail, pass } from '../../../kit/index.ts'
import { check, isPassing, known } from './resources.ts'

export default check({
  id: 'elasticache_redis_cluster_automatic_failover_enabled',
  title: 'Cache fails over by itself',
  description:
    'Reads whether a replica of each replication group takes over by itself when the primary fails.',
  risk: 'When the primary node fails, writing stands still until AWS has replaced the node.',
  decision:
    'Passes when automatic failover is enabled, fails when it is disabled and while it is still being enabled or disabled. A single node outside a replication group has no verdict. An answer without the setting gives a gap in coverage, and a cache that is being created or deleted has no verdict.',
  fix: {
    text: 'Add a replica and turn on automatic failover.',
    console: [
      'Open Amazon ElastiCache, choose Valkey caches or Redis OSS caches, and choose the cache.',
      'On the tab Nodes, add a replica where there is none.',
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
      ? pass(`The cache ${name} fails over by itself.`)
      : fail(`The automatic failover of the cache ${name} is ${failover}.`)
  },
})
