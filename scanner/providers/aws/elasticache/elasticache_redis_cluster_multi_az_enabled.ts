import { fail, pass } from '../../../kit/index.ts'
import { check, isPassing, known } from './resources.ts'

export default check({
  id: 'elasticache_redis_cluster_multi_az_enabled',
  title: 'ElastiCache cache has Multi-AZ enabled',
  description:
    'Reads whether Multi-AZ is enabled for each replication group. Multi-AZ places nodes in different Availability Zones.',
  risk: 'If the Availability Zone of all nodes fails, the cache and the applications that depend on it are unavailable.',
  decision:
    'Passes if Multi-AZ is enabled. Fails if it is disabled. A single node outside a replication group gives no finding. A cache without this setting in the response is reported as a coverage gap. A cache that is being created or deleted gives no finding.',
  fix: {
    text: 'Turn on Multi-AZ for the cache, with replicas in other Availability Zones.',
    console: [
      'Open Amazon ElastiCache, choose Valkey caches or Redis OSS caches, and choose the cache.',
      'On the Nodes tab, verify that there are replicas in other Availability Zones.',
      'Choose Modify, turn on Auto-failover and Multi-AZ, and choose Preview changes and Modify.',
    ],
    cli: 'aws elasticache modify-replication-group --replication-group-id <group> --multi-az-enabled --automatic-failover-enabled --apply-immediately',
    terraform: `resource "aws_elasticache_replication_group" "sessions" {
  replication_group_id       = "sessions"
  description                = "Sessions"
  node_type                  = "cache.t4g.small"
  num_cache_clusters         = 2
  automatic_failover_enabled = true
  multi_az_enabled           = true
}`,
  },
  source: 'https://docs.aws.amazon.com/AmazonElastiCache/latest/dg/AutoFailover.html',
  links: ['https://docs.aws.amazon.com/AmazonElastiCache/latest/dg/FaultTolerance.html'],
  over: 'caches',
  needs: [],
  judge: ({ name, status, group }) => {
    if (isPassing(status) || !group) return []
    return known(group.multi_az, group) === 'enabled'
      ? pass(`Cache ${name} has Multi-AZ enabled.`)
      : fail(`Cache ${name} does not have Multi-AZ enabled.`)
  },
})
