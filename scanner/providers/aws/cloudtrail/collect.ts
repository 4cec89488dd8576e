import { CallProblem, type Collected, type Collecting, each, read } from '../../../kit/index.ts'
import type { Aws } from '../client.ts'
import { isPublic } from '../policy.ts'
import { granted, publicGrants } from '../s3/exposure.ts'
import { accountBlockOf, aclOf, bucketBlockOf, loggingTargetOf, policyOf } from '../s3/reads.ts'
import type { PublicAccessBlock } from '../s3/resources.ts'
import type { CloudTrail, Region, Trail } from './resources.ts'

interface ListedTrail {
  Name?: string
  TrailARN: string
  HomeRegion?: string
  S3BucketName?: string
  IsMultiRegionTrail?: boolean
  LogFileValidationEnabled?: boolean
  KmsKeyId?: string
}

/** Shadows are a multi-region trail's appearances outside its home: left out, each trail is seen once. */
async function trails(aws: Aws, includeShadowTrails: boolean): Promise<readonly ListedTrail[]> {
  const { trailList } = await aws.call<{ trailList?: ListedTrail[] }>('cloudtrail:DescribeTrails', {
    includeShadowTrails,
  })
  if (!trailList) throw aws.broken('cloudtrail:DescribeTrails', 'trailList')
  return trailList
}

async function* homeTrails(aws: Aws) {
  yield* await trails(aws, false)
}

async function loggingTrails(aws: Aws): Promise<readonly string[]> {
  const everywhere = (await trails(aws, true)).filter((trail) => trail.IsMultiRegionTrail)
  const states = await Promise.all(
    everywhere.map(async ({ TrailARN: Name }) => {
      const { IsLogging } = await aws.call<{ IsLogging?: boolean }>('cloudtrail:GetTrailStatus', {
        Name,
      })
      if (IsLogging === undefined) throw aws.broken('cloudtrail:GetTrailStatus', 'IsLogging')
      return IsLogging
    }),
  )
  return everywhere.filter((_, n) => states[n]).map(({ Name, TrailARN }) => Name ?? TrailARN)
}

const orNull = async <T>(call: Promise<T>, code: string): Promise<T | null> =>
  call.catch((thrown: unknown) => {
    if (thrown instanceof CallProblem && thrown.code === code) return null
    throw thrown
  })

const lists = ['READ', 'WRITE', 'READ_ACP', 'WRITE_ACP', 'FULL_CONTROL']

/** Why a bucket is public, or null. What blocks access is asked only when something is granted. */
async function exposureOf(aws: Aws, bucket: string, region: string): Promise<string | null> {
  const grants = publicGrants(await aclOf(aws, bucket, region), lists)
  const policy = await orNull(policyOf(aws, bucket, region), 'NoSuchBucketPolicy')
  const open = (policy ?? []).some(isPublic)
  if (grants.length === 0 && !open) return null

  const none = 'NoSuchPublicAccessBlockConfiguration'
  const blocks = [
    await orNull(bucketBlockOf(aws, bucket, region), none),
    await orNull(accountBlockOf(aws, region), none),
  ]
  const blocked = (setting: keyof PublicAccessBlock) => blocks.some((it) => it?.[setting])
  if (grants.length > 0 && !blocked('ignore_public_acls')) return `it grants ${granted(grants)}`
  return open && !blocked('restrict_public_buckets') ? 'its policy lets everyone in' : null
}

export const collect = ({
  client: aws,
  account,
  partition,
  region,
}: Collecting<Aws>): Collected<CloudTrail> => ({
  trails: each<ListedTrail, Trail>(homeTrails(aws), (trail) => {
    const bucket = trail.S3BucketName ?? ''
    return {
      uid: trail.TrailARN,
      name: trail.Name ?? trail.TrailARN,
      region: trail.HomeRegion ?? region,
      bucket,
      log_file_validation: trail.LogFileValidationEnabled ?? false,
      kms_key: trail.KmsKeyId ?? null,
      bucket_exposure: read(() => exposureOf(aws, bucket, region)),
      bucket_logging_target: read(() => loggingTargetOf(aws, bucket, region)),
    }
  }),

  regions: each<string, Region>([region], (name) => ({
    uid: `arn:${partition}:cloudtrail:${name}:${account}:trail`,
    name,
    region: name,
    logging_trails: read(() => loggingTrails(aws)),
  })),
})
