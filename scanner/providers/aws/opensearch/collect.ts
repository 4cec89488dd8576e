import { type Collected, type Collecting, each, read } from '../../../kit/index.ts'
import { policyIn } from '../answers.ts'
import type { Aws } from '../client.ts'
import type { Domain, DomainDetails, OpenSearch } from './resources.ts'

interface Flag {
  Enabled?: boolean
}
interface Status {
  DomainName?: string
  Created?: boolean
  Deleted?: boolean
  AccessPolicies?: string
  VPCOptions?: { VPCId?: string }
  EncryptionAtRestOptions?: Flag
  NodeToNodeEncryptionOptions?: Flag
  DomainEndpointOptions?: { EnforceHTTPS?: boolean }
  AdvancedSecurityOptions?: Flag & {
    InternalUserDatabaseEnabled?: boolean
    AnonymousAuthEnabled?: boolean
    SAMLOptions?: Flag
  }
  CognitoOptions?: Flag
  LogPublishingOptions?: Readonly<Record<string, Flag>>
  ServiceSoftwareOptions?: { UpdateAvailable?: boolean; UpdateStatus?: string }
  ClusterConfig?: {
    InstanceCount?: number
    ZoneAwarenessEnabled?: boolean
    ZoneAwarenessConfig?: { AvailabilityZoneCount?: number }
    DedicatedMasterEnabled?: boolean
    DedicatedMasterCount?: number
  }
}

const listing = 'opensearch:ListDomainNames'
const describing = 'opensearch:DescribeDomain'

async function* domains(aws: Aws) {
  // There is only one page: an account has at most a few hundred domains in a region.
  const { DomainNames } = await aws.call<{ DomainNames?: { DomainName: string }[] }>(listing)
  if (!DomainNames) throw aws.broken(listing, 'DomainNames')
  yield* DomainNames
}

function policyOf(aws: Aws, { AccessPolicies }: Status) {
  if (!AccessPolicies) return null
  return policyIn(aws, describing, AccessPolicies)
}

function updateOf({ ServiceSoftwareOptions: it }: Status): DomainDetails['update'] {
  if (it?.UpdateAvailable === undefined) return null
  if (it.UpdateAvailable) return 'available'
  const { UpdateStatus: status } = it
  return status === 'PENDING_UPDATE' || status === 'IN_PROGRESS' ? 'under way' : 'none'
}

function mastersOf({ ClusterConfig: it }: Status): number | null {
  if (it?.DedicatedMasterEnabled === undefined) return null
  return it.DedicatedMasterEnabled ? (it.DedicatedMasterCount ?? null) : 0
}

async function detailsOf(aws: Aws, DomainName: string): Promise<DomainDetails> {
  const { DomainStatus: it } = await aws.call<{ DomainStatus?: Status }>(describing, { DomainName })
  if (!it?.DomainName) throw aws.broken(describing, 'DomainStatus')
  const security = it.AdvancedSecurityOptions
  return {
    settled: it.Created !== false && it.Deleted !== true,
    in_vpc: Boolean(it.VPCOptions?.VPCId),
    policy: policyOf(aws, it),
    encrypted: it.EncryptionAtRestOptions?.Enabled ?? null,
    node_to_node: it.NodeToNodeEncryptionOptions?.Enabled ?? null,
    https_only: it.DomainEndpointOptions?.EnforceHTTPS ?? null,
    access_control: security?.Enabled ?? null,
    anonymous: security?.AnonymousAuthEnabled ?? false,
    internal_users: security?.InternalUserDatabaseEnabled ?? null,
    saml: security?.SAMLOptions?.Enabled ?? false,
    cognito: it.CognitoOptions?.Enabled ?? null,
    // A domain that never published a log has no such options.
    logs: Object.entries(it.LogPublishingOptions ?? {}).flatMap(([type, { Enabled }]) =>
      Enabled ? [type] : [],
    ),
    update: updateOf(it),
    data_nodes: it.ClusterConfig?.InstanceCount ?? null,
    // With zone awareness but no number, there are two zones.
    zones: it.ClusterConfig?.ZoneAwarenessEnabled
      ? (it.ClusterConfig.ZoneAwarenessConfig?.AvailabilityZoneCount ?? 2)
      : 1,
    masters: mastersOf(it),
  }
}

export function collect(context: Collecting<Aws>): Collected<OpenSearch> {
  const { client: aws, region, account, partition } = context
  return {
    domains: each<{ DomainName: string }, Domain>(domains(aws), ({ DomainName: name }) => ({
      uid: `arn:${partition}:es:${region}:${account}:domain/${name}`,
      name,
      region,
      details: read(() => detailsOf(aws, name)),
    })),
  }
}
