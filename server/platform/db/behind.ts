/** Reading a list to its end, a batch a statement: each begins behind the last row of the one before. */
import { all, join, raw, type Sql, sql } from './sql.ts'

/** One key of an order. The last of them is unique. None is ever null. */
export interface Key {
  readonly column: Sql
  readonly descending: boolean
  readonly type: 'int' | 'text' | 'timestamptz' | 'uuid'
}

/** The order itself. */
export const orderBy = (keys: readonly Key[]): Sql =>
  join(keys.map(({ column, descending }) => (descending ? sql`${column} desc` : column)))

/** The position of a row in the order, for `behind`: with full precision, unlike timestamps on the wire. */
export const placeOf = (keys: readonly Key[]): Sql =>
  sql`array[${join(keys.map(({ column }) => sql`(${column})::text`))}]`

const valueOf = ({ type }: Key, value: string | undefined): Sql =>
  sql`${value}::text${raw(`::${type}`)}`

/** One row comparison if all keys have the same direction, which an index of that order serves. */
function rowsBehind(keys: readonly Key[], place: readonly string[]): Sql {
  const values = keys.map((key, at) => valueOf(key, place[at]))
  const sign = raw(keys[0]?.descending ? '<' : '>')
  return sql`(${join(keys.map(({ column }) => column))}) ${sign} (${join(values)})`
}

/** The condition of the rows that come behind a place. */
export function behind(keys: readonly Key[], place: readonly string[]): Sql {
  const [first, ...rest] = keys
  if (!first) return raw('false')
  if (keys.every(({ descending }) => descending === first.descending))
    return rowsBehind(keys, place)
  const value = valueOf(first, place[0])
  const [after, from] = first.descending ? [raw('<'), raw('<=')] : [raw('>'), raw('>=')]
  const { column } = first
  return all([
    sql`${column} ${from} ${value}`,
    sql`(${column} ${after} ${value} or ${behind(rest, place.slice(1))})`,
  ])
}
