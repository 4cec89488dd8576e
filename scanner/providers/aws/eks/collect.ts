import { type Collected, type Collecting, each, once, read } from '../../../kit/index.ts'
import type { Aws } from '../client.ts'
import type { Details, Eks } from './resources.ts'

interface Described {
  cluster?: {
    status?: string
    version?: string
    resourcesVpcConfig?: {
      endpointPublicAccess?: boolean
      endpointPrivateAccess?: boolean
      publicAccessCidrs?: string[]
    }
    logging?: { clusterLogging?: { types?: string[]; enabled?: boolean }[] }
    encryptionConfig?: { resources?: string[]; provider?: { keyArn?: string } }[]
    deletionProtection?: boolean
  }
}

async function* names(aws: Aws) {
  const call = 'eks:ListClusters'
  for await (const { clusters } of aws.pages<{ clusters?: string[] }>(call)) {
    if (!clusters) throw aws.broken(call, 'clusters')
    yield* clusters
  }
}

async function detailsOf(aws: Aws, name: string): Promise<Details> {
  const call = 'eks:DescribeCluster'
  const { cluster } = await aws.call<Described>(call, { name })
  const { status, version, resourcesVpcConfig: network, logging } = cluster ?? {}
  if (
    !status ||
    !version ||
    network?.endpointPublicAccess === undefined ||
    network.endpointPrivateAccess === undefined ||
    !logging?.clusterLogging
  )
    throw aws.broken(call, 'the required fields of a cluster')
  // Without a customer key the response omits the setting.
  const encryption = cluster?.encryptionConfig?.find(({ resources }) =>
    resources?.includes('secrets'),
  )
  return {
    status,
    version,
    public_access: network.endpointPublicAccess,
    private_access: network.endpointPrivateAccess,
    public_ranges: network.publicAccessCidrs ?? [],
    logs: logging.clusterLogging.flatMap(({ types = [], enabled }) => (enabled ? types : [])),
    secrets_key: encryption?.provider?.keyArn ?? null,
    deletion_protection: cluster?.deletionProtection ?? false,
  }
}

async function supportByVersion(aws: Aws): Promise<ReadonlyMap<string, string>> {
  const call = 'eks:DescribeClusterVersions'
  type Page = { clusterVersions?: { clusterVersion?: string; versionStatus?: string }[] }
  const found = new Map<string, string>()
  for await (const { clusterVersions = [] } of aws.pages<Page>(call, { includeAll: true })) {
    for (const { clusterVersion, versionStatus } of clusterVersions) {
      if (!clusterVersion || !versionStatus) throw aws.broken(call, 'versionStatus')
      found.set(clusterVersion, versionStatus)
    }
  }
  if (found.size === 0) throw aws.broken(call, 'clusterVersions')
  return found
}

export const collect = ({
  client: aws,
  region,
  account,
  partition,
}: Collecting<Aws>): Collected<Eks> => {
  const versions = once(() => supportByVersion(aws))
  return {
    clusters: each(names(aws), (name) => {
      const details = once(() => detailsOf(aws, name))
      return {
        uid: `arn:${partition}:eks:${region}:${account}:cluster/${name}`,
        name,
        region,
        details: read(details),
        support: read(async () => {
          const { version } = await details()
          return (await versions()).get(version) ?? null
        }),
      }
    }),
  }
}
