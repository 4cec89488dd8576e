import { type Collected, type Collecting, each, read } from '../../../kit/index.ts'
import { listed } from '../answers.ts'
import type { Aws } from '../client.ts'
import type { Dms, Endpoint, Instance, Levels, Task } from './resources.ts'

interface ReplicationInstance {
  ReplicationInstanceArn: string
  ReplicationInstanceIdentifier: string
  ReplicationInstanceStatus: string
  PubliclyAccessible?: boolean
  AutoMinorVersionUpgrade?: boolean
  MultiAZ?: boolean
}

interface ReplicationEndpoint {
  EndpointArn: string
  EndpointIdentifier: string
  EngineName: string
  Status?: string
  SslMode?: string
  MongoDbSettings?: { AuthType?: string }
  NeptuneSettings?: { IamAuthEnabled?: boolean }
  RedisSettings?: { SslSecurityProtocol?: string }
}

interface ReplicationTask {
  ReplicationTaskArn: string
  ReplicationTaskIdentifier: string
  Status: string
  /** A document in JSON. */
  ReplicationTaskSettings?: string
}

interface TaskSettings {
  Logging?: {
    EnableLogging?: boolean
    LogComponents?: { Id?: string; Severity?: string }[] | null
  }
}

function settingsOf(aws: Aws, { ReplicationTaskSettings: text = '' }: ReplicationTask) {
  try {
    const settings: unknown = JSON.parse(text)
    if (typeof settings === 'object' && settings !== null) return settings as TaskSettings
  } catch {
    // reported below
  }
  throw aws.broken('dms:DescribeReplicationTasks', 'readable settings')
}

function levelsOf(aws: Aws, task: ReplicationTask): Levels | null {
  const { Logging: logging } = settingsOf(aws, task)
  if (!logging?.EnableLogging) return null
  return Object.fromEntries(
    (logging.LogComponents ?? []).map(({ Id = '', Severity = '' }) => [Id, Severity]),
  )
}

export const collect = ({ client: aws, region }: Collecting<Aws>): Collected<Dms> => ({
  instances: each<ReplicationInstance, Instance>(
    listed(aws, 'dms:DescribeReplicationInstances', 'ReplicationInstances'),
    (it) => ({
      uid: it.ReplicationInstanceArn,
      name: it.ReplicationInstanceIdentifier,
      region,
      status: it.ReplicationInstanceStatus,
      public: it.PubliclyAccessible ?? null,
      minor_upgrades: it.AutoMinorVersionUpgrade ?? null,
      multi_az: it.MultiAZ ?? null,
    }),
  ),
  endpoints: each<ReplicationEndpoint, Endpoint>(
    listed(aws, 'dms:DescribeEndpoints', 'Endpoints'),
    (it) => ({
      uid: it.EndpointArn,
      name: it.EndpointIdentifier,
      region,
      status: it.Status ?? '',
      engine: it.EngineName.toLowerCase(),
      ssl_mode: it.SslMode ?? null,
      mongodb_auth: it.MongoDbSettings?.AuthType ?? null,
      neptune_iam: it.NeptuneSettings?.IamAuthEnabled ?? false,
      redis_protocol: it.RedisSettings?.SslSecurityProtocol ?? null,
    }),
  ),
  tasks: each<ReplicationTask, Task>(
    listed(aws, 'dms:DescribeReplicationTasks', 'ReplicationTasks'),
    (it) => ({
      uid: it.ReplicationTaskArn,
      name: it.ReplicationTaskIdentifier,
      region,
      status: it.Status,
      levels: read(async () => levelsOf(aws, it)),
    }),
  ),
})
