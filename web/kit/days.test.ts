import { equal } from 'node:assert/strict'
import { test } from 'node:test'
import { dayIn, dayOf, endOf, startOf } from './days.ts'

for (const [text, day] of [
  ['2026-11-28', '2026-11-28'],
  [startOf('2026-11-28'), '2026-11-28'],
  ['abc', ''],
  ['2026-13-40', ''],
  ['', ''],
] as const)
  test(`the day in "${text}" is "${day}"`, () => equal(dayIn(text), day))

test('with times in UTC, days are days in UTC', (context) => {
  const earlier = Object.getOwnPropertyDescriptor(globalThis, 'localStorage')
  const value = { getItem: () => 'utc' }
  Object.defineProperty(globalThis, 'localStorage', { value, configurable: true })
  context.after(() => {
    Reflect.deleteProperty(globalThis, 'localStorage')
    if (earlier) Object.defineProperty(globalThis, 'localStorage', earlier)
  })
  equal(startOf('2026-11-28'), '2026-11-28T00:00:00.000Z')
  equal(endOf('2026-11-28'), '2026-11-28T23:59:59.999Z')
  equal(dayOf(Date.parse('2026-11-28T23:59:59Z')), '2026-11-28')
})
