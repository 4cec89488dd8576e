import { type Collected, type Collecting, each, read } from '../../../kit/index.ts'
import { listed } from '../answers.ts'
import type { Aws } from '../client.ts'
import type { Athena, Workgroup, WorkgroupDetails } from './resources.ts'

interface Configuration {
  ResultConfiguration?: { EncryptionConfiguration?: { EncryptionOption?: string } }
  ManagedQueryResultsConfiguration?: { Enabled?: boolean }
  EnforceWorkGroupConfiguration?: boolean
  PublishCloudWatchMetricsEnabled?: boolean
}

interface Listed {
  Name: string
  State?: string
}

const workgroups = (aws: Aws) => listed<Listed>(aws, 'athena:ListWorkGroups', 'WorkGroups')

async function detailsOf(aws: Aws, name: string): Promise<WorkgroupDetails> {
  const { WorkGroup } = await aws.call<{ WorkGroup?: { Configuration?: Configuration } }>(
    'athena:GetWorkGroup',
    { WorkGroup: name },
  )
  const it = WorkGroup?.Configuration
  if (!it) throw aws.broken('athena:GetWorkGroup', 'Configuration')
  return {
    // Athena encrypts results in its own storage.
    encryption: it.ManagedQueryResultsConfiguration?.Enabled
      ? 'managed'
      : (it.ResultConfiguration?.EncryptionConfiguration?.EncryptionOption ?? null),
    enforced: it.EnforceWorkGroupConfiguration ?? null,
    metrics: it.PublishCloudWatchMetricsEnabled ?? null,
  }
}

export const collect = ({
  client: aws,
  region,
  account,
  partition,
}: Collecting<Aws>): Collected<Athena> => ({
  workgroups: each<Listed, Workgroup>(workgroups(aws), ({ Name: name, State }) => ({
    uid: `arn:${partition}:athena:${region}:${account}:workgroup/${name}`,
    name,
    region,
    enabled: State !== 'DISABLED',
    details: read(() => detailsOf(aws, name)),
  })),
})
