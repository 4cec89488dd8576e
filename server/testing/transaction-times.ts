/** How long transactions occupied the one session of the embedded database, which the test runner lists. */
import { type Database, type Sql, type Statements, toStatement } from '../platform/db/index.ts'

export interface TimedTransaction {
  readonly ms: number
  /** The statement that took longest. */
  readonly statement: string
}

const most = 10
let longest: readonly TimedTransaction[] = []

/** The longest transactions since the last call, the longest first. */
export function takeLongest(): readonly TimedTransaction[] {
  const taken = longest
  longest = []
  return taken
}

/** The same database, which notes its longest transactions. The wait for the session does not count. */
export const timed = (database: Database): Database => ({
  ...database,
  inTenant: (tenantId, work, turn) =>
    timing((begin) => database.inTenant(tenantId, (tx) => work({ ...tx, ...begin(tx) }), turn)),
  outsideTenants: (work, turn) =>
    timing((begin) => database.outsideTenants((tx) => work({ ...tx, ...begin(tx) }), turn)),
})

/** Statements of a transaction whose session is there. */
type Begin = (tx: Statements) => Statements

async function timing<T>(run: (begin: Begin) => Promise<T>): Promise<T> {
  let beganMs: number | undefined
  let slowest = { ms: 0, text: 'commit' }
  const note = async <R>(statement: Sql, sent: Promise<R>): Promise<R> => {
    const sentMs = performance.now()
    const result = await sent
    const ms = performance.now() - sentMs
    if (ms > slowest.ms) slowest = { ms, text: toStatement(statement).text }
    return result
  }
  const begin: Begin = (tx) => {
    beganMs = performance.now()
    return {
      rows: (statement) => note(statement, tx.rows(statement)),
      maybe: (statement) => note(statement, tx.maybe(statement)),
      single: (statement) => note(statement, tx.single(statement)),
      run: (statement) => note(statement, tx.run(statement)),
    }
  }
  try {
    return await run(begin)
  } finally {
    if (beganMs !== undefined) add(performance.now() - beganMs, slowest.text)
  }
}

function add(ms: number, text: string): void {
  if (longest.length >= most && ms <= (longest.at(-1)?.ms ?? 0)) return
  const statement = text.replace(/\s+/g, ' ').trim().slice(0, 70)
  longest = [...longest, { ms, statement }].toSorted((a, b) => b.ms - a.ms).slice(0, most)
}
