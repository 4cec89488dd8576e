import { fail, pass } from '../../../kit/index.ts'
import { check, isPassing, known } from './resources.ts'

export default check({
  id: 'elasticache_redis_cluster_auto_minor_version_upgrades',
  title: 'ElastiCache cache has automatic minor version upgrades enabled',
  description:
    'Reads whether each Valkey or Redis OSS cache is upgraded automatically to new minor versions in its maintenance window.',
  risk: 'Known vulnerabilities of the engine remain unpatched until the cache is upgraded manually.',
  decision:
    'Passes if automatic minor version upgrades are on. Fails if they are off. Replication groups and single nodes of Valkey and Redis OSS are checked. Memcached and serverless caches are not. A cache without this setting in the response is reported as a coverage gap. A cache that is being created or deleted gives no finding.',
  fix: {
    text: 'Enable automatic minor version upgrades for the cache.',
    console: [
      'Open Amazon ElastiCache, choose Valkey caches or Redis OSS caches, and choose the cache.',
      'Choose Modify.',
      'Under Maintenance, choose Enable for Auto upgrade minor versions and a maintenance window with little load.',
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
      ? pass(`Cache ${name} has automatic minor version upgrades enabled.`)
      : fail(`Cache ${name} does not have automatic minor version upgrades enabled.`)
  },
})
