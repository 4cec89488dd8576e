import type { AnyResource, Filter, FilterName, Query, Row, SortName } from '@plumbline/jsonapi'
import { folded } from './fold.ts'
import type { Statements } from './port.ts'
import { all, empty, join, raw, type Sql, sql, plannedForValues } from './sql.ts'

/** One filter of a query, whatever its resource. */
interface Condition {
  readonly name: string
  readonly op: string
  readonly value: unknown
}
type Named<X extends AnyResource, K> = Extract<Filter<X>, { readonly name: K }>

/**
 * The SQL of each declared filter and sort key of a resource: an expression that the filter's value is compared with,
 * or a function for a filter that is more than a comparison.
 */
export interface Columns<X extends AnyResource> {
  readonly filters: { readonly [K in FilterName<X>]: Sql | ((filter: Named<X, K>) => Sql) }
  readonly sort: { readonly [K in SortName<X>]: Sql }
  /** The last key of every order, unique within the tenant, so that pages never overlap. */
  readonly last: Sql
}

type Others<X extends AnyResource> = Partial<Columns<X>['filters'] & Columns<X>['sort']>

/**
 * The columns of a resource whose rows SQL calls `alias`: a filter or a sort key is the column of its name, one by a
 * relationship that of its id, unless `others` has it.
 */
export function columnsOf<X extends AnyResource>(
  { filters, sortKeys, relationships }: X,
  alias: string,
  others: Others<X> = {},
): Columns<X> {
  const named = (names: readonly string[]) =>
    Object.fromEntries(
      names.map((name) => {
        const column = Object.hasOwn(relationships, name) ? `${name}_id` : name
        return [name, others[name as keyof Others<X>] ?? raw(`${alias}.${column}`)]
      }),
    )
  return {
    filters: named(Object.keys(filters)) as Columns<X>['filters'],
    sort: named(sortKeys) as Columns<X>['sort'],
    last: raw(`${alias}.id`),
  }
}

export interface Compiled {
  readonly where: Sql
  readonly order: Sql
  readonly limit: number
  readonly offset: number
}

export interface Page<R> {
  readonly rows: readonly R[]
  /** All that match, on every page. */
  readonly count: number
  /** Metadata of the whole list. */
  readonly meta?: Readonly<Record<string, unknown>>
}

const moment = (value: unknown): { from: string; until: string } | undefined =>
  typeof value === 'object' && value !== null && 'until' in value
    ? (value as { from: string; until: string })
    : undefined

/** How much of a stored text a search looks at, in characters. */
const searchedCharacters = 1_000

/** The longest folded text, in characters: normalization and a sharp s make at most six of one. */
const lastPlace = searchedCharacters * 6

/**
 * The text in any case among the first characters of the column. `ilike` compares the whole pattern at every
 * character of a text that repeats itself, 20 times slower than `strpos`. The range, which every place in
 * the text satisfies, has the planner expect few rows, as it does of `ilike`; of `> 0` it expects a third.
 * `left` counts characters, which costs more than the search does: most texts are too short to need it.
 */
const containsText = (column: Sql, value: unknown): Sql => {
  const searched = sql`case when octet_length(${column}) > ${searchedCharacters}::int
                            then left(${column}, ${searchedCharacters}::int) else ${column} end`
  return sql`strpos(${folded(searched)}, ${folded(sql`${value}::text`)})
        between 1 and ${lastPlace}::int`
}

/** One comparison. A day or a millisecond is a range, so that an index can serve it. */
export function compare(column: Sql, { op, value }: Pick<Condition, 'op' | 'value'>): Sql {
  const at = moment(value)
  switch (op) {
    case 'eq':
    case 'on':
      return at
        ? sql`(${column} >= ${at.from}::timestamptz and ${column} < ${at.until}::timestamptz)`
        : sql`${column} = ${value}`
    case 'in':
      return sql`${column} in (${join((value as readonly unknown[]).map((one) => sql`${one}`))})`
    case 'gte':
      return at ? sql`${column} >= ${at.from}::timestamptz` : sql`${column} >= ${value}`
    case 'lte':
      return at ? sql`${column} < ${at.until}::timestamptz` : sql`${column} <= ${value}`
    case 'gt':
      return at ? sql`${column} >= ${at.until}::timestamptz` : sql`${column} > ${value}`
    case 'lt':
      return at ? sql`${column} < ${at.from}::timestamptz` : sql`${column} < ${value}`
    case 'icontains':
      return containsText(column, value)
    case 'iexact':
      return sql`${folded(column)} = ${folded(sql`${value}::text`)}`
    case 'startswith':
      return sql`starts_with(${column}, ${value})`
    case 'isnull':
      return value === true ? sql`${column} is null` : sql`${column} is not null`
    default:
      throw new Error(`No comparison is named ${op}.`)
  }
}

const mostWords = 10

/** The words of a search that looks for each of them. */
export const wordsIn = (value: unknown): readonly string[] =>
  String(value).split(/\s+/).filter(Boolean).slice(0, mostWords)

/** Whether one of the columns contains the text, ignoring case and Unicode form, for `filter[search]`. */
export const contains = (value: unknown, ...columns: readonly Sql[]): Sql =>
  sql`(${join(
    columns.map((column) => compare(column, { op: 'icontains', value })),
    ' or ',
  )})`

/** A parsed query as SQL: conditions, order with a unique end, and the page. */
export function compile<X extends AnyResource>(query: Query<X>, columns: Columns<X>): Compiled {
  const where = (query.filters as readonly Condition[]).map((filter) => {
    const target = columns.filters[filter.name as FilterName<X>] as
      | Sql
      | ((filter: Condition) => Sql)
    return typeof target === 'function' ? target(filter) : compare(target, filter)
  })
  const [first] = query.sort
  const order = query.sort.map(
    ({ key, descending }) => sql`${columns.sort[key]}${raw(descending ? ' desc' : '')}`,
  )
  const last = first?.descending ? sql`${columns.last} desc` : columns.last
  return {
    where: all(where),
    order: join([...order, last]),
    limit: query.page.size,
    offset: (query.page.number - 1) * query.page.size,
  }
}

/** One page of `select … from … where …`, and the total of matching rows. Without a limit, returns all. */
export async function page<R>(
  tx: Statements,
  { select, from, where, group = empty }: { select: Sql; from: Sql; where: Sql; group?: Sql },
  { order, limit, offset }: Omit<Compiled, 'where' | 'limit'> & { limit: number | null },
): Promise<Page<R>> {
  const [rows, counted] = await Promise.all([
    // As many texts as there are filters: they would use up the names of what is prepared.
    tx.rows<R>(sql`
      ${plannedForValues}select ${select}
        from ${from}
       where ${where}
       ${group}
       order by ${order}
       limit ${limit} offset ${offset}`),
    tx.single<{ count: number }>(sql`
      ${plannedForValues}select count(*) as count from (select from ${from} where ${where} ${group}) matching`),
  ])
  return { rows, count: counted.count }
}

/**
 * The page of a resource that `query` requests, from the rows of `from` that match `where`; `whole` returns all of
 * them.
 */
export function pageOf<X extends AnyResource>(
  tx: Statements,
  query: Query<X>,
  columns: Columns<X>,
  rows: { select: Sql; from: Sql; where?: Sql; whole?: boolean },
): Promise<Page<Row<X>>> {
  const { select, from, where, whole = false } = rows
  const compiled = compile(query, columns)
  const conditions = all([...(where ? [where] : []), compiled.where])
  const limits = whole ? { ...compiled, limit: null, offset: 0 } : compiled
  return page<Row<X>>(tx, { select, from, where: conditions }, limits)
}
