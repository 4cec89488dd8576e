import type { PlainService } from './plain.ts'

export const cloudwatch: PlainService = {
  name: 'cloudwatch',
  signed: 'monitoring',
  protocol: 'query',
  version: '2010-08-01',
  xmlns: 'http://monitoring.amazonaws.com/doc/2010-08-01/',
  operations: {
    DescribeAlarms: { list: 'MetricAlarms', size: 'MaxRecords' },
  },
}
