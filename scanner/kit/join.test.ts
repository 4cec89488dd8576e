import { deepEqual, equal, throws } from 'node:assert/strict'
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
  deepEqual(
    index.where(({ name }) => name !== 'a').map(({ uid }) => uid),
    ['u/b'],
  )
})

test('what was not read throws when it is touched, and only then', () => {
  const index = indexOf([record('a'), record('b', { size: unread('AccessDenied') })], join)
  equal(index.get('a')?.uid, 'u/a')
  throws(() => index.get('b'), JoinUnread)
  throws(() => index.where(() => true), JoinUnread)
})

test('what was not read of records that a judge leaves out does not matter', () => {
  const index = indexOf([record('a'), record('b', { size: unread('AccessDenied') })], join)
  equal(index.where(({ name }) => name === 'a').length, 1)
})

test('in a list that was not read whole, "not there" is no answer', () => {
  const index = indexOf([record('a')], join, unread('Throttling'))
  equal(index.get('a')?.uid, 'u/a')
  throws(() => index.get('c'), JoinUnread)
  throws(() => index.where(({ name }) => name === 'a'), JoinUnread)
})
