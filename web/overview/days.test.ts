import { deepEqual, equal } from 'node:assert/strict'
import { test } from 'node:test'
import { changeWords, daysBefore, scansOf, type SeverityDay, shownDays, stacked } from './days.ts'

const day = (id: string, critical: number, ...scan_ids: string[]): SeverityDay => ({
  id,
  critical,
  high: 0,
  medium: 0,
  low: 0,
  informational: 0,
  muted: 0,
  scan_ids,
})
const dates = (count: number): string[] =>
  Array.from({ length: count }, (_, at) => daysBefore('2026-03-10', count - 1 - at))

test('days before the first scan are left out, down to a week', () => {
  deepEqual(shownDays(dates(30).map((id) => day(id, 0))), [])
  const oneScan = dates(30).map((id, at) => day(id, 0, ...(at < 29 ? [] : ['a'])))
  deepEqual(
    shownDays(oneScan).map(({ id }) => id),
    dates(7),
  )
  const longer = dates(30).map((id, at) => day(id, 0, ...(at < 10 ? [] : ['a'])))
  equal(shownDays(longer).length, 20)
})

test('before the first scan nothing is known, after it zero is zero', () => {
  deepEqual(
    stacked([day('a', 0), day('b', 0, 'x')]).map(({ values }) => values),
    [null, [0, 0, 0, 0, 0]],
  )
})

test('a scan is marked on the day on which it is new', () => {
  const days = [day('a', 1, 'x'), day('b', 1, 'x'), day('c', 2, 'x', 'y'), day('d', 2, 'z', 'y')]
  deepEqual(scansOf(days), [
    { at: 0, day: 'a', ids: ['x'] },
    { at: 2, day: 'c', ids: ['y'] },
    { at: 3, day: 'd', ids: ['z'] },
  ])
})

test('a change names what it is compared with', () => {
  deepEqual(
    [2, -1000, 0, null].map((by) => changeWords(by, 'since Nov 21')),
    ['+2 since Nov 21', '−1,000 since Nov 21', 'unchanged since Nov 21', 'nothing to compare'],
  )
})
