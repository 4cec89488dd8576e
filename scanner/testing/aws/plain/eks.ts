import type { PlainService } from './plain.ts'

export const eks: PlainService = {
  name: 'eks',
  protocol: 'rest-json',
  operations: {
    ListClusters: {
      http: 'GET /clusters',
      list: 'clusters',
      token: 'nextToken',
      size: 'maxResults',
    },
    DescribeCluster: {
      http: 'GET /clusters/{name}',
      by: 'name',
      none: ['ResourceNotFoundException', 404],
    },
    DescribeClusterVersions: {
      http: 'GET /cluster-versions',
      list: 'clusterVersions',
      token: 'nextToken',
      size: 'maxResults',
    },
  },
}
