import { deepEqual, equal, ok, throws } from 'node:assert/strict'
import { test } from 'node:test'
import {
  boolean,
  by,
  email,
  nullable,
  orWords,
  parseQuery,
  resource,
  text,
  writeOnly,
} from './index.ts'
import { findings, problemsOf, scans, services, someId } from './testing/world.ts'

const read = (search: string) => parseQuery(findings, search)
const wrong = (search: string) => problemsOf(() => read(search))

test('a query that asks for nothing gets the first page in the default order', () => {
  const query = read('')
  deepEqual(query.filters, [])
  deepEqual(query.sort, [{ key: 'inserted_at', descending: true }])
  deepEqual(query.page, { number: 1, size: 10 })
  deepEqual(query.include, [])
  equal(query.fields.size, 0)
})

const filters: readonly (readonly [search: string, filter: unknown])[] = [
  ['filter[status]=FAIL', { name: 'status', op: 'eq', value: 'FAIL' }],
  ['filter%5Bstatus%5D=FAIL', { name: 'status', op: 'eq', value: 'FAIL' }],
  ['filter[status__in]=FAIL,PASS', { name: 'status', op: 'in', value: ['FAIL', 'PASS'] }],
  ['filter[uid__icontains]=a+b%2Cc', { name: 'uid', op: 'icontains', value: 'a b,c' }],
  ['filter[uid__iexact]=', { name: 'uid', op: 'iexact', value: '' }],
  ['filter[uid__startswith]=x=y', { name: 'uid', op: 'startswith', value: 'x=y' }],
  ['filter[delta__isnull]=true', { name: 'delta', op: 'isnull', value: true }],
  ['filter[delta]=new', { name: 'delta', op: 'eq', value: 'new' }],
  ['filter[muted]=False', { name: 'muted', op: 'eq', value: false }],
  ['filter[categories__in]=a,b', { name: 'categories', op: 'in', value: ['a', 'b'] }],
  [`filter[resources]=${someId}`, { name: 'resources', op: 'in', value: [someId] }],
  [`filter[scan]=${someId.toUpperCase()}`, { name: 'scan', op: 'eq', value: someId }],
  ['filter[provider_type]=aws', { name: 'provider_type', op: 'eq', value: 'aws' }],
  ['filter[count__gte]=-3', { name: 'count', op: 'gte', value: -3 }],
]
for (const [search, filter] of filters) {
  test(`${search} is one filter`, () => deepEqual(read(search).filters, [filter]))
}

test('a word beside the values of a filter stands for another filter, or for none', () => {
  const muted = orWords(by(boolean, 'eq'), {
    include: null,
    only: { name: 'muted', op: 'eq', value: true },
  })
  const items = resource('items', { attributes: {}, filters: { muted } })
  const filtersOf = (search: string) => parseQuery(items, search).filters
  deepEqual(filtersOf('filter[muted]=include'), [])
  deepEqual(filtersOf('filter[muted]=only'), [{ name: 'muted', op: 'eq', value: true }])
  deepEqual(filtersOf('filter[muted]=false'), [{ name: 'muted', op: 'eq', value: false }])
  for (const other of ['includes', 'Include', '', 'constructor', '__proto__'])
    deepEqual(
      problemsOf(() => filtersOf(`filter[muted]=${other}`)),
      ['400 invalid filter[muted]'],
      other,
    )
  equal(parseQuery(items, 'filter[muted]=include').repeated.get('filter[muted]'), 'include')
})

test('a date in a filter is the whole UTC day, a timestamp one millisecond', () => {
  const [day] = read('filter[inserted_at]=2026-02-28').filters
  const [named] = read('filter[inserted_at__date]=2026-02-28').filters
  deepEqual(day, named)
  deepEqual(day, {
    name: 'inserted_at',
    op: 'on',
    value: {
      kind: 'date',
      text: '2026-02-28',
      from: '2026-02-28T00:00:00.000Z',
      until: '2026-03-01T00:00:00.000Z',
    },
  })
  const [moment] = read('filter[inserted_at__gte]=2026-02-28T10:00:00.1239%2B02:00').filters
  deepEqual(moment, {
    name: 'inserted_at',
    op: 'gte',
    value: {
      kind: 'timestamp',
      text: '2026-02-28T10:00:00.1239+02:00',
      from: '2026-02-28T08:00:00.123Z',
      until: '2026-02-28T08:00:00.124Z',
    },
  })
})

test('a zone whose plus sign nobody encoded is understood', () => {
  const [plain] = read('filter[inserted_at__lte]=2026-02-28T10:00:00+02:00').filters
  const [encoded] = read('filter[inserted_at__lte]=2026-02-28T10:00:00%2B02:00').filters
  deepEqual(plain, encoded)
})

test('sorting goes both ways over several keys', () => {
  deepEqual(read('sort=-status,inserted_at').sort, [
    { key: 'status', descending: true },
    { key: 'inserted_at', descending: false },
  ])
  deepEqual(parseQuery(scans, '').sort, [
    { key: 'name', descending: true },
    { key: 'progress', descending: false },
  ])
})

test('including something far away includes what lies on the way, the nearer first', () => {
  deepEqual(read('include=scan.provider,resources').include, ['scan', 'scan.provider', 'resources'])
})

test('sparse fieldsets name attributes and relationships of any type in the document', () => {
  const { fields } = read('fields[findings]=status,scan,url&fields[scans]=state&fields[providers]=')
  deepEqual([...(fields.get('findings') ?? [])], ['status', 'scan', 'url'])
  deepEqual([...(fields.get('scans') ?? [])], ['state'])
  equal(fields.get('providers')?.size, 0)
})

test('a page size beyond the limit is clamped to it', () => {
  equal(read('page[size]=1000').page.size, 100)
  equal(read(`page[size]=${'9'.repeat(99)}`).page.size, 100)
  deepEqual(read('page[size]=7&page[number]=3').page, { number: 3, size: 7 })
})

test('dotted lookups are accepted where the resource says so', () => {
  const dotted = parseQuery(scans, 'filter[name.in]=a,b').filters
  deepEqual(dotted, parseQuery(scans, 'filter[name__in]=a,b').filters)
  deepEqual(wrong('filter[status.in]=PASS'), ['400 unknown filter[status.in]'])
})

test('further parameters are read by their fields, and secret ones are not repeated in links', () => {
  const extra = { 'page[disable]': boolean, access_token: writeOnly(text) }
  const query = parseQuery(findings, 'page[disable]=true&access_token=t0p&sort=status', { extra })
  equal(query.extra['page[disable]'], true)
  equal(query.extra.access_token, 't0p')
  deepEqual([...query.repeated.keys()], ['page[disable]', 'sort'])
})

const refused: readonly (readonly [search: string, ...problems: string[]])[] = [
  ['filter[colour]=red', '400 unknown filter[colour]'],
  ['filter[status__gte]=PASS', '400 unknown filter[status__gte]'],
  ['filter[__proto__]=1', '400 unknown filter[__proto__]'],
  ['filter[constructor]=1', '400 unknown filter[constructor]'],
  ['filter[]=1', '400 unknown filter[]'],
  ['filter=1', '400 unknown filter'],
  ['filter[status]', '400 invalid_choice filter[status]'],
  ['filter[status]=pass', '400 invalid_choice filter[status]'],
  ['filter[status__in]=PASS,', '400 invalid_choice filter[status__in]'],
  ['filter[scan]=42', '400 invalid filter[scan]'],
  ['filter[count__gte]=99999999999', '400 out_of_range filter[count__gte]'],
  ['filter[count__gte]=1e3', '400 invalid filter[count__gte]'],
  ['filter[inserted_at]=2026-02-29', '400 invalid filter[inserted_at]'],
  ['filter[inserted_at]=275760-01-01', '400 invalid filter[inserted_at]'],
  ['filter[inserted_at__date]=2026-01-01T00:00:00Z', '400 invalid filter[inserted_at__date]'],
  ['filter[muted]=1', '400 invalid filter[muted]'],
  ['filter[status]=PASS&filter[status]=FAIL', '400 duplicate filter[status]'],
  ['filter[status]=PASS&filter%5bstatus%5d=FAIL', '400 duplicate filter[status]'],
  ['filter[search]=%00', '400 invalid filter[search]'],
  ['filter[search]=%ff', '400 invalid filter[search]'],
  ['filter[search]=%ED%A0%80', '400 invalid filter[search]'],
  ['filter[search]=50%', '400 invalid filter[search]'],
  ['sort=colour', '400 unknown sort'],
  ['sort=', '400 unknown sort'],
  ['sort=--status', '400 unknown sort'],
  ['sort=status,-status', '400 duplicate sort'],
  ['sort=__proto__', '400 unknown sort'],
  ['include=owner', '400 unknown include'],
  ['include=scan.provider.secret', '400 unknown include'],
  ['include=', '400 unknown include'],
  ['fields[findings]=colour', '400 unknown fields[findings]'],
  ['fields[findings]=internal_note', '400 unknown fields[findings]'],
  ['fields[users]=name', '400 unknown fields[users]'],
  ['fields[scans]=__proto__', '400 unknown fields[scans]'],
  ['page[size]=0', '400 invalid page[size]'],
  ['page[size]=ten', '400 invalid page[size]'],
  ['page[size]=-1', '400 invalid page[size]'],
  ['page[offset]=1', '400 unknown page[offset]'],
  ['page[number]=0', '404 not_found'],
  ['page[number]=-1', '404 not_found'],
  ['page[number]=99999999999999999999', '404 not_found'],
  ['limit=3', '400 unknown limit'],
  ['access_token=abc', '400 unknown access_token'],
  ['sort=x&limit=3&filter[y]=1', '400 unknown sort', '400 unknown limit', '400 unknown filter[y]'],
]
for (const [search, ...problems] of refused) {
  test(`${search} is refused and named`, () => deepEqual(wrong(search), problems))
}

test('a query has at most 20 filters, and a list in one at most 1,000 values', () => {
  const values = (count: number) => `filter[categories__in]=${Array(count).fill('a').join()}`
  deepEqual(wrong(values(1_000)), [])
  deepEqual(wrong(values(1_001)), ['400 too_many filter[categories__in]'])
  const names = Array.from({ length: 21 }, (_, index) => `tag_${index}`)
  const tags = Object.fromEntries(names.map((name) => [name, by(text, 'eq')]))
  const wide = resource('wide', { attributes: {}, filters: tags })
  const search = (count: number) => names.slice(0, count).map((name) => `filter[${name}]=a`)
  equal(parseQuery(wide, search(20).join('&')).filters.length, 20)
  const problems = problemsOf(() => parseQuery(wide, search(21).join('&')))
  deepEqual(problems, ['400 too_many filter[tag_20]'])
})

test('one row takes fields and include, and nothing that belongs to a list', () => {
  const one = (search: string) => problemsOf(() => parseQuery(findings, search, { list: false }))
  deepEqual(one('fields[findings]=status&include=scan'), [])
  deepEqual(one('filter[status]=PASS&sort=status&page[size]=1'), [
    '400 unknown filter[status]',
    '400 unknown sort',
    '400 unknown page[size]',
  ])
})

test('field names of an included type are checked when its resource is known', () => {
  const known = (search: string) =>
    problemsOf(() => parseQuery(findings, search, { resources: [scans] }))
  deepEqual(known('fields[scans]=name,provider'), [])
  deepEqual(known('fields[scans]=colour'), ['400 unknown fields[scans]'])
})

test('a hundred thousand parameters are refused as one problem', () => {
  deepEqual(wrong('a=1&'.repeat(100_000)), ['400 invalid'])
})

test('a name that is repeated to the client is short and printable', () => {
  try {
    read(`${'x'.repeat(5_000)}%0A=1`)
    ok(false)
  } catch (error) {
    ok(error instanceof Error && error.message.length < 200 && !error.message.includes('\n'))
  }
})

test('an unpaged list accepts page parameters that its client sends anyway', () => {
  equal(parseQuery(services, 'page[size]=1000').page.size, 100)
})

test('a number that no page has is a 404 where there are pages, and a wrong parameter where there are none', () => {
  const statusOf = (read: () => unknown): unknown => {
    try {
      return read()
    } catch (error) {
      return (
        (error as { status?: number }).status ??
        (error as { problems: { status: number }[] }).problems[0]?.status
      )
    }
  }
  const people = resource('people', { attributes: { email } })
  equal(
    statusOf(() => parseQuery(people, 'page[number]=9e99')),
    404,
  )
  equal(
    statusOf(() => parseQuery(people, 'page[number]=9e99', { paged: false })),
    400,
  )
  equal(
    statusOf(() => parseQuery(services, 'page[number]=9e99')),
    400,
  )
})

test('a filter takes text that could not be written: it is found nowhere, and no fault', () => {
  const people = resource('people', {
    attributes: { name: nullable(text({ min: 3, max: 5, pattern: /^[a-z]+$/ })), email },
    filters: { name: ['eq', 'in'], email: ['eq'] },
  })
  const { filters } = parseQuery(people, 'filter[name]=A&filter[name__in]=b,longer&filter[email]=c')
  deepEqual(
    filters.map(({ value }) => value),
    ['A', ['b', 'longer'], 'c'],
  )
})

test('what was meant as a token is not repeated, though its name was forgotten', () => {
  const token = `eyJhbGciOiJFUzI1NiJ9.${'eyJzdWIiOiJzb21lYm9keSJ9'.repeat(4)}.c2lnbmF0dXJl`
  const key = 'pk_3f9c2a71b04d.Zk3vQ0a8sJ1mXw7LrT5yHn2c'
  for (const secret of [token, key, encodeURIComponent(`Bearer ${token}`)]) {
    for (const search of [secret, `${secret}=`, `${secret}&${secret}`, `${secret}%ff`]) {
      const text = JSON.stringify(problemsOf(() => parseQuery(findings, search)))
      ok(text.length > 20)
      ok(!text.includes(secret.slice(0, 16)), text)
      throws(
        () => parseQuery(findings, search),
        (error: Error) => !error.message.includes(secret.slice(0, 16)),
      )
    }
  }
})

test('an unknown parameter that looks like one is repeated whole', () => {
  const [problem] = problemsOf(() => parseQuery(findings, 'filter[inserted_at__lasst]=2026-01-01'))
  ok(problem?.includes('filter[inserted_at__lasst]'))
})
