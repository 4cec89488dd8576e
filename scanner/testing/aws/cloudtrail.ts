import { arnOfTrail } from './arns.ts'
import type { Call, Service } from './call.ts'
import type { Trail, TrailEvent } from './cloudtrail.state.ts'
import { Fault } from './fault.ts'
import { recogniseTarget } from './inputs.ts'

/** A multi-region trail is visible in every region; its home is the region in which it was created. */
const visible = ({ account, region }: Call): Trail[] =>
  account.trails.filter((trail) => trail.multiRegion || trail.homeRegion === region)

/** Finds a trail by ARN from any region in which it is visible, by name only in its home region. */
const findTrail = (call: Call, asked: string): Trail | undefined =>
  visible(call).find(
    (trail) =>
      arnOfTrail(call.account.id, trail) === asked ||
      (trail.name === asked && trail.homeRegion === call.region),
  )

const askedName = ({ input }: Call) => input.text('TrailName') ?? input.text('Name') ?? ''

const trailOf = (call: Call): Trail => {
  const asked = askedName(call)
  const trail = findTrail(call, asked)
  if (trail) return trail
  throw new Fault(
    'TrailNotFoundException',
    400,
    `Unknown trail: ${asked} for the user: ${call.account.id}`,
  )
}

const resource = (call: Call) => {
  const trail = findTrail(call, askedName(call))
  return trail ? arnOfTrail(call.account.id, trail) : '*'
}

const isPlain = ({
  readWriteType,
  managementEvents,
  dataResources,
}: Trail['eventSelectors'][number]) =>
  readWriteType === 'All' && managementEvents && dataResources.length === 0

const describeTrails = (call: Call) => {
  const { account, region, input } = call
  const shadows = input.text('includeShadowTrails') !== 'false'
  const names = input.texts('trailNameList')
  const seen =
    names.length > 0
      ? names.flatMap((name) => findTrail(call, name) ?? [])
      : visible(call).filter(
          ({ homeRegion, owner }) => shadows || (homeRegion === region && owner === undefined),
        )
  return {
    trailList: seen.map((trail) => ({
      Name: trail.name,
      S3BucketName: trail.bucket,
      S3KeyPrefix: trail.prefix,
      SnsTopicARN: trail.snsTopicArn,
      IncludeGlobalServiceEvents: trail.includeGlobalEvents,
      IsMultiRegionTrail: trail.multiRegion,
      HomeRegion: trail.homeRegion,
      TrailARN: arnOfTrail(account.id, trail),
      LogFileValidationEnabled: trail.logFileValidation,
      CloudWatchLogsLogGroupArn: trail.logGroupArn ?? undefined,
      CloudWatchLogsRoleArn: trail.logRoleArn,
      KmsKeyId: trail.kmsKeyArn ?? undefined,
      HasCustomEventSelectors: !trail.eventSelectors.every(isPlain),
      HasInsightSelectors: trail.insights.length > 0,
      IsOrganizationTrail: trail.organization,
    })),
  }
}

const listTrails = (call: Call) => {
  const { items, next } = call.page(visible(call), { token: 'NextToken', size: '' })
  const Trails = items.map((trail) => ({
    TrailARN: arnOfTrail(call.account.id, trail),
    Name: trail.name,
    HomeRegion: trail.homeRegion,
  }))
  return { Trails, NextToken: next }
}

const trailStatus = (call: Call) => {
  const trail = trailOf(call)
  return {
    IsLogging: trail.logging,
    StartLoggingTime: trail.startedLoggingAt,
    LatestDeliveryTime: trail.latestDeliveryAt,
    LatestCloudWatchLogsDeliveryTime: trail.latestCloudWatchDeliveryAt,
    LatestDeliveryError: trail.latestDeliveryError,
  }
}

const eventSelectors = (call: Call) => {
  const trail = trailOf(call)
  return {
    TrailARN: arnOfTrail(call.account.id, trail),
    EventSelectors: trail.eventSelectors.map(
      ({ readWriteType, managementEvents, dataResources }) => ({
        ReadWriteType: readWriteType,
        IncludeManagementEvents: managementEvents,
        DataResources: dataResources.map(({ type, values }) => ({ Type: type, Values: values })),
        ExcludeManagementEventSources: [],
      }),
    ),
  }
}

const insightSelectors = (call: Call) => {
  const trail = trailOf(call)
  if (trail.insights.length === 0)
    throw new Fault('InsightNotEnabledException', 400, `Insights are not enabled on ${trail.name}.`)
  return {
    TrailARN: arnOfTrail(call.account.id, trail),
    InsightSelectors: trail.insights.map((InsightType) => ({ InsightType })),
  }
}

const listTags = (call: Call) => ({
  ResourceTagList: call.input.texts('ResourceIdList').map((arn) => {
    const trail = findTrail(call, arn)
    if (!trail) throw new Fault('ResourceNotFoundException', 400, `There is no resource ${arn}.`)
    const TagsList = Object.entries(trail.tags).map(([Key, Value]) => ({ Key, Value }))
    return { ResourceId: arn, TagsList }
  }),
})

const eventAttributes: Record<string, (event: TrailEvent) => readonly string[]> = {
  EventId: (event) => [event.id],
  EventName: (event) => [event.name],
  EventSource: (event) => [event.source],
  ReadOnly: (event) => [String(event.readOnly)],
  ResourceName: ({ resources = [] }) => resources.map(({ name }) => name),
  ResourceType: ({ resources = [] }) => resources.map(({ type }) => type),
  Username: (event) => [event.user],
}

/** The record in the format that the trail delivers. */
const recordOf = (
  { id, region, name, source, at, user, readOnly, record }: TrailEvent,
  account: string,
) => ({
  eventVersion: '1.11',
  userIdentity:
    user === 'root'
      ? {
          type: 'Root',
          principalId: account,
          arn: `arn:aws:iam::${account}:root`,
          accountId: account,
        }
      : {
          type: 'IAMUser',
          principalId: `AIDA${user.toUpperCase().replaceAll('-', '')}`,
          arn: `arn:aws:iam::${account}:user/${user}`,
          accountId: account,
          userName: user,
        },
  eventTime: at.toISOString().replace('.000Z', 'Z'),
  eventSource: source,
  eventName: name,
  awsRegion: region,
  sourceIPAddress: '198.51.100.20',
  userAgent: 'aws-cli/2.17.0',
  requestParameters: null,
  responseElements: null,
  ...record,
  requestID: `request-${id}`,
  eventID: id,
  readOnly,
  eventType: 'AwsApiCall',
  managementEvent: true,
  recipientAccountId: account,
  eventCategory: 'Management',
})

const lookupEvents = (call: Call) => {
  const { account, region, input, page } = call
  const from = Number(input.text('StartTime') ?? 0) * 1000
  const to = Number(input.text('EndTime') ?? Number.POSITIVE_INFINITY) * 1000
  if (from > to)
    throw new Fault('InvalidTimeRangeException', 400, 'The end is before the beginning.')
  const key = input.text('LookupAttributes.1.AttributeKey')
  const wanted = input.text('LookupAttributes.1.AttributeValue') ?? ''
  const attribute = key === undefined ? undefined : eventAttributes[key]
  if (key !== undefined && !attribute)
    throw new Fault('InvalidLookupAttributesException', 400, `${key} is no attribute of an event.`)
  const events = account.events
    .filter(
      (event) =>
        event.region === region &&
        event.at.getTime() >= from &&
        event.at.getTime() <= to &&
        (!attribute || attribute(event).includes(wanted)),
    )
    .sort((one, other) => other.at.getTime() - one.at.getTime())
  const { items, next } = page(events, {
    token: 'NextToken',
    size: 'MaxResults',
    usual: 50,
    most: 50,
  })
  const Events = items.map((event) => ({
    EventId: event.id,
    EventName: event.name,
    ReadOnly: String(event.readOnly),
    EventTime: event.at,
    EventSource: event.source,
    Username: event.user,
    Resources: (event.resources ?? []).map(({ type, name }) => ({
      ResourceType: type,
      ResourceName: name,
    })),
    CloudTrailEvent: JSON.stringify(recordOf(event, account.id)),
  }))
  return { Events, NextToken: next }
}

export const cloudtrail: Service = {
  name: 'cloudtrail',
  prefix: 'cloudtrail',
  protocol: 'json',
  refusals: 'json',
  // Some clients use the long name and others the short one; the service accepts both.
  recognise: recogniseTarget(
    'com.amazonaws.cloudtrail.v20131101.CloudTrail_20131101',
    'CloudTrail_20131101',
  ),
  operations: {
    DescribeTrails: { answer: describeTrails },
    ListTrails: { answer: listTrails },
    GetTrailStatus: { resource, answer: trailStatus },
    GetEventSelectors: { resource, answer: eventSelectors },
    GetInsightSelectors: { resource, answer: insightSelectors },
    ListTags: { answer: listTags },
    LookupEvents: { answer: lookupEvents },
  },
}
