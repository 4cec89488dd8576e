import { fail, pass } from '../../../kit/index.ts'
import { check, isPassing, known } from './resources.ts'

export default check({
  id: 'elasticache_redis_cluster_multi_az_enabled',
  title: 'Cache runs in several availability zones',
  description:
    'Reads whether Multi-AZ is on for each replication group, so that its nodes are spread over zones.',
  risk: 'When the zone of all its nodes fails, the cache and what depends on it stand still.',
  decision:
    'Passes when Multi-AZ is enabled, fails when it is disabled. A single node outside a replication group has no verdict. An answer without the setting gives a gap in coverage, and a cache that is being created or deleted has no verdict.',
  fix: {
    text: 'Turn on Multi-AZ, with replicas in other zones.',
    console: [
      'Open Amazon ElastiCache, choose Valkey caches or Redis OSS caches, and choose the cache.',
      'On the tab Nodes, see that there are replicas in other zones.',
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
      ? pass(`The cache ${name} runs in several availability zones.`)
      : fail(`Multi-AZ is off for the cache ${name}.`)
  },
})
