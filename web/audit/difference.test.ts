import { deepEqual, equal } from 'node:assert/strict'
import { test } from 'node:test'
import { differences, shown } from './difference.ts'

const paths = (before: unknown, after: unknown): readonly string[] =>
  differences(before, after).map(({ kind, path }) => `${kind} ${path}`)

test('what an event changed is told member by member', () => {
  const cases: readonly [unknown, unknown, readonly string[]][] = [
    [{ name: 'a', id: 1 }, { name: 'b', id: 1 }, ['changed name']],
    [null, { name: 'a', note: null }, ['added name']],
    [{ name: 'a' }, null, ['removed name']],
    [{ a: { b: 1, c: 2 } }, { a: { b: 1, c: 3 } }, ['changed a.c']],
    [{ roles: ['x'] }, { roles: ['x', 'y'] }, ['added roles.1']],
    [{ state: { on: true } }, { state: null }, ['removed state']],
    [{ name: 'a' }, { name: 'a' }, []],
    [null, null, []],
    ['a', 'b', ['changed ']],
  ]
  for (const [before, after, expected] of cases) deepEqual(paths(before, after), expected)
})

test('values are shown as text, whatever they are', () => {
  equal(shown('a'), 'a')
  equal(shown(false), 'false')
  equal(shown({ a: [1] }), '{"a":[1]}')
  equal(shown(null), '')
})
