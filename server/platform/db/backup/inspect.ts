/**
 * Opens a copy of a data directory and reads the whole of it: recovery replays the write-ahead log, every page of
 * every table and b-tree is read and checked, which compares its checksum too. The copy is left as a shut down
 * database. In the thread that calls: it takes as long as it takes.
 */
import { PGlite } from '@electric-sql/pglite'
import { amcheck } from '@electric-sql/pglite/contrib/amcheck'
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm'
import { compiledEngine } from '../engine-code.ts'

/** Damage of tables, then of their indexes, a row each. */
const damage = `
  select c.oid::regclass::text as name, v.msg as message
    from pg_class c, lateral verify_heapam(c.oid) v
   where c.relkind in ('r', 't', 'm') and c.relpersistence = 'p'
   limit 10`

const indexes = `
  select c.oid::regclass::text as name, bt_index_check(c.oid, true)
    from pg_class c
    join pg_am a on a.oid = c.relam and a.amname = 'btree'
    join pg_index i on i.indexrelid = c.oid and i.indisvalid and i.indisready
   where c.relkind = 'i' and c.relpersistence = 'p'`

/** Returns the rows of a query. Throws a sentence if something in it is damaged. */
export async function inspect(
  directory: string,
  question: string,
): Promise<Record<string, unknown>[]> {
  const pgliteWasmModule = await compiledEngine()
  const extensions = { pg_trgm, amcheck }
  const database = await PGlite.create({ dataDir: directory, extensions, pgliteWasmModule })
  try {
    await database.exec('begin; create extension amcheck') // rolled back with the transaction
    const [damaged] = (await database.query<{ name: string; message: string }>(damage)).rows
    if (damaged) throw new Error(`table ${damaged.name} is damaged: ${damaged.message}`)
    await database.query(indexes)
    await database.exec('rollback')
    return (await database.query<Record<string, unknown>>(question)).rows
  } finally {
    await database.close()
  }
}
