import { fail, pass } from '../../../kit/index.ts'
import { check, isPassing, known } from './resources.ts'

export default check({
  id: 'elasticache_redis_cluster_in_transit_encryption_enabled',
  title: 'Cache takes connections over TLS only',
  description:
    'Reads whether each replication group, and each single node, encrypts what travels to its clients and between nodes, and whether it insists.',
  risk: 'Sessions and tokens in the cache can be read by whoever listens in the network.',
  decision:
    'Passes when encryption in transit is on and required. Fails when it is off, and when it is preferred, because then clients without TLS are still served. A single node outside a replication group is judged in the same way. An answer without the setting gives a gap in coverage, and a cache that is being created or deleted has no verdict.',
  fix: {
    text: 'Turn on encryption in transit and require it.',
    console: [
      'Open Amazon ElastiCache, choose Valkey caches or Redis OSS caches, and choose the cache.',
      'Choose Modify, turn on Encryption in transit with the mode Preferred, and apply it.',
      'Move all clients to TLS.',
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
    if (!known(tls, group)) return fail(`The cache ${name} does not encrypt what travels.`)
    return optional
      ? fail(`The cache ${name} offers TLS but takes connections without it too.`)
      : pass(`The cache ${name} takes connections over TLS only.`)
  },
})
