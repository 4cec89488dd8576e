import {
  type Collected,
  type Collecting,
  complete,
  each,
  type Incomplete,
} from '../../../kit/index.ts'
import type { Aws } from '../client.ts'
import type { Cache, ElastiCache } from './resources.ts'

interface Encryption {
  AtRestEncryptionEnabled?: boolean
  TransitEncryptionEnabled?: boolean
  TransitEncryptionMode?: string
}

interface ReplicationGroup extends Encryption {
  ReplicationGroupId: string
  ARN: string
  Status: string
  SnapshotRetentionLimit?: number
  AutoMinorVersionUpgrade?: boolean
  AutomaticFailover?: string
  MultiAZ?: string
  AuthTokenEnabled?: boolean
  UserGroupIds?: string[]
}

interface CacheCluster extends Encryption {
  CacheClusterId: string
  ARN: string
  CacheClusterStatus: string
  Engine: string
  SnapshotRetentionLimit?: number
  AutoMinorVersionUpgrade?: boolean
}

const encryptionOf = (it: Encryption) => ({
  encrypted: it.AtRestEncryptionEnabled ?? null,
  tls: it.TransitEncryptionEnabled ?? null,
  tls_optional: it.TransitEncryptionMode === 'preferred',
})

function ofGroup(it: ReplicationGroup, region: string): Cache {
  return {
    uid: it.ARN,
    name: it.ReplicationGroupId,
    region,
    status: it.Status,
    ...encryptionOf(it),
    group: {
      failover: it.AutomaticFailover ?? null,
      multi_az: it.MultiAZ ?? null,
      token: it.AuthTokenEnabled ?? null,
      // A group without user groups has no list of them.
      user_groups: it.UserGroupIds?.length ?? 0,
    },
    backup_days: it.SnapshotRetentionLimit ?? null,
    minor_upgrades: it.AutoMinorVersionUpgrade ?? null,
  }
}

const ofNode = (it: CacheCluster, region: string): Cache => ({
  uid: it.ARN,
  name: it.CacheClusterId,
  region,
  status: it.CacheClusterStatus,
  ...encryptionOf(it),
  group: null,
  backup_days: it.SnapshotRetentionLimit ?? null,
  minor_upgrades: it.AutoMinorVersionUpgrade ?? null,
})

async function* caches({
  client: aws,
  region,
}: Collecting<Aws>): AsyncGenerator<Cache | Incomplete> {
  const groups = aws.pages<{ ReplicationGroups?: ReplicationGroup[] }>(
    'elasticache:DescribeReplicationGroups',
  )
  for await (const { ReplicationGroups: page } of groups) {
    if (!page) throw aws.broken('elasticache:DescribeReplicationGroups', 'ReplicationGroups')
    for (const it of page) yield complete(it, () => ofGroup(it, region))
  }
  const nodes = aws.pages<{ CacheClusters?: CacheCluster[] }>('elasticache:DescribeCacheClusters', {
    ShowCacheClustersNotInReplicationGroups: true,
  })
  for await (const { CacheClusters: page } of nodes) {
    if (!page) throw aws.broken('elasticache:DescribeCacheClusters', 'CacheClusters')
    // Memcached has neither backups nor automatic version upgrades.
    for (const it of page)
      if (it.Engine !== 'memcached') yield complete(it, () => ofNode(it, region))
  }
}

export const collect = (context: Collecting<Aws>): Collected<ElastiCache> => ({
  caches: each<Cache, Cache>(caches(context), (it) => it),
})
