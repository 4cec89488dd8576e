// Calls for trails that several services make. Each throws CallProblem on failure.
import { identityOf, incomplete, unreadFrom } from '../../../kit/index.ts'
import type { Aws } from '../client.ts'
import type { Selectors } from './selectors.ts'

export interface ListedTrail {
  Name?: string
  TrailARN: string
  HomeRegion?: string
  S3BucketName?: string
  IsMultiRegionTrail?: boolean
  LogFileValidationEnabled?: boolean
  KmsKeyId?: string
  CloudWatchLogsLogGroupArn?: string
}

/** All trails of a region: its own, and shadow trails of other regions and of the organization. */
export async function trails(aws: Aws): Promise<readonly ListedTrail[]> {
  const { trailList } = await aws.call<{ trailList?: ListedTrail[] }>('cloudtrail:DescribeTrails', {
    includeShadowTrails: true,
  })
  if (!trailList) throw aws.broken('cloudtrail:DescribeTrails', 'trailList')
  return trailList
}

/**
 * Each trail once, in its home region. In member accounts the organization's trail is a shadow there too, so shadow
 * trails are requested.
 */
export async function* homeTrails(aws: Aws, region: string) {
  for (const trail of await trails(aws)) {
    if (trail.HomeRegion === region) yield trail
    else if (!trail.HomeRegion)
      yield incomplete(
        identityOf(trail),
        unreadFrom(aws.broken('cloudtrail:DescribeTrails', 'HomeRegion')),
      )
  }
}

export interface TrailStatus {
  readonly IsLogging: boolean
  /** Seconds since 1970. */
  readonly LatestCloudWatchLogsDeliveryTime?: number
}

export async function statusOf(aws: Aws, { TrailARN }: ListedTrail): Promise<TrailStatus> {
  const status = await aws.call<Partial<TrailStatus>>('cloudtrail:GetTrailStatus', {
    Name: TrailARN,
  })
  const { IsLogging } = status
  if (IsLogging === undefined) throw aws.broken('cloudtrail:GetTrailStatus', 'IsLogging')
  return { ...status, IsLogging }
}

export async function selectorsOf(aws: Aws, { TrailARN }: ListedTrail): Promise<Selectors> {
  const selectors = await aws.call<Selectors>('cloudtrail:GetEventSelectors', {
    TrailName: TrailARN,
  })
  // A trail without selectors has the default ones.
  if (!selectors.EventSelectors?.length && !selectors.AdvancedEventSelectors?.length) {
    throw aws.broken('cloudtrail:GetEventSelectors', 'selectors')
  }
  return selectors
}
