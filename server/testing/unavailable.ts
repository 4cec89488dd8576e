/** A database that is unavailable now and then, for background work only. */
import {
  type Database,
  DatabaseError,
  type Sql,
  toStatement,
  type Tx,
} from '../platform/db/index.ts'

/**
 * Returns the SQLSTATE with which a statement fails this time, or undefined. It is called with `commit` after a
 * transaction has committed.
 */
export type Fault = (statement: string) => string | undefined

/** Of a read-only server. A transaction that only reads runs there. */
const readOnly = '25006'

/**
 * The database, where statements of tasks and deliveries fail as `fault` decides. A fault of a commit loses only its
 * answer.
 */
export const unavailable = (database: Database, fault: Fault): Database => ({
  ...database,
  async inTenant(tenantId, work, turn) {
    if (turn?.lane !== 'work') return database.inTenant(tenantId, work, turn)
    const check = (statement: string): void => {
      const code = fault(statement)
      if (code === readOnly && turn.readOnly) return
      if (code) throw new DatabaseError(`The database refused: ${statement}`, code)
    }
    let first = ''
    const checked = (statement: Sql): Sql => {
      const { text } = toStatement(statement)
      first ||= text
      check(text)
      return statement
    }
    const result = await database.inTenant(
      tenantId,
      (tx: Tx) =>
        work({
          ...tx,
          rows: async (statement) => tx.rows(checked(statement)),
          maybe: async (statement) => tx.maybe(checked(statement)),
          single: async (statement) => tx.single(checked(statement)),
          run: async (statement) => tx.run(checked(statement)),
        }),
      turn,
    )
    check(`commit of ${first}`)
    return result
  },
})
