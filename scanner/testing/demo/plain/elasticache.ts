/** Caches: sessions, configured securely, a feed without any protection, and a single node for trials. */
import { demoId } from '../facts.ts'

const group = (name: string, on: boolean) => ({
  ReplicationGroupId: name,
  ARN: `arn:aws:elasticache:eu-central-1:${demoId}:replicationgroup:${name}`,
  Status: 'available',
  AutomaticFailover: on ? 'enabled' : 'disabled',
  MultiAZ: on ? 'enabled' : 'disabled',
  AtRestEncryptionEnabled: on,
  TransitEncryptionEnabled: on,
  AuthTokenEnabled: on,
  AutoMinorVersionUpgrade: on,
})

export const demoElastiCache = () => ({
  'eu-central-1': {
    DescribeReplicationGroups: {
      ReplicationGroups: [
        {
          ...group('web-sessions', true),
          SnapshotRetentionLimit: 7,
          TransitEncryptionMode: 'required',
        },
        { ...group('news-feed', false), SnapshotRetentionLimit: 0 },
      ],
    },
    DescribeCacheClusters: {
      CacheClusters: [
        {
          CacheClusterId: 'trial',
          ARN: `arn:aws:elasticache:eu-central-1:${demoId}:cluster:trial`,
          CacheClusterStatus: 'available',
          Engine: 'redis',
          AtRestEncryptionEnabled: false,
          TransitEncryptionEnabled: false,
          SnapshotRetentionLimit: 1,
          AutoMinorVersionUpgrade: true,
        },
      ],
    },
  },
})
