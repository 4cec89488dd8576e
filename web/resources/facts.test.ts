import { deepEqual, equal } from 'node:assert/strict'
import { test } from 'node:test'
import { factsOf } from './facts.ts'

test('what a scan read is told line by line, by where it lies', () => {
  deepEqual(
    factsOf('{"name":"a","encryption":{"key":null,"on":true},"regions":["x","y"],"rules":[]}'),
    [
      { name: 'name', value: 'a' },
      { name: 'encryption.key', value: 'none' },
      { name: 'encryption.on', value: 'true' },
      { name: 'regions', value: 'x, y' },
      { name: 'rules', value: 'none' },
    ],
  )
  deepEqual(factsOf('{"rules":[{"port":22}]}'), [{ name: 'rules.0.port', value: '22' }])
})

test('nothing, text that is no JSON and too much are told too', () => {
  deepEqual(factsOf(null), [])
  deepEqual(factsOf('{}'), [])
  deepEqual(factsOf('not json'), [{ name: 'metadata', value: 'not json' }])
  equal(
    factsOf(JSON.stringify(Object.fromEntries(Array.from({ length: 999 }, (_, at) => [at, at]))))
      .length,
    200,
  )
})
