import { equal, notEqual, ok } from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import { roleName } from './role-names.ts'

test('names as people choose them stay as they are', () => {
  for (const name of [
    'cluster-admin',
    'system:controller:job-controller',
    'a b',
    'Ä',
    'x'.repeat(253),
  ])
    equal(roleName(name), name)
})

test('any name becomes one that a uid can hold', () => {
  equal(roleName('a\u0000b'), 'a%00b')
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 600 }), (name) => {
      const given = roleName(name)
      ok(given.length <= 253 && given.isWellFormed() && !/\p{Cc}/u.test(given))
    }),
  )
})

test('no two names become one', () => {
  notEqual(roleName('a\u0001'), roleName('a\u0002'))
  notEqual(roleName('a\u0001'), roleName('a%01'))
  const long = `${'a'.repeat(180)}\u0001`
  notEqual(roleName(`${long}${'b'.repeat(200)}`), roleName(`${long}${'c'.repeat(200)}`))
  const name = fc.string({ unit: fc.constantFrom('a', '\u0001', '%', '0', '1'), maxLength: 300 })
  fc.assert(fc.property(name, name, (a, b) => (roleName(a) === roleName(b)) === (a === b)))
})
