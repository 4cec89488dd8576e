import type { PlainService } from './plain.ts'

export const emr: PlainService = {
  name: 'elasticmapreduce',
  protocol: 'json',
  target: 'ElasticMapReduce',
  operations: {
    ListClusters: { list: 'Clusters', token: 'Marker', size: '' },
    DescribeCluster: { by: 'ClusterId', none: ['InvalidRequestException', 400] },
    GetBlockPublicAccessConfiguration: {
      none: {
        BlockPublicAccessConfiguration: {
          BlockPublicSecurityGroupRules: true,
          PermittedPublicSecurityGroupRuleRanges: [{ MinRange: 22, MaxRange: 22 }],
        },
      },
    },
  },
}
