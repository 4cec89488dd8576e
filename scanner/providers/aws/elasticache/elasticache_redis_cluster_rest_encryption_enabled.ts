import { fail, pass } from '../../../kit/index.ts'
import { check, isPassing, known } from './resources.ts'

export default check({
  id: 'elasticache_redis_cluster_rest_encryption_enabled',
  title: 'ElastiCache cache has encryption at rest enabled',
  description:
    'Reads whether each replication group and each single node encrypts its disks and backups.',
  risk: 'An attacker with access to the storage can read backups and swapped memory of the cache.',
  decision:
    'Passes if encryption at rest is on. Fails if it is off. It is set when a replication group is created and cannot be changed. A single node outside a replication group is checked too. A cache without this setting in the response is reported as a coverage gap. A cache that is being created or deleted gives no finding.',
  fix: {
    text: 'Create a new replication group with encryption at rest from a backup of the old one.',
    console: [
      'Open Amazon ElastiCache, choose the cache, and choose Actions, then Backup.',
      'Choose Backups, choose the new backup, and choose Restore.',
      'Under Security, choose Enable for Encryption at rest and a key.',
      'Switch the clients to the new cache and delete the old one.',
    ],
    cli: 'aws elasticache create-replication-group --replication-group-id <group> --replication-group-description <description> --snapshot-name <backup> --at-rest-encryption-enabled',
    terraform: `resource "aws_elasticache_replication_group" "sessions" {
  replication_group_id       = "sessions"
  description                = "Sessions"
  node_type                  = "cache.t4g.small"
  at_rest_encryption_enabled = true
  kms_key_id                 = aws_kms_key.cache.arn
}`,
  },
  source: 'https://docs.aws.amazon.com/AmazonElastiCache/latest/dg/at-rest-encryption.html',
  over: 'caches',
  needs: [],
  judge: ({ name, status, encrypted, group }) => {
    if (isPassing(status)) return []
    return known(encrypted, group)
      ? pass(`Cache ${name} has encryption at rest enabled.`)
      : fail(`Cache ${name} does not have encryption at rest enabled.`)
  },
})
