/** A secure migration of orders, and an older insecure one. */
import { demoId } from '../facts.ts'

const arn = (kind: string, id: string) => `arn:aws:dms:eu-central-1:${demoId}:${kind}:${id}`

const instance = (name: string, open: boolean) => ({
  ReplicationInstanceIdentifier: name,
  ReplicationInstanceArn: arn('rep', name.toUpperCase()),
  ReplicationInstanceStatus: 'available',
  PubliclyAccessible: open,
  AutoMinorVersionUpgrade: !open,
  MultiAZ: !open,
})

const endpoint = (name: string, EngineName: string, SslMode: string, more: object = {}) => ({
  EndpointIdentifier: name,
  EndpointArn: arn('endpoint', name.toUpperCase()),
  EndpointType: 'source',
  EngineName,
  Status: 'active',
  SslMode,
  ...more,
})

const components = ['SOURCE_CAPTURE', 'SOURCE_UNLOAD', 'TARGET_APPLY', 'TARGET_LOAD']

const task = (name: string, EnableLogging: boolean) => ({
  ReplicationTaskIdentifier: name,
  ReplicationTaskArn: arn('task', name.toUpperCase()),
  Status: 'running',
  ReplicationTaskSettings: JSON.stringify({
    Logging: {
      EnableLogging,
      LogComponents: components.map((Id) => ({ Id, Severity: 'LOGGER_SEVERITY_DEFAULT' })),
    },
  }),
})

export const demoDms = () => ({
  'eu-central-1': {
    DescribeReplicationInstances: {
      ReplicationInstances: [instance('move-orders', false), instance('old-move', true)],
    },
    DescribeEndpoints: {
      Endpoints: [
        endpoint('orders', 'mysql', 'verify-ca'),
        endpoint('crm', 'sqlserver', 'none'),
        endpoint('catalogue', 'mongodb', 'require', { MongoDbSettings: { AuthType: 'no' } }),
        endpoint('relations', 'neptune', 'none', { NeptuneSettings: { IamAuthEnabled: true } }),
        endpoint('sessions', 'redis', 'none', {
          RedisSettings: { Port: 6379, SslSecurityProtocol: 'plaintext' },
        }),
      ],
    },
    DescribeReplicationTasks: {
      ReplicationTasks: [task('move-orders', true), task('old-move', false)],
    },
  },
})
