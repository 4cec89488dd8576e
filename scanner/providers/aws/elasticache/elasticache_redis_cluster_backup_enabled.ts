import { fail, pass } from '../../../kit/index.ts'
import { check, isPassing, known } from './resources.ts'

export default check({
  id: 'elasticache_redis_cluster_backup_enabled',
  title: 'Cache is backed up and its backups are kept',
  description:
    'Reads for how many days the automatic backups of each Valkey or Redis OSS cache are kept, which is zero where none are made.',
  risk: 'What was only in the cache, such as sessions, queues or counters, is lost for good with its node.',
  decision:
    'Passes when automatic backups are kept for at least `minimum_snapshot_retention_period` days (7 unless configured), fails when for fewer or when there are none. Judged are replication groups and single nodes of Valkey and Redis OSS; Memcached and serverless caches are not. An answer without the number gives no verdict but a gap in coverage, and a cache that is being created or deleted has no verdict.',
  fix: {
    text: 'Keep automatic backups for at least a week.',
    console: [
      'Open Amazon ElastiCache, choose Valkey caches or Redis OSS caches, and choose the cache.',
      'Choose Modify.',
      'Under Backup, choose Enable automatic backups and put the Backup retention period.',
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
    if (days === 0) return fail(`The cache ${name} makes no automatic backups.`)
    return days < least
      ? fail(`The cache ${name} keeps its backups for ${days} days, fewer than ${least}.`)
      : pass(`The cache ${name} keeps its backups for ${days} days.`)
  },
})
