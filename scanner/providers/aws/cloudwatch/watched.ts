// The family of checks that ask whether somebody hears of certain events: an alarm on a metric filter of the
// log group of a trail.
import { type Check, fail, manual, pass, type Verdict } from '../../../kit/index.ts'
import { type Filter, type LogEvent, readFilter } from './filter-pattern.ts'
import { type Account, check, type Reach, type Watch, type WatchedTrail } from './resources.ts'

/** One kind of event that has to be heard of, and an event of that kind. */
export interface Wanted {
  /** In a sentence: `DeleteTrail`, `a refused call`. */
  readonly called: string
  readonly event: LogEvent
}

/** A call as CloudTrail records it when it succeeds; who makes it, and from where, is left open. */
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

/** The pattern that lets these calls through, as an author of filters writes it. */
export const patternOf = (source: string, wanted: readonly Wanted[]): string =>
  `{ ($.eventSource = ${source}.amazonaws.com) && (${wanted
    .map(({ called }) => `($.eventName = ${called})`)
    .join(' || ')}) }`

export interface WatchedText {
  readonly id: string
  readonly title: string
  /** What somebody has to hear of: `changes of security groups`. */
  readonly what: string
  readonly wanted: readonly Wanted[]
  readonly risk: string
  /** A pattern that lets through all that is wanted. */
  readonly pattern: string
  /** The name that filter, metric and alarm of the advice bear: `SecurityGroupChanges`. */
  readonly metric: string
  readonly source: string
  /** What sets this check apart from its family, in `decision`. */
  readonly exception?: string
}

const named = (wanted: readonly Wanted[]): string => {
  const names = wanted.map(({ called }) => called)
  return names.length > 1
    ? `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`
    : (names[0] ?? '')
}

/** A watch with its pattern read. */
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

/** The first watch that counts this event and whose alarm tells one of these. */
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

/** Why nothing is heard: filters whose count nobody hears of, and filters that could not be read. */
function reasons({ watches }: ReadTrail, missing: readonly Wanted[]): readonly string[] {
  const found = watches.flatMap((watch) => {
    const { filter, read, flaw, alarms } = watch
    if ('unclear' in read) return [`the pattern of ${filter} was not understood: ${read.unclear}`]
    if (!missing.some((it) => letsThrough(watch, it))) return []
    if (flaw !== null) return [`${filter} does not count, because ${flaw}`]
    return alarms.length > 0
      ? [`the alarm ${alarms[0]?.name} on ${filter} tells nobody`]
      : [`no alarm looks at what ${filter} counts`]
  })
  return found.length > 5 ? [...found.slice(0, 4), `and so on for ${found.length - 4} more`] : found
}

const upper = (text: string): string => `${text.charAt(0).toUpperCase()}${text.slice(1)}`

const day = 24 * 60 * 60 * 1000

/** A busy account has events every few minutes; a day without any is a group that takes none. */
const arrives = ({ delivered }: WatchedTrail, now: Date): boolean =>
  delivered !== null && now.getTime() - Date.parse(delivered) <= day

const silence = ({ name, delivered }: WatchedTrail): string =>
  delivered === null
    ? `${name} has never delivered anything to its log group`
    : `${name} has delivered nothing to its log group since ${delivered}`

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
      `${upper(text.what)} in ${name} have an alarm that tells somebody: ${[...new Set(by)].join(', ')}, on the log group ${trail.log_group}.`,
    )
  }
  if (external.length > 0) {
    return manual(
      `The trail ${external.join(', ')} sends what happens in ${name} to a log group of another account, where nobody here can look for an alarm on ${text.what}.`,
    )
  }
  if (trails.some((it) => missingOf(it, ['somebody', 'another account']).length === 0)) {
    return manual(
      `An alarm on ${text.what} in ${name} writes to a topic of another account; only there one sees who reads it.`,
    )
  }
  const [nearest] = trails.toSorted(
    (a, b) => missingOf(a, ['somebody']).length - missingOf(b, ['somebody']).length,
  )
  if (!nearest) {
    const why = short.length > 0 ? `: ${short.join('; ')}` : ''
    return fail(
      `No trail of all regions sends all management events of ${name} to a log group, so no alarm can tell of ${text.what}${why}.`,
    )
  }
  const missing = missingOf(nearest, ['somebody'])
  const why = reasons(nearest, missing)
  return fail(
    `No alarm on the log group ${nearest.log_group} tells anybody of ${named(missing)}${why.length > 0 ? `; ${why.join('; ')}` : ''}.`,
  )
}

interface JudgedAccount {
  readonly name: string
  readonly monitoring: Exclude<Account['monitoring'], { readonly outcome: unknown }>
}

/** A check that an alarm tells somebody of each event that is wanted. */
export const watched = (text: WatchedText): Check<Account> =>
  check({
    id: text.id,
    title: text.title,
    description: `Follows CloudTrail’s events to whoever hears of ${text.what}: from a trail to its log group, the metric filters of that group, their alarms and the subscribers of the topics these write to.`,
    risk: text.risk,
    decision: `Passes when a trail of all regions is logging, with all management events, to a log group of this account, where events have arrived within the last day, when metric filters of that group together let through ${named(text.wanted)}, and when each has an alarm with actions turned on that reach a topic of SNS with a confirmed subscriber, a Lambda function or Systems Manager. ${text.exception ?? 'A filter that asks for more than name and source of a call, such as a certain user, lets through too little.'} A pattern with columns, regular expressions or terms to leave out is not understood and does not count; neither does a metric with dimensions, nor an alarm that computes or asks logs itself. Thresholds are not judged. Otherwise ${text.what} are left to people (MANUAL) where the log group of a trail, or the topic of every fitting alarm, belongs to another account. Everything else fails. There is one verdict for an account.`,
    fix: {
      text: `Let a metric filter on the log group of the trail count ${text.what}, and an alarm on that metric write to somebody.`,
      console: [
        'Open CloudWatch, choose Log groups, and choose the log group of the trail of all regions.',
        `On the tab Metric filters choose Create metric filter, and enter the pattern ${text.pattern}`.concat(
          '.',
        ),
        `Name filter and metric ${text.metric}, choose a namespace, set the metric value to 1, and create it.`,
        'Choose the new filter, then Create alarm: statistic Sum, period 5 minutes, threshold 1 or more.',
        `Let the alarm notify a topic of SNS with a confirmed subscriber, and name it ${text.metric}.`,
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
