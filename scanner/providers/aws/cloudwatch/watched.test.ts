// The checks of notifications of certain events, each with the same fixtures.
import { deepEqual, ok } from 'node:assert/strict'
import { test } from 'node:test'
import { type Check, unread } from '../../../kit/index.ts'
import { circumstances, verify } from '../../../kit/verify.ts'
import cloudwatch from './index.ts'
import type { Account, Monitoring, Watch } from './resources.ts'
import { account, watch, watchAlarm } from './worlds.ts'

type Family = Check<Account>
const family = cloudwatch.checks.filter(({ needs }) =>
  needs.includes('trail_alarms'),
) as unknown as readonly Family[]

/** The pattern in a check's remediation. */
const advised = ({ fix }: Family): string =>
  /--filter-pattern '([^']*)'/.exec(fix.cli ?? '')?.[1] ?? ''

const watching = (...watches: readonly Watch[]): Account => heard({ watches })

const hoursAgo = (hours: number): string =>
  new Date(circumstances().now.getTime() - hours * 3_600_000).toISOString()

const heard = ({
  watches = [],
  delivered = hoursAgo(1),
  ...rest
}: Partial<Monitoring> & { watches?: readonly Watch[]; delivered?: string | null }) =>
  account({
    trail_alarms: {
      trails: [{ name: 'audit', log_group: 'trail', delivered, watches }],
      external: [],
      short: [],
      ...rest,
    },
  })

test('there are fifteen of them', () => deepEqual(family.length, 15))

for (const check of family) {
  const pattern = advised(check)
  verify(check, {
    pass: [
      watching(watch(pattern)),
      watching(
        watch('[a, b]', { filter: 'columns' }),
        watch(pattern, { alarms: [] }),
        watch(pattern),
      ),
    ],
    fail: [
      watching(watch('')),
      account(),
      heard({ trails: [], short: ['audit is not logging'] }),
      watching(),
      heard({ watches: [watch(pattern)], delivered: null }),
      heard({ watches: [watch(pattern)], delivered: hoursAgo(25) }),
      watching(watch(pattern, { alarms: [] })),
      watching(watch(pattern, { flaw: 'its metric has dimensions' })),
      watching(watch(pattern, { alarms: [watchAlarm({ name: 'mute', reach: 'no recipient' })] })),
      watching(watch('{ $.eventName = SomethingElse }')),
      watching(watch(`{ ${pattern.slice(1, -1)} && ($.userIdentity.userName = "ci") }`)),
      watching(watch('%.*%', { alarms: [] }), watch('[a, b]', { alarms: [] })),
    ],
    manual: [
      heard({ trails: [], external: ['organization'] }),
      heard({ external: ['organization'] }),
      watching(watch('%.*%'), watch('[a, b]')),
      watching(
        watch(pattern, { alarms: [watchAlarm({ name: 'central', reach: 'another account' })] }),
      ),
    ],
    unread: [account({ trail_alarms: unread('AccessDeniedException') })],
  })
}

const [first] = family.filter(
  ({ id }) => id === 'cloudwatch_log_metric_filter_security_group_changes',
)
const sentences = (given: Account): string => {
  const judgement = first?.judge(given, circumstances())
  ok(judgement && 'verdicts' in judgement)
  return judgement.verdicts.map(({ sentence }) => sentence).join(' ')
}

const half = (name: string) =>
  `{ ($.eventName = ${name}SecurityGroup*) || ($.eventName = Delete${name}) }`

test('filters cover the events together, each with its own alarm', () => {
  const watches = [
    watch(half('Authorize')),
    watch(half('Revoke'), { filter: 'more', alarms: [watchAlarm({ name: 'other' })] }),
    watch('{ $.eventName = "*eSecurityGroup" }', { filter: 'groups' }),
  ]
  const sentence = sentences(watching(...watches))
  ok(
    sentence.includes('changed (filter changes), other (filter more), changed (filter groups)'),
    sentence,
  )
})

test('what is missing is named, with what was not understood and who is not told', () => {
  const sentence = sentences(
    watching(
      watch('[a, b]', { filter: 'columns', alarms: [] }),
      watch('{ $.eventName = "*SecurityGroup" }', { filter: 'groups' }),
      watch('{ $.eventName = Revoke* }', { filter: 'revoked', alarms: [] }),
    ),
  )
  for (const piece of [
    'notifies a recipient of AuthorizeSecurityGroupIngress, AuthorizeSecurityGroupEgress, RevokeSecurityGroupIngress and RevokeSecurityGroupEgress',
    'no alarm uses the metric of revoked',
    'no alarm uses the metric of columns, whose pattern is not supported: its columns',
  ]) {
    ok(sentence.includes(piece), sentence)
  }
})

/** Patterns in other editions of the benchmark. */
const editions: [check: string, pattern: string][] = [
  [
    'cloudwatch_log_metric_filter_unauthorized_api_calls',
    '{($.errorCode ="*UnauthorizedOperation") || ($.errorCode ="AccessDenied*") && ($.sourceIPAddress!="delivery.logs.amazonaws.com") && ($.eventName!="HeadBucket") }',
  ],
  [
    'cloudwatch_log_metric_filter_root_usage',
    '{ $.userIdentity.type = "Root" && $.userIdentity.invokedBy NOT EXISTS && $.eventType != "AwsServiceEvent" }',
  ],
  [
    'cloudwatch_log_metric_filter_sign_in_without_mfa',
    '{ ($.eventName = "ConsoleLogin") && ($.additionalEventData.MFAUsed != "Yes") }',
  ],
  [
    'cloudwatch_log_metric_filter_disable_or_scheduled_deletion_of_kms_cmk',
    '{($.eventSource = kms.amazonaws.com) && (($.eventName=DisableKey)||($.eventName=ScheduleKeyDeletion)) }',
  ],
  [
    'cloudwatch_log_metric_filter_and_alarm_for_cloudtrail_configuration_changes_enabled',
    '{ ($.eventName = CreateTrail) || ($.eventName = UpdateTrail) || ($.eventName = DeleteTrail) || ($.eventName = StartLogging) || ($.eventName = StopLogging) }',
  ],
]
for (const [id, pattern] of editions) {
  test(`${id} takes the pattern of another edition of the benchmark`, () => {
    const judgement = family
      .find((it) => it.id === id)
      ?.judge(watching(watch(pattern)), circumstances())
    deepEqual(
      judgement && 'verdicts' in judgement && judgement.verdicts.map(({ status }) => status),
      ['PASS'],
    )
  })
}
