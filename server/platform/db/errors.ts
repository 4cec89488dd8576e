import { Problem } from '@plumbline/jsonapi'

/** A statement that the database refused. `code` is its SQLSTATE. */
export class DatabaseError extends Error {
  override name = 'DatabaseError'
  readonly code: string | undefined
  readonly constraint: string | undefined
  constructor(message: string, code?: string, constraint?: string) {
    super(message)
    this.code = code
    this.constraint = constraint
  }
}

/** A transaction whose signal aborted before its turn came: it never started, and this is not an error. */
export class TransactionAbandoned extends Error {
  override name = 'TransactionAbandoned'
  constructor() {
    super('The client left before the transaction started.')
  }
}

/**
 * SQLSTATEs of a database that is unavailable for a while, and not of a wrong statement: connection lost (08), a full
 * disk or too little memory (53), shutdown and restart (57P0), I/O error (58030), read-only after a failover (25006),
 * a session ended by a timeout (25P03, 25P04), a statement or a lock that took too long (57014, 55P03),
 * serialization failure and deadlock (40001, 40P01).
 * Source: PostgreSQL documentation, Appendix A.
 */
const passing = /^(08...|53...|57P0.|58030|25006|25P0[34]|57014|55P03|40001|40P01)$/

/** Returns true if a retry may succeed; also for the 503 of a busy thread or a store, and for a full disk. */
export const isPassing = (error: unknown): boolean => {
  if (error instanceof Problem) return error.status === 503 || error.status === 507
  if (isDiskFull(error)) return true
  return error instanceof DatabaseError && error.code !== undefined && passing.test(error.code)
}

/** A statement that was canceled because it took too long: a retry costs the database as much again. */
export const isTooSlow = (error: unknown): boolean =>
  error instanceof DatabaseError && error.code === '57014'

/** No connection was free. */
export const isBusy = (error: unknown): boolean =>
  error instanceof DatabaseError && error.code === '53300'

/** The connection leads to a server that is no longer the primary, or that does not answer: another is opened. */
export const mustReconnect = (error: unknown): boolean =>
  error instanceof DatabaseError && /^(08...|57P0.|25006)$/.test(error.code ?? '')

/** The transaction, or the whole server, is read-only. */
export const isWriteRefused = (error: unknown): boolean =>
  error instanceof DatabaseError && error.code === '25006'

/** A statement of a transaction that was declared read-only writes: an internal error, which no retry fixes. */
export class WriteRefused extends Error {
  override name = 'WriteRefused'
  constructor(cause: unknown) {
    super((cause as Error).message, { cause })
  }
}

/** A full disk of the database, or of this process. */
export const isDiskFull = (error: unknown): boolean =>
  error instanceof Error && /^(53100|ENOSPC|EDQUOT)$/.test((error as { code?: string }).code ?? '')

/**
 * How a failure of background work is logged: a database that is unavailable for a while is a warning, because the work
 * is repeated; a full disk and all else need a person.
 */
export const levelOf = (error: unknown): 'warn' | 'error' =>
  isPassing(error) && !isDiskFull(error) ? 'warn' : 'error'

/** A statement that a connection has planned before has other columns now, or was deallocated. */
export const isVoidPlan = (error: unknown): boolean =>
  error instanceof DatabaseError &&
  ((error.code === '0A000' && error.message.startsWith('cached plan')) || error.code === '26000')

/** The unique constraint or index that a row would have broken, if that is what happened. */
export const duplicateOf = (error: unknown): string | undefined =>
  error instanceof DatabaseError && error.code === '23505' ? (error.constraint ?? '') : undefined

/** Why a server may not serve over this connection; each is one sentence with the way out. */
export class UnfitDatabase extends Error {
  override name = 'UnfitDatabase'
}
