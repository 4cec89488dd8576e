import { type Collected, type Collecting, each, read } from '../../../kit/index.ts'
import type { Aws } from '../client.ts'
import type { Cluster, Emr, Region } from './resources.ts'

interface Listed {
  Id: string
  Name: string
  ClusterArn: string
}

/** The list contains terminated clusters for months, which cannot be evaluated. */
const living = ['STARTING', 'BOOTSTRAPPING', 'RUNNING', 'WAITING']

async function* clusters(aws: Aws) {
  const pages = aws.pages<{ Clusters?: Listed[] }>('emr:ListClusters', { ClusterStates: living })
  for await (const page of pages) {
    if (!page.Clusters) throw aws.broken('emr:ListClusters', 'Clusters')
    yield* page.Clusters
  }
}

async function primaryHost(aws: Aws, ClusterId: string): Promise<string | null> {
  const { Cluster: it } = await aws.call<{
    Cluster?: { Id?: string; MasterPublicDnsName?: string }
  }>('emr:DescribeCluster', { ClusterId })
  if (!it?.Id) throw aws.broken('emr:DescribeCluster', 'Cluster')
  return it.MasterPublicDnsName || null
}

async function publicBlock(aws: Aws) {
  const operation = 'emr:GetBlockPublicAccessConfiguration'
  const { BlockPublicAccessConfiguration: it } = await aws.call<{
    BlockPublicAccessConfiguration?: {
      BlockPublicSecurityGroupRules?: boolean
      PermittedPublicSecurityGroupRuleRanges?: { MinRange: number; MaxRange?: number }[]
    }
  }>(operation)
  if (it?.BlockPublicSecurityGroupRules === undefined) {
    throw aws.broken(operation, 'BlockPublicSecurityGroupRules')
  }
  return {
    on: it.BlockPublicSecurityGroupRules,
    // Without exceptions the list is absent, and without a second port a range is one port.
    exceptions: (it.PermittedPublicSecurityGroupRuleRanges ?? []).map(({ MinRange, MaxRange }) => ({
      from: MinRange,
      to: MaxRange ?? MinRange,
    })),
  }
}

export const collect = ({
  client: aws,
  region,
  account,
  partition,
}: Collecting<Aws>): Collected<Emr> => ({
  clusters: each<Listed, Cluster>(clusters(aws), (it) => ({
    uid: it.ClusterArn,
    name: it.Name,
    region,
    primary_host: read(() => primaryHost(aws, it.Id)),
  })),
  regions: each<string, Region>([region], () => ({
    uid: `arn:${partition}:elasticmapreduce:${region}:${account}:account`,
    name: region,
    region,
    public_block: read(() => publicBlock(aws)),
  })),
})
