// Alarms and filters that do not notify a recipient of one event, and only of that, through the checks of the family.
import { deepEqual, equal, match } from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import check from './cloudwatch_log_metric_filter_disable_or_scheduled_deletion_of_kms_cmk.ts'
import type { AlarmRule, Watch, WatchAlarm } from './resources.ts'
import { rule, verdictOf, watch, watchAlarm } from './worlds.ts'

const pattern = '{ ($.eventName = DisableKey) || ($.eventName = ScheduleKeyDeletion) }'

const judged = (...watches: readonly Watch[]) => verdictOf(check, ...watches)

const withRule = (changes: Partial<AlarmRule>, filter: Partial<Watch> = {}) =>
  judged(watch(pattern, { ...filter, alarms: [watchAlarm({ name: 'a', rule: rule(changes) })] }))

const above = 'GreaterThanThreshold'
const atLeast = 'GreaterThanOrEqualToThreshold'
const zero = { default_value: 0 }

const rules: [
  rule: Partial<AlarmRule>,
  filter: Partial<Watch>,
  status: string,
  sentence?: RegExp,
][] = [
  [{ comparison: atLeast, threshold: 1 }, {}, 'PASS'],
  [{ comparison: atLeast, threshold: 0.5 }, {}, 'PASS'],
  [{ comparison: above, threshold: 0 }, {}, 'PASS'],
  [{ comparison: above, threshold: 0.9 }, zero, 'PASS'],
  [{ comparison: atLeast, threshold: 5 }, { value: 10 }, 'PASS'],
  [{ statistic: 'Maximum' }, zero, 'PASS'],
  [{ statistic: 'SampleCount' }, {}, 'PASS'],
  [{ statistic: 'SampleCount' }, { value: 0.1 }, 'PASS'],
  [{ statistic: 'Average' }, {}, 'PASS'],
  [{ statistic: 'Minimum' }, {}, 'PASS'],
  [{ periods: 5, breaches: 1 }, {}, 'PASS'],
  [{ missing_data: 'notBreaching' }, {}, 'PASS'],
  [{ missing_data: 'ignore' }, zero, 'PASS'],
  [{ unit: 'None' }, {}, 'PASS'],
  [{ unit: 'Count' }, { unit: 'Count' }, 'PASS'],

  [{ comparison: above, threshold: 1 }, {}, 'FAIL', /alarm a on changes fires only above 1 event$/],
  [{ comparison: above, threshold: 1_000_000 }, {}, 'FAIL', /fires only above 1000000 events$/],
  [{ comparison: atLeast, threshold: 2 }, {}, 'FAIL', /fires only at or above 2 events$/],
  [{ comparison: atLeast, threshold: 1 }, { value: 0.5 }, 'FAIL', /statistic Sum, .* adds 0\.5$/],
  [{ comparison: 'LessThanThreshold', threshold: 1 }, {}, 'FAIL', /fires only below 1 event$/],
  [{ comparison: 'LessThanThreshold', threshold: 9 }, {}, 'FAIL', /fires only below 9 events$/],
  [{ comparison: 'LessThanOrEqualToThreshold' }, {}, 'FAIL', /fires only at or below 1 event$/],
  [{ comparison: above, threshold: -1 }, {}, 'FAIL', /without an event too, .* threshold is -1$/],
  [{ comparison: atLeast, threshold: 0 }, zero, 'FAIL', /without an event too, .* threshold is 0$/],
  [{ statistic: 'Average' }, zero, 'FAIL', /statistic Average, which the default value/],
  [{ statistic: 'Minimum' }, zero, 'FAIL', /statistic Minimum, which the default value/],
  [{ statistic: 'SampleCount' }, zero, 'FAIL', /statistic SampleCount, which the default value/],
  [{ periods: 5, breaches: 3 }, {}, 'FAIL', /events occur in 3 of 5 periods$/],
  [{ missing_data: 'breaching' }, {}, 'FAIL', /on missing data$/],
  [{ missing_data: 'ignore' }, {}, 'FAIL', /stays in the state ALARM after the first event/],
  [{ unit: 'Count' }, {}, 'FAIL', /evaluates the unit Count, but the filter writes None$/],

  [{ statistic: 'p99' }, {}, 'MANUAL', /statistic p99, which is not evaluated/],
  [{ statistic: 'TC(1:)' }, {}, 'MANUAL', /statistic TC\(1:\), which is not evaluated/],
  [{ comparison: 'GreaterThanUpperThreshold' }, {}, 'MANUAL', /comparison GreaterThanUpper/],
]
for (const [given, filter, status, sentence = /./] of rules) {
  test(`${JSON.stringify({ ...given, ...filter })} gives ${status}`, () => {
    const verdict = withRule(given, filter)
    equal(verdict.status, status, verdict.sentence)
    match(verdict.sentence.replace(/( Check this manually)?\.$/, ''), sentence)
  })
}

test('a sum passes exactly if one event meets the condition and no event does not', () => {
  const numbers = fc.constantFrom(-2, -1, -0.5, 0, 0.5, 0.9, 1, 1.1, 2, 10)
  const comparison = fc.constantFrom(
    above,
    atLeast,
    'LessThanThreshold',
    'LessThanOrEqualToThreshold',
  )
  const value = fc.constantFrom(0.5, 1, 3)
  fc.assert(
    fc.property(comparison, numbers, value, (how, threshold, one) => {
      const fires = (sum: number): boolean =>
        how.startsWith('Less')
          ? sum < threshold || (how !== 'LessThanThreshold' && sum === threshold)
          : sum > threshold || (how !== above && sum === threshold)
      const { status } = withRule({ comparison: how, threshold }, { value: one })
      equal(status, fires(one) && !fires(0) ? 'PASS' : 'FAIL')
    }),
  )
})

const alarms: [alarms: readonly Partial<WatchAlarm>[], status: string, sentence: RegExp][] = [
  [[{ rule: null }], 'MANUAL', /alarm changed on changes evaluates an expression/],
  [[{ rule: null, reach: 'no recipient' }], 'FAIL', /notifies no recipient/],
  [
    [{ reach: 'a topic with conditions' }],
    'MANUAL',
    /only under conditions that are not evaluated/,
  ],
  [[{ reach: 'a topic without permission' }], 'FAIL', /does not allow CloudWatch to publish/],
  [[{ reach: 'a topic with the default key' }], 'FAIL', /alias\/aws\/sns, a key that CloudWatch/],
  [
    [{ reach: 'a topic with the default key', composites: ['any'] }],
    'MANUAL',
    /only through the composite alarm any/,
  ],
  [[{ reach: 'another account' }], 'MANUAL', /notifies a topic of another account/],
  [
    [{ reach: 'no recipient', composites: ['any'] }],
    'MANUAL',
    /notifies only through the composite alarm any/,
  ],
  [[{ reach: 'no recipient' }], 'FAIL', /notifies no recipient/],
  [[{ rule: rule({ threshold: 7 }), reach: 'another account' }], 'FAIL', /at or above 7 events/],
  [[{ rule: rule({ threshold: 7 }) }, { rule: null }], 'MANUAL', /evaluates an expression/],
  [[{ rule: rule({ threshold: 7 }) }, { rule: null }, { name: 'good' }], 'PASS', /good \(filter/],
  [[], 'FAIL', /no alarm uses the metric of changes/],
]
for (const [given, status, sentence] of alarms) {
  test(`${given.length} alarms that ${sentence.source} give ${status}`, () => {
    const verdict = judged(watch(pattern, { alarms: given.map(watchAlarm) }))
    equal(verdict.status, status, verdict.sentence)
    match(verdict.sentence, sentence)
  })
}

const half = (name: string, changes: Partial<Watch> = {}): Watch =>
  watch(`{ $.eventName = ${name} }`, { filter: name, metric: 'Trail Keys', ...changes })
const both = (changes: Partial<Watch>) =>
  judged(half('DisableKey'), half('ScheduleKeyDeletion', changes))

const shared: [changes: Partial<Watch>, status: string, sentence: RegExp][] = [
  [{}, 'PASS', /./],
  [{ pattern: '' }, 'FAIL', /ScheduleKeyDeletion also matches unrelated events/],
  [{ pattern: '[a, b]' }, 'MANUAL', /pattern of ScheduleKeyDeletion is not supported: its columns/],
  [{ flaw: 'it applies to transformed events' }, 'FAIL', /it applies to transformed events/],
  [{ others: ['shop Errors'] }, 'MANUAL', /ScheduleKeyDeletion is also written by shop Errors/],
]
for (const [changes, status, sentence] of shared) {
  test(`a metric of two filters, one with ${JSON.stringify(changes)}, gives ${status}`, () => {
    const verdict = both(changes)
    equal(verdict.status, status, verdict.sentence)
    match(verdict.sentence, sentence)
  })
}

test('a filter that matches every event is no evidence, and the sentence names an example', () => {
  const { status, sentence } = judged(watch('', { filter: 'all' }))
  deepEqual(
    [status, sentence],
    [
      'FAIL',
      'No alarm on the log group trail notifies a recipient of DisableKey and ScheduleKeyDeletion; the filter all also matches unrelated events, such as DescribeInstances.',
    ],
  )
})
