import type { PlainService } from './plain.ts'

const paging = { token: 'Marker', size: 'MaxRecords' } as const

export const elasticache: PlainService = {
  name: 'elasticache',
  protocol: 'query',
  version: '2015-02-02',
  xmlns: 'http://elasticache.amazonaws.com/doc/2015-02-02/',
  items: { ReplicationGroups: 'ReplicationGroup', CacheClusters: 'CacheCluster' },
  operations: {
    DescribeReplicationGroups: { list: 'ReplicationGroups', ...paging },
    DescribeCacheClusters: { list: 'CacheClusters', ...paging },
  },
}
