/**
 * A connection of another thread: one statement at a time, each a separate transaction. A transaction that a dead
 * thread left open would block the one session of the embedded database forever.
 */
import type { MessagePort } from 'node:worker_threads'
import { DatabaseError } from './errors.ts'
import type { Row } from './port.ts'
import { enter } from './scope.ts'

/** Where such a connection leads. It is posted to the thread; a port is transferred. */
export type ThreadAddress =
  | { readonly kind: 'embedded'; readonly port: MessagePort }
  | {
      readonly kind: 'postgres'
      readonly url: string
      readonly statementTimeoutMs: number
      readonly isPooled: boolean
    }

export interface ThreadConnection {
  /** The rows of one statement, in a transaction of the tenant. Not before the one before it is answered. */
  run(tenantId: string, text: string, values: readonly unknown[]): Promise<Row[]>
  /** It answers nothing any more: the thread of the embedded database has ended, and another may serve. */
  readonly isLost: boolean
  close(): Promise<void>
}

/** A request to the thread of the embedded database, and its response. */
export interface WholeTransaction {
  readonly scope: ReturnType<typeof enter>
  readonly text: string
  readonly values: readonly unknown[]
}
export type TransactionReply =
  | { readonly rows: Row[] }
  | { readonly error: { readonly message: string; readonly code?: string } }

export const connectThread = (address: ThreadAddress): Promise<ThreadConnection> =>
  address.kind === 'embedded' ? Promise.resolve(overPort(address.port)) : toPostgres(address)

function overPort(port: MessagePort): ThreadConnection {
  const closed = Promise.withResolvers<never>()
  closed.promise.catch(() => {}) // each later call rejects with it
  let isLost = false
  port.once('close', () => {
    isLost = true
    closed.reject(new DatabaseError('The embedded database has stopped.', '57P01'))
  })
  return {
    get isLost() {
      return isLost
    },
    async run(tenantId, text, values) {
      const answered = new Promise<TransactionReply>((resolve) => port.once('message', resolve))
      port.postMessage({ scope: enter({ tenantId }), text, values } satisfies WholeTransaction)
      const reply = await Promise.race([answered, closed.promise])
      if ('rows' in reply) return reply.rows
      throw new DatabaseError(reply.error.message, reply.error.code)
    },
    async close() {
      port.close()
    },
  }
}

async function toPostgres({
  kind: _kind,
  ...address
}: Extract<ThreadAddress, { kind: 'postgres' }>): Promise<ThreadConnection> {
  const { postgres } = await import('./postgres.ts') // the embedded database needs none of it
  const driver = postgres({ ...address, size: 1 })
  return {
    isLost: false, // a pool replaces its connections
    run: (tenantId, text, values) =>
      driver.transaction(
        { tenantId },
        async (session) => (await session.query(text, values)).rows,
        { lane: 'lease' },
      ),
    close: () => driver.close(),
  }
}
