import type { PlainService } from './plain.ts'

const missing = ['ResourceNotFoundException', 400] as const

export const dynamodb: PlainService = {
  name: 'dynamodb',
  protocol: 'json',
  target: 'DynamoDB_20120810',
  operations: {
    ListTables: {
      list: 'TableNames',
      token: 'ExclusiveStartTableName',
      next: 'LastEvaluatedTableName',
      size: 'Limit',
    },
    DescribeTable: { by: 'TableName', none: missing },
    DescribeContinuousBackups: { by: 'TableName', none: ['TableNotFoundException', 400] },
    GetResourcePolicy: { by: 'ResourceArn', none: ['PolicyNotFoundException', 400] },
    ListTagsOfResource: { by: 'ResourceArn', none: { Tags: [] } },
  },
}
