import type { Sql } from './sql.ts'
import type { ThreadAddress } from './thread-connection.ts'

/** A row as the driver returns it: timestamps are RFC 3339 text in UTC, int8 is a number. */
export type Row = Record<string, unknown>

/** Which rows a transaction may reach. The role is always the restricted one. */
export type Scope = { readonly tenantId: string } | { readonly tenantId: null }

/**
 * Statements of one open transaction. All SQL of a request or a task goes through its `tx`.
 * Each method is one round trip.
 */
export interface Statements {
  /** Every row. */
  rows<T>(statement: Sql): Promise<T[]>
  /** The only row, or undefined. */
  maybe<T>(statement: Sql): Promise<T | undefined>
  /** The only row; its absence is a bug of ours, answered as one. */
  single<T>(statement: Sql): Promise<T>
  /** How many rows were written. */
  run(statement: Sql): Promise<number>
}

/** A transaction of one tenant: row-level security shows it that tenant's rows only. */
export interface Tx extends Statements {
  readonly tenantId: string
  /** Runs once the transaction is committed; not when it is rolled back. Must not throw. */
  afterCommit(work: () => void): void
}

/** A transaction of no tenant: it sees no tenant's rows, and reaches the functions that modules list as definers. */
export interface SystemTx extends Statements {
  readonly tenantId: null
  afterCommit(work: () => void): void
}

/** One open session inside a transaction, as a driver implements it. */
export interface Session {
  query(text: string, values: readonly unknown[]): Promise<{ rows: Row[]; count: number }>
}

/** Who opens a transaction, and how it waits for its turn. */
export interface Turn {
  /**
   * Requests of a tenant share what the tenant has. Its background work has a separate share, so that neither makes the
   * other wait. Leases and the queue use no share: they are one short statement each.
   */
  readonly lane?: 'request' | 'work' | 'lease'
  /** Whose turn it is outside of tenants, such as the address of an anonymous client: each has a share. */
  readonly from?: string
  /** The transaction is not needed any more; called only if it must wait. */
  readonly signal?: (() => AbortSignal) | undefined
  /**
   * The database refuses statements that write. A replica may run the transaction; `work` then runs a second time, on
   * the primary, if the replica fails.
   */
  readonly readOnly?: boolean
}

/** The two drivers: the embedded database and PostgreSQL. */
export interface Driver {
  readonly kind: 'embedded' | 'postgres'
  /** Transactions at a time, beside those of leases. */
  readonly sessions: number
  /** Opens a transaction, sets role and tenant, runs `work`, commits; rolls back when it throws. */
  transaction<T>(
    scope: Scope,
    work: (session: Session) => Promise<T>,
    turn: Pick<Turn, 'lane' | 'readOnly'>,
  ): Promise<T>
  /** Several statements as the administrator of the database; migrations only. */
  administer(script: string): Promise<Row[]>
  /** A new one each time: a separate connection for another thread. */
  threadAddress(): ThreadAddress
  /**
   * Calls `notified` for each notification of this name, which `pg_notify` sends when its transaction commits, until the
   * returned function is called. False: this database sends none.
   */
  listen(name: string, notified: () => void): (() => Promise<void>) | false
  close(): Promise<void>
}
