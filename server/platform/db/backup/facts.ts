/** What a dump has to agree upon with the database that it was taken of. */
import type { Administer } from '../migrate.ts'

/** Numbers of rows, and one digest of the last hashes of all audit chains, by name. */
export type Facts = Readonly<Record<string, string>>

/** Larger tables are not counted: counting occupies the database's only session. */
const mostBytes = 16 << 20

const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`

/** The tables that are small enough to be counted. */
export async function countedTables(administer: Administer): Promise<readonly string[]> {
  const rows = (await administer(`
    select n.nspname as schema, c.relname as name
      from pg_class c
      join pg_namespace n on n.oid = c.relnamespace
     where c.relkind = 'r' and n.nspname = 'public' and pg_relation_size(c.oid) < ${mostBytes}
     order by 1, 2`)) as { schema: string; name: string }[]
  return rows.map(({ schema, name }) => `${quoted(schema)}.${quoted(name)}`)
}

/** One statement, whose rows are facts. */
export function factsQuery(tables: readonly string[]): string {
  const counts = tables.map(
    (table) => `
    select '${table.replaceAll("'", "''")}' as name, (select count(*) from ${table})::text as value`,
  )
  const heads = tables.includes('"public"."audit_heads"')
    ? `select 'audit heads' as name,
              (select md5(coalesce(string_agg(concat_ws(' ', tenant_id, sequence, encode(hash, 'hex')), ',' order by tenant_id), ''))
                 from public.audit_heads) as value`
    : ''
  return [...counts, heads].filter((part) => part !== '').join(' union all ')
}

export const factsOf = (rows: readonly Record<string, unknown>[]): Facts =>
  Object.fromEntries(rows.map(({ name, value }) => [String(name), String(value)]))

/** The names of what differs. */
export const differences = (a: Facts, b: Facts): readonly string[] =>
  [...new Set([...Object.keys(a), ...Object.keys(b)])].filter((name) => a[name] !== b[name])
