import { deepEqual, equal } from 'node:assert/strict'
import { test } from 'node:test'
import { search } from '../api/query.ts'
import { merged, parseView, queryOf, toggled, valuesOf } from './view.ts'

test('an address becomes a view and the same address again', () => {
  for (const text of [
    '?filter[status__in]=FAIL%2CMANUAL&sort=-severity&group=check',
    '?filter[search]=a%26b%3Dc%20%E2%9C%93',
    '',
  ])
    equal(search(parseView(text)), text)
})

test('the API is asked with filters and sort, and never with what is the app’s own', () => {
  const view = parseView('?filter[status]=FAIL&sort=severity&group=check&open=1')
  deepEqual(queryOf(view), { 'filter[status]': 'FAIL', sort: 'severity' })
})

test('a filter that is set to nothing is taken away', () => {
  deepEqual(merged({ a: '1', b: '2' }, { a: '', c: '3' }), { b: '2', c: '3' })
  deepEqual(merged({ a: '1' }, { a: undefined }), {})
})

test('values of an `in` filter are added and taken away', () => {
  deepEqual(valuesOf({ 'filter[a__in]': 'x,y' }, 'filter[a__in]'), ['x', 'y'])
  equal(toggled(['x', 'y'], 'y'), 'x')
  equal(toggled(['x'], 'y'), 'x,y')
  equal(toggled(['x'], 'x'), '')
})
