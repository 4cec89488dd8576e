import { type Collected, type Collecting, each, read } from '../../../kit/index.ts'
import type { Aws } from '../client.ts'
import type { Macie, Region } from './resources.ts'

async function sessionOf(aws: Aws): Promise<string> {
  const { status } = await aws.call<{ status?: string }>('macie2:GetMacieSession')
  if (!status) throw aws.broken('macie2:GetMacieSession', 'status')
  return status
}

async function discovers(aws: Aws): Promise<boolean> {
  const { status } = await aws.call<{ status?: string }>(
    'macie2:GetAutomatedDiscoveryConfiguration',
  )
  if (!status) throw aws.broken('macie2:GetAutomatedDiscoveryConfiguration', 'status')
  return status === 'ENABLED'
}

async function hasBuckets(aws: Aws, region: string): Promise<boolean> {
  const { Buckets } = await aws.call<{ Buckets?: unknown[] }>('s3:ListBuckets', {
    BucketRegion: region,
    MaxBuckets: 1,
  })
  if (!Buckets) throw aws.broken('s3:ListBuckets', 'Buckets')
  return Buckets.length > 0
}

/** The error code for accounts without Macie; see `errors.ts`. */
const none = ['MacieNotEnabled']

export const collect = ({
  client: aws,
  account,
  partition,
  region,
}: Collecting<Aws>): Collected<Macie> => ({
  regions: each<string, Region>([region], (name) => ({
    uid: `arn:${partition}:macie2:${region}:${account}:session`,
    name,
    region,
    session: read(() => sessionOf(aws), { none }),
    discovers: read(() => discovers(aws), { none }),
    has_buckets: read(() => hasBuckets(aws, region)),
  })),
})
