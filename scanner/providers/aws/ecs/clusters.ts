// Clusters and the services in them: lists return only names, descriptions come in batches.
import { isUnread, type Maybe, unread } from '../../../kit/index.ts'
import type { Aws } from '../client.ts'
import type { Cluster, EcsService } from './resources.ts'

interface Running {
  taskDefinition?: string
}

interface Network {
  networkConfiguration?: { awsvpcConfiguration?: { assignPublicIp?: string } }
}

interface DescribedService extends Network, Running {
  serviceArn?: string
  serviceName?: string
  status?: string
  platformVersion?: string
  platformFamily?: string
  deployments?: Running[]
  taskSets?: (Network & Running & { id?: string })[]
}

interface DescribedCluster {
  clusterArn?: string
  clusterName?: string
  status?: string
  settings?: { name?: string; value?: string }[]
}

interface Failure {
  reason?: string
}

async function* clusterArns(aws: Aws): AsyncGenerator<readonly string[]> {
  const call = 'ecs:ListClusters'
  for await (const { clusterArns: arns } of aws.pages<{ clusterArns?: string[] }>(call)) {
    if (!arns) throw aws.broken(call, 'clusterArns')
    if (arns.length > 0) yield arns
  }
}

/** A cluster that was deleted after it was listed is not a gap. */
const isGap = ({ reason }: Failure): boolean => reason !== 'MISSING'

export async function* clusters(aws: Aws, region: string): AsyncGenerator<Cluster> {
  const call = 'ecs:DescribeClusters'
  for await (const arns of clusterArns(aws)) {
    const { clusters: found, failures = [] } = await aws.call<{
      clusters?: DescribedCluster[]
      failures?: Failure[]
    }>(call, { clusters: arns, include: ['SETTINGS'] }) // a page of the list fits into one request
    if (!found || failures.some(isGap)) throw aws.broken(call, 'clusters')
    for (const { clusterArn: uid, clusterName: name, status, settings } of found) {
      const insights = settings?.find((it) => it.name === 'containerInsights')?.value
      if (!uid || !name || !status || !insights)
        throw aws.broken(call, 'a cluster and its settings')
      yield { uid, name, region, status, container_insights: insights }
    }
  }
}

/** A separate network interface has no public address by default. Unread for a configuration without its content. */
const publicIpOf = ({ networkConfiguration }: Network): Maybe<boolean | null> => {
  if (!networkConfiguration) return null
  const { awsvpcConfiguration: own } = networkConfiguration
  if (!own) return unread('broken_answer', { outcome: 'error', action: 'ecs:DescribeServices' })
  return own.assignPublicIp === 'ENABLED'
}

function taskSetsOf({ taskSets = [] }: DescribedService): EcsService['task_sets'] {
  const found: { id: string; public_ip: boolean | null }[] = []
  for (const set of taskSets) {
    const isPublic = publicIpOf(set)
    if (isUnread(isPublic)) return isPublic
    found.push({ id: set.id ?? '', public_ip: isPublic })
  }
  return found
}

/** During a deployment, tasks of the old and the new revision run at the same time. */
function definitionsOf(it: DescribedService): readonly string[] {
  const all = [it, ...(it.deployments ?? []), ...(it.taskSets ?? [])]
  return [...new Set(all.flatMap(({ taskDefinition }) => taskDefinition ?? []))]
}

function serviceOf(aws: Aws, region: string, it: DescribedService): EcsService {
  const { serviceArn: uid, serviceName: name, status, platformVersion: version } = it
  if (!uid || !name || !status) throw aws.broken('ecs:DescribeServices', 'serviceArn')
  return {
    uid,
    name,
    region,
    status,
    platform: version ? { version, windows: /windows/i.test(it.platformFamily ?? '') } : null,
    public_ip: publicIpOf(it),
    definitions: definitionsOf(it),
    task_sets: taskSetsOf(it),
  }
}

async function* servicesOf(aws: Aws, cluster: string, region: string): AsyncGenerator<EcsService> {
  const [listing, call] = ['ecs:ListServices', 'ecs:DescribeServices'] as const
  for await (const { serviceArns } of aws.pages<{ serviceArns?: string[] }>(listing, {
    cluster,
    maxResults: 10, // the maximum of one Describe call
  })) {
    if (!serviceArns) throw aws.broken(listing, 'serviceArns')
    if (serviceArns.length === 0) continue
    const { services: found, failures = [] } = await aws.call<{
      services?: DescribedService[]
      failures?: Failure[]
    }>(call, { cluster, services: serviceArns })
    if (!found || failures.some(isGap)) throw aws.broken(call, 'services')
    for (const it of found) yield serviceOf(aws, region, it)
  }
}

export async function* services(aws: Aws, region: string): AsyncGenerator<EcsService> {
  for await (const arns of clusterArns(aws)) {
    for (const arn of arns) yield* servicesOf(aws, arn, region)
  }
}
