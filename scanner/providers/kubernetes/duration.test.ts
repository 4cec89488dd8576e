import { equal, ok } from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import { secondsOf } from './duration.ts'

for (const [text, seconds] of [
  ['0', 0],
  ['0s', 0],
  ['-0s', 0],
  ['4h0m0s', 14_400],
  ['5m', 300],
  ['1.5h', 5_400],
  ['.5m', 30],
  ['+30s', 30],
  ['-1s', -1],
  ['1500ms', 1.5],
  ['1h1h', 7_200],
  ['', null],
  ['-', null],
  ['4', null],
  ['4 h', null],
  ['4d', null],
  ['h', null],
  ['.h', null],
  ['4h\n', null],
  ['1e3s', null],
  ['x4h', null],
] as const) {
  test(`${JSON.stringify(text)} is ${seconds === null ? 'no duration' : `${seconds} seconds`}`, () =>
    equal(secondsOf(text), seconds))
}

test('hours, minutes and seconds add up', () => {
  const part = fc.integer({ min: 0, max: 1_000 })
  fc.assert(
    fc.property(part, part, part, fc.boolean(), (h, m, s, isNegative) => {
      const sum = h * 3_600 + m * 60 + s
      equal(secondsOf(`${isNegative ? '-' : ''}${h}h${m}m${s}s`), isNegative ? 0 - sum : sum)
    }),
  )
})

test('any text is a duration or none', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 200 }), (text) => {
      const seconds = secondsOf(text)
      ok(seconds === null || Number.isFinite(seconds))
    }),
  )
  equal(secondsOf('1'.repeat(1_000_000)), null)
})
