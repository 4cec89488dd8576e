// Follows notifications of CloudTrail events: from the trail to its log group, the metric filters of that group, the
// alarms on their metrics, and their subscribers.
import { once } from '../../../kit/index.ts'
import type { Aws } from '../client.ts'
import { allManagementEvents } from '../cloudtrail/selectors.ts'
import { type ListedTrail, selectorsOf, statusOf, trails } from '../cloudtrail/trails.ts'
import {
  type AlarmRule,
  mayNotify,
  type Monitoring,
  type Reach,
  reaches,
  type Watch,
  type WatchAlarm,
  type WatchedTrail,
} from './resources.ts'
import { reachOfTopic } from './topics.ts'

interface Transformation {
  metricName?: string
  metricNamespace?: string
  metricValue?: string
  defaultValue?: number
  unit?: string
  dimensions?: Readonly<Record<string, string>>
}

interface MetricFilter {
  filterName?: string
  logGroupName?: string
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

interface Stated {
  ActionsEnabled?: boolean
  AlarmActions?: string[]
}

interface MetricAlarm extends Metric, Stated {
  AlarmName?: string
  ComparisonOperator?: string
  Threshold?: number
  Statistic?: string
  ExtendedStatistic?: string
  EvaluationPeriods?: number
  DatapointsToAlarm?: number
  TreatMissingData?: string
  Unit?: string
  Metrics?: {
    AccountId?: string
    MetricStat?: { Metric?: Metric; Stat?: string; Unit?: string }
  }[]
}

interface CompositeAlarm extends Stated {
  AlarmName?: string
  AlarmRule?: string
}

const owner = (arn: string): string => arn.split(':')[4] ?? ''

/** The metric filters of a region, with their log groups. */
async function metricFilters(aws: Aws, region: string) {
  const call = 'logs:DescribeMetricFilters'
  const found: (MetricFilter & { logGroupName: string })[] = []
  type Page = { metricFilters?: MetricFilter[] }
  for await (const page of aws.pages<Page>(call, {}, { region })) {
    if (!page.metricFilters) throw aws.broken(call, 'metricFilters')
    for (const { logGroupName, ...it } of page.metricFilters) {
      if (!logGroupName) throw aws.broken(call, 'logGroupName')
      found.push({ ...it, logGroupName })
    }
  }
  return found
}

const metricName = ({ Namespace, MetricName }: Metric): string => `${Namespace} ${MetricName}`

/** The metrics of this account without dimensions that an alarm evaluates. */
function metricsOf(aws: Aws, alarm: MetricAlarm): readonly string[] {
  const { MetricName, Namespace, Dimensions = [], Metrics = [] } = alarm
  const all = [
    { MetricName, Namespace, Dimensions },
    ...Metrics.flatMap(({ AccountId = aws.account, MetricStat }) =>
      AccountId === aws.account && MetricStat?.Metric ? [MetricStat.Metric] : [],
    ),
  ] as readonly Metric[]
  const plain = all.filter((it) => it.MetricName && !it.Dimensions?.length)
  return [...new Set(plain.map(metricName))]
}

const describeAlarms = 'cloudwatch:DescribeAlarms'

/** The condition of an alarm; null for an expression or a band. */
function ruleOf(aws: Aws, alarm: MetricAlarm): AlarmRule | null {
  const { ComparisonOperator: comparison, Threshold: threshold, EvaluationPeriods: periods } = alarm
  const [only, ...others] = alarm.Metrics ?? []
  if (others.length > 0 || (only && !only.MetricStat)) return null
  const stat = only?.MetricStat
  const statistic = stat?.Stat ?? alarm.Statistic ?? alarm.ExtendedStatistic
  if (!comparison || threshold === undefined || periods === undefined || !statistic)
    throw aws.broken(describeAlarms, 'the condition of an alarm')
  return {
    comparison,
    threshold,
    statistic,
    periods,
    // AWS documents the defaults of the other settings.
    breaches: alarm.DatapointsToAlarm ?? periods,
    missing_data: alarm.TreatMissingData ?? 'missing',
    unit: stat?.Unit ?? alarm.Unit ?? null,
  }
}

async function alarmsOf(aws: Aws, region: string) {
  const byMetric = new Map<string, MetricAlarm[]>()
  const composites: CompositeAlarm[] = []
  type Page = { MetricAlarms?: MetricAlarm[]; CompositeAlarms?: CompositeAlarm[] }
  const AlarmTypes = ['MetricAlarm', 'CompositeAlarm']
  for await (const page of aws.pages<Page>(describeAlarms, { AlarmTypes }, { region })) {
    if (!page.MetricAlarms) throw aws.broken(describeAlarms, 'MetricAlarms')
    for (const composite of page.CompositeAlarms ?? []) {
      if (!composite.AlarmRule) throw aws.broken(describeAlarms, 'AlarmRule')
      composites.push(composite)
    }
    for (const alarm of page.MetricAlarms)
      for (const metric of metricsOf(aws, alarm))
        byMetric.set(metric, [...(byMetric.get(metric) ?? []), alarm])
  }
  return { byMetric, composites }
}

/** The recipients of an action: stopping or scaling instances notifies no one. */
async function reachOf(aws: Aws, action: string, region: string): Promise<Reach> {
  const [, , service = ''] = action.split(':')
  if (/^(lambda|ssm|ssm-incidents)$/.test(service)) return 'a recipient'
  if (service !== 'sns') return 'no recipient'
  if (owner(action) !== aws.account) return 'another account'
  return reachOfTopic(aws, action, region)
}

/** A rule names each alarm, by its name or ARN, in parentheses: `ALARM("a") AND NOT OK(b)`. */
const alarmsIn = ({ AlarmRule = '' }: CompositeAlarm): readonly string[] =>
  [...AlarmRule.matchAll(/\(\s*(?:"([^"]+)"|([^()"\s]+))\s*\)/g)].map(
    ([, quoted, plain]) => quoted ?? plain ?? '',
  )

const isNamed = (found: string, name: string): boolean =>
  found === name || found.endsWith(`:alarm:${name}`)

/** Alarms and topics of one region, each read once. */
function listener(aws: Aws, region: string) {
  const alarms = once(() => alarmsOf(aws, region))
  const known = new Map<string, Promise<Reach>>()
  const reachBy = (action: string): Promise<Reach> => {
    const answer = known.get(action) ?? reachOf(aws, action, region)
    known.set(action, answer)
    return answer
  }
  async function reachOfAll({ ActionsEnabled, AlarmActions = [] }: Stated): Promise<Reach> {
    if (ActionsEnabled === undefined) throw aws.broken(describeAlarms, 'ActionsEnabled')
    const all = ActionsEnabled ? await Promise.all(AlarmActions.map(reachBy)) : []
    return reaches.find((it) => all.includes(it)) ?? 'no recipient'
  }
  async function compositesWith(name: string): Promise<readonly string[]> {
    const { composites } = await alarms()
    const naming = composites.filter((it) => alarmsIn(it).some((found) => isNamed(found, name)))
    const found = await Promise.all(naming.map(reachOfAll))
    return naming.flatMap((it, at) => {
      const reach = found[at]
      return reach && mayNotify(reach) ? [it.AlarmName ?? ''] : []
    })
  }
  return async (metric: string): Promise<readonly WatchAlarm[]> =>
    Promise.all(
      ((await alarms()).byMetric.get(metric) ?? []).map(async (alarm) => {
        const { AlarmName: name } = alarm
        if (!name) throw aws.broken(describeAlarms, 'AlarmName')
        return {
          name,
          reach: await reachOfAll(alarm),
          composites: await compositesWith(name),
          rule: ruleOf(aws, alarm),
        }
      }),
    )
}

const hasDimensions = (filter: MetricFilter, { dimensions = {} }: Transformation): boolean =>
  Boolean(filter.emitSystemFieldDimensions?.length) || Object.keys(dimensions).length > 0

/** The value for a matching event; 0 if it depends on the event. */
const valueOf = ({ metricValue = '' }: Transformation): number =>
  Number.isFinite(Number(metricValue)) ? Number(metricValue) : 0

function flawOf(filter: MetricFilter, transformation: Transformation | undefined): string | null {
  if (!transformation) return 'it has no metric'
  if (filter.applyOnTransformedLogs) return 'it applies to transformed events'
  if (filter.fieldSelectionCriteria) return 'it applies only to some accounts or regions'
  if (hasDimensions(filter, transformation)) return 'its metric has dimensions'
  const { metricValue, defaultValue } = transformation
  if (!(valueOf(transformation) > 0)) return `it adds ${metricValue || 'nothing'} to its metric`
  return defaultValue ? `it adds ${defaultValue} to its metric without a matching event` : null
}

/** The metric of a filter, with its namespace; null if it has none, or adds dimensions to it. */
function metricOf(filter: MetricFilter): string | null {
  const [transformation] = filter.metricTransformations ?? []
  return transformation && !hasDimensions(filter, transformation)
    ? `${transformation.metricNamespace} ${transformation.metricName}`
    : null
}

async function watchesOf(aws: Aws, group: string, region: string): Promise<readonly Watch[]> {
  const alarmsOn = listener(aws, region)
  const all = await metricFilters(aws, region)
  return Promise.all(
    all
      .filter(({ logGroupName }) => logGroupName === group)
      .map(async (filter) => {
        const [transformation] = filter.metricTransformations ?? []
        const [flaw, metric] = [flawOf(filter, transformation), metricOf(filter)]
        const others = all.filter(
          (it) => it.logGroupName !== group && metric !== null && metricOf(it) === metric,
        )
        return {
          filter: filter.filterName ?? '',
          pattern: filter.filterPattern ?? '',
          flaw,
          metric,
          value: transformation ? valueOf(transformation) : 0,
          default_value: transformation?.defaultValue ?? null,
          unit: transformation?.unit ?? 'None',
          others: others.map((it) => `${it.logGroupName} ${it.filterName}`),
          alarms: metric && !flaw ? await alarmsOn(metric) : [],
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
