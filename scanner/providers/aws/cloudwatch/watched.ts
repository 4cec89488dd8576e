// Checks that require a notification of certain events: an alarm on a metric filter of the log group of a trail.
import { type Check, fail, manual, pass, type Verdict } from '../../../kit/index.ts'
import { anyValue, type LogEvent, perhaps } from './filter-pattern.ts'
import { type Hearing, hear, withPatterns } from './one-event.ts'
import { type Account, check, type WatchedTrail } from './resources.ts'

/** One kind of event that needs a notification, and an example event. */
export interface Wanted {
  /** The name in a sentence: `DeleteTrail`, `denied calls`. Several examples can have the same name. */
  readonly called: string
  /** The call of one example among several: `iam:CreateAccessKey`. */
  readonly example?: string
  readonly event: LogEvent
}

const anyOf = (...names: readonly string[]): LogEvent =>
  Object.fromEntries(names.map((name) => [name, anyValue]))

const someHave = (...names: readonly string[]): LogEvent =>
  Object.fromEntries(names.map((name) => [name, perhaps]))

/** A management event with members that may have any value: its caller, its time and its parameters. */
export const anyEvent: LogEvent = {
  ...anyOf('eventVersion', 'eventTime', 'eventID', 'awsRegion', 'recipientAccountId', 'readOnly'),
  ...anyOf('sourceIPAddress', 'userAgent', 'userIdentity', 'requestParameters', 'responseElements'),
  ...someHave('requestID', 'sharedEventID', 'apiVersion', 'additionalEventData', 'resources'),
  ...someHave('addendum', 'edgeDeviceDetails', 'eventContext'),
  ...someHave(
    'vpcEndpointId',
    'vpcEndpointAccountId',
    'sessionCredentialFromConsole',
    'tlsDetails',
  ),
  eventCategory: 'Management',
  managementEvent: true,
}

/** A caller of any kind that is not an AWS service: `type` can be set. */
export const anyIdentity: LogEvent = anyOf(
  'type',
  'principalId',
  'arn',
  'accountId',
  'accessKeyId',
  'userName',
  'sessionContext',
)

/** A successful call as recorded by CloudTrail, by any caller. */
export const calls = (source: string, ...names: readonly string[]): readonly Wanted[] =>
  names.map((eventName) => ({
    called: eventName,
    event: {
      ...anyEvent,
      eventName,
      eventSource: `${source}.amazonaws.com`,
      eventType: 'AwsApiCall',
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

function named(wanted: readonly Wanted[]): string {
  const names = [...new Set(wanted.map(({ called }) => called))]
  return names.length > 1
    ? `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`
    : (names[0] ?? '')
}

/** The events that are not notified; a name of several examples with the first of them. */
const lackingIn = (lacking: readonly Wanted[], all: readonly Wanted[]): string =>
  named(
    lacking.flatMap((it) => {
      const same = lacking.filter(({ called }) => called === it.called)
      const whole = same.length === all.filter(({ called }) => called === it.called).length
      const example = same.find((one) => one.example)?.example
      return { ...it, called: whole || !example ? it.called : `${it.called} (such as ${example})` }
    }),
  )

/** The first reasons of all events, each once. */
function reasonsOf(hearings: readonly Hearing[], is: 'no' | 'unknown'): readonly string[] {
  const found = hearings.flatMap((it) => ('is' in it && it.is === is ? it.reasons : []))
  const each = [...new Set(found)]
  return each.length > 5 ? [...each.slice(0, 4), `and ${each.length - 4} more`] : each
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

function judged(text: WatchedText, { name, trail_alarms }: JudgedAccount, now: Date): Verdict {
  const { external } = trail_alarms
  const arriving = trail_alarms.trails.filter((it) => arrives(it, now))
  const silent = trail_alarms.trails.filter((it) => !arrives(it, now)).map(silence)
  const trails = arriving.map(withPatterns).map((trail) => ({
    group: trail.log_group,
    hearings: text.wanted.map(({ event }) => hear(trail, event)),
  }))
  const count = (hearings: readonly Hearing[], is: 'no' | 'unknown'): number =>
    hearings.filter((it) => 'is' in it && it.is === is).length
  for (const { group, hearings } of trails) {
    const by = hearings.flatMap((it) =>
      'alarm' in it ? [`${it.alarm} (filter ${it.filter})`] : [],
    )
    if (by.length < hearings.length) continue
    return pass(
      `${upper(text.what)} in ${name} trigger an alarm that notifies a recipient: ${[...new Set(by)].join(', ')}, on the log group ${group}.`,
    )
  }
  if (external.length > 0) {
    return manual(
      `The trail ${external.join(', ')} sends the events of ${name} to a log group of another account. Check in that account for an alarm on ${text.what}.`,
    )
  }
  const [nearest] = trails.toSorted((a, b) => count(a.hearings, 'no') - count(b.hearings, 'no'))
  if (!nearest) {
    const short = [...trail_alarms.short, ...silent]
    const why = short.length > 0 ? `: ${short.join('; ')}` : ''
    return fail(
      `No multi-region trail sends all management events of ${name} to a log group, so no alarm can detect ${text.what}${why}.`,
    )
  }
  const { group, hearings } = nearest
  const is = count(hearings, 'no') > 0 ? 'no' : 'unknown'
  const lacking = text.wanted.filter((_, at) => {
    const it = hearings[at]
    return it && 'is' in it && it.is === is
  })
  const why = reasonsOf(hearings, is).join('; ')
  if (is === 'unknown') {
    return manual(
      `It could not be confirmed that an alarm on the log group ${group} in ${name} notifies a recipient of ${lackingIn(lacking, text.wanted)}: ${why}. Check this manually.`,
    )
  }
  return fail(
    `No alarm on the log group ${group} notifies a recipient of ${lackingIn(lacking, text.wanted)}${why ? `; ${why}` : ''}.`,
  )
}

interface JudgedAccount {
  readonly name: string
  readonly trail_alarms: Exclude<Account['trail_alarms'], { readonly outcome: unknown }>
}

/** A check that an alarm sends a notification of each wanted event. */
export const watched = (text: WatchedText): Check<Account> =>
  check({
    id: text.id,
    title: text.title,
    description: `Checks whether an alarm notifies a recipient of ${text.what}. Reads the trails, their log groups, the metric filters of the log groups, the conditions of the alarms, and the subscribers, policies and keys of their topics.`,
    risk: text.risk,
    decision: `Passes if a multi-region trail logs all management events to a log group of this account that received events within the last day, and its metric filters and alarms meet two conditions. Together, the filters match ${named(text.wanted)}. Each has an alarm that one matching event triggers and that notifies a recipient. ${text.exception ?? 'A filter with conditions other than the name and source of a call, such as a certain user, matches too few events.'} A filter that also matches routine events does not count, because its alarm is always on. Routine events are reads, calls of AWS services, deployments and sign-ins with MFA. A metric with dimensions, with a default value other than 0, or with a value that is not a positive number does not count. The recipient is an SNS topic with a confirmed subscriber, a Lambda function or Systems Manager. The policy of the topic allows CloudWatch or the account to publish, and the topic is not encrypted with alias/aws/sns, a key that CloudWatch cannot use. The policy of a customer managed key is not read. The actions of the alarm are enabled. In one period, the value for one event meets the condition of the alarm, and 0 does not. Sum and Maximum are evaluated, and without a default value Average, Minimum and SampleCount too. An alarm does not count if missing data is breaching, if it evaluates another unit, or if it ignores missing data and the filter has no default value. MANUAL if an event depends on a part that is not evaluated: patterns with columns, regular expressions or excluded terms, and alarms on an expression, a percentile or a band. The same applies to composite alarms, to topics and log groups of another account, and to a metric that a filter of another log group also writes. It also applies to a topic whose policy allows CloudWatch only under conditions on anything but the account and its alarms. Fails in all other cases. There is one verdict per account.`,
    fix: {
      text: `Create a metric filter for ${text.what} on the log group of the trail, and an alarm on its metric that notifies a subscriber.`,
      console: [
        'Open CloudWatch, choose Log groups, and choose the log group of the multi-region trail.',
        `On the Metric filters tab, choose Create metric filter, and enter the pattern ${text.pattern}`.concat(
          '.',
        ),
        `Enter ${text.metric} as the name of the filter and the metric, choose a namespace, set the metric value to 1 and the default value to 0, and create the filter.`,
        'Select the new filter and choose Create alarm, with statistic Sum, period 5 minutes and the condition Greater/Equal 1.',
        `Choose an SNS topic with a confirmed subscriber for the notification, and name the alarm ${text.metric}.`,
      ],
      cli: `aws logs put-metric-filter --log-group-name <log group> --filter-name ${text.metric} --filter-pattern '${text.pattern}' --metric-transformations metricName=${text.metric},metricNamespace=Trail,metricValue=1,defaultValue=0 && aws cloudwatch put-metric-alarm --alarm-name ${text.metric} --namespace Trail --metric-name ${text.metric} --statistic Sum --period 300 --evaluation-periods 1 --threshold 1 --comparison-operator GreaterThanOrEqualToThreshold --alarm-actions <topic>`,
      terraform: `resource "aws_cloudwatch_log_metric_filter" "this" {
  name           = "${text.metric}"
  log_group_name = aws_cloudwatch_log_group.trail.name
  pattern        = ${JSON.stringify(text.pattern)}

  metric_transformation {
    name          = "${text.metric}"
    namespace     = "Trail"
    value         = "1"
    default_value = "0"
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
    needs: ['trail_alarms'],
    judge: (account, { now }) => judged(text, account, now),
  })
