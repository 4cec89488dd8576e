import { deepEqual } from 'node:assert/strict'
import { test } from 'node:test'
import { leftOutSentences } from './sentences.ts'

const others = 'The rule also counts findings that the list does not show.'
const failing =
  'The list shows findings that do not fail or are muted. The rule counts only failed findings that are not muted.'
const cases: readonly [leftOut: readonly string[], sentences: readonly string[]][] = [
  [[], []],
  [['filter[status__in]'], [failing]],
  [['filter[muted]', 'filter[status]'], [failing]],
  [
    ['filter[check_id__icontains]', 'filter[resource_uid.in]', 'filter[search]', 'filter[delta]'],
    [
      `Alert rules do not have these filters of the list: check that contains a text, resource UID, searched words, changes since the last scan. ${others}`,
    ],
  ],
  [
    ['filter[triage_status]', 'filter[muted]'],
    [failing, `Alert rules do not have these filters of the list: triage. ${others}`],
  ],
]
for (const [leftOut, sentences] of cases)
  test(`a rule without ${leftOut.join(', ') || 'any lost filter'} is explained`, () => {
    deepEqual(leftOutSentences(leftOut), sentences)
  })
