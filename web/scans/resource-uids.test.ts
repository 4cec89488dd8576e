import { deepEqual } from 'node:assert/strict'
import test from 'node:test'
import { uidsOf } from './resource-uids.ts'

test('resources are told one a line, and each counts once', () => {
  deepEqual(uidsOf(' arn:a \n\narn:b\narn:a\n'), ['arn:a', 'arn:b'])
  deepEqual(uidsOf(' \n'), [])
})
