// Checks that require a notification of certain events: an alarm on a metric filter of the log group of a trail.
import { type Check, fail, manual, pass, type Verdict } from '../../../kit/index.ts'
import { type Filter, type LogEvent, readFilter } from './filter-pattern.ts'
import { type Account, check, type Reach, type Watch, type WatchedTrail } from './resources.ts'

/** One kind of event that needs a notification, and an example event. */
export interface Wanted {
  /** The name in a sentence: `DeleteTrail`, `a refused call`. */
  readonly called: string
  readonly event: LogEvent
}

/** A successful call as recorded by CloudTrail; the caller and source address are unspecified. */
export const calls = (source: string, ...names: readonly string[]): readonly Wanted[] =>
  names.map((eventName) => ({
    called: eventName,
    event: {
      eventName,
      eventSource: `${source}.amazonaws.com`,
      eventType: 'AwsApiCall',
      eventCategory: 'Management',
      managementEvent: true,
      readOnly: false,
    },
  }))

/** The usual filter pattern that matches these calls. */
export const patternOf = (source: string, wanted: readonly Wanted[]): string =>
  `{ ($.eventSource = ${source}.amazonaws.com) && (${wanted
    .map(({ called }) => `($.eventName = ${called})`)
    .join(' || ')}) }`

export interface WatchedText {
  readonly id: string
  readonly title: string
  /** The events that need a notification: `changes of security groups`. */
  readonly what: string
  readonly wanted: readonly Wanted[]
  readonly risk: string
  /** A pattern that matches all `wanted` events. */
  readonly pattern: string
  /** The name of the filter, metric and alarm in the remediation: `SecurityGroupChanges`. */
  readonly metric: string
  readonly source: string
  /** The difference to the other checks of the family, in `decision`. */
  readonly exception?: string
}

const named = (wanted: readonly Wanted[]): string => {
  const names = wanted.map(({ called }) => called)
  return names.length > 1
    ? `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`
    : (names[0] ?? '')
}

/** A watch with its parsed pattern. */
interface ReadWatch extends Watch {
  readonly read: Filter
}

interface ReadTrail extends WatchedTrail {
  readonly watches: readonly ReadWatch[]
}

const withPatterns = (trail: WatchedTrail): ReadTrail => ({
  ...trail,
  watches: trail.watches.map((watch) => ({ ...watch, read: readFilter(watch.pattern) })),
})

const letsThrough = ({ read }: ReadWatch, { event }: Wanted): boolean =>
  'fits' in read && read.fits(event)

/** Returns the first watch that counts this event and whose alarm notifies one of these. */
function heardBy(
  { watches }: ReadTrail,
  wanted: Wanted,
  reaching: readonly Reach[],
): { readonly filter: string; readonly alarm: string } | null {
  for (const watch of watches) {
    if (watch.flaw !== null || !letsThrough(watch, wanted)) continue
    const alarm = watch.alarms.find((it) => reaching.includes(it.reach))
    if (alarm) return { filter: watch.filter, alarm: alarm.name }
  }
  return null
}

/** Reasons why no notification is sent: filters without a notifying alarm, and filters that could not be parsed. */
function reasons({ watches }: ReadTrail, missing: readonly Wanted[]): readonly string[] {
  const found = watches.flatMap((watch) => {
    const { filter, read, flaw, alarms } = watch
    if ('unclear' in read) return [`the pattern of ${filter} is not supported: ${read.unclear}`]
    if (!missing.some((it) => letsThrough(watch, it))) return []
    if (flaw !== null) return [`${filter} does not count, because ${flaw}`]
    return alarms.length > 0
      ? [`the alarm ${alarms[0]?.name} on ${filter} notifies no recipient`]
      : [`no alarm uses the metric of ${filter}`]
  })
  return found.length > 5 ? [...found.slice(0, 4), `and ${found.length - 4} more`] : found
}

const upper = (text: string): string => `${text.charAt(0).toUpperCase()}${text.slice(1)}`

const day = 24 * 60 * 60 * 1000

/**
 * True if events arrive: an active account has events every few minutes, so a group without events for a day receives
 * none.
 */
const arrives = ({ delivered }: WatchedTrail, now: Date): boolean =>
  delivered !== null && now.getTime() - Date.parse(delivered) <= day

const silence = ({ name, delivered }: WatchedTrail): string =>
  delivered === null
    ? `${name} has never delivered events to its log group`
    : `${name} has delivered no events to its log group since ${delivered}`

function judged(text: WatchedText, { name, monitoring }: JudgedAccount, now: Date): Verdict {
  const { external } = monitoring
  const trails = monitoring.trails.filter((it) => arrives(it, now)).map(withPatterns)
  const silent = monitoring.trails.filter((it) => !arrives(it, now)).map(silence)
  const short = [...monitoring.short, ...silent]
  const missingOf = (trail: ReadTrail, reaching: readonly Reach[]) =>
    text.wanted.filter((it) => !heardBy(trail, it, reaching))
  for (const trail of trails) {
    const heard = text.wanted.map((it) => heardBy(trail, it, ['somebody']))
    if (heard.includes(null)) continue
    const by = heard.flatMap((it) => (it ? [`${it.alarm} (filter ${it.filter})`] : []))
    return pass(
      `${upper(text.what)} in ${name} trigger an alarm that notifies a recipient: ${[...new Set(by)].join(', ')}, on the log group ${trail.log_group}.`,
    )
  }
  if (external.length > 0) {
    return manual(
      `The trail ${external.join(', ')} sends the events of ${name} to a log group of another account. Check in that account for an alarm on ${text.what}.`,
    )
  }
  if (trails.some((it) => missingOf(it, ['somebody', 'another account']).length === 0)) {
    return manual(
      `An alarm on ${text.what} in ${name} notifies a topic of another account. Check the subscribers of the topic in that account.`,
    )
  }
  const [nearest] = trails.toSorted(
    (a, b) => missingOf(a, ['somebody']).length - missingOf(b, ['somebody']).length,
  )
  if (!nearest) {
    const why = short.length > 0 ? `: ${short.join('; ')}` : ''
    return fail(
      `No multi-region trail sends all management events of ${name} to a log group, so no alarm can detect ${text.what}${why}.`,
    )
  }
  const missing = missingOf(nearest, ['somebody'])
  const why = reasons(nearest, missing)
  return fail(
    `No alarm on the log group ${nearest.log_group} notifies a recipient of ${named(missing)}${why.length > 0 ? `; ${why.join('; ')}` : ''}.`,
  )
}

interface JudgedAccount {
  readonly name: string
  readonly monitoring: Exclude<Account['monitoring'], { readonly outcome: unknown }>
}

/** A check that an alarm sends a notification of each wanted event. */
export const watched = (text: WatchedText): Check<Account> =>
  check({
    id: text.id,
    title: text.title,
    description: `Checks whether an alarm notifies a recipient of ${text.what}. Reads the trails, their log groups, the metric filters of the log groups, the alarms and the subscribers of their topics.`,
    risk: text.risk,
    decision: `Passes if a multi-region trail logs all management events to a log group of this account that received events within the last day, and its metric filters and alarms meet two conditions. Together, the filters match ${named(text.wanted)}. Each has an alarm with enabled actions for an SNS topic with a confirmed subscriber, a Lambda function or Systems Manager. ${text.exception ?? 'A filter with conditions other than the name and source of a call, such as a certain user, matches too few events.'} A pattern with columns, regular expressions or excluded terms is not supported and does not count. A metric with dimensions does not count, and neither does an alarm on a metric expression or a log query. Thresholds are not evaluated. MANUAL if the log group of a trail, or the topic of every matching alarm, belongs to another account. Fails in all other cases. There is one verdict per account.`,
    fix: {
      text: `Create a metric filter for ${text.what} on the log group of the trail, and an alarm on its metric that notifies a subscriber.`,
      console: [
        'Open CloudWatch, choose Log groups, and choose the log group of the multi-region trail.',
        `On the Metric filters tab, choose Create metric filter, and enter the pattern ${text.pattern}`.concat(
          '.',
        ),
        `Enter ${text.metric} as the name of the filter and the metric, choose a namespace, set the metric value to 1, and create the filter.`,
        'Select the new filter and choose Create alarm, with statistic Sum, period 5 minutes and a threshold of 1 or more.',
        `Choose an SNS topic with a confirmed subscriber for the notification, and name the alarm ${text.metric}.`,
      ],
      cli: `aws logs put-metric-filter --log-group-name <log group> --filter-name ${text.metric} --filter-pattern '${text.pattern}' --metric-transformations metricName=${text.metric},metricNamespace=Trail,metricValue=1 && aws cloudwatch put-metric-alarm --alarm-name ${text.metric} --namespace Trail --metric-name ${text.metric} --statistic Sum --period 300 --evaluation-periods 1 --threshold 1 --comparison-operator GreaterThanOrEqualToThreshold --alarm-actions <topic>`,
      terraform: `resource "aws_cloudwatch_log_metric_filter" "this" {
  name           = "${text.metric}"
  log_group_name = aws_cloudwatch_log_group.trail.name
  pattern        = ${JSON.stringify(text.pattern)}

  metric_transformation {
    name      = "${text.metric}"
    namespace = "Trail"
    value     = "1"
  }
}

resource "aws_cloudwatch_metric_alarm" "this" {
  alarm_name          = "${text.metric}"
  namespace           = "Trail"
  metric_name         = "${text.metric}"
  statistic           = "Sum"
  period              = 300
  evaluation_periods  = 1
  threshold           = 1
  comparison_operator = "GreaterThanOrEqualToThreshold"
  alarm_actions       = [aws_sns_topic.security.arn]
}`,
    },
    source: text.source,
    links: [
      'https://docs.aws.amazon.com/awscloudtrail/latest/userguide/cloudwatch-alarms-for-cloudtrail.html',
    ],
    over: 'accounts',
    needs: ['monitoring'],
    judge: (account, { now }) => judged(text, account, now),
  })
