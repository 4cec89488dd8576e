import { deepEqual, equal, ok, throws } from 'node:assert/strict'
import { after, test } from 'node:test'
import {
  boolean,
  by,
  integer,
  nullable,
  parseQuery,
  resource,
  text,
  timestamp,
} from '@plumbline/jsonapi'
import { freshDatabase } from '../../testing/database.ts'
import { columnsOf, compare, compile, contains, page } from './query.ts'
import { raw, sql, toStatement } from './sql.ts'

/** A resource with every kind of filter, and a handful of rows to ask. */
const birds = resource('birds', {
  attributes: {
    name: text,
    nick: nullable(text),
    eggs: integer,
    tame: boolean,
    seen_at: timestamp,
  },
  filters: {
    id: ['eq', 'in'],
    name: ['eq', 'in', 'icontains', 'iexact', 'startswith'],
    nick: ['isnull'],
    eggs: ['eq', 'gte', 'lte', 'gt', 'lt'],
    tame: ['eq'],
    seen_at: ['on', 'gte', 'lte', 'gt', 'lt'],
    laying: by(boolean, 'eq'),
  },
  sort: ['name', 'eggs', 'seen_at'],
  self: '/birds',
})

const columns = columnsOf(birds, 'b', { laying: ({ value }) => sql`(b.eggs > 0) = ${value}` })

const id = (n: number): string => `00000000-0000-7000-8000-00000000000${n}`
const rows = [
  [1, 'Robin', null, 5, true, '2026-02-27T23:59:59.999999Z'],
  [2, 'robin', 'Rob', 0, false, '2026-02-28T00:00:00Z'],
  [3, '100% owl', null, 2, false, '2026-02-28T12:00:00.123456Z'],
  [4, '100 owls', '', 2, true, '2026-02-28T12:00:00.124Z'],
  [5, 'snow_owl', 'Snow', -1, true, '2026-03-01T00:00:00Z'],
  [6, 'snow owl\\', null, 9, false, '9999-12-31T12:00:00Z'],
] as const

const { database, close } = await freshDatabase()
after(close)

async function found(search: string): Promise<{ ids: number[]; count: number }> {
  const { where, ...rest } = compile(parseQuery(birds, search), columns)
  const from = sql`(values ${rows
    .map(
      ([n, name, nick, eggs, tame, at]) =>
        sql`(${id(n)}::uuid, ${name}::text, ${nick}::text, ${eggs}::int, ${tame}::boolean, ${at}::timestamptz)`,
    )
    .reduce((all, row) => sql`${all}, ${row}`)}) b(id, name, nick, eggs, tame, seen_at)`
  const result = await database.outsideTenants((tx) =>
    page<{ id: string }>(tx, { select: sql`b.id`, from, where }, rest),
  )
  return { ids: result.rows.map((row) => Number(row.id.slice(-1))), count: result.count }
}

const answers: readonly (readonly [search: string, ids: readonly number[]])[] = [
  ['', [1, 2, 3, 4, 5, 6]],
  [`filter[id]=${id(3)}`, [3]],
  [`filter[id__in]=${id(3)},${id(5)}`, [3, 5]],
  ['filter[name]=robin', [2]],
  ['filter[name__in]=robin,Robin', [1, 2]],
  ['filter[name__iexact]=ROBIN', [1, 2]],
  ['filter[name__iexact]=r_bin', []],
  ['filter[name__icontains]=OWL', [3, 4, 5, 6]],
  ['filter[name__icontains]=0%25', [3]],
  ['filter[name__icontains]=w_o', [5]],
  ['filter[name__icontains]=%5C', [6]],
  ['filter[name__icontains]=%27%20or%20true%20--', []],
  ['filter[name__startswith]=100', [3, 4]],
  ['filter[name__startswith]=100%25', [3]],
  ['filter[nick__isnull]=true', [1, 3, 6]],
  ['filter[nick__isnull]=false', [2, 4, 5]],
  ['filter[eggs]=2', [3, 4]],
  ['filter[eggs__gte]=2', [1, 3, 4, 6]],
  ['filter[eggs__gt]=2', [1, 6]],
  ['filter[eggs__lte]=0', [2, 5]],
  ['filter[eggs__lt]=0', [5]],
  ['filter[eggs__gte]=1&filter[eggs__lte]=5', [1, 3, 4]],
  ['filter[tame]=true', [1, 4, 5]],
  ['filter[laying]=false', [2, 5]],
  ['filter[seen_at]=2026-02-28', [2, 3, 4]],
  ['filter[seen_at__date]=2026-02-28', [2, 3, 4]],
  ['filter[seen_at]=2026-02-28T12:00:00.123Z', [3]],
  ['filter[seen_at]=2026-02-28T13:00:00.123%2B01:00', [3]],
  ['filter[seen_at__gte]=2026-02-28', [2, 3, 4, 5, 6]],
  ['filter[seen_at__gt]=2026-02-28', [5, 6]],
  ['filter[seen_at__lte]=2026-02-28', [1, 2, 3, 4]],
  ['filter[seen_at__lt]=2026-02-28', [1]],
  ['filter[seen_at__gt]=2026-02-28T12:00:00.123Z', [4, 5, 6]],
  ['filter[seen_at__lte]=2026-02-28T12:00:00.123Z', [1, 2, 3]],
  ['filter[seen_at]=9999-12-31', [6]],
  ['filter[seen_at__gt]=9999-12-31', []],
  ['filter[seen_at]=9999-12-31T12:00:00Z', [6]],
  ['filter[seen_at__gte]=1970-01-01', [1, 2, 3, 4, 5, 6]],
]

for (const [search, ids] of answers) {
  test(`${search || 'no filter'} finds ${ids.join(', ') || 'nothing'}`, async () => {
    const result = await found(search)
    deepEqual(
      result.ids.toSorted((a, b) => a - b),
      ids,
    )
    equal(result.count, ids.length)
  })
}

test('every order ends in a unique key that goes the way of the first', async () => {
  deepEqual((await found('sort=eggs')).ids, [5, 2, 3, 4, 1, 6])
  deepEqual((await found('sort=-eggs')).ids, [6, 1, 4, 3, 2, 5])
  deepEqual((await found('filter[eggs]=2&sort=eggs,-seen_at')).ids, [4, 3])
})

test('pages follow each other without a gap, and the count is of all of them', async () => {
  const pages = await Promise.all(
    [1, 2, 3].map((n) => found(`sort=eggs&page[size]=4&page[number]=${n}`)),
  )
  deepEqual(
    pages.map(({ ids }) => ids),
    [[5, 2, 3, 4], [1, 6], []],
  )
  deepEqual(
    pages.map(({ count }) => count),
    [6, 6, 6],
  )
})

test('a grouped page counts its groups', async () => {
  const result = await database.outsideTenants((tx) =>
    page<{ kind: string; n: number }>(
      tx,
      {
        select: sql`kind, count(*) as n`,
        from: sql`(values ('a'), ('a'), ('b')) v(kind)`,
        where: sql`kind <> ${'c'}`,
        group: sql`group by kind`,
      },
      { order: sql`kind`, limit: 1, offset: 0 },
    ),
  )
  deepEqual(result, { rows: [{ kind: 'a', n: 2 }], count: 2 })
})

test('a comparison that nobody declared is an error of ours', () => {
  throws(() => compare(raw('a'), { op: 'regex', value: 'x' }), /No comparison is named regex/)
})

test('values of a filter are parameters', () => {
  const query = parseQuery(birds, "filter[name]=x' or 1=1&filter[eggs__gte]=3")
  const { text: where, values } = toStatement(compile(query, columns).where)
  equal(where.replaceAll(/\s+/g, ' '), 'b.name = $1 and b.eggs >= $2')
  deepEqual(values, ["x' or 1=1", 3])
})

test('the worst search term in the longest text costs little more than any other', async () => {
  const ask = (needle: string) =>
    database.outsideTenants(async (tx) => {
      const before = process.cpuUsage()
      const { count } = await tx.single<{ count: number }>(sql`
        select count(*) as count
          from (select repeat('a', 16384 + n % 2) as x from generate_series(1, 40) n) rows
         where ${contains(needle, sql`rows.x`)}`)
      const { user, system } = process.cpuUsage(before)
      equal(count, 0)
      return user + system
    })
  const cheapest = async (needle: string) =>
    Math.min(await ask(needle), await ask(needle), await ask(needle))
  const plain = await cheapest('z'.repeat(256))
  // Found only by comparing the whole needle at every character, the first of these was 60 times dearer.
  for (const worst of [
    `${'a'.repeat(255)}b`,
    `b${'a'.repeat(255)}`,
    `${'a'.repeat(128)}b${'a'.repeat(127)}`,
  ]) {
    ok((await cheapest(worst)) < 20 * plain, worst)
  }
})
