// The collector against the fixture cloud: the path from a trail to its subscribers, and policies of log groups.
import { deepEqual, equal, ok } from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import type { Account } from '../../../testing/index.ts'
import { cloudWith, openAccount, type Seen, scanned } from '../testing/scanned.ts'
import cloudwatch from './index.ts'

const ofGroups = 'cloudwatch_log_metric_filter_security_group_changes'
const ofRoot = 'cloudwatch_log_metric_filter_root_usage'

async function seen(t: TestContext, change: (account: Account) => void = () => undefined) {
  const account = openAccount()
  change(account)
  return scanned(await cloudWith(t, account), cloudwatch, account)
}

const verdicts = ({ findings }: Seen, check: string): readonly string[] =>
  findings.filter(({ check_id }) => check_id === check).map(({ status }) => status)

const audit = (account: Account) => {
  const trail = account.trails.find(({ name }) => name === 'account-audit')
  if (!trail) throw new Error('the demo account has changed its trails')
  return trail
}

/** The state of one call in the home region, to be changed. */
const answer = (account: Account, service: string, operation: string) => {
  const found = account.plain['us-east-1']?.[service]?.[operation]
  if (!found) throw new Error(`the demo account has no ${service}:${operation}`)
  return found as Record<string, Record<string, unknown>[]>
}

test('an account has one verdict on each kind of event, by filter, alarm and subscriber', async (t) => {
  const found = await seen(t)
  for (const [check, status] of [
    [ofGroups, 'PASS'],
    [ofRoot, 'PASS'],
    ['cloudwatch_log_metric_filter_unauthorized_api_calls', 'FAIL'], // no confirmed subscriber
    ['cloudwatch_log_metric_filter_policy_changes', 'FAIL'], // some events only
    ['cloudwatch_changes_to_vpcs_alarm_configured', 'FAIL'],
  ] as const) {
    deepEqual(verdicts(found, check), [status], check)
  }
})

const breaks: [what: string, change: (account: Account) => void, status: string][] = [
  ['a trail that is not logging', (it) => (audit(it).logging = false), 'FAIL'],
  ['a log group that takes nothing', (it) => delete audit(it).latestCloudWatchDeliveryAt, 'FAIL'],
  ['a trail of one region', (it) => (audit(it).multiRegion = false), 'FAIL'],
  ['a trail without a log group', (it) => (audit(it).logGroupArn = null), 'FAIL'],
  [
    'a trail that leaves out reads',
    (it) =>
      (audit(it).eventSelectors = [
        { readWriteType: 'WriteOnly', managementEvents: true, dataResources: [] },
      ]),
    'FAIL',
  ],
  [
    'a log group of another account',
    (it) => (audit(it).logGroupArn = 'arn:aws:logs:us-east-1:999999999999:log-group:all:*'),
    'MANUAL',
  ],
  [
    'alarms whose actions are off',
    (it) => {
      for (const alarm of answer(it, 'cloudwatch', 'DescribeAlarms')['MetricAlarms'] ?? []) {
        alarm['ActionsEnabled'] = false
      }
    },
    'FAIL',
  ],
  [
    'alarms on a part of the metric',
    (it) => {
      for (const alarm of answer(it, 'cloudwatch', 'DescribeAlarms')['MetricAlarms'] ?? []) {
        alarm['Dimensions'] = [{ Name: 'Region', Value: 'eu-west-1' }]
      }
    },
    'FAIL',
  ],
  [
    'alarms that write to a topic of another account',
    (it) => {
      for (const alarm of answer(it, 'cloudwatch', 'DescribeAlarms')['MetricAlarms'] ?? []) {
        alarm['AlarmActions'] = ['arn:aws:sns:us-east-1:999999999999:central']
      }
    },
    'MANUAL',
  ],
  [
    'alarms that write to a topic that is gone',
    (it) => {
      for (const alarm of answer(it, 'cloudwatch', 'DescribeAlarms')['MetricAlarms'] ?? []) {
        alarm['AlarmActions'] = ['arn:aws:sns:us-east-1:123456789012:gone']
      }
    },
    'FAIL',
  ],
  [
    'alarms that call a function',
    (it) => {
      for (const alarm of answer(it, 'cloudwatch', 'DescribeAlarms')['MetricAlarms'] ?? []) {
        alarm['AlarmActions'] = ['arn:aws:lambda:us-east-1:123456789012:function:page']
      }
    },
    'PASS',
  ],
]
for (const [what, change, status] of breaks) {
  test(`${what}: ${status}`, async (t) => {
    const found = await seen(t, change)
    deepEqual(verdicts(found, ofGroups), [status])
  })
}

test('a resource policy opens the log groups that it is about, and no other', async (t) => {
  const { findings } = await seen(t)
  const found = findings.filter(
    ({ check_id }) => check_id === 'cloudwatch_log_group_not_publicly_accessible',
  )
  const open = found.filter(({ status }) => status === 'FAIL').map(({ resource }) => resource.name)
  deepEqual(open, ['/shop/imports'])
  equal(found.length, 3)
})

test('a denial takes away what a wider statement opens', async (t) => {
  const statement = (Effect: string, Resource: string) => ({
    Effect,
    Principal: '*',
    Action: 'logs:*',
    Resource,
  })
  const found = await seen(t, (it) => {
    const policies = it.plain['eu-central-1']?.['logs']?.['DescribeResourcePolicies']
    ok(policies)
    Object.assign(policies, {
      '': {
        resourcePolicies: [
          {
            policyDocument: JSON.stringify({
              Statement: [
                statement('Allow', '*'),
                statement('Deny', 'arn:aws:logs:*:*:log-group:/shop/orders:*'),
              ],
            }),
          },
        ],
      },
    })
  })
  const open = found.findings.filter(
    ({ check_id, status }) =>
      check_id === 'cloudwatch_log_group_not_publicly_accessible' && status === 'FAIL',
  )
  deepEqual(
    open.map(({ resource }) => resource.name),
    ['/shop/imports'],
  )
})

test('alarms on logs are judged like those on metrics', async (t) => {
  const { findings } = await seen(t, (it) => {
    answer(it, 'cloudwatch', 'DescribeAlarms')['LogAlarms'] = [
      { AlarmName: 'errors', AlarmArn: 'arn:aws:cloudwatch:us-east-1:123456789012:alarm:errors' },
    ]
  })
  const found = findings.filter(({ resource }) => resource.name === 'errors')
  deepEqual(found.map(({ check_id, status }) => [check_id, status]).toSorted(), [
    ['cloudwatch_alarm_actions_alarm_state_configured', 'FAIL'],
    ['cloudwatch_alarm_actions_enabled', 'PASS'],
  ])
})
