import { deepEqual, equal } from 'node:assert/strict'
import { test } from 'node:test'
import { evidenceOf } from './evidence.ts'

test('evidence is every value with its place, and an absence is said', () => {
  const { values, more } = evidenceOf({
    policy: { statements: [{ effect: 'Allow' }] },
    key: null,
    tags: [],
  })
  deepEqual(values, [
    { path: 'policy.statements.0.effect', text: 'Allow' },
    { path: 'key', text: 'none' },
    { path: 'tags', text: 'empty list' },
  ])
  equal(more, 0)
})

test('long evidence is cut, and what is left out is counted', () => {
  const { values, more } = evidenceOf(Array.from({ length: 30 }, () => 'x'.repeat(1_000)))
  equal(values.length, 24)
  equal(more, 6)
  equal(values[0]?.text.length, 402)
})

test('what is no object is evidence as well', () => {
  deepEqual(evidenceOf('seen').values, [{ path: 'value', text: 'seen' }])
})
