import { equal, throws } from 'node:assert/strict'
import { test } from 'node:test'
import { indexOf, JoinUnread } from './join.ts'
import { unread } from './unread.ts'

const record = (name: string, extra: object = {}) => ({
  uid: `u/${name}`,
  name,
  region: 'r',
  ...extra,
})
const join = { by: 'name', fields: ['size'] }

test('an index finds records by the field it is asked to use', () => {
  const index = indexOf([record('a'), record('b')], join)
  equal(index.get('b')?.uid, 'u/b')
  equal(index.get('c'), undefined)
  equal(index.all().length, 2)
})

test('what was not read throws when it is touched, and only then', () => {
  const index = indexOf([record('a'), record('b', { size: unread('AccessDenied') })], join)
  equal(index.get('a')?.uid, 'u/a')
  throws(() => index.get('b'), JoinUnread)
  throws(() => index.all(), JoinUnread)
})

test('in a list that was not read whole, "not there" is no answer', () => {
  const index = indexOf([record('a')], join, unread('Throttling'))
  equal(index.get('a')?.uid, 'u/a')
  throws(() => index.get('c'), JoinUnread)
  throws(() => index.all(), JoinUnread)
})
