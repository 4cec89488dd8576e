import { fail, pass } from '../../../kit/index.ts'
import { check, isPassing, known } from './resources.ts'

export default check({
  id: 'elasticache_redis_replication_group_auth_enabled',
  title: 'ElastiCache replication group requires authentication',
  description:
    'Reads whether each replication group has Redis AUTH enabled or a user group assigned.',
  risk: 'Any client with network access to the port can read, change or delete all data in the cache.',
  decision:
    'Passes if Redis AUTH is on or a user group is assigned. Fails if neither is the case. The check does not read whether a user of such a group can connect without a password. A single node outside a replication group gives no finding, because it does not support either. A cache without this setting in the response is reported as a coverage gap. A cache that is being created or deleted gives no finding.',
  fix: {
    text: 'Assign a user group to the replication group, or set an AUTH token.',
    console: [
      'Open Amazon ElastiCache, choose User management, and create users and a user group.',
      'Choose Valkey caches or Redis OSS caches, choose the cache, and choose Modify.',
      'Under Security, verify that encryption in transit is on, and choose User group access control list with the group.',
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
    if (group.user_groups > 0)
      return pass(`Cache ${name} requires authentication as a user of its user group.`)
    return known(group.token, group)
      ? pass(`Cache ${name} requires an AUTH token.`)
      : fail(`Cache ${name} requires neither an AUTH token nor a user.`)
  },
})
