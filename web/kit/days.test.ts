import { equal } from 'node:assert/strict'
import { test } from 'node:test'
import { dayIn, startOf } from './days.ts'

for (const [text, day] of [
  ['2026-11-28', '2026-11-28'],
  [startOf('2026-11-28'), '2026-11-28'],
  ['abc', ''],
  ['2026-13-40', ''],
  ['', ''],
] as const)
  test(`the day in "${text}" is "${day}"`, () => equal(dayIn(text), day))
