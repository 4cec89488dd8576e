// Follows notifications of CloudTrail events: from the trail to its log group, the metric filters of that group, the
// alarms on their metrics, and their subscribers.
import { CallProblem, once } from '../../../kit/index.ts'
import type { Aws } from '../client.ts'
import { allManagementEvents } from '../cloudtrail/selectors.ts'
import { type ListedTrail, selectorsOf, statusOf, trails } from '../cloudtrail/trails.ts'
import type { Monitoring, Reach, Watch, WatchedTrail } from './resources.ts'

interface Transformation {
  metricName?: string
  metricNamespace?: string
  metricValue?: string
  dimensions?: Readonly<Record<string, string>>
}

interface MetricFilter {
  filterName?: string
  filterPattern?: string
  metricTransformations?: Transformation[]
  applyOnTransformedLogs?: boolean
  fieldSelectionCriteria?: string
  emitSystemFieldDimensions?: string[]
}

interface Metric {
  MetricName?: string
  Namespace?: string
  Dimensions?: readonly unknown[]
}

interface MetricAlarm extends Metric {
  AlarmName?: string
  ActionsEnabled?: boolean
  AlarmActions?: string[]
  Metrics?: { MetricStat?: { Metric?: Metric } }[]
}

const owner = (arn: string): string => arn.split(':')[4] ?? ''

async function filtersOf(aws: Aws, logGroupName: string, region: string) {
  const found: MetricFilter[] = []
  for await (const page of aws.pages<{ metricFilters?: MetricFilter[] }>(
    'logs:DescribeMetricFilters',
    { logGroupName },
    { region },
  )) {
    if (!page.metricFilters) throw aws.broken('logs:DescribeMetricFilters', 'metricFilters')
    found.push(...page.metricFilters)
  }
  return found
}

/** The metric of an alarm, without dimensions; null for an alarm with math expressions or dimensions. */
function metricOf({ MetricName, Namespace, Dimensions, Metrics = [] }: MetricAlarm): string | null {
  const [only, ...others] = Metrics
  const metric = only ? only.MetricStat?.Metric : { MetricName, Namespace, Dimensions }
  if (others.length > 0 || !metric?.MetricName || metric.Dimensions?.length) return null
  return `${metric.Namespace} ${metric.MetricName}`
}

async function alarmsByMetric(aws: Aws, region: string) {
  const found = new Map<string, MetricAlarm[]>()
  for await (const page of aws.pages<{ MetricAlarms?: MetricAlarm[] }>(
    'cloudwatch:DescribeAlarms',
    { AlarmTypes: ['MetricAlarm'] },
    { region },
  )) {
    if (!page.MetricAlarms) throw aws.broken('cloudwatch:DescribeAlarms', 'MetricAlarms')
    for (const alarm of page.MetricAlarms) {
      const metric = metricOf(alarm)
      if (metric) found.set(metric, [...(found.get(metric) ?? []), alarm])
    }
  }
  return found
}

/** True if the topic has a confirmed subscriber. A deleted topic has none. */
async function hasSubscriber(aws: Aws, TopicArn: string, region: string): Promise<boolean> {
  try {
    for await (const page of aws.pages<{ Subscriptions?: { SubscriptionArn?: string }[] }>(
      'sns:ListSubscriptionsByTopic',
      { TopicArn },
      { region },
    )) {
      if (!page.Subscriptions) throw aws.broken('sns:ListSubscriptionsByTopic', 'Subscriptions')
      // An unconfirmed or deleted subscription has a word in place of an ARN.
      if (page.Subscriptions.some((it) => it.SubscriptionArn?.startsWith('arn:'))) return true
    }
    return false
  } catch (thrown) {
    if (thrown instanceof CallProblem && thrown.code === 'NotFound') return false
    throw thrown
  }
}

/** The recipients of an action: stopping or scaling instances notifies no one. */
async function reachOf(aws: Aws, action: string, region: string): Promise<Reach> {
  const [, , service = ''] = action.split(':')
  if (/^(lambda|ssm|ssm-incidents)$/.test(service)) return 'somebody'
  if (service !== 'sns') return 'nobody'
  if (owner(action) !== aws.account) return 'another account'
  return (await hasSubscriber(aws, action, region)) ? 'somebody' : 'nobody'
}

/** Alarms and topics of one region, each read once. */
function listener(aws: Aws, region: string) {
  const alarms = once(() => alarmsByMetric(aws, region))
  const known = new Map<string, Promise<Reach>>()
  const reachBy = (action: string): Promise<Reach> => {
    const answer = known.get(action) ?? reachOf(aws, action, region)
    known.set(action, answer)
    return answer
  }
  return async ({ metricNamespace, metricName }: Transformation): Promise<Watch['alarms']> => {
    const found = (await alarms()).get(`${metricNamespace} ${metricName}`) ?? []
    return Promise.all(
      found.map(async ({ AlarmName = '', ActionsEnabled, AlarmActions = [] }) => {
        const all = ActionsEnabled === false ? [] : await Promise.all(AlarmActions.map(reachBy))
        const best = (['somebody', 'another account'] as const).find((it) => all.includes(it))
        return { name: AlarmName, reach: best ?? 'nobody' }
      }),
    )
  }
}

const countsNothing = ({ metricValue = '' }: Transformation): boolean => !(Number(metricValue) > 0)

function flawOf(filter: MetricFilter, transformation: Transformation | undefined): string | null {
  if (!transformation) return 'it has no metric'
  if (filter.applyOnTransformedLogs) return 'it applies to transformed events'
  if (filter.fieldSelectionCriteria) return 'it applies only to some accounts or regions'
  if (
    filter.emitSystemFieldDimensions?.length ||
    Object.keys(transformation.dimensions ?? {}).length
  )
    return 'its metric has dimensions'
  return countsNothing(transformation)
    ? `it adds ${transformation.metricValue || 'nothing'} to its metric`
    : null
}

async function watchesOf(aws: Aws, group: string, region: string): Promise<readonly Watch[]> {
  const alarmsOf = listener(aws, region)
  return Promise.all(
    (await filtersOf(aws, group, region)).map(async (filter) => {
      const [transformation] = filter.metricTransformations ?? []
      const flaw = flawOf(filter, transformation)
      return {
        filter: filter.filterName ?? '',
        pattern: filter.filterPattern ?? '',
        flaw,
        alarms: transformation && !flaw ? await alarmsOf(transformation) : [],
      }
    }),
  )
}

type Seen = { trail: WatchedTrail } | { external: string } | { short: string }

async function seen(aws: Aws, trail: ListedTrail): Promise<Seen> {
  const name = trail.Name ?? trail.TrailARN
  // arn:aws:logs:<region>:<account>:log-group:<name>:*
  const arn = trail.CloudWatchLogsLogGroupArn
  if (!arn && owner(trail.TrailARN) === aws.account) {
    return { short: `${name} does not send events to CloudWatch Logs` }
  }
  if (!arn || owner(arn) !== aws.account) return { external: name }
  const { IsLogging, LatestCloudWatchLogsDeliveryTime: seconds } = await statusOf(aws, trail)
  if (!IsLogging) return { short: `${name} is not logging` }
  if (!allManagementEvents(await selectorsOf(aws, trail))) {
    return { short: `${name} does not log all management events` }
  }
  const [, , , region = '', , , group = ''] = arn.split(':')
  const delivered = seconds === undefined ? null : new Date(seconds * 1000).toISOString()
  const watches = await watchesOf(aws, group, region)
  return { trail: { name, log_group: group, delivered, watches } }
}

/** Reads the region of `aws`; multi-region trails are visible in every region. */
export async function monitoringOf(aws: Aws): Promise<Monitoring> {
  const everywhere = (await trails(aws)).filter((it) => it.IsMultiRegionTrail)
  const found = await Promise.all(everywhere.map((it) => seen(aws, it)))
  return {
    trails: found.flatMap((it) => ('trail' in it ? [it.trail] : [])),
    external: found.flatMap((it) => ('external' in it ? [it.external] : [])),
    short: found.flatMap((it) => ('short' in it ? [it.short] : [])),
  }
}
