/**
 * Read-only transactions on a standby of the primary (streaming replication). The standby runs one only when it has
 * everything that the primary had committed when the transaction was requested, so no answer is older than the answer of
 * the primary. In all other cases the primary runs it.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import type { Log } from '../log.ts'
import { checkLogin } from './check-login.ts'
import type { Database } from './database.ts'
import { DatabaseError, mustReconnect } from './errors.ts'
import type { Statements, Turn, Tx } from './port.ts'
import { type Sql, sql } from './sql.ts'

export interface ReplicaSettings {
  /** How long a transaction waits for the standby, before the primary runs it. */
  readonly maxLagMs: number
  readonly log: Log
  /** The pause between two checks of a standby that is not used. */
  readonly checkMs?: number
}

/** Transactions that may run on a standby, by what became of them. */
export interface Reads {
  /** Run on the standby. */
  replica: number
  /** Run on the primary, because the standby lagged too much. */
  behind: number
  /** Run on the primary, because the standby or its connection failed. */
  failed: number
}

/** A place in the write-ahead log. Places of different clusters or timelines cannot be compared. */
interface Position {
  readonly cluster: string
  readonly timeline: number
  /** Bytes since the beginning of the log; null on a server that replays no log. */
  readonly bytes: string | null
}

/** What is flushed. Commits are acknowledged after that, unless `synchronous_commit` is off. */
const flushed = sql`
  select (pg_current_wal_flush_lsn() - '0/0')::text as bytes,
         ('x' || left(pg_walfile_name(pg_current_wal_flush_lsn()), 8))::bit(32)::int as timeline,
         c.system_identifier::text as cluster
    from pg_control_system() c`

/**
 * What is replayed. The timeline is known from the last restartpoint only: after a failover, a standby is not used until
 * it has made one.
 */
const replayed = sql`
  select (pg_last_wal_replay_lsn() - '0/0')::text as bytes,
         greatest(p.timeline_id, r.min_recovery_end_timeline) as timeline,
         c.system_identifier::text as cluster
    from pg_control_system() c, pg_control_checkpoint() p, pg_control_recovery() r`

const positionOf = (tx: Statements, statement: Sql): Promise<Position> =>
  tx.single<Position>(statement)

class Behind extends Error {
  override name = 'Behind'
}

/** Between two looks at a standby that is a little behind. */
const lookMs = 5

/** Resolves when the standby of this transaction has all that was written. Throws `Behind`. */
async function caughtUp(tx: Statements, written: Position, maxLagMs: number): Promise<void> {
  const endMs = performance.now() + maxLagMs
  for (;;) {
    const { cluster, timeline, bytes } = await positionOf(tx, replayed)
    if (bytes === null) throw new Behind('The server of DATABASE_REPLICA_URL is not a standby.')
    if (cluster !== written.cluster || timeline !== written.timeline)
      throw new Behind('The standby does not follow the primary of DATABASE_URL.')
    if (BigInt(bytes) >= BigInt(written.bytes ?? 0)) return
    if (performance.now() >= endMs) throw new Behind(`The standby lags more than ${maxLagMs} ms.`)
    await sleep(lookMs)
  }
}

/**
 * Callers share one run of `work`. A run that has begun may have missed what its caller wrote before, so later callers
 * share the next run.
 */
function sharedRuns<T>(work: () => Promise<T>): () => Promise<T> {
  let running: Promise<unknown> = Promise.resolve()
  let next: Promise<T> | undefined
  return () => {
    next ??= running
      .catch(() => {})
      .then(() => {
        next = undefined
        const run = work()
        running = run
        return run
      })
    return next
  }
}

/** The standby cannot run the transaction, and the primary can: the connection is lost, or replay canceled it. */
const isOfReplica = (error: unknown): boolean =>
  mustReconnect(error) || (error instanceof DatabaseError && /^40(001|P01)$/.test(error.code ?? ''))

export interface ReplicatedDatabase extends Database {
  /** Resolves after the first check of the standby, which is used from then on if it is fit. */
  readonly firstCheck: Promise<void>
}

/** `primary`, with `replica` for transactions that are `readOnly`. Closing it closes both. */
export function withReplica(
  primary: Database,
  replica: Database,
  { maxLagMs, log, checkMs = 1_000 }: ReplicaSettings,
): ReplicatedDatabase {
  const reads: Reads = { replica: 0, behind: 0, failed: 0 }
  const closing = new AbortController()
  let isUsed = false
  let lastReason = ''

  const position = sharedRuns(() =>
    primary.outsideTenants((tx) => positionOf(tx, flushed), { lane: 'lease', readOnly: true }),
  )

  function isUnused(error: unknown): void {
    isUsed = false
    if (closing.signal.aborted) return
    const { message } = error as Error
    if (message !== lastReason) log.warn('replica is not used', { error: error as Error })
    lastReason = message
  }

  async function check(): Promise<void> {
    const written = await position()
    await replica.outsideTenants(
      async (tx) => {
        await checkLogin(tx, 'DATABASE_REPLICA_URL')
        await caughtUp(tx, written, maxLagMs)
      },
      { lane: 'lease', readOnly: true },
    )
    if (closing.signal.aborted) return
    isUsed = true
    lastReason = ''
    log.info('replica is used for read-only transactions')
  }

  const firstCheck = check().catch(isUnused)
  async function watch(): Promise<void> {
    const pause = { signal: closing.signal, ref: false }
    await firstCheck
    while (!closing.signal.aborted) {
      await sleep(checkMs, undefined, pause).catch(() => {})
      if (!isUsed && !closing.signal.aborted) await check().catch(isUnused)
    }
  }

  async function onReplica<T>(
    tenantId: string,
    work: (tx: Tx) => Promise<T>,
    turn: Turn,
  ): Promise<T> {
    const written = await position()
    const run = async (tx: Tx): Promise<T> => {
      await caughtUp(tx, written, maxLagMs)
      return work(tx)
    }
    const result = await replica.inTenant(tenantId, run, turn)
    reads.replica += 1
    return result
  }

  void watch()
  return {
    ...primary,
    activity: { ...primary.activity, reads },
    firstCheck,
    async inTenant(tenantId, work, turn) {
      if (isUsed && turn?.readOnly) {
        try {
          return await onReplica(tenantId, work, turn)
        } catch (error) {
          const isBehind = error instanceof Behind
          if (!isBehind && !isOfReplica(error)) throw error
          if (isBehind || mustReconnect(error)) isUnused(error)
          reads[isBehind ? 'behind' : 'failed'] += 1
        }
      }
      return primary.inTenant(tenantId, work, turn)
    },
    async close() {
      closing.abort() // a check that waits for an unreachable standby must not delay the end
      await Promise.all([replica.close(), primary.close()])
    },
  }
}
