import type { PlainService } from './plain.ts'

export const logs: PlainService = {
  name: 'logs',
  protocol: 'json',
  target: 'Logs_20140328',
  operations: {
    DescribeLogGroups: { list: 'logGroups', token: 'nextToken', size: 'limit' },
    DescribeMetricFilters: { by: 'logGroupName', none: ['ResourceNotFoundException', 400] },
    DescribeResourcePolicies: { by: 'resourceArn', none: { resourcePolicies: [] } },
    DescribeDeliveries: { list: 'deliveries', token: 'nextToken', size: 'limit' },
    DescribeDeliverySources: { list: 'deliverySources', token: 'nextToken', size: 'limit' },
  },
}
