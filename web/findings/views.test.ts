import { deepEqual, equal } from 'node:assert/strict'
import { test } from 'node:test'
import { actionable, groupQuery, isBare, readyViewOf, sentence, shownCounts } from './views.ts'

test('an address without filters gets the view for every day; one that says anything keeps it', () => {
  equal(isBare({}), true)
  equal(isBare({ open: '1', tab: 'fix' }), true)
  equal(isBare({ group: 'none' }), false)
  equal(isBare({ 'filter[muted]': 'true' }), false)
})

test('a view is recognized by its filters, whatever else is in the address', () => {
  equal(readyViewOf({ ...actionable, group: 'none', sort: 'status' })?.title, 'Actionable')
  equal(readyViewOf({ ...actionable, 'filter[service__in]': 's3' }), undefined)
  equal(readyViewOf({}), undefined)
})

test('groups are asked for by what their findings are', () => {
  deepEqual(groupQuery({ ...actionable, 'filter[severity]': 'high', sort: 'check_id' }), {
    sort: 'check_id',
    'filter[finding_status__in]': 'FAIL,MANUAL',
    'filter[finding_muted]': 'false',
    'filter[impact]': 'high',
  })
  equal(groupQuery({ 'filter[service]': 's3' })['filter[include_muted]'], true)
})

test('a group counts the findings that the view shows', () => {
  const group = {
    pass_count: 5,
    fail_count: 3,
    manual_count: 1,
    pass_muted_count: 2,
    fail_muted_count: 4,
    manual_muted_count: 0,
  }
  deepEqual(shownCounts(group, actionable), { FAIL: 3, MANUAL: 1, PASS: 0 })
  deepEqual(shownCounts(group, {}), { FAIL: 7, MANUAL: 1, PASS: 7 })
  deepEqual(shownCounts(group, { 'filter[muted]': 'true' }), { FAIL: 4, MANUAL: 0, PASS: 2 })
})

test('a view is a sentence', () => {
  equal(sentence({}), 'All findings')
  equal(sentence(actionable), 'FAIL or MANUAL, not muted')
  equal(
    sentence({ 'filter[service__in]': 's3,iam', 'filter[search]': 'root' }),
    'service s3 or iam, with “root”',
  )
  equal(
    sentence({ 'filter[scan__in]': 'a,b' }, () => 'unknown'),
    'scan unknown',
  )
  equal(sentence({ 'filter[resource_name__icontains]': 'logs' }), 'resource name containing “logs”')
})
