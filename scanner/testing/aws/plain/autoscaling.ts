import type { PlainService } from './plain.ts'

export const autoscaling: PlainService = {
  name: 'autoscaling',
  protocol: 'query',
  version: '2011-01-01',
  xmlns: 'http://autoscaling.amazonaws.com/doc/2011-01-01/',
  operations: {
    DescribeAutoScalingGroups: { list: 'AutoScalingGroups', size: 'MaxRecords' },
    DescribeLaunchConfigurations: { list: 'LaunchConfigurations', size: 'MaxRecords' },
  },
}
