import type { PlainService } from './plain.ts'

const paging = { token: 'Marker', size: 'MaxRecords' } as const

export const dms: PlainService = {
  name: 'dms',
  protocol: 'json',
  target: 'AmazonDMSv20160101',
  operations: {
    DescribeReplicationInstances: { list: 'ReplicationInstances', ...paging },
    DescribeEndpoints: { list: 'Endpoints', ...paging },
    DescribeReplicationTasks: { list: 'ReplicationTasks', ...paging },
  },
}
