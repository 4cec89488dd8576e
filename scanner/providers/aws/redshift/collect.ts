import { type Collected, type Collecting, each, read } from '../../../kit/index.ts'
import { listed } from '../answers.ts'
import type { Aws } from '../client.ts'
import type { Cluster, Logging, Redshift } from './resources.ts'

interface ParameterGroup {
  ParameterGroupName: string
  ParameterApplyStatus?: string
  ClusterParameterStatusList?: { ParameterName: string; ParameterApplyStatus?: string }[]
}

interface Described {
  ClusterIdentifier: string
  ClusterStatus?: string
  PubliclyAccessible?: boolean
  Encrypted?: boolean
  AllowVersionUpgrade?: boolean
  EnhancedVpcRouting?: boolean
  MultiAZ?: string
  AutomatedSnapshotRetentionPeriod?: number
  MasterUsername?: string
  DBName?: string
  ClusterParameterGroups?: ParameterGroup[]
}

const operation = 'redshift:DescribeClusters'

const clusters = (aws: Aws) => listed<Described>(aws, operation, 'Clusters')

async function loggingOf(aws: Aws, ClusterIdentifier: string): Promise<Logging> {
  const { LoggingEnabled: enabled, LogDestinationType: destination } = await aws.call<{
    LoggingEnabled?: boolean
    LogDestinationType?: string
  }>('redshift:DescribeLoggingStatus', { ClusterIdentifier })
  if (enabled === undefined) throw aws.broken('redshift:DescribeLoggingStatus', 'LoggingEnabled')
  // Older clusters omit the destination, because logs could only be sent to S3.
  return { enabled, destination: enabled ? (destination ?? 's3') : null }
}

const parameter = 'require_ssl'

async function sslOf(aws: Aws, { ClusterParameterGroups: [group] = [] }: Described) {
  if (!group) throw aws.broken(operation, 'ClusterParameterGroups')
  interface Page {
    Parameters?: { ParameterName: string; ParameterValue?: string }[]
  }
  const asked = { ParameterGroupName: group.ParameterGroupName }
  for await (const page of aws.pages<Page>('redshift:DescribeClusterParameters', asked)) {
    const found = page.Parameters?.find((it) => it.ParameterName === parameter)
    if (!found) continue
    if (found.ParameterValue?.toLowerCase() !== 'true') return 'no' as const
    // Single parameters are listed only if they have a status; otherwise the group's status applies.
    const own = group.ClusterParameterStatusList?.find((it) => it.ParameterName === parameter)
    const status = own ? own.ParameterApplyStatus : group.ParameterApplyStatus
    if (!status) throw aws.broken(operation, 'ParameterApplyStatus')
    if (status === 'in-sync') return 'yes' as const
    return status === 'pending-reboot' ? ('after a restart' as const) : ('not yet' as const)
  }
  throw aws.broken('redshift:DescribeClusterParameters', parameter)
}

export function collect(context: Collecting<Aws>): Collected<Redshift> {
  const { client: aws, region, account, partition } = context
  return {
    clusters: each<Described, Cluster>(clusters(aws), (it) => {
      const name = it.ClusterIdentifier
      return {
        uid: `arn:${partition}:redshift:${region}:${account}:cluster:${name}`,
        name,
        region,
        status: it.ClusterStatus ?? '',
        public: it.PubliclyAccessible ?? null,
        encrypted: it.Encrypted ?? null,
        upgrades: it.AllowVersionUpgrade ?? null,
        enhanced_routing: it.EnhancedVpcRouting ?? null,
        // A flag as a word: `Enabled` or `Disabled`.
        multi_az: it.MultiAZ === undefined ? null : /^(enabled|true)$/i.test(it.MultiAZ),
        snapshot_days: it.AutomatedSnapshotRetentionPeriod ?? null,
        admin: it.MasterUsername ?? null,
        database: it.DBName ?? null,
        logging: read(() => loggingOf(aws, name)),
        requires_ssl: read(() => sslOf(aws, it)),
      }
    }),
  }
}
