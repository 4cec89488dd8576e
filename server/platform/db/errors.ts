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

/** Connection lost, shut down, serialisation, deadlock. */
const passing = /^(08|57P0|40001$|40P01$|53300$|55P03$)/

/** Whether a retry may succeed; also true for a 503 of a busy thread. */
export const isPassing = (error: unknown): boolean => {
  if (error instanceof Problem) return error.status === 503
  return error instanceof DatabaseError && error.code !== undefined && passing.test(error.code)
}

/** A statement that a connection has planned before has other columns now, or was deallocated. */
export const isVoidPlan = (error: unknown): boolean =>
  error instanceof DatabaseError &&
  ((error.code === '0A000' && error.message.startsWith('cached plan')) || error.code === '26000')

/** The unique constraint or index that a row would have broken, if that is what happened. */
export const duplicateOf = (error: unknown): string | undefined =>
  error instanceof DatabaseError && error.code === '23505' ? (error.constraint ?? '') : undefined
