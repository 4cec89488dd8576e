// Fixtures for this service's check tests.
import type { Check, Verdict } from '../../../kit/index.ts'
import { circumstances, world } from '../../../kit/verify.ts'
import type { Account, Alarm, AlarmRule, LogGroup, Watch, WatchAlarm } from './resources.ts'

export const account = world<Account>({
  uid: 'arn:aws:cloudwatch:us-east-1:123456789012:account',
  name: '123456789012',
  region: 'us-east-1',
  trail_alarms: { trails: [], external: [], short: [] },
  sharing_role: null,
})

export const logGroup = world<LogGroup>({
  uid: 'arn:aws:logs:eu-west-1:123456789012:log-group:/shop/orders',
  name: '/shop/orders',
  region: 'eu-west-1',
  delivery: false,
  retention_days: 365,
  kms_key: 'arn:aws:kms:eu-west-1:123456789012:key/1',
  policy: [],
})

export const alarm = world<Alarm>({
  uid: 'arn:aws:cloudwatch:eu-west-1:123456789012:alarm:orders-failed',
  name: 'orders-failed',
  region: 'eu-west-1',
  actions_enabled: true,
  alarm_actions: ['arn:aws:sns:eu-west-1:123456789012:on-call'],
})

export const rule = (changes: Partial<AlarmRule> = {}): AlarmRule => ({
  comparison: 'GreaterThanOrEqualToThreshold',
  threshold: 1,
  statistic: 'Sum',
  periods: 1,
  breaches: 1,
  missing_data: 'missing',
  unit: null,
  ...changes,
})

export const watchAlarm = (changes: Partial<WatchAlarm> = {}): WatchAlarm => ({
  name: 'changed',
  reach: 'a recipient',
  composites: [],
  rule: rule(),
  ...changes,
})

/** A filter with a metric of the same name; the alarm on it notifies a recipient of one event. */
export const watch = (pattern: string, changes: Partial<Watch> = {}): Watch => ({
  filter: 'changes',
  pattern,
  flaw: null,
  metric: `Trail ${changes.filter ?? 'changes'}`,
  value: 1,
  default_value: null,
  unit: 'None',
  others: [],
  alarms: [watchAlarm()],
  ...changes,
})

/** The verdict of a check on an account whose trail delivers to a log group with these filters. */
export function verdictOf(check: Check<Account>, ...watches: readonly Watch[]): Verdict {
  const delivered = circumstances().now.toISOString()
  const trails = [{ name: 'audit', log_group: 'trail', delivered, watches }]
  const judgement = check.judge(
    account({ trail_alarms: { trails, external: [], short: [] } }),
    circumstances(),
  )
  const [verdict, ...more] = 'verdicts' in judgement ? judgement.verdicts : []
  if (!verdict || more.length > 0) throw new Error('there is not one verdict')
  return verdict
}
