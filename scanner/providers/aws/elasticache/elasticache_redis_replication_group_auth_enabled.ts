import { fail, pass } from '../../../kit/index.ts'
import { check, isPassing, known } from './resources.ts'

export default check({
  id: 'elasticache_redis_replication_group_auth_enabled',
  title: 'Cache asks its clients for a password',
  description:
    'Reads whether each replication group wants a token or knows users, before it takes commands.',
  risk: 'Whoever reaches the port reads and changes everything in the cache, and may empty it.',
  decision:
    'Passes when Redis AUTH is on or a group of users is assigned. Fails when neither is so. Whether a user of such a group may come in without a password is not read. A single node outside a replication group has no verdict, because it cannot have either. An answer without the setting gives a gap in coverage, and a cache that is being created or deleted has no verdict.',
  fix: {
    text: 'Assign a group of users, or set a token.',
    console: [
      'Open Amazon ElastiCache, choose User management, and make users and a user group.',
      'Choose Valkey caches or Redis OSS caches, choose the cache, and choose Modify.',
      'Under Security, see that encryption in transit is on, and choose User group access control list with the group.',
      'Choose Preview changes and Modify.',
    ],
    cli: 'aws elasticache modify-replication-group --replication-group-id <group> --user-group-ids-to-add <users> --apply-immediately',
    terraform: `resource "aws_elasticache_replication_group" "sessions" {
  replication_group_id       = "sessions"
  description                = "Sessions"
  node_type                  = "cache.t4g.small"
  transit_encryption_enabled = true
  user_group_ids             = [aws_elasticache_user_group.shop.id]
}`,
  },
  source: 'https://docs.aws.amazon.com/AmazonElastiCache/latest/dg/auth.html',
  links: ['https://docs.aws.amazon.com/AmazonElastiCache/latest/dg/Clusters.RBAC.html'],
  over: 'caches',
  needs: [],
  judge: ({ name, status, group }) => {
    if (isPassing(status) || !group) return []
    if (group.user_groups > 0) return pass(`The cache ${name} lets in users of its user group.`)
    return known(group.token, group)
      ? pass(`The cache ${name} asks for a token.`)
      : fail(`The cache ${name} asks for neither a token nor a user.`)
  },
})
