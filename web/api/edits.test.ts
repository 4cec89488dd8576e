import { deepEqual } from 'node:assert/strict'
import { test } from 'node:test'
import { editedOnly, editedSet } from './edits.ts'

const table: readonly (readonly [now: string, before: string, after: string, expected: string])[] =
  [
    ['a b', 'a b', 'a b c', 'a b c'],
    ['a b', 'a b', 'a', 'a'],
    ['a', 'a b', 'a b c', 'a c'], // another user removed b
    ['a b d', 'a b', 'a', 'a d'], // another user added d
    ['a b c', 'a b', 'a b c', 'a b c'], // both added c
    ['', 'a', 'a b', 'b'],
  ]
for (const [now, before, after, expected] of table) {
  test(`of ${now || 'nothing'}, edited from ${before} to ${after}, ${expected} is saved`, () => {
    const [first = [], second = [], third = []] = [now, before, after].map((text) =>
      text.split(' ').filter(Boolean),
    )
    deepEqual(editedSet(first, second, third), expected.split(' '))
  })
}

test('only edited attributes are sent', () => {
  const before = { name: 'a', on: true, deep: { key: [1] } }
  deepEqual(editedOnly(before, { name: 'b', on: true, deep: { key: [1] } }), { name: 'b' })
  deepEqual(editedOnly(before, { name: 'a', on: false, deep: { key: [2] } }), {
    on: false,
    deep: { key: [2] },
  })
  deepEqual(editedOnly({}, { name: 'a' }), { name: 'a' })
})
