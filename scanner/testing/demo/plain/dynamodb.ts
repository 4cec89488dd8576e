/** Tables: orders, well configured; sessions without backups that a partner can read; a cache for each. */
import { demoId, partnerId } from '../facts.ts'

const arn = (region: string, name: string) => `arn:aws:dynamodb:${region}:${demoId}:table/${name}`
const orders = arn('eu-central-1', 'orders')
const sessions = arn('eu-central-1', 'sessions')
const key = `arn:aws:kms:eu-central-1:${demoId}:key/5b1c7e02-8d4f-4f7e-9a55-1f0c2d3e4a01`

const recovery = (PointInTimeRecoveryStatus: string) => ({
  ContinuousBackupsDescription: {
    ContinuousBackupsStatus: 'ENABLED',
    PointInTimeRecoveryDescription: { PointInTimeRecoveryStatus },
  },
})

const cache = (name: string, zones: readonly string[], Status: string, type: string) => ({
  ClusterName: name,
  ClusterArn: `arn:aws:dax:eu-central-1:${demoId}:cache/${name}`,
  NodeType: 'dax.t3.small',
  Status: 'available',
  TotalNodes: zones.length,
  ActiveNodes: zones.length,
  Nodes: zones.map((zone, n) => ({
    NodeId: `${name}-${n}`,
    AvailabilityZone: `eu-central-1${zone}`,
    NodeStatus: 'available',
  })),
  SSEDescription: { Status },
  ClusterEndpointEncryptionType: type,
})

export const demoDax = () => ({
  'eu-central-1': {
    DescribeClusters: {
      Clusters: [
        cache('orders-cache', ['a', 'b'], 'ENABLED', 'TLS'),
        cache('sessions-cache', ['a'], 'DISABLED', 'NONE'),
      ],
    },
  },
})

export const demoApplicationAutoscaling = () => ({
  'eu-central-1': {
    DescribeScalingPolicies: {
      ScalingPolicies: [
        {
          PolicyName: 'sessions-reads',
          ServiceNamespace: 'dynamodb',
          ResourceId: 'table/sessions',
          ScalableDimension: 'dynamodb:table:ReadCapacityUnits',
          PolicyType: 'TargetTrackingScaling',
        },
      ],
    },
  },
})

export const demoDynamoDb = () => ({
  'eu-central-1': {
    ListTables: { TableNames: ['orders', 'sessions'] },
    DescribeTable: {
      orders: {
        Table: {
          TableName: 'orders',
          TableArn: orders,
          TableStatus: 'ACTIVE',
          BillingModeSummary: { BillingMode: 'PAY_PER_REQUEST' },
          DeletionProtectionEnabled: true,
          SSEDescription: { Status: 'ENABLED', SSEType: 'KMS', KMSMasterKeyArn: key },
        },
      },
      sessions: {
        Table: {
          TableName: 'sessions',
          TableArn: sessions,
          TableStatus: 'ACTIVE',
          ProvisionedThroughput: { ReadCapacityUnits: 20, WriteCapacityUnits: 10 },
          DeletionProtectionEnabled: false,
        },
      },
    },
    DescribeContinuousBackups: { orders: recovery('ENABLED'), sessions: recovery('DISABLED') },
    GetResourcePolicy: {
      [sessions]: {
        Policy: JSON.stringify({
          Version: '2012-10-17',
          Statement: [
            {
              Effect: 'Allow',
              Principal: { AWS: `arn:aws:iam::${partnerId}:role/reporting` },
              Action: ['dynamodb:GetItem', 'dynamodb:Query'],
              Resource: sessions,
            },
          ],
        }),
        RevisionId: '1721040000000',
      },
    },
    ListTagsOfResource: {
      [orders]: { Tags: [{ Key: 'backup', Value: 'nightly' }] },
    },
  },
})
