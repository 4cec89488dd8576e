/** Many rows or keys as parameters of one statement: one shape for both databases. */
import { clean, cleanJson } from '../text.ts'
import type { Statements } from './port.ts'
import { join, raw, type Sql, sql } from './sql.ts'

const quoted = (text: string): string =>
  `"${/["\\]/.test(text) ? text.replace(/["\\]/g, '\\$&') : text}"`

const unchanged = (value: unknown): unknown => value

/** How a value of a type travels by itself. */
const scalars: Readonly<Record<string, (value: never) => unknown>> = {
  text: (value: string) => clean(value),
  jsonb: (value: unknown) => cleanJson(JSON.stringify(value)),
}
/** Types whose texts need quotes inside an array. */
const isQuoted = new Set(['text', 'jsonb', 'timestamptz'])

type Cells = readonly Record<string, unknown>[]

function arrayOf(rows: Cells, name: string, type: string): string {
  const scalar = scalars[type] ?? unchanged
  const quote = isQuoted.has(type)
  const parts: string[] = []
  for (const row of rows) {
    const value = row[name] ?? null
    if (value === null) parts.push('NULL')
    else parts.push(quote ? quoted(scalar(value as never) as string) : String(value))
  }
  return `{${parts.join(',')}}`
}

/** A value that all rows share is sent once. */
function columnOf(rows: Cells, name: string, type: string): Sql {
  const one = rows[0]?.[name] ?? null
  if (rows.some((row) => (row[name] ?? null) !== one)) return unnested(rows, name, type)
  if (one === null) return raw(`null::${type} as ${name}`)
  return sql`${(scalars[type] ?? unchanged)(one as never)}::${raw(`${type} as ${name}`)}`
}

const unnested = (rows: Cells, name: string, type: string): Sql =>
  sql`unnest(${arrayOf(rows, name, type)}::${raw(`${type}[]) as ${name}`)}`

/**
 * Rows as `alias(columns)`, an array a column: a third of the time that JSON takes to write and read.
 * The arrays are unnested side by side in a list of columns; in `from`, PostgreSQL 15 would first write each into a
 * separate table. Columns are constant text, 'finding_key uuid, by int'. `jsonb` takes any value, `text` is cleaned.
 */
export function rowTable(rows: readonly object[], alias: string, columns: string): Sql {
  const [first, ...others] = columns
    .split(',')
    .map((column) => column.trim().split(' ') as [string, string])
  if (!first) throw new Error('A table has a column.')
  const cells = rows as Cells
  const table = [unnested(cells, ...first), ...others.map((other) => columnOf(cells, ...other))]
  return sql`(select ${join(table)}) as ${raw(alias)}`
}

/** Texts as `k(key)`. */
export const keyTable = (keys: readonly string[]): Sql =>
  rowTable(
    keys.map((key) => ({ key })),
    'k',
    'key text',
  )

/**
 * Ids as an array. As `x = any(ids)` each is looked up in the index; over a joined table of the same
 * keys the planner reads all of a provider instead (18 ms for 4 rows of 20,000, PostgreSQL 15).
 */
export const idArray = (ids: readonly string[]): Sql => sql`${`{${ids.join(',')}}`}::uuid[]`

/** The value of a statement that returns one row with one column. */
export async function scalar<T>(tx: Pick<Statements, 'single'>, statement: Sql): Promise<T> {
  const [value] = Object.values(await tx.single<Record<string, unknown>>(statement))
  return value as T
}
