import { AsyncLocalStorage } from 'node:async_hooks'
import { ConcurrencyLimit } from '../concurrency-limit.ts'
import { Histogram } from '../metrics/index.ts'
import {
  DatabaseError,
  isVoidPlan,
  isWriteRefused,
  TransactionAbandoned,
  WriteRefused,
} from './errors.ts'
import type { Driver, Scope, Session, Statements, SystemTx, Turn, Tx } from './port.ts'
import type { Reads } from './replica.ts'
import { type Sql, toStatement } from './sql.ts'
import type { ThreadAddress } from './thread-connection.ts'

/** What this process does with its connections, for metrics. */
export interface Activity {
  /** Connections that transactions may have, those for leases apart. */
  readonly sessions: number
  readonly load: () => { readonly used: number; readonly waiting: number }
  readonly statements: Histogram
  readonly transactions: { committed: number; failed: number }
  /** With a replica only. */
  readonly reads?: Reads
}

/** Of a database that is never opened. */
export const noActivity: Activity = {
  sessions: 0,
  load: () => ({ used: 0, waiting: 0 }),
  statements: new Histogram(),
  transactions: { committed: 0, failed: 0 },
}

/** The database as the modules above see it: two kinds of transactions, and no connections. */
export interface Database {
  readonly kind: Driver['kind']
  /**
   * Runs `work` in a transaction of one tenant. Throws inside another transaction: the embedded
   * database has one session, and a second transaction opened inside the first never returns.
   */
  inTenant<T>(tenantId: string, work: (tx: Tx) => Promise<T>, turn?: Turn): Promise<T>
  /** The same without a tenant: sign-in, the search for tasks that are due. */
  outsideTenants<T>(work: (tx: SystemTx) => Promise<T>, turn?: Turn): Promise<T>
  /** For a thread that needs a separate connection. */
  threadAddress(): ThreadAddress
  /** As of `Driver`: hints from other processes. */
  readonly listen: Driver['listen']
  readonly activity: Activity
  close(): Promise<void>
}

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/

/** One transaction from its opening until its work is done. */
interface Life {
  over: boolean
  /** The first statement that was refused, whether or not its caller cared. */
  refused: unknown
  readonly sent: Set<Promise<unknown>>
}
const open = new AsyncLocalStorage<Life>()

/** Whether the caller is inside a transaction; adapters of libraries check this before they open one. */
export const inTransaction = (): boolean => open.getStore()?.over === false

/**
 * The session for as long as its transaction lasts. A statement sent later would run as whatever the
 * session is by then: the superuser on the embedded database, another tenant's on a pooled connection.
 */
function during(session: Session, life: Life, times: Histogram): Session {
  async function send<T>(statement: () => Promise<T>): Promise<T> {
    if (life.over) throw new Error('A statement was sent after its transaction had ended.')
    const startedMs = performance.now()
    const sent = statement()
    life.sent.add(sent)
    try {
      return await sent
    } catch (error) {
      life.refused ??= error
      throw error
    } finally {
      times.observe((performance.now() - startedMs) / 1_000)
      life.sent.delete(sent)
    }
  }
  return { query: (text, values) => send(() => session.query(text, values)) }
}

function statements(session: Session): Statements {
  const query = (statement: Sql): ReturnType<Session['query']> => {
    const { text, values } = toStatement(statement)
    return session.query(text, values)
  }
  return {
    async rows<T>(statement: Sql) {
      return (await query(statement)).rows as T[]
    },
    async maybe<T>(statement: Sql) {
      return (await query(statement)).rows[0] as T | undefined
    },
    async single<T>(statement: Sql) {
      const { rows } = await query(statement)
      if (rows.length !== 1) throw new Error(`Expected one row, found ${rows.length}.`)
      return rows[0] as T
    },
    async run(statement) {
      return (await query(statement)).count
    },
  }
}

interface Opened extends Statements {
  afterCommit(work: () => void): void
}

/** Those that wait at most; a request waits less than clients do, which time out after 30 s. */
const queue = { each: 1_000, overall: 10_000 }
const longestMs = { request: 20_000, work: 120_000 } as const

/** Like the error of a full pool: callers that can retry do. */
const noTurn = (): DatabaseError =>
  new DatabaseError('The database is busy and did not start this transaction in time.', '53300')

/** The same database for callers that wait in this way. */
export const inTurn = (database: Database, turn: Turn): Database => ({
  ...database,
  inTenant: (tenantId, work, own) => database.inTenant(tenantId, work, { ...turn, ...own }),
  outsideTenants: (work, own) => database.outsideTenants(work, { ...turn, ...own }),
})

/** For work that must finish even if the client has disconnected, such as recording a guessed password. */
export const unhurried = (database: Database): Database =>
  inTurn(database, { lane: 'work', signal: undefined })

/**
 * Rejects if a transaction takes too long, whatever it waits for; its later statements are refused. Otherwise a
 * transaction that never ends would block the single session of the embedded database.
 */
async function within<T>(mostMs: number, work: () => Promise<T>): Promise<T> {
  if (mostMs === Infinity) return work()
  const { promise, reject } = Promise.withResolvers<never>()
  const sentence = `The transaction took longer than ${mostMs} ms and was rolled back.`
  const timer = setTimeout(() => reject(new DatabaseError(sentence, '57014')), mostMs)
  try {
    return await Promise.race([work(), promise])
  } finally {
    clearTimeout(timer)
  }
}

/** So many times the longest statement, and a transaction is rolled back. */
export const statementsOfTransaction = 6

/** `transactionMs` is the longest transaction, not counting the wait for its turn. */
export function database(driver: Driver, { transactionMs = Infinity } = {}): Database {
  // A quarter, and not the half that fairness alone would leave: statements that take seconds use up the server's
  // processors long before its connections.
  const each = Math.max(1, Math.floor(driver.sessions / 4))
  const shares = new ConcurrencyLimit({ overall: driver.sessions, each, queue })
  const activity: Activity = {
    sessions: driver.sessions,
    load: () => ({ used: shares.running, waiting: shares.waiting }),
    statements: new Histogram(),
    transactions: { committed: 0, failed: 0 },
  }

  /** Waits for the tenant's turn, and returns the function that ends it. */
  async function takeTurn(
    { tenantId }: Scope,
    { lane = 'request', signal, from = 'the server' }: Turn,
  ) {
    if (lane === 'lease') return () => {}
    const key = tenantId ?? `of ${from}`
    const leave = await shares.wait(`${lane} ${key}`, { longestMs: longestMs[lane], signal })
    if (!leave) throw signal?.().aborted ? new TransactionAbandoned() : noTurn()
    return leave
  }

  /** A plan that a migration made void fails its transaction, which nothing is wrong with. */
  async function transaction<T>(
    scope: Scope,
    work: (tx: Opened) => Promise<T>,
    turn: Turn = {},
  ): Promise<T> {
    if (inTransaction()) throw new Error('A transaction was opened inside a transaction.')
    const leave = await takeTurn(scope, turn)
    let result: keyof Activity['transactions'] = 'failed'
    try {
      const value = await once(scope, work, turn).catch((error: unknown) => {
        if (!isVoidPlan(error)) throw error
        return once(scope, work, turn)
      })
      result = 'committed'
      return value
    } finally {
      activity.transactions[result] += 1
      leave()
    }
  }

  async function once<T>(scope: Scope, work: (tx: Opened) => Promise<T>, turn: Turn): Promise<T> {
    const committed: (() => void)[] = []
    const life: Life = { over: false, refused: undefined, sent: new Set() }
    const run = (): Promise<T> =>
      driver.transaction(
        scope,
        async (own) => {
          const session = during(own, life, activity.statements)
          try {
            return await within(transactionMs, async () => {
              const value = await work({
                ...statements(session),
                afterCommit: (later) => void committed.push(later),
              })
              while (life.sent.size > 0) await Promise.allSettled(life.sent)
              // A commit after a refused statement is a silent rollback, so a swallowed error counts.
              if (life.refused !== undefined) throw life.refused
              return value
            })
          } finally {
            life.over = true // work that outlives its transaction may open the next one
          }
        },
        turn,
      )
    const result = await open.run(life, run).catch((error: unknown) => {
      throw turn.readOnly && isWriteRefused(error) ? new WriteRefused(error) : error
    })
    for (const later of committed) later()
    return result
  }

  return {
    kind: driver.kind,
    async inTenant(tenantId, work, turn) {
      if (!uuid.test(tenantId)) throw new Error('A transaction needs the id of a tenant.')
      return transaction({ tenantId }, (tx) => work({ ...tx, tenantId }), turn)
    },
    outsideTenants: (work, turn) =>
      transaction({ tenantId: null }, (tx) => work({ ...tx, tenantId: null }), turn),
    threadAddress: () => driver.threadAddress(),
    listen: (name, notified) => driver.listen(name, notified),
    activity,
    close: () => driver.close(),
  }
}
