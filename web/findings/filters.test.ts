import { deepEqual, equal } from 'node:assert/strict'
import { test } from 'node:test'
import { completions, parsed } from './completion.ts'
import { filterOf, setFilters, toggledFilter, valuesSet, without, withoutAll } from './filters.ts'

const service = filterOf('service')
const muted = filterOf('muted')

test('a value is added to a filter and taken away, however the filter was spelled', () => {
  if (!service || !muted) throw new Error('Both are filters.')
  const view = { 'filter[service]': 's3' }
  deepEqual(toggledFilter(view, service, 'iam'), {
    'filter[service]': undefined,
    'filter[service__in]': 's3,iam',
  })
  deepEqual(toggledFilter(view, service, 's3'), {
    'filter[service]': undefined,
    'filter[service__in]': undefined,
  })
  deepEqual(toggledFilter({}, muted, 'true'), { 'filter[muted]': 'true' })
  deepEqual(toggledFilter({ 'filter[muted]': 'true' }, muted, 'true'), {
    'filter[muted]': undefined,
  })
})

test('what is set is read off the address, each value to be taken away by itself', () => {
  const view = { 'filter[region__in]': 'a,b', 'filter[search]': 'x,y', sort: 'severity' }
  const [regions, search] = setFilters(view)
  deepEqual(regions?.values, ['a', 'b'])
  deepEqual(search?.values, ['x,y'], 'words are one value')
  deepEqual(valuesSet(view, 'region'), ['a', 'b'])
  if (!regions) throw new Error('It is set.')
  deepEqual(without(regions, 'a'), { 'filter[region__in]': 'b' })
  deepEqual(Object.keys(withoutAll(view)), ['filter[region__in]', 'filter[search]'])
})

test('what is typed is a filter as the API has it, or words to search for', () => {
  deepEqual(parsed('service:s3', {}), {
    'filter[service]': undefined,
    'filter[service__in]': 's3',
  })
  equal(parsed('severity:CRITICAL, high', {})?.['filter[severity__in]'], 'critical,high')
  equal(
    parsed('status:fail', { 'filter[status]': 'MANUAL' })?.['filter[status__in]'],
    'MANUAL,FAIL',
  )
  deepEqual(parsed('resource_name~logs', {}), { 'filter[resource_name__icontains]': 'logs' })
  deepEqual(parsed('public bucket', {}), { 'filter[search]': 'public bucket' })
  deepEqual(parsed('arn:aws:s3:::x', {}), { 'filter[search]': 'arn:aws:s3:::x' })
  equal(parsed('service:', {}), undefined)
  equal(parsed('  ', {}), undefined)
})

test('names are completed first, then values with how many findings have them', () => {
  const known = { service: { s3: 12, iam: 1_300 } }
  equal(completions('', {}, known)[0]?.label, 'status:')
  const names = completions('serv', {}, known)
  equal(names.at(-1)?.text, 'service:')
  deepEqual(
    completions('service:', {}, known).map(({ label, note }) => [label, note]),
    [
      ['service:s3', '12'],
      ['service:iam', '1,300'],
    ],
  )
  const value = completions('s3', {}, known)
  deepEqual(value[0]?.changes, { 'filter[search]': 's3' })
  equal(value[1]?.changes?.['filter[service__in]'], 's3')
})
