import { deepEqual, ok } from 'node:assert/strict'
import { test } from 'node:test'
import { first, priority } from './priority.ts'

const group = (
  id: string,
  severity: 'critical' | 'high' | 'medium' | 'low' | 'informational',
  resources_fail: number,
) => ({ id, check_id: id, severity, resources_fail })

test('severity, exposure and the number of resources decide what comes first', () => {
  const groups = [
    group('high-many', 'high', 900),
    group('critical-one', 'critical', 1),
    group('high-exposed', 'high', 30),
    group('low-many', 'low', 10_000),
    group('critical-exposed', 'critical', 1),
    group('critical-few', 'critical', 8),
  ]
  const exposed = groups.filter(({ id }) => id.endsWith('exposed'))
  deepEqual(
    first(groups, exposed, 5).map(({ group: { id }, isExposed }) => [id, isExposed]),
    [
      ['critical-exposed', true],
      ['critical-few', false],
      ['high-exposed', true],
      ['critical-one', false],
      ['high-many', false],
    ],
  )
})

test('a group that only the list of exposed ones has is there, and none is there twice', () => {
  const one = group('a', 'low', 1)
  deepEqual(
    first([one], [one, group('b', 'high', 1)], 5).map(({ group: { id } }) => id),
    ['b', 'a'],
  )
})

test('a group without a failing resource, as of an import, has a priority', () => {
  ok(priority(group('a', 'high', 0), false) > 0)
})
