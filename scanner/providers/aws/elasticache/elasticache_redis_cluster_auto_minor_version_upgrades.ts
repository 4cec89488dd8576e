import { fail, pass } from '../../../kit/index.ts'
import { check, isPassing, known } from './resources.ts'

export default check({
  id: 'elasticache_redis_cluster_auto_minor_version_upgrades',
  title: 'Cache takes new minor versions by itself',
  description:
    'Reads whether each Valkey or Redis OSS cache is upgraded to new minor versions in its maintenance window.',
  risk: 'Known holes of the engine stay open until somebody thinks of the upgrade.',
  decision:
    'Passes when automatic minor version upgrades are on, fails when they are off. Judged are replication groups and single nodes of Valkey and Redis OSS; Memcached and serverless caches are not. An answer without the setting gives no verdict but a gap in coverage, and a cache that is being created or deleted has no verdict.',
  fix: {
    text: 'Let the cache upgrade its minor version in the maintenance window.',
    console: [
      'Open Amazon ElastiCache, choose Valkey caches or Redis OSS caches, and choose the cache.',
      'Choose Modify.',
      'Under Maintenance, choose Enable for Auto upgrade minor versions and a quiet window.',
      'Choose Preview changes and Modify.',
    ],
    cli: 'aws elasticache modify-replication-group --replication-group-id <group> --auto-minor-version-upgrade --apply-immediately',
    terraform: `resource "aws_elasticache_replication_group" "sessions" {
  replication_group_id       = "sessions"
  description                = "Sessions"
  node_type                  = "cache.t4g.small"
  auto_minor_version_upgrade = true
  maintenance_window         = "sun:03:00-sun:04:00"
}`,
  },
  source: 'https://docs.aws.amazon.com/securityhub/latest/userguide/elasticache-controls.html',
  links: ['https://docs.aws.amazon.com/AmazonElastiCache/latest/dg/VersionManagement.html'],
  over: 'caches',
  needs: [],
  judge: ({ name, status, minor_upgrades, group }) => {
    if (isPassing(status)) return []
    return known(minor_upgrades, group)
      ? pass(`The cache ${name} takes new minor versions by itself.`)
      : fail(`The cache ${name} does not take new minor versions by itself.`)
  },
})
