import { deepEqual, equal } from 'node:assert/strict'
import { test } from 'node:test'
import {
  errorDocument,
  including,
  invalid,
  invalidParameter,
  listDocument,
  notFound,
  oneDocument,
  parseQuery,
  Problem,
  Problems,
  type Row,
  resource,
  text,
  toMany,
} from './index.ts'
import { findings, otherId, problemsOf, scans, services, someId } from './testing/world.ts'

const base = 'https://host/api/v1'
const url = `${base}/findings`
const finding: Row<typeof findings> = {
  id: someId,
  uid: 'u1',
  status: 'FAIL',
  delta: null,
  categories: ['storage'],
  muted: false,
  inserted_at: '2026-01-01T00:00:00Z',
  scan: otherId,
  task: null,
  resources: [someId, otherId],
}
const page = (search: string, count: number, rows = [finding]) =>
  listDocument(findings, { rows, count }, { query: parseQuery(findings, search), url, base })

test('a row is shown with its attributes, its links and the way to itself', () => {
  deepEqual(JSON.parse(JSON.stringify(page('', 1))), {
    links: {
      first: `${url}?page%5Bnumber%5D=1`,
      last: `${url}?page%5Bnumber%5D=1`,
      next: null,
      prev: null,
    },
    data: [
      {
        type: 'findings',
        id: someId,
        attributes: {
          uid: 'u1',
          status: 'FAIL',
          delta: null,
          categories: ['storage'],
          muted: false,
          inserted_at: '2026-01-01T00:00:00Z',
        },
        relationships: {
          scan: { data: { type: 'scans', id: otherId } },
          task: { data: null },
          resources: {
            data: [
              { type: 'resources', id: someId },
              { type: 'resources', id: otherId },
            ],
            meta: { count: 2 },
          },
        },
        links: { self: `${url}/${someId}` },
      },
    ],
    meta: { pagination: { page: 1, pages: 1, count: 1 }, version: 'v1' },
  })
})

test('only declared attributes are shown, even if a row has others', () => {
  const row = { ...finding, password_hash: 'x', internal_note: 'y', muted_reason: 'z' }
  const text = JSON.stringify(page('', 1, [row]))
  deepEqual(
    [text.includes('password_hash'), text.includes('internal_note'), text.includes('muted_reason')],
    [false, false, true],
  )
})

test('a relationship that a row leaves out is not shown', () => {
  const { scan: _, ...row } = finding
  const [item] = page('', 1, [row]).data
  deepEqual(Object.keys(item?.relationships ?? {}), ['task', 'resources'])
})

test('a fieldset restricts attributes and relationships, of included types too', () => {
  const query = parseQuery(findings, 'fields[findings]=status,scan&fields[scans]=progress')
  const scan = { id: otherId, name: null, progress: 7, provider: someId }
  const included = [including(scans, [scan])]
  const document = oneDocument(findings, finding, { query, url, base, included })
  deepEqual(document, {
    data: {
      type: 'findings',
      id: someId,
      attributes: { status: 'FAIL' },
      relationships: { scan: { data: { type: 'scans', id: otherId } } },
      links: { self: `${url}/${someId}` },
    },
    included: [
      {
        type: 'scans',
        id: otherId,
        attributes: { progress: 7 },
        links: { self: `${base}/scans/${otherId}` },
      },
    ],
    meta: { version: 'v1' },
  })
})

test('nothing is in a document twice', () => {
  const query = parseQuery(findings, 'include=scan')
  const scan = { id: otherId, name: 'a', progress: 7 }
  const included = [
    including(scans, [scan, scan]),
    including(scans, [scan, { ...scan, id: someId }]),
    including(findings, [finding]),
  ]
  const document = oneDocument(findings, finding, { query, url, base, included })
  deepEqual(
    document.included?.map(({ type, id }) => [type, id]),
    [
      ['scans', otherId],
      ['scans', someId],
    ],
  )
})

test('links to other pages repeat the question and change the page', () => {
  const { links, meta } = page('filter[status]=FAIL&sort=-status&page[size]=10&page[number]=2', 35)
  const at = (number: number) =>
    `${url}?filter%5Bstatus%5D=FAIL&sort=-status&page%5Bsize%5D=10&page%5Bnumber%5D=${number}`
  deepEqual(links, { first: at(1), last: at(4), next: at(3), prev: at(1) })
  deepEqual(meta.pagination, { page: 2, pages: 4, count: 35 })
  const last = page('page[number]=4', 35)
  deepEqual([last.links?.next, page('', 35).links?.prev], [null, null])
})

test('a link can be followed: it parses to the same question', () => {
  const search = 'filter[uid__icontains]=a%26b+%2B%20%E2%82%AC&fields[findings]=status&sort=status'
  const next = new URL(page(search, 100).links?.next ?? '')
  const query = parseQuery(findings, search)
  deepEqual(parseQuery(findings, next.search), {
    ...query,
    page: { number: 2, size: 10 },
  })
})

test('a page past the last is not found, the first page of nothing is empty', () => {
  deepEqual(
    problemsOf(() => page('page[number]=5', 40, [])),
    ['404 not_found'],
  )
  deepEqual(
    problemsOf(() => page('page[number]=2', 0, [])),
    ['404 not_found'],
  )
  const empty = page('', 0, [])
  deepEqual([empty.data, empty.meta.pagination], [[], { page: 1, pages: 1, count: 0 }])
})

test('a list without pages has no page links, whether always or for once', () => {
  const rows = [{ id: 's3', total: 3 }]
  const query = parseQuery(services, '')
  deepEqual(listDocument(services, { rows, count: 1 }, { query, url, base }), {
    data: [{ type: 'services-overview', id: 's3', attributes: { total: 3 } }],
    meta: { version: 'v1' },
  })
  const shown = { query: parseQuery(findings, ''), url, base, paged: false }
  const document = listDocument(findings, { rows: [finding], count: 200 }, shown)
  deepEqual([document.links, document.meta], [undefined, { version: 'v1' }])
})

test('an id that is not a UUID is escaped in its link', () => {
  const groups = resource('finding-groups', { attributes: {}, id: text, self: '/finding-groups' })
  const row = { id: 'a/b?c' }
  const document = oneDocument(groups, row, { query: parseQuery(groups, ''), url, base })
  equal(document.data.links?.self, `${base}/finding-groups/a%2Fb%3Fc`)
})

test('identifiers may carry a meta of their own', () => {
  const memberships = toMany('memberships', { meta: true })
  const users = resource('users', { attributes: { name: text }, relationships: { memberships } })
  const row = { id: someId, name: 'A', memberships: [{ id: otherId, meta: { active: true } }] }
  const document = oneDocument(users, row, { query: parseQuery(users, ''), url, base })
  deepEqual(document.data.relationships, {
    memberships: {
      data: [{ type: 'memberships', id: otherId, meta: { active: true } }],
      meta: { count: 1 },
    },
  })
})

test('the same type in another shape shows what the first does not', () => {
  const keys = resource('api-keys', { attributes: { name: text } })
  const created = keys.with({ attributes: { api_key: text } })
  const row = { id: someId, name: 'ci', api_key: 'pk_1' }
  const show = (shape: typeof keys) =>
    oneDocument(shape, row, { query: parseQuery(shape, ''), url, base }).data.attributes
  deepEqual([show(keys), show(created)], [{ name: 'ci' }, { name: 'ci', api_key: 'pk_1' }])
})

test('problems are always a list, each with a status, a code, a sentence and a place', () => {
  const one = new Problem(403, 'task_protected', 'No.', { meta: { task: 'a' } })
  deepEqual(errorDocument(one), {
    errors: [{ status: '403', code: 'task_protected', detail: 'No.', meta: { task: 'a' } }],
    meta: { version: 'v1' },
  })
  const two = new Problems([
    invalid('/data', 'Wrong.'),
    invalidParameter('sort', 'Odd.', 'unknown'),
  ])
  deepEqual(errorDocument(two).errors, [
    { status: '400', code: 'invalid', detail: 'Wrong.', source: { pointer: '/data' } },
    { status: '400', code: 'unknown', detail: 'Odd.', source: { parameter: 'sort' } },
  ])
})

test('several problems have one status: theirs, or a general one', () => {
  const status = (...statuses: number[]) =>
    new Problems(statuses.map((value) => new Problem(value, 'a', 'A.'))).status
  deepEqual([status(409, 409), status(400, 409), status(404, 503)], [409, 400, 500])
  equal(notFound().status, 404)
})

test('a document names at most 10,000 linked rows, and says how many there are', () => {
  const resources = Array.from({ length: 6_000 }, (_, at) => `r${at}`)
  const many = { ...finding, resources }
  const { data, meta } = page('', 3, [many, many, finding])
  const linked = data.map(({ relationships }) => {
    const link = relationships?.['resources'] as { data: unknown[]; meta: { count: number } }
    return [link.data.length, link.meta.count]
  })
  deepEqual(linked, [
    [6_000, 6_000],
    [4_000, 6_000],
    [0, 2],
  ])
  equal('included_truncated' in meta, false)
})

test('a row that knows only some of what it links to says how many there are', () => {
  const groups = resource('groups', {
    attributes: { name: text },
    relationships: { members: toMany('users', { counted: true }) },
  })
  const row = { id: 'g', name: 'All', members: { ids: ['a', 'b'], count: 40 } }
  const query = parseQuery(groups, '', { list: false })
  const { data } = oneDocument(groups, row, { query, url, base })
  deepEqual(data.relationships, {
    members: {
      data: [
        { type: 'users', id: 'a' },
        { type: 'users', id: 'b' },
      ],
      meta: { count: 40 },
    },
  })
})

test('a list without pages ends after 2,000 rows, and says that there are more', () => {
  const lines = resource('lines', { id: text, attributes: { name: text }, unpaged: true })
  const listed = (rows: number, count = rows) => {
    const some = Array.from({ length: rows }, (_, at) => ({ id: `${at}`, name: 'a line' }))
    const query = parseQuery(lines, '')
    const { data, meta } = listDocument(lines, { rows: some, count }, { query, url, base })
    return [data.length, meta]
  }
  deepEqual(listed(2_000), [2_000, { version: 'v1' }])
  deepEqual(listed(2_001), [2_000, { data_truncated: true, version: 'v1' }])
  deepEqual(listed(500, 900), [500, { data_truncated: true, version: 'v1' }])
})
