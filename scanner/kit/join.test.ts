import { deepEqual, equal, throws } from 'node:assert/strict'
import { test } from 'node:test'
import type { Resource } from './record.ts'
import { type Index, indexOf, joinedPart, keyed } from './join.ts'
import { type Unread, unread, Withheld } from './unread.ts'

const record = (name: string, extra: object = {}) => ({
  uid: `u/${name}`,
  name,
  region: 'r',
  ...extra,
})
const join = { by: 'name', fields: ['size'] }
const over = (records: readonly Resource[], gap: Unread | null = null) =>
  indexOf(keyed(records, join.by), join, gap) as Index<Resource, Resource>

test('an index finds records by the field it is asked to use', () => {
  const index = over([record('a'), record('b')])
  equal(index.get('b')?.uid, 'u/b')
  equal(index.get('c'), undefined)
  deepEqual(
    index.where(({ name }) => name !== 'a').map(({ uid }) => uid),
    ['u/b'],
  )
})

test('what was not read throws when it is touched, and only then', () => {
  const index = over([record('a'), record('b', { size: unread('AccessDenied') })])
  equal(index.get('a')?.uid, 'u/a')
  throws(() => index.get('b'), Withheld)
  throws(() => index.where(() => true), Withheld)
})

test('what was not read of records that a judge leaves out does not matter', () => {
  const index = over([record('a'), record('b', { size: unread('AccessDenied') })])
  equal(index.where(({ name }) => name === 'a').length, 1)
})

test('in a list that was not read whole, "not there" is no answer', () => {
  const index = over([record('a')], unread('Throttling'))
  equal(index.get('a')?.uid, 'u/a')
  throws(() => index.get('c'), Withheld)
  throws(() => index.where(({ name }) => name === 'a'), Withheld)
})

test('of a joined record only what the joins name stays', () => {
  const whole = record('a', { size: 3, lid: 'oak', tags: { team: 'red' } })
  deepEqual(joinedPart(whole, [join]), { name: 'a', size: 3 })
  deepEqual(joinedPart(whole, [join, { by: 'lid', fields: [] }]), {
    name: 'a',
    size: 3,
    lid: 'oak',
  })
})
