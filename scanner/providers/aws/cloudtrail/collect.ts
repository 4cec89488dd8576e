import {
  CallProblem,
  type Collected,
  type Collecting,
  each,
  once,
  read,
} from '../../../kit/index.ts'
import { orNull } from '../answers.ts'
import type { Aws } from '../client.ts'
import { partitionOfRegion } from '../endpoints.ts'
import { opening } from '../policy/index.ts'
import { granted, publicGrants } from '../s3/exposure.ts'
import {
  accountBlockOf,
  aclOf,
  bucketBlockOf,
  isOwn,
  loggingTargetOf,
  policyOf,
  versioningOf,
} from '../s3/reads.ts'
import type { PublicAccessBlock } from '../s3/resources.ts'
import type { Account, CloudTrail, LoggingTrail, Region, Trail } from './resources.ts'
import { allManagementEvents, objectEvents } from './selectors.ts'
import { homeTrails, type ListedTrail, selectorsOf, statusOf, trails } from './trails.ts'

/** Returns the trail in a list if it is a multi-region trail that is logging. */
async function loggingTrail(aws: Aws, trail: ListedTrail): Promise<readonly LoggingTrail[]> {
  const { TrailARN, Name = TrailARN, IsMultiRegionTrail } = trail
  if (IsMultiRegionTrail === undefined) {
    throw aws.broken('cloudtrail:DescribeTrails', 'IsMultiRegionTrail')
  }
  if (!IsMultiRegionTrail || !(await statusOf(aws, trail)).IsLogging) return []
  const selectors = await selectorsOf(aws, trail)
  const [management_events, object_events] = [
    allManagementEvents(selectors),
    objectEvents(selectors),
  ]
  return [{ name: Name, management_events, object_events }]
}

/** Multi-region trails that are logging. A trail that logs all required events compensates for unread ones. */
async function loggingTrails(
  aws: Aws,
  logsAll: (trail: LoggingTrail) => boolean,
): Promise<readonly LoggingTrail[]> {
  const asked = await Promise.all(
    (await trails(aws)).map((trail) =>
      loggingTrail(aws, trail).catch((thrown: unknown) => {
        if (thrown instanceof CallProblem) return thrown
        throw thrown
      }),
    ),
  )
  const found = asked.flatMap((it) => (it instanceof CallProblem ? [] : it))
  const gap = asked.find((it) => it instanceof CallProblem)
  if (gap && !found.some(logsAll)) throw gap
  return found
}

/** The time of the last delivery to CloudWatch for a trail that has a log group. */
async function deliveryOf(aws: Aws, trail: ListedTrail): Promise<string | null> {
  if (!trail.CloudWatchLogsLogGroupArn) return null
  const { LatestCloudWatchLogsDeliveryTime: seconds } = await statusOf(aws, trail)
  return seconds === undefined ? null : new Date(seconds * 1000).toISOString()
}

async function insightsOf(aws: Aws, { TrailARN }: ListedTrail): Promise<readonly string[]> {
  const found = await orNull(
    aws.call<{ InsightSelectors?: { InsightType?: string }[] }>('cloudtrail:GetInsightSelectors', {
      TrailName: TrailARN,
    }),
    'InsightNotEnabledException',
  )
  if (found === null) return []
  if (!found.InsightSelectors)
    throw aws.broken('cloudtrail:GetInsightSelectors', 'InsightSelectors')
  return found.InsightSelectors.map(({ InsightType = '' }) => InsightType)
}

const lists = ['READ', 'WRITE', 'READ_ACP', 'WRITE_ACP', 'FULL_CONTROL']

/** Returns the reason why a bucket is public, or null. Access blocks are read only if something is granted. */
async function exposureOf(aws: Aws, bucket: string, region: string): Promise<string | null> {
  const grants = publicGrants(await aclOf(aws, bucket, region), lists)
  const policy = await orNull(policyOf(aws, bucket, region), 'NoSuchBucketPolicy')
  const open = opening(policy ?? [], { account: aws.account, service: 's3' }) !== null
  if (grants.length === 0 && !open) return null

  const blocked = await blockerOf(aws, bucket, region)
  if (grants.length > 0 && !(await blocked('ignore_public_acls'))) {
    return `it grants ${granted(grants)}`
  }
  return open && !(await blocked('restrict_public_buckets'))
    ? 'its policy allows public access'
    : null
}

/**
 * The setting that blocks access, of the bucket or its account. Only the scanned account's setting can be read, and it
 * does not apply to buckets of other accounts.
 */
async function blockerOf(aws: Aws, bucket: string, region: string) {
  const none = 'NoSuchPublicAccessBlockConfiguration'
  const own = await orNull(bucketBlockOf(aws, bucket, region), none)
  const ofAccount = once(async () => {
    if (await isOwn(aws, bucket, region)) return orNull(accountBlockOf(aws, region), none)
    throw new CallProblem(
      'bucket_of_another_account',
      'denied',
      's3:GetAccountPublicAccessBlock',
      `The bucket ${bucket} belongs to another account.`,
    )
  })
  return async (setting: keyof PublicAccessBlock): Promise<boolean> =>
    own?.[setting] === true || (await ofAccount())?.[setting] === true
}

export const collect = ({
  client: aws,
  account,
  partition,
  region,
}: Collecting<Aws>): Collected<CloudTrail> => ({
  trails: each<ListedTrail, Trail>(homeTrails(aws, region), (trail) => {
    const bucket = trail.S3BucketName ?? ''
    return {
      uid: trail.TrailARN,
      name: trail.Name ?? trail.TrailARN,
      region: trail.HomeRegion ?? region,
      bucket,
      log_file_validation: read(async () => {
        if (trail.LogFileValidationEnabled !== undefined) return trail.LogFileValidationEnabled
        throw aws.broken('cloudtrail:DescribeTrails', 'LogFileValidationEnabled')
      }),
      kms_key: trail.KmsKeyId ?? null,
      bucket_exposure: read(() => exposureOf(aws, bucket, region)),
      bucket_logging_target: read(() => loggingTargetOf(aws, bucket, region)),
      bucket_mfa_delete: read(async () => (await versioningOf(aws, bucket, region)).mfa_delete),
      log_group: trail.CloudWatchLogsLogGroupArn ?? null,
      log_group_delivery: read(() => deliveryOf(aws, trail)),
      insights: read(() => insightsOf(aws, trail)),
    }
  }),

  regions: each<string, Region>([region], (name) => ({
    uid: `arn:${partition}:cloudtrail:${name}:${account}:trail`,
    name,
    region: name,
    logging_trails: read(() => loggingTrails(aws, (it) => it.management_events)),
  })),

  accounts: each<string, Account>(
    region === partitionOfRegion(region).home ? [account] : [],
    (id) => ({
      uid: `arn:${partition}:cloudtrail:${region}:${id}:account`,
      name: id,
      region,
      logging_trails: read(() =>
        loggingTrails(aws, ({ object_events: { read, write } }) => read && write),
      ),
    }),
  ),
})
