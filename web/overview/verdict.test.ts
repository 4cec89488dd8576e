import { deepEqual, equal } from 'node:assert/strict'
import { test } from 'node:test'
import { mostChanged, verdictOf } from './verdict.ts'

const sums = (before: number, now: number, severe: Record<string, [number, number]> = {}) => ({
  fail: { before, now },
  by_severity: Object.fromEntries(
    Object.entries(severe).map(([name, [then, today]]) => [name, { before: then, now: today }]),
  ),
})

const cases = [
  [sums(3, 145), 'Worse: 142 more failures than on Nov 21'],
  [sums(3, 2), 'Better: 1 fewer failure than on Nov 21'],
  [sums(3, 3), 'Unchanged: as many failures as on Nov 21'],
  [sums(0, 0), 'Unchanged: as many failures as on Nov 21'],
  [
    sums(9, 5, { critical: [0, 1], high: [3, 1] }),
    'Worse: 4 fewer failures than on Nov 21 (1 more critical, 2 fewer high)',
  ],
  [sums(9, 12, { critical: [2, 0] }), 'Better: 3 more failures than on Nov 21 (2 fewer critical)'],
  [sums(9, 9, { high: [2, 3] }), 'Worse: as many failures as on Nov 21 (1 more high)'],
] as const

for (const [given, expected] of cases)
  test(`the verdict reads "${expected}"`, () => {
    const { word, text } = verdictOf(given, 'on Nov 21')
    equal(`${word}: ${text}`, expected)
  })

test('the parts that changed most in the direction of the verdict are named', () => {
  const parts = [
    { id: 'a', before: 1, now: 2 },
    { id: 'b', before: 9, now: 1 },
    { id: 'c', before: 1, now: 6 },
    { id: 'd', before: 0, now: 3 },
  ]
  const ids = (direction: 'worse' | 'better' | 'same') =>
    mostChanged(parts, direction).map(({ id }) => id)
  deepEqual([ids('worse'), ids('better'), ids('same')], [['c', 'd'], ['b'], []])
})
