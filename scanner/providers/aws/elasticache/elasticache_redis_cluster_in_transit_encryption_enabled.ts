import { fail, pass } from '../../../kit/index.ts'
import { check, isPassing, known } from './resources.ts'

export default check({
  id: 'elasticache_redis_cluster_in_transit_encryption_enabled',
  title: 'ElastiCache cache requires encryption in transit',
  description:
    'Reads whether each replication group and each single node encrypts traffic to clients and between nodes, and whether TLS is required.',
  risk: 'An attacker with access to network traffic can read sessions and tokens in the cache.',
  decision:
    'Passes if encryption in transit is on and required. Fails if it is off, or if it is preferred, because clients without TLS can still connect. A single node outside a replication group is checked in the same way. A cache without this setting in the response is reported as a coverage gap. A cache that is being created or deleted gives no finding.',
  fix: {
    text: 'Turn on encryption in transit and require it for all clients.',
    console: [
      'Open Amazon ElastiCache, choose Valkey caches or Redis OSS caches, and choose the cache.',
      'Choose Modify, turn on Encryption in transit with the mode Preferred, and apply it.',
      'Switch all clients to TLS.',
      'Choose Modify again and choose the mode Required.',
    ],
    cli: 'aws elasticache modify-replication-group --replication-group-id <group> --transit-encryption-enabled --transit-encryption-mode required --apply-immediately',
    terraform: `resource "aws_elasticache_replication_group" "sessions" {
  replication_group_id       = "sessions"
  description                = "Sessions"
  node_type                  = "cache.t4g.small"
  transit_encryption_enabled = true
  transit_encryption_mode    = "required"
}`,
  },
  source: 'https://docs.aws.amazon.com/AmazonElastiCache/latest/dg/in-transit-encryption.html',
  over: 'caches',
  needs: [],
  judge: ({ name, status, tls, tls_optional: optional, group }) => {
    if (isPassing(status)) return []
    if (!known(tls, group))
      return fail(`Cache ${name} does not have encryption in transit enabled.`)
    return optional
      ? fail(
          `Cache ${name} has encryption in transit enabled, but accepts connections without TLS.`,
        )
      : pass(`Cache ${name} requires encryption in transit.`)
  },
})
