/**
 * Answers about findings that are asked for again and again, kept in memory for as long as they hold. Whoever
 * writes findings or rollups locks the head of their provider first, which counts up its revision; a decision
 * that ends by the clock changes answers without a writer, so those whose time is over are counted too. Where
 * both are as they were, so is the answer. A transaction that has written something is answered by the
 * database alone.
 */
import { createHash } from 'node:crypto'
import { prepared, raw, type Sql, sql, toStatement, type Tx } from '../../platform/db/index.ts'
import { type Scope, within } from './scope.ts'
import { revisions, standingIn } from './standing.ts'

interface Known {
  readonly stamp: string
  readonly rows: readonly unknown[]
  readonly cells: number
}
/** The oldest first. A cell is a value of a row, some 20 bytes. */
const known = new Map<string, Known>()
const mostCells = 1_000_000
const mostCellsOfOne = 100_000
let cells = 0

/** By what a scope's answers are known to hold; null in a transaction that writes. */
async function stampOf(tx: Tx, scope: Scope): Promise<string | null> {
  const standing = standingIn(tx)
  if (standing) {
    const ids = new Set(scope.ids)
    return revisions(standing.providers.filter(({ id }) => ids.has(id)))
  }
  const mine = (alias: string): Sql => sql`
    ${raw(alias)}.tenant_id = ${tx.tenantId} and ${within(scope, raw(`${alias}.provider_id`))}`
  const { stamp } = await tx.single<{ stamp: string | null }>(prepared`
    select case when pg_current_xact_id_if_assigned() is null then concat(
             (select string_agg(concat(h.provider_id, h.revision), ',' order by h.provider_id)
                from provider_heads h
               where ${mine('h')}), ' ',
             (select count(*) from findings f where ${mine('f')} and f.status_until <= now())) end as stamp`)
  return stamp
}

/** Values of all rows; an array is as many as it has. */
function cellsOf(rows: readonly unknown[]): number {
  let sum = 0
  for (const row of rows as readonly Record<string, unknown>[]) {
    for (const name in row) {
      const value = row[name]
      sum += Array.isArray(value) ? value.length : 1
    }
  }
  return sum
}

function forget(key: string): void {
  cells -= known.get(key)?.cells ?? 0
  known.delete(key)
}

function keep(key: string, answer: Known): void {
  forget(key)
  if (answer.cells > mostCellsOfOne) return
  known.set(key, answer)
  cells += answer.cells
  for (const oldest of known.keys()) {
    if (cells <= mostCells) break
    forget(oldest)
  }
}

/**
 * What `make` gives for a question about findings of the scope. It reads nothing that is
 * written without their provider's lock, and the clock only to see which attestations are over.
 */
export async function rememberedFor<T>(
  tx: Tx,
  scope: Scope,
  question: unknown,
  make: () => Promise<readonly T[]>,
): Promise<readonly T[]> {
  const stamp = await stampOf(tx, scope)
  if (stamp === null) return make()
  const key = createHash('sha256')
    .update(JSON.stringify([tx.tenantId, question]))
    .digest('base64')
  const answer = known.get(key)
  if (answer?.stamp === stamp) {
    known.delete(key)
    known.set(key, answer) // now the newest
    return answer.rows as readonly T[]
  }
  const rows = await make()
  keep(key, { stamp, rows, cells: 50 + cellsOf(rows) })
  return rows
}

/** The rows of a statement about findings of the scope, or of what is counted of them. */
export const remembered = <T>(tx: Tx, scope: Scope, statement: Sql): Promise<readonly T[]> =>
  rememberedFor(tx, scope, toStatement(statement), () => tx.rows<T>(statement))
