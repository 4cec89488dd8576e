import type { Duplex } from 'node:stream'
import {
  Client,
  type CustomTypesConfig,
  type PoolConfig,
  type QueryResult,
  Pool,
  DatabaseError as ServerError,
  types as defaults,
} from 'pg'
import { DatabaseError, isPassing, isVoidPlan, mustReconnect } from './errors.ts'
import { Notifications } from './listen.ts'
import { Names } from './names.ts'
import type { Driver, Scope, Session, Turn } from './port.ts'
import { beginOf, enter } from './scope.ts'
import { elements, readers } from './values.ts'

export interface PostgresOptions {
  readonly url: string
  /** Connections at most. */
  readonly size: number
  readonly statementTimeoutMs: number
  /**
   * The address is a connection pooler's, which gives each transaction any connection: nothing is set, prepared or
   * listened for beyond a transaction.
   */
  readonly isPooled?: boolean
  /** The longest wait for a connection. */
  readonly connectionMs?: number
}

type Reader = (text: string) => unknown

const textArray = 1009
const uuidArray = 2951
const parseArray = defaults.getTypeParser(textArray as number) as Reader

/** An array of ids or of plain words needs no parser: a list of resources has thousands of them. */
const splitArray: Reader = (text) => {
  if (text === '{}') return []
  const isPlain = text.startsWith('{') && !/["\\{]|NULL/.test(text.slice(1))
  return isPlain ? text.slice(1, -1).split(',') : parseArray(text)
}

/** Reads an array's text by a reader for its elements, at any depth. */
function arrayOf(read: Reader): Reader {
  const each = (part: unknown): unknown => {
    if (Array.isArray(part)) return part.map(each)
    return part === null ? null : read(part as string)
  }
  return (text) => each(splitArray(text))
}

const ofArrays: Readonly<Record<number, Reader>> = {
  [textArray]: splitArray,
  [uuidArray]: splitArray,
  ...Object.fromEntries(
    Object.entries(elements).map(([array, element]) => [
      array,
      arrayOf(readers[element] as Reader),
    ]),
  ),
}

const types = {
  getTypeParser: (oid: number, format?: string) =>
    (format !== 'binary' && (readers[oid] ?? ofArrays[oid])) ||
    defaults.getTypeParser(oid, format as 'text'),
} as unknown as CustomTypesConfig

function translated(error: unknown): unknown {
  const { message, code, constraint } = error as ServerError
  if (error instanceof ServerError) return new DatabaseError(message, code, constraint)
  const system = code as string | undefined
  if (system && /^E[A-Z_]+$/.test(system)) return new DatabaseError(message, '08006')
  if (/terminated|timeout exceeded when trying to connect|not queryable/i.test(String(message))) {
    return new DatabaseError(message, '08006')
  }
  return error
}

/** Refused connections are temporary: a password may be changing, or a failover may be under way. */
function notConnected(error: unknown): unknown {
  const known = translated(error)
  if (isPassing(known)) return known
  const { message } = error as Error
  // The driver reports the step of the protocol that needs the password.
  const isMissing = /^SASL: .* client password must be a/.test(message)
  return new DatabaseError(isMissing ? 'its URL has no password' : message, '08001')
}

const sessionSettings = {
  timezone: 'UTC',
  datestyle: 'ISO',
  // Our statements are short: compiling one took 3.8 s of 4.0, and starting helpers for one 20 ms of 30
  // (PostgreSQL 15, 2026-11-21).
  jit: 'off',
  max_parallel_workers_per_gather: 0,
}
const common = { types, application_name: 'plumbline' }
const direct = {
  ...common,
  options: Object.entries(sessionSettings)
    .map(([name, value]) => `-c ${name}=${value}`)
    .join(' '),
}

/**
 * Sends the messages of one event loop turn in one system call, which costs as much as a row lookup: the start of a
 * transaction is sent with its first statement.
 */
function gather(stream: Duplex): void {
  if (stream.writableCorked > 0) return
  stream.cork()
  process.nextTick(() => stream.uncork())
}

/**
 * Statements of one transaction, which the server answers one after the other. They reject like those of a lost
 * connection if it answers none of them in time: after a failover, no packet says that it is gone.
 */
function awaitAnswers(mostMs: number): <T>(answer: Promise<T>) => Promise<T> {
  let answeredMs = 0
  return async (answer) => {
    const { promise, reject } = Promise.withResolvers<never>()
    const look = (): void => {
      const leftMs = answeredMs + mostMs - performance.now()
      if (leftMs > 0) timer = setTimeout(look, leftMs)
      else reject(new DatabaseError('The database does not answer.', '08006'))
    }
    let timer = setTimeout(look, mostMs)
    try {
      return await Promise.race([answer, promise])
    } finally {
      clearTimeout(timer)
      answeredMs = performance.now()
    }
  }
}

/** PostgreSQL 15 or newer, over a pool. Statements of a transaction are sent without waiting. */
export function postgres({
  url,
  size,
  statementTimeoutMs,
  isPooled = false,
  connectionMs = 10_000,
}: PostgresOptions): Driver {
  const connecting = { keepAlive: true, connectionTimeoutMillis: connectionMs }
  const halfMs = Math.ceil(statementTimeoutMs / 2)
  const timeouts = {
    statement_timeout: statementTimeoutMs,
    // Clearly before the statement's: a wait for a lock is no slow statement, and is tried again.
    lock_timeout: halfMs,
    idle_in_transaction_session_timeout: 60_000,
  }
  /** Of few connections one, else two: no lease waits for requests, whatever they do. */
  const forLeases = size < 6 ? 1 : 2
  const poolOf = (max: number): Pool =>
    new Pool({
      ...(isPooled ? common : { ...direct, ...timeouts }),
      connectionString: url,
      max,
      pipeline: true,
      ...connecting,
    } as PoolConfig)
  const pools = { leases: poolOf(forLeases), others: poolOf(size - forLeases) }
  const names = isPooled ? undefined : new Names()
  const notifications = new Notifications({ ...direct, ...connecting, connectionString: url })
  const ofTransactions = isPooled ? { ...sessionSettings, ...timeouts } : {}
  for (const pool of Object.values(pools)) {
    pool.on('error', () => {}) // an idle connection died: the pool replaces it
    // A connection may still fail while it is closed, when neither the pool nor a transaction listens.
    pool.on('connect', (client) => client.on('error', () => {}))
  }

  return {
    kind: 'postgres',
    sessions: size - forLeases,
    async transaction<T>(
      scope: Scope,
      work: (session: Session) => Promise<T>,
      { lane, readOnly }: Pick<Turn, 'lane' | 'readOnly'>,
    ): Promise<T> {
      const pool = lane === 'lease' ? pools.leases : pools.others
      const client = await pool.connect().catch((error: unknown) => {
        throw notConnected(error)
      })
      let broken: Error | undefined
      client.on('error', onError)
      function onError(error: Error): void {
        broken = error
      }
      const { stream } = client.connection
      const answered = awaitAnswers(statementTimeoutMs + halfMs)
      const session: Session = {
        async query(text, values) {
          gather(stream)
          const name = names?.of(text)
          const statement = { text, values: values as unknown[], ...(name && { name }) }
          try {
            const result = await answered(client.query(statement) as Promise<QueryResult>)
            return { rows: result.rows as Record<string, unknown>[], count: result.rowCount ?? 0 }
          } catch (error) {
            const databaseError = translated(error)
            if (isVoidPlan(databaseError)) names?.renew()
            if (mustReconnect(databaseError)) broken = databaseError as Error
            throw databaseError
          }
        },
      }
      try {
        // Sent together with the first statement of `work`: three round trips fewer.
        const opened = Promise.all([
          session.query(beginOf(readOnly), []),
          session.query(...enter(scope, ofTransactions)),
        ])
        const done = Promise.all([opened, work(session)])
        opened.catch(() => {}) // reported by `done`
        const [, result] = await done
        await session.query('commit', [])
        return result
      } catch (error) {
        if (!broken)
          await session.query('rollback', []).catch((failed: Error) => {
            broken ??= failed
          })
        throw error
      } finally {
        client.off('error', onError)
        client.release(broken)
      }
    },
    async administer() {
      throw new Error('The server has no administrator: migrations run over DATABASE_ADMIN_URL.')
    },
    threadAddress: () => ({ kind: 'postgres', url, statementTimeoutMs, isPooled }),
    listen: (name, notified) => !isPooled && notifications.listen(name, notified),
    async close() {
      await Promise.all(Object.values(pools).map((pool) => pool.end()))
    },
  }
}

/** One administrator's session, for migrations: several statements a call, no role set. */
export async function administrator(url: string): Promise<{
  run(script: string): Promise<Record<string, unknown>[]>
  close(): Promise<void>
}> {
  const client = new Client({ ...direct, connectionString: url })
  client.on('error', () => {}) // the next statement reports a lost connection
  await client.connect().catch((error: unknown) => {
    throw notConnected(error)
  })
  return {
    async run(script) {
      const result = (await client.query(script).catch((error: unknown) => {
        throw translated(error)
      })) as unknown as QueryResult | QueryResult[]
      return [result].flat().flatMap(({ rows }) => rows as Record<string, unknown>[])
    },
    close: () => client.end(),
  }
}
