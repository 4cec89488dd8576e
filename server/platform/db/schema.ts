/**
 * The whole schema as one page of SQL, read off a database that has all migrations: tables with their columns, keys
 * and indexes by the module that owns them, then functions by name. Stored in `schema.sql`; `npm run check` regenerates
 * it.
 */
import type { Administer } from './migrate.ts'

interface TableRow {
  readonly name: string
  readonly columns: readonly string[]
  readonly keys: readonly string[]
  readonly indexes: readonly string[]
}

const tableRows = `
  select c.relname as name,
         array(
           select concat_ws(' ', a.attname, format_type(a.atttypid, a.atttypmod),
                    case when l.collname = 'C' then 'collate "C"' end,
                    case when a.attnotnull then 'not null' end,
                    'default ' || pg_get_expr(d.adbin, d.adrelid))
             from pg_attribute a
             left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
             left join pg_collation l on l.oid = a.attcollation
            where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
            order by a.attnum) as columns,
         array(
           select pg_get_constraintdef(k.oid)
             from pg_constraint k
            where k.conrelid = c.oid and k.contype in ('p', 'u', 'f', 'c')
            order by array_position('{p,u,f,c}', k.contype::text), k.conname) as keys,
         array(
           select pg_get_indexdef(i.indexrelid)
             from pg_index i
            where i.indrelid = c.oid
              -- A foreign key names the index of the table that it refers to.
              and not exists (
                select from pg_constraint k where k.conindid = i.indexrelid and k.contype <> 'f')
            order by i.indexrelid::regclass::text) as indexes
    from pg_class c
   where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
   order by c.relname`

const functionRows = `
  select p.proname as name, pg_get_function_identity_arguments(p.oid) as takes,
         pg_get_function_result(p.oid) as gives, pg_get_userbyid(p.proowner) as owner
    from pg_proc p
   where p.pronamespace = 'public'::regnamespace
   order by p.proname`

/** As people write it: key words small, no schema, short names of types. Text in quotes stays. */
const plain = (definition: string): string =>
  definition
    .split(/('[^']*')/)
    .map((part) => (part.startsWith("'") ? part : part.replace(/\b[A-Z]+\b/g, lower)))
    .join('')
    .replaceAll('public.', '')
    .replaceAll(' using btree', '')
    .replaceAll('::text', '')
    .replaceAll('timestamp with time zone', 'timestamptz')
    .replaceAll('integer', 'int')
const lower = (word: string): string => (word === 'C' ? word : word.toLowerCase())

const createTable = ({ name, columns, keys, indexes }: TableRow): string =>
  [
    `create table ${name} (\n  ${[...columns, ...keys].map(plain).join(',\n  ')}\n);`,
    ...indexes.map((index) => `${plain(index).replace(' on only ', ' on ')};`),
  ].join('\n')

/** The page for a database that is up to date. */
export async function schemaOf(
  administer: Administer,
  tables: readonly { readonly name: string; readonly owner: string }[],
): Promise<string> {
  const ownerOf = new Map(tables.map(({ name, owner }) => [name, owner]))
  const rows = (await administer(tableRows)) as unknown as TableRow[]
  const owners = Map.groupBy(rows, ({ name }) => ownerOf.get(name) ?? 'no owner')
  const functions = await administer(functionRows)
  return [
    '-- Written by `npm run schema` from the migrations, which say why. Every tenant table is guarded by guard_tenant.',
    ...[...owners.keys()]
      .toSorted()
      .flatMap((owner) => [`-- ${owner}`, ...(owners.get(owner) ?? []).map(createTable)]),
    '-- functions, with the role whose rights they have',
    functions
      .map(({ name, takes, gives, owner }) => `-- ${name}(${takes}) → ${gives}, ${owner}`)
      .map(plain)
      .join('\n'),
  ]
    .join('\n\n')
    .concat('\n')
}
