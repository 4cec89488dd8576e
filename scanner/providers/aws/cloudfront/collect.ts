import {
  CallProblem,
  type Collected,
  type Collecting,
  each,
  once,
  read,
} from '../../../kit/index.ts'
import type { Aws } from '../client.ts'
import { distributions, type Fixed } from './distributions.ts'
import type { CloudFront } from './resources.ts'

interface Config {
  DefaultRootObject?: string
  Logging?: { Enabled?: boolean }
}

async function configOf(aws: Aws, Id: string): Promise<Config> {
  const call = 'cloudfront:GetDistributionConfig'
  const { DistributionConfig } = await aws.call<{ DistributionConfig?: Config }>(call, { Id })
  if (DistributionConfig?.Logging?.Enabled === undefined) throw aws.broken(call, 'Logging')
  return DistributionConfig
}

/** Distributions whose access logs CloudWatch Logs delivers, which is the newer method. */
async function delivered(aws: Aws): Promise<ReadonlySet<string>> {
  const [sources, deliveries] = ['logs:DescribeDeliverySources', 'logs:DescribeDeliveries'] as const
  type Source = { name?: string; resourceArns?: string[]; logType?: string }
  const used = new Set<string>()
  for await (const page of aws.pages<{ deliveries?: { deliverySourceName?: string }[] }>(
    deliveries,
  )) {
    if (!page.deliveries) throw aws.broken(deliveries, 'deliveries')
    for (const { deliverySourceName: name } of page.deliveries) used.add(name ?? '')
  }
  const found = new Set<string>()
  for await (const page of aws.pages<{ deliverySources?: Source[] }>(sources)) {
    if (!page.deliverySources) throw aws.broken(sources, 'deliverySources')
    for (const { name = '', resourceArns = [], logType } of page.deliverySources) {
      if (logType === 'ACCESS_LOGS' && used.has(name))
        for (const arn of resourceArns) found.add(arn)
    }
  }
  return found
}

/** Needs no permission: a missing bucket returns 404, another account's bucket 403. */
async function isMissing(aws: Aws, Bucket: string): Promise<boolean> {
  try {
    await aws.call('s3:HeadBucket', { Bucket })
    return false
  } catch (thrown) {
    const code = thrown instanceof CallProblem ? thrown.code : ''
    if (code === 'http_404' || code === 'NoSuchBucket') return true
    if (code === 'http_403' || code === 'AccessDenied') return false
    throw thrown
  }
}

async function missingOf(aws: Aws, { origins }: Fixed): Promise<readonly string[]> {
  const buckets = [...new Set(origins.flatMap(({ bucket }) => bucket ?? []))]
  const missing: string[] = []
  for (const bucket of buckets) if (await isMissing(aws, bucket)) missing.push(bucket)
  return missing
}

/** The signing behavior of each access control, by its id: always, never, … */
async function signings(aws: Aws): Promise<ReadonlyMap<string, string>> {
  const call = 'cloudfront:ListOriginAccessControls'
  type Listed = { Id?: string; SigningBehavior?: string }
  const found = new Map<string, string>()
  for await (const { OriginAccessControlList: page } of aws.pages<{
    OriginAccessControlList?: { Items?: Listed[]; Quantity?: string }
  }>(call)) {
    // CloudFront omits an empty list.
    if (!page?.Items && page?.Quantity !== '0') throw aws.broken(call, 'Items')
    for (const { Id, SigningBehavior } of page.Items ?? []) {
      if (!Id || !SigningBehavior) throw aws.broken(call, 'SigningBehavior')
      found.set(Id, SigningBehavior)
    }
  }
  return found
}

export const collect = ({ client: aws, region }: Collecting<Aws>): Collected<CloudFront> => {
  const deliveries = once(() => delivered(aws))
  const controls = once(() => signings(aws))

  async function unsignedOf({ origins }: Fixed): Promise<readonly string[]> {
    const found: string[] = []
    for (const { kind, domain, access_control: control } of origins) {
      if (kind !== 's3' || control === null) continue
      const signing = (await controls()).get(control)
      if (!signing) throw aws.broken('cloudfront:ListOriginAccessControls', control)
      if (signing === 'never') found.push(domain)
    }
    return found
  }

  async function loggingOf(it: Fixed, config: () => Promise<Config>): Promise<string | null> {
    if ((await config()).Logging?.Enabled) return 'standard logs'
    if ((await deliveries()).has(it.uid)) return 'standard logs that CloudWatch delivers'
    return it.behaviors.every(({ realtime_logs: logs }) => logs) ? 'real-time logs' : null
  }

  return {
    distributions: each(distributions(aws), (it) => {
      const config = once(() => configOf(aws, it.id))
      const { id: _, ...fixed } = it
      return {
        ...fixed,
        region,
        default_root_object: read(async () => (await config()).DefaultRootObject || null),
        logging: read(() => loggingOf(it, config)),
        missing_buckets: read(() => missingOf(aws, it)),
        unsigned: read(() => unsignedOf(it)),
      }
    }),
  }
}
