// The collector against the fixture cloud: the path from a trail to its subscribers, and policies of log groups.
import { deepEqual, equal, ok } from 'node:assert/strict'
import { Readable } from 'node:stream'
import { type TestContext, test } from 'node:test'
import { aws, openInventory, planInventory, readInventory, scan } from '../../../index.ts'
import type { Account } from '../../../testing/index.ts'
import { cloudWith, now, openAccount, type Seen, scanned } from '../testing/scanned.ts'
import cloudwatch from './index.ts'
import { account } from './worlds.ts'

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

type Alarm = Record<string, unknown>

/** Changes all metric alarms of the home region. */
function eachAlarm(account: Account, changes: (alarm: Alarm) => Alarm): void {
  for (const alarm of answer(account, 'cloudwatch', 'DescribeAlarms')['MetricAlarms'] ?? [])
    Object.assign(alarm, changes(alarm))
}

/** The same condition in the form that metric expressions use. */
const asMetrics = ({ MetricName, Namespace, Statistic }: Alarm) => ({
  MetricName: undefined,
  Namespace: undefined,
  Statistic: undefined,
  Metrics: [
    {
      Id: 'm1',
      MetricStat: { Metric: { MetricName, Namespace, Dimensions: [] }, Stat: Statistic },
      ReturnData: true,
    } as Alarm,
  ],
})

function composite(account: Account, more: Alarm): void {
  answer(account, 'cloudwatch', 'DescribeAlarms')['CompositeAlarms'] = [
    {
      AlarmName: 'any-change',
      AlarmArn: 'arn:aws:cloudwatch:us-east-1:123456789012:alarm:any-change',
      ActionsEnabled: true,
      ...more,
    },
  ]
}

function eachTransformation(account: Account, changes: object): void {
  for (const filter of answer(account, 'logs', 'DescribeMetricFilters')['metricFilters'] ?? []) {
    const [transformation] = filter['metricTransformations'] as object[]
    Object.assign(transformation ?? {}, changes)
  }
}

/** Changes an attribute of all topics of the home region; undefined removes it. */
function eachTopic(account: Account, name: string, value: string | undefined): void {
  for (const topic of Object.values(answer(account, 'sns', 'GetTopicAttributes'))) {
    const { Attributes } = topic as unknown as { Attributes: { key: string; value: string }[] }
    const others = Attributes.filter(({ key }) => key !== name)
    Attributes.splice(0, Attributes.length, ...others, ...(value ? [{ key: name, value }] : []))
  }
}

const publishing = (Principal: unknown, Condition?: unknown): string =>
  JSON.stringify({
    Statement: [{ Effect: 'Allow', Action: 'sns:Publish', Resource: '*', Principal, Condition }],
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
    (it) => eachAlarm(it, () => ({ ActionsEnabled: false })),
    'FAIL',
  ],
  [
    'alarms on a part of the metric',
    (it) => eachAlarm(it, () => ({ Dimensions: [{ Name: 'Region', Value: 'eu-west-1' }] })),
    'FAIL',
  ],
  [
    'alarms that write to a topic of another account',
    (it) => eachAlarm(it, () => ({ AlarmActions: ['arn:aws:sns:us-east-1:999999999999:central'] })),
    'MANUAL',
  ],
  [
    'alarms that write to a topic that is gone',
    (it) => eachAlarm(it, () => ({ AlarmActions: ['arn:aws:sns:us-east-1:123456789012:gone'] })),
    'FAIL',
  ],
  [
    'alarms that write to a topic with the default key',
    (it) => eachTopic(it, 'KmsMasterKeyId', 'alias/aws/sns'),
    'FAIL',
  ],
  [
    'alarms that write to a topic without a key',
    (it) => eachTopic(it, 'KmsMasterKeyId', undefined),
    'PASS',
  ],
  [
    'alarms that write to a topic for another service',
    (it) => eachTopic(it, 'Policy', publishing({ Service: 's3.amazonaws.com' })),
    'FAIL',
  ],
  [
    'alarms that write to a topic of the organization',
    (it) =>
      eachTopic(
        it,
        'Policy',
        publishing('*', { StringEquals: { 'aws:PrincipalOrgID': 'o-example' } }),
      ),
    'MANUAL',
  ],
  [
    'alarms that write to a topic without a policy',
    (it) => eachTopic(it, 'Policy', undefined),
    'gap',
  ],
  [
    'alarms that call a function',
    (it) =>
      eachAlarm(it, () => ({
        AlarmActions: ['arn:aws:lambda:us-east-1:123456789012:function:page'],
      })),
    'PASS',
  ],
  [
    'alarms that fire without an event',
    (it) => eachAlarm(it, () => ({ ComparisonOperator: 'LessThanThreshold' })),
    'FAIL',
  ],
  [
    'alarms that fire on many events',
    (it) => eachAlarm(it, () => ({ Threshold: 1_000_000 })),
    'FAIL',
  ],
  [
    'alarms that fire on events in several periods',
    (it) => eachAlarm(it, () => ({ EvaluationPeriods: 5, DatapointsToAlarm: 3 })),
    'FAIL',
  ],
  ['alarms without a threshold', (it) => eachAlarm(it, () => ({ Threshold: undefined })), 'gap'],
  [
    'alarms without a comparison',
    (it) => eachAlarm(it, () => ({ ComparisonOperator: undefined })),
    'gap',
  ],
  ['alarms without a statistic', (it) => eachAlarm(it, () => ({ Statistic: undefined })), 'gap'],
  [
    'alarms without a number of periods',
    (it) => eachAlarm(it, () => ({ EvaluationPeriods: undefined })),
    'gap',
  ],
  ['alarms that may be muted', (it) => eachAlarm(it, () => ({ ActionsEnabled: undefined })), 'gap'],
  ['alarms on one metric in the form of a list', (it) => eachAlarm(it, asMetrics), 'PASS'],
  [
    'alarms on an expression of the metric',
    (it) =>
      eachAlarm(it, (alarm) => ({
        ...asMetrics(alarm),
        Metrics: [...asMetrics(alarm).Metrics, { Id: 'e1', Expression: 'RATE(m1)' }],
      })),
    'MANUAL',
  ],
  [
    'alarms on the metric of another account',
    (it) =>
      eachAlarm(it, (alarm) => ({
        ...asMetrics(alarm),
        Metrics: asMetrics(alarm).Metrics.map((one) => ({ ...one, AccountId: '999999999999' })),
      })),
    'FAIL',
  ],
  [
    'a composite alarm that notifies for a silent alarm',
    (it) => {
      const { MetricAlarms = [] } = answer(it, 'cloudwatch', 'DescribeAlarms')
      const actions = MetricAlarms.flatMap(({ AlarmActions }) => AlarmActions)
      eachAlarm(it, () => ({ AlarmActions: [] }))
      composite(it, { AlarmRule: 'ALARM("SecurityGroupChanges")', AlarmActions: actions })
    },
    'MANUAL',
  ],
  [
    'a composite alarm of other alarms',
    (it) => {
      eachAlarm(it, () => ({ AlarmActions: [] }))
      composite(it, {
        AlarmRule: 'ALARM("SecurityGroupChanges2") OR ALARM(Group)',
        AlarmActions: ['arn:aws:lambda:us-east-1:123456789012:function:page'],
      })
    },
    'FAIL',
  ],
  [
    'a filter that adds a value of the event',
    (it) => eachTransformation(it, { metricValue: '$.count' }),
    'FAIL',
  ],
  ['a filter that adds nothing', (it) => eachTransformation(it, { metricValue: '0' }), 'FAIL'],
  [
    'a filter that adds to its metric without an event',
    (it) => eachTransformation(it, { defaultValue: 1 }),
    'FAIL',
  ],
  [
    'a filter whose unit the alarm does not evaluate',
    (it) => {
      eachTransformation(it, { unit: 'Seconds' })
      eachAlarm(it, () => ({ Unit: 'Count' }))
    },
    'FAIL',
  ],
  [
    'a filter of another log group on the same metric',
    (it) => {
      const { metricFilters = [] } = answer(it, 'logs', 'DescribeMetricFilters')
      metricFilters.push(...metricFilters.map((one) => ({ ...one, logGroupName: '/shop/orders' })))
    },
    'MANUAL',
  ],
  [
    'filters without their log group',
    (it) => {
      for (const one of answer(it, 'logs', 'DescribeMetricFilters')['metricFilters'] ?? [])
        delete one['logGroupName']
    },
    'gap',
  ],
]
for (const [what, change, status] of breaks) {
  test(`${what}: ${status}`, async (t) => {
    const found = await seen(t, change)
    deepEqual(verdicts(found, ofGroups), status === 'gap' ? [] : [status])
    const unread = found.unread.filter(({ check_id }) => check_id === ofGroups)
    equal(unread.length, status === 'gap' ? 1 : 0)
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

test('alarms on logs are judged like those on metrics, and omitted settings are gaps', async (t) => {
  const AlarmArn = 'arn:aws:cloudwatch:us-east-1:123456789012:alarm:errors'
  const { findings, unread } = await seen(t, (it) => {
    answer(it, 'cloudwatch', 'DescribeAlarms')['LogAlarms'] = [
      { AlarmName: 'errors', AlarmArn, ActionsEnabled: true },
      { AlarmName: 'unknown', AlarmArn: `${AlarmArn}-2` },
    ]
  })
  const found = findings.filter(({ resource }) => /^(errors|unknown)$/.test(resource.name))
  deepEqual(found.map((it) => [it.resource.name, it.check_id, it.status]).toSorted(), [
    ['errors', 'cloudwatch_alarm_actions_alarm_state_configured', 'FAIL'],
    ['errors', 'cloudwatch_alarm_actions_enabled', 'PASS'],
    ['unknown', 'cloudwatch_alarm_actions_alarm_state_configured', 'FAIL'],
  ])
  ok(unread.some(({ check_id }) => check_id === 'cloudwatch_alarm_actions_enabled'))
})

test('a recorded scan without the conditions of its alarms gives no verdict on notifications', async () => {
  const head = {
    kind: 'inventory',
    version: 1,
    provider: 'aws',
    account: '123456789012',
    partition: 'aws',
    home: 'us-east-1',
    regions: ['us-east-1'],
    gaps: [],
    now: now.getTime(),
    units: [
      {
        name: 'cloudwatch/us-east-1',
        service: 'cloudwatch',
        region: 'us-east-1',
        checks: [ofGroups],
      },
    ],
    config: {},
  }
  const place = { unit: 'cloudwatch/us-east-1', of: 'accounts', region: null }
  const watches = [
    { filter: 'all', pattern: '', flaw: null, alarms: [{ name: 'all', reach: 'a recipient' }] },
  ]
  const trail = { name: 'audit', log_group: 'trail', delivered: now.toISOString(), watches }
  const record = {
    ...account({ sharing_role: null }),
    trail_alarms: undefined,
    monitoring: { trails: [trail], external: [], short: [] },
  }
  const lines = [
    head,
    { kind: 'list', ...place },
    { kind: 'record', ...place, record },
    { kind: 'unit', unit: place.unit },
  ]
  const inventory = await readInventory(Readable.from(lines.map((it) => JSON.stringify(it))))
  const session = openInventory(aws, inventory)
  const plan = await planInventory(session, inventory, { checks: [ofGroups] })
  const results = await Array.fromAsync(scan(plan, { session }))
  const found = results.flatMap((it) => (it.kind === 'failed' ? [] : it.findings))
  const gaps = results.flatMap((it) => (it.kind === 'unit' ? it.coverage : []))
  deepEqual(found, [])
  deepEqual(
    gaps.map(({ check_id, outcome }) => [check_id, outcome]),
    [[ofGroups, 'error']],
  )
})
