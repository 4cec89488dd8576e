/** Many rows or keys as one JSON parameter: one shape for both databases. */
import { raw, type Sql, sql } from '../../platform/db/index.ts'

/** U+0000 and halves of surrogate pairs, which JSON may hold and PostgreSQL refuses. */
export const clean = (text: string): string =>
  text.includes('\u0000') ? text.replaceAll('\u0000', '\ufffd').toWellFormed() : text.toWellFormed()

/** The same inside JSON: an escaped zero is one only behind an odd number of backslashes. */
export const cleanJson = (json: string): string =>
  clean(json).replace(/\\(u0000|u[dD][89a-fA-F][0-9a-fA-F]{2}|.)/g, (escape, what: string) =>
    what === 'u0000' || /^u[dD]/.test(what) ? '\\ufffd' : escape,
  )

/** Rows as `alias(columns)`. Columns are our own text: 'ukey uuid, by int'. */
export const rowTable = (rows: readonly object[], alias: string, columns: string): Sql =>
  sql`json_to_recordset(${cleanJson(JSON.stringify(rows))}::json) as ${raw(`${alias}(${columns})`)}`

/** Texts as `k(key)`. */
export const keyTable = (keys: readonly string[]): Sql =>
  sql`json_array_elements_text(${JSON.stringify(keys)}::json) as k(key)`

/**
 * Ids as an array. As `x = any(ids)` each is looked up in the index; over a joined table of the same
 * keys the planner reads all of a provider instead (18 ms for 4 rows of 20,000, PostgreSQL 15).
 */
export const idArray = (ids: readonly string[]): Sql => sql`${`{${ids.join(',')}}`}::uuid[]`
