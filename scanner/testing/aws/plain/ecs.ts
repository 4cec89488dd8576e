import type { PlainService } from './plain.ts'

const paging = { token: 'nextToken', size: 'maxResults' }

export const ecs: PlainService = {
  name: 'ecs',
  protocol: 'json',
  target: 'AmazonEC2ContainerServiceV20141113',
  operations: {
    ListClusters: { list: 'clusterArns', ...paging },
    DescribeClusters: { none: { clusters: [], failures: [] } },
    ListServices: { by: 'cluster', none: { serviceArns: [] } },
    DescribeServices: {
      by: 'cluster',
      asked: { services: 'web' },
      none: ['ClusterNotFoundException', 400],
    },
    ListTaskDefinitions: { list: 'taskDefinitionArns', ...paging },
    DescribeTaskDefinition: { by: 'taskDefinition', none: ['ClientException', 400] },
    ListAccountSettings: {
      none: { settings: [{ name: 'defaultLogDriverMode', value: 'non-blocking' }] },
    },
  },
}
