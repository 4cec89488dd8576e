import type { PlainService } from './plain.ts'

export const logs: PlainService = {
  name: 'logs',
  protocol: 'json',
  target: 'Logs_20140328',
  operations: {
    DescribeLogGroups: { list: 'logGroups', token: 'nextToken', size: 'limit' },
    DescribeMetricFilters: { list: 'metricFilters', token: 'nextToken', size: 'limit' },
    DescribeResourcePolicies: { by: 'resourceArn', none: { resourcePolicies: [] } },
    DescribeDeliveries: { list: 'deliveries', token: 'nextToken', size: 'limit' },
    DescribeDeliverySources: { list: 'deliverySources', token: 'nextToken', size: 'limit' },
  },
}
