import { deepEqual } from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import { parseQuery } from './index.ts'
import { findings, problemsOf } from './testing/world.ts'

const word = fc.string({ unit: 'grapheme', maxLength: 30 }).filter((text) => !text.includes('\0'))
const day = fc
  .date({ min: new Date('1970-01-01'), max: new Date('9998-12-30'), noInvalidDate: true })
  .map((date) => date.toISOString())

/** A filter's wire name with a text for it and what it must be read as. */
const filter = fc.oneof(
  fc.record({
    wire: fc.constant('status__in'),
    value: fc.array(fc.constantFrom('PASS', 'FAIL', 'MANUAL'), { minLength: 1, maxLength: 100 }),
  }),
  fc.record({ wire: fc.constantFrom('uid__icontains', 'uid__iexact'), value: word }),
  fc.record({ wire: fc.constant('scan'), value: fc.uuid() }),
  fc.record({
    wire: fc.constant('id__in'),
    value: fc.array(fc.uuid(), { minLength: 1, maxLength: 100 }),
  }),
  fc.record({ wire: fc.constant('muted'), value: fc.boolean() }),
  fc.record({ wire: fc.constant('count__gte'), value: fc.integer() }),
  fc.record({ wire: fc.constant('inserted_at__gte'), value: day }),
)
const plain = { noNullPrototype: true } as const
const order = fc.record(
  { key: fc.constantFrom('status', 'inserted_at'), descending: fc.boolean() },
  plain,
)
const asked = fc.record({
  filters: fc.uniqueArray(filter, { selector: ({ wire }) => wire, maxLength: 7 }),
  sort: fc.uniqueArray(order, { selector: ({ key }) => key, minLength: 1 }),
  include: fc.subarray(['scan', 'resources'], { minLength: 1 }),
  fields: fc.subarray(['uid', 'status', 'scan', 'resources'], { minLength: 1 }),
  page: fc.record(
    { number: fc.integer({ min: 1, max: 999_999_999 }), size: fc.integer({ min: 1, max: 100 }) },
    plain,
  ),
})

test('every well-formed query is read as it was meant', () => {
  fc.assert(
    fc.property(asked, fc.boolean(), ({ filters, sort, include, fields, page }, plus) => {
      const pairs = [
        ...filters.map(({ wire, value }) => [`filter[${wire}]`, String(value)]),
        ['sort', sort.map(({ key, descending }) => (descending ? `-${key}` : key)).join()],
        ['include', include.join()],
        ['fields[findings]', fields.join()],
        ['page[size]', String(page.size)],
        ['page[number]', String(page.number)],
      ]
      const encode = (text: string) =>
        plus ? new URLSearchParams([['', text]]).toString().slice(1) : encodeURIComponent(text)
      const search = pairs.map(([name = '', value = '']) => `${encode(name)}=${encode(value)}`)
      const query = parseQuery(findings, `?${search.join('&')}`)
      deepEqual(
        query.filters.map(({ value }) =>
          typeof value === 'object' && 'from' in value ? value.from : value,
        ),
        filters.map(({ value }) => value),
      )
      deepEqual(query.sort, sort)
      deepEqual(query.include, include)
      deepEqual([...(query.fields.get('findings') ?? [])], fields)
      deepEqual(query.page, page)
    }),
    { numRuns: 300 },
  )
})

const known =
  'filter[status] filter[inserted_at__gte] filter[count__gte] sort include page[size] page[number]'
const invalid = [
  'filter[__proto__]',
  'fields[findings]',
  'fields[scans]',
  '',
  '&',
  '%',
  '[',
  '\u0000',
]
const names = fc.constantFrom(...known.split(' '), ...invalid)
const noise = fc.oneof(fc.string({ unit: 'binary' }), fc.webQueryParameters(), word, names)

test('whatever comes as a query, the answer is a query or problems with a status of 400 or 404', () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(fc.oneof(names, noise), noise), { maxLength: 30 }), (pairs) => {
      const search = pairs.map(([name, value]) => `${name}=${value}`).join('&')
      for (const problem of problemsOf(() => parseQuery(findings, search))) {
        deepEqual(/^40[04] /.test(problem), true)
      }
    }),
    { numRuns: 1_000 },
  )
})
