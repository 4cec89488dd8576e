import type { PlainService } from './plain.ts'

const paging = { token: 'Marker', size: 'MaxRecords' } as const

export const redshift: PlainService = {
  name: 'redshift',
  protocol: 'query',
  version: '2012-12-01',
  xmlns: 'http://redshift.amazonaws.com/doc/2012-12-01/',
  items: {
    Clusters: 'Cluster',
    ClusterParameterGroups: 'ClusterParameterGroup',
    Parameters: 'Parameter',
  },
  operations: {
    DescribeClusters: { list: 'Clusters', ...paging },
    DescribeLoggingStatus: { by: 'ClusterIdentifier', none: ['ClusterNotFound', 404] },
    DescribeClusterParameters: {
      by: 'ParameterGroupName',
      none: ['ClusterParameterGroupNotFound', 404],
    },
  },
}
