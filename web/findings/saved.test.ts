import { equal } from 'node:assert/strict'
import { test } from 'node:test'
import { addressOf, isShown, queryText } from './saved.ts'

const view = { 'filter[status__in]': 'FAIL,MANUAL', group: 'check', open: 'abc', tab: 'fix' }

test('a view is kept without what is open in it, as the API takes it', () => {
  equal(queryText(view), 'filter[status__in]=FAIL%2CMANUAL&group=check')
  equal(/^[^\s?#]*$/.test(queryText({ 'filter[search]': 'a b?#' })), true)
  equal(queryText({ open: 'abc' }), '')
})

test('the saved view that is on the screen is known, whatever the order of its parts', () => {
  equal(isShown({ query: 'group=check&filter[status__in]=FAIL,MANUAL' }, view), true)
  equal(isShown({ query: 'group=none&filter[status__in]=FAIL,MANUAL' }, view), false)
  equal(isShown({ query: '' }, view), false)
  equal(isShown({ query: '' }, { open: 'abc' }), true)
})

test('a saved view leads to the screen with its filters', () => {
  equal(addressOf({ query: 'group=none' }), '/findings?group=none')
  equal(addressOf({ query: '' }), '/findings')
})
