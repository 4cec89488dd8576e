import { checkFor, type Maybe, type Resource } from '../../../kit/index.ts'
import type { Statement } from '../policy/index.ts'

/** The recipients of an alarm's actions. Subscribers of a topic in another account cannot be read. */
export type Reach = 'somebody' | 'another account' | 'nobody'

/** A metric filter of a trail's log group, and the alarms on its metric. */
export interface Watch {
  readonly filter: string
  readonly pattern: string
  /** The reason why no alarm can rely on its metric, as the end of a sentence; null if there is none. */
  readonly flaw: string | null
  readonly alarms: readonly { readonly name: string; readonly reach: Reach }[]
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
  readonly monitoring: Maybe<Monitoring>
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
  readonly actions_enabled: boolean
  /** The actions of the alarm, by ARN. */
  readonly alarm_actions: readonly string[]
}

export interface CloudWatch {
  accounts: Account
  logGroups: LogGroup
  alarms: Alarm
}

export const check = checkFor<CloudWatch>()
