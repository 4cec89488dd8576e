import { fail, pass } from '../../../kit/index.ts'
import { check, isPassing, known } from './resources.ts'

export default check({
  id: 'elasticache_redis_cluster_backup_enabled',
  title: 'ElastiCache cache has automatic backups with sufficient retention',
  description:
    'Reads the retention period of the automatic backups of each Valkey or Redis OSS cache. A period of 0 means that backups are off.',
  risk: 'Data that is stored only in the cache, such as sessions, queues or counters, is lost if a node fails.',
  decision:
    'Passes if automatic backups are kept for at least `minimum_snapshot_retention_period` days (7 by default). Fails if they are kept for less, or if they are off. Replication groups and single nodes of Valkey and Redis OSS are checked. Memcached and serverless caches are not. A cache without this setting in the response is reported as a coverage gap. A cache that is being created or deleted gives no finding.',
  fix: {
    text: 'Keep automatic backups of the cache for at least seven days.',
    console: [
      'Open Amazon ElastiCache, choose Valkey caches or Redis OSS caches, and choose the cache.',
      'Choose Modify.',
      'Under Backup, choose Enable automatic backups and enter the Backup retention period.',
      'Choose Preview changes and Modify.',
    ],
    cli: 'aws elasticache modify-replication-group --replication-group-id <group> --snapshot-retention-limit 7 --apply-immediately',
    terraform: `resource "aws_elasticache_replication_group" "sessions" {
  replication_group_id     = "sessions"
  description              = "Sessions"
  node_type                = "cache.t4g.small"
  snapshot_retention_limit = 7
}`,
  },
  source: 'https://docs.aws.amazon.com/AmazonElastiCache/latest/dg/backups-automatic.html',
  links: ['https://docs.aws.amazon.com/securityhub/latest/userguide/elasticache-controls.html'],
  over: 'caches',
  needs: [],
  config: { minimum_snapshot_retention_period: 7 },
  judge: (
    { name, status, backup_days, group },
    { config: { minimum_snapshot_retention_period: least } },
  ) => {
    if (isPassing(status)) return []
    const days = known(backup_days, group)
    if (days === 0) return fail(`Cache ${name} has automatic backups off.`)
    return days < least
      ? fail(`Cache ${name} keeps automatic backups for ${days} days, fewer than ${least}.`)
      : pass(`Cache ${name} keeps automatic backups for ${days} days.`)
  },
})
