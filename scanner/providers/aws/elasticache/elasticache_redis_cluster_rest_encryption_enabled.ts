import { fail, pass } from '../../../kit/index.ts'
import { check, isPassing, known } from './resources.ts'

export default check({
  id: 'elasticache_redis_cluster_rest_encryption_enabled',
  title: 'Cache is encrypted at rest',
  description:
    'Reads whether each replication group, and each single node, encrypts its disks and its backups.',
  risk: 'Backups and swapped memory of the cache can be read by whoever gets at the storage.',
  decision:
    'Passes when encryption at rest is on, fails when it is off. It is chosen when a group is made and cannot be changed; a single node outside a replication group is judged too. An answer without the setting gives a gap in coverage, and a cache that is being created or deleted has no verdict.',
  fix: {
    text: 'Make a new group with encryption at rest from a backup of the old one.',
    console: [
      'Open Amazon ElastiCache, choose the cache, and choose Actions and Backup.',
      'Choose Backups, choose the new backup, and choose Restore.',
      'Under Security, choose Enable for Encryption at rest and a key.',
      'Point the clients at the new cache and delete the old one.',
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
      ? pass(`The cache ${name} is encrypted at rest.`)
      : fail(`The cache ${name} is not encrypted at rest.`)
  },
})
