import { deepEqual, equal } from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { completions } from './completion.ts'
import {
  filterOf,
  setFilters,
  titleOf,
  toggledFilter,
  valuesSet,
  without,
  withoutAll,
} from './filters.ts'

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

test('the last part of the text is completed: names first, then values with how many findings have them', () => {
  const known = { service: { s3: 12, iam: 1_300 }, provider: { 'id-1': undefined } }
  const rows = {
    nameOf: (name: string, value: string): string => (name === 'provider' ? 'Demo AWS' : value),
    idsOf: () => ['id-1'],
    uidOf: () => undefined,
  }
  const textOf = (text: string, label: string): string | undefined =>
    completions(text, known, rows).find((one) => one.label === label)?.text
  equal(completions('', known)[0]?.label, 'status:')
  equal(completions('serv', known).at(-1)?.text, 'service:')
  deepEqual(
    completions('service:', known).map(({ label, note }) => [label, note]),
    [
      ['service:s3', '12'],
      ['service:iam', '1,300'],
    ],
  )
  deepEqual(
    completions('s3', known).map(({ label, text }) => [label, text]),
    [
      ['“s3”', 's3'],
      ['service:s3', 'service:s3'],
    ],
  )
  equal(completions('severity:critical ', known)[0]?.text, 'severity:critical status:')
  equal(textOf('severity:critical service:i', 'service:iam'), 'severity:critical service:iam')
  equal(textOf('public serv', 'service:'), 'public service:')
  equal(textOf('service:s3,i', 'service:s3,iam'), 'service:s3,iam')
  equal(textOf('account:de', 'account:Demo AWS'), 'account:"Demo AWS"')
  equal(textOf('-sev', '-severity:'), '-severity:')
  equal(textOf('-severity:l', '-severity:low'), '-severity:low')
  deepEqual(completions('-service:', known), [])
  equal(textOf('foo:bar', '“foo:bar”'), '"foo:bar"')
  equal(textOf('resource:my', 'resource_name~my'), 'resource_name~my')
})

test('each filter that the API accepts for findings has a title', () => {
  const contract = JSON.parse(
    readFileSync(new URL('../../contract/openapi.json', import.meta.url), 'utf8'),
  )
  const parameters: readonly { readonly name: string }[] =
    contract.paths['/findings'].get.parameters
  const names = setFilters(Object.fromEntries(parameters.map(({ name }) => [name, 'x'])))
  equal(names.length > 40, true)
  deepEqual(
    names.filter(({ name }) => titleOf(name) === name).map(({ name }) => name),
    [],
  )
})
