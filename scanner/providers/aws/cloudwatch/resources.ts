import { checkFor, type Maybe, type Resource } from '../../../kit/index.ts'
import type { Statement } from '../policy/index.ts'

/**
 * The recipients of an alarm's actions, the most certain first. Subscribers of a topic in another account cannot be
 * read. The other topics have a confirmed subscriber, but their policy or key excludes CloudWatch, or may.
 */
export const reaches = [
  'a recipient',
  'another account',
  'a topic with conditions',
  'a topic without permission',
  'a topic with the default key',
  'no recipient',
] as const
export type Reach = (typeof reaches)[number]

/** True if a notification is received, or could be. */
export const mayNotify = (reach: Reach): boolean =>
  reaches.indexOf(reach) < reaches.indexOf('a topic without permission')

/** The condition of an alarm on one metric. */
export interface AlarmRule {
  /** `GreaterThanThreshold`, … */
  readonly comparison: string
  readonly threshold: number
  /** `Sum`, `p99`, … */
  readonly statistic: string
  /** The number of periods that are evaluated, and of those that must be in breach. */
  readonly periods: number
  readonly breaches: number
  /** `missing`, `notBreaching`, `breaching` or `ignore`. */
  readonly missing_data: string
  /** Only data with this unit is evaluated; null for all. */
  readonly unit: string | null
}

/** An alarm that evaluates the metric of a filter. */
export interface WatchAlarm {
  readonly name: string
  readonly reach: Reach
  /** Composite alarms with this alarm in their rule that may notify a recipient. */
  readonly composites: readonly string[]
  /** Null if it evaluates an expression or a band in place of the metric alone. */
  readonly rule: AlarmRule | null
}

/** A metric filter of a trail's log group, and the alarms on its metric. */
export interface Watch {
  readonly filter: string
  readonly pattern: string
  /** The reason why no alarm can rely on its metric, as the end of a sentence; null if there is none. */
  readonly flaw: string | null
  /** Its metric, with the namespace; null if it has none or adds dimensions to it. */
  readonly metric: string | null
  /** The value of the metric for one matching event. */
  readonly value: number
  /** The value if no event matches; null for no data. */
  readonly default_value: number | null
  readonly unit: string
  /** Filters of other log groups that write to the same metric: `<group> <filter>`. */
  readonly others: readonly string[]
  readonly alarms: readonly WatchAlarm[]
}

/** A multi-region trail that sends all management events to a log group of this account. */
export interface WatchedTrail {
  readonly name: string
  readonly log_group: string
  /** The time of the last event in the group; null if there was none. */
  readonly delivered: string | null
  readonly watches: readonly Watch[]
}

export interface Monitoring {
  readonly trails: readonly WatchedTrail[]
  /** Multi-region trails whose log group is, or may be, in another account. */
  readonly external: readonly string[]
  /** Reasons why the other multi-region trails do not count, one clause each. */
  readonly short: readonly string[]
}

/** The account, evaluated once, in the partition's home region. */
export interface Account extends Resource {
  /** How the events of trails reach a recipient. */
  readonly trail_alarms: Maybe<Monitoring>
  /** The role with which other accounts read this account's metrics and logs; null without one. */
  readonly sharing_role: Maybe<{ readonly arn: string } | null>
}

export interface LogGroup extends Resource {
  /** True for the log class that only forwards events and keeps them for a fixed time. */
  readonly delivery: boolean
  /** Days after which its events are deleted; null if never. */
  readonly retention_days: number | null
  readonly kms_key: string | null
  /** The statements of the region's resource policies that apply to this group. */
  readonly policy: Maybe<readonly Statement[]>
}

export interface Alarm extends Resource {
  /** Null if the response omits it. */
  readonly actions_enabled: boolean | null
  /** The actions of the alarm, by ARN. */
  readonly alarm_actions: readonly string[]
}

export interface CloudWatch {
  accounts: Account
  logGroups: LogGroup
  alarms: Alarm
}

export const check = checkFor<CloudWatch>()
