/**
 * Read-only transactions on a standby of the primary (streaming replication). The standby runs one only when it has
 * everything that the primary had committed when the transaction began, so no answer is older than the answer of the
 * primary. In all other cases the primary runs it.
 */
import { AsyncLocalStorage } from 'node:async_hooks'
import { setTimeout as sleep } from 'node:timers/promises'
import { unlessAborted } from '../ends.ts'
import type { Log } from '../log.ts'
import { checkLogin } from './check-login.ts'
import type { Database } from './database.ts'
import { DatabaseError, isBusy, isPassing, isTooSlow, TransactionAbandoned } from './errors.ts'
import type { Statements, Turn, Tx } from './port.ts'
import { sql } from './sql.ts'

export interface ReplicaSettings {
  /** How long a transaction waits for the standby to catch up, before the primary runs it. */
  readonly maxLagMs: number
  readonly log: Log
}

/** Transactions that may run on a standby, by what became of them. */
export interface Reads {
  /** Run on the standby. */
  replica: number
  /** Run on the primary, because the standby had not caught up. */
  behind: number
  /** Run on the primary, because the standby or the check of its position failed. */
  failed: number
}

/** A place in the write-ahead log. Places of different databases, clusters or timelines cannot be compared. */
interface Position {
  /** The database, its cluster and the timeline. */
  readonly history: string
  /** Bytes since the beginning of the log; null if the server replays none. */
  readonly bytes: string | null
  /** On the primary: a commit can be acknowledged before it is flushed. */
  readonly asynchronous: boolean
}

/** The position up to which the primary has flushed its log. Commits are acknowledged after that. */
const flushed = sql`
  select format('%s of %s on %s', d.oid, c.system_identifier, left(pg_walfile_name(l.flushed), 8)) as history,
         (l.flushed - '0/0')::text as bytes,
         current_setting('synchronous_commit') = 'off' as asynchronous
    from pg_current_wal_flush_lsn() l(flushed), pg_control_system() c, pg_database d
   where d.datname = current_database()`

/**
 * The position up to which the standby has replayed the log. Its timeline comes from its control file: after a failover, a
 * standby is not used until it has written pages or a restartpoint of the new timeline.
 */
const replayed = sql`
  select format('%s of %s on %s', d.oid, c.system_identifier, lpad(upper(to_hex(t.timeline)), 8, '0')) as history,
         case when pg_is_in_recovery() then (pg_last_wal_replay_lsn() - '0/0')::text end as bytes,
         false as asynchronous
    from pg_control_checkpoint() p, pg_control_recovery() r, pg_control_system() c, pg_database d,
         lateral (values (greatest(p.timeline_id, r.min_recovery_end_timeline))) t(timeline)
   where d.datname = current_database()`

/** Why the standby does not run a transaction now. */
class Behind extends Error {
  override name = 'Behind'
}

/** The standby cannot have the position yet, and nothing is wrong with it. */
class WithinRecord extends Behind {}

/** Between two looks at a standby that is a little behind. */
const lookMs = 5
/** While a long transaction writes, the log is flushed up to the end of a page, which can be within a record. */
const pageBytes = 8_192n
/** For an answer of the standby, in addition to the longest lag. */
const answerMs = 2_000
/** A standby is checked each second, whether or not it is used. */
const checkMs = 1_000
/** Between two warnings: a standby can change its state with each check. */
const warnMs = 60_000

const bytesOf = ({ bytes }: Position): bigint => BigInt(bytes ?? 0)

/** Throws `Behind` for positions that cannot be compared. */
function checkComparable(standby: Position, primary: Position): void {
  if (standby.bytes === null)
    throw new Behind('The server of DATABASE_REPLICA_URL is not a standby.')
  if (primary.asynchronous) throw new Behind('synchronous_commit is off on the primary.')
  if (standby.history !== primary.history)
    throw new Behind('The standby does not follow the database of DATABASE_URL.')
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

/** The primary can run the transaction, although it has begun on the standby. */
const isOfReplica = (error: unknown): boolean =>
  error instanceof DatabaseError && isPassing(error) && !isTooSlow(error)

export interface ReplicatedDatabase extends Database {
  /** Resolves after the first check of the standby, which is used from then on if it is fit. */
  readonly firstCheck: Promise<void>
}

/** `primary`, with `replica` for transactions that are `readOnly`. Closing it closes both. */
export function withReplica(
  primary: Database,
  replica: Database,
  { maxLagMs, log }: ReplicaSettings,
): ReplicatedDatabase {
  const reads: Reads = { replica: 0, behind: 0, failed: 0 }
  const closing = new AbortController()
  const lease = { lane: 'lease', readOnly: true } as const
  let isUsed = false
  /** Aborts when the standby is not used any more: transactions that have not begun on it leave. */
  let unfit = new AbortController()
  let logged = { isFit: false, reason: '', warnedMs: -warnMs }

  // The primary reports its position while a transaction of the standby is open.
  const outside = AsyncLocalStorage.snapshot()
  const written = sharedRuns(() =>
    outside(() => primary.outsideTenants((tx) => tx.single<Position>(flushed), lease)),
  )
  const position = (): Promise<Position> =>
    written().catch((cause: unknown) => {
      throw new Behind('The primary does not report its position.', { cause })
    })

  /** Resolves when the standby of this transaction has all that the primary has flushed. Throws `Behind`. */
  async function caughtUp(tx: Statements): Promise<void> {
    const needed = await position()
    const endMs = performance.now() + maxLagMs
    for (;;) {
      const seen = await tx.single<Position>(replayed)
      checkComparable(seen, needed)
      if (bytesOf(seen) >= bytesOf(needed)) return
      if (bytesOf(needed) % pageBytes === 0n) throw new WithinRecord()
      if (performance.now() >= endMs) throw new Behind(`The standby lags more than ${maxLagMs} ms.`)
      await sleep(lookMs)
    }
  }

  function use(isFit: boolean, error = new Error()): void {
    if (isFit && !isUsed) unfit = new AbortController()
    if (!isFit) unfit.abort(error)
    isUsed = isFit
    const isKnown = logged.isFit === isFit && (isFit || logged.reason === error.message)
    const isSoon = !isFit && performance.now() - logged.warnedMs < warnMs
    if (closing.signal.aborted || isKnown || isSoon) return
    const warnedMs = isFit ? logged.warnedMs : performance.now()
    logged = { isFit, reason: error.message, warnedMs }
    if (isFit) log.info('replica is used for read-only transactions')
    else log.warn('replica is not used', { error })
  }

  async function check(): Promise<void> {
    try {
      await replica.outsideTenants(async (tx) => {
        await checkLogin(tx, 'DATABASE_REPLICA_URL')
        await caughtUp(tx)
        const seen = await tx.single<Position>(replayed)
        // The primary was restored from a copy, and the standby has another future of it.
        if (bytesOf(seen) > bytesOf(await position()))
          throw new Behind('The standby is ahead of the primary of DATABASE_URL.')
      }, lease)
      use(true)
    } catch (error) {
      use(error instanceof WithinRecord, error as Error)
    }
  }

  const firstCheck = check()
  async function watch(): Promise<void> {
    await firstCheck
    const pause = { signal: closing.signal, ref: false }
    while (!closing.signal.aborted) {
      await sleep(checkMs, undefined, pause).catch(() => {})
      if (!closing.signal.aborted) await check()
    }
  }

  /** The result of `work` on the standby, or undefined if the primary has to run it. */
  async function onReplica<T>(
    tenantId: string,
    work: (tx: Tx) => Promise<T>,
    turn: Turn,
  ): Promise<{ readonly result: T } | undefined> {
    const { signal } = unfit
    const begun = Promise.withResolvers<void>()
    let hasBegun = false
    const run = async (tx: Tx): Promise<T> => {
      const onLate = (): void => use(false, new Behind('The standby does not answer.'))
      const timer = setTimeout(onLate, maxLagMs + answerMs)
      await caughtUp(tx).finally(() => clearTimeout(timer))
      signal.throwIfAborted()
      hasBegun = true
      begun.resolve()
      return work(tx)
    }
    const { signal: left } = turn
    const leaves = (): AbortSignal => AbortSignal.any(left ? [signal, left()] : [signal])
    try {
      const running = replica.inTenant(tenantId, run, { ...turn, signal: leaves })
      await unlessAborted(Promise.race([begun.promise, running]), signal)
      const result = await running
      reads.replica += 1
      return { result }
    } catch (error) {
      const hasLeft = error instanceof TransactionAbandoned && !signal.aborted
      if (hasLeft || (hasBegun && !isOfReplica(error))) throw error
      reads[error instanceof Behind ? 'behind' : 'failed'] += 1
      if (!(error instanceof WithinRecord) && !isBusy(error)) use(false, error as Error)
      return undefined
    }
  }

  void watch()
  return {
    ...primary,
    activity: { ...primary.activity, reads },
    firstCheck,
    async inTenant(tenantId, work, turn) {
      const read = isUsed && turn?.readOnly && (await onReplica(tenantId, work, turn))
      return read ? read.result : primary.inTenant(tenantId, work, turn)
    },
    async close() {
      closing.abort()
      await Promise.all([replica.close(), primary.close()])
    },
  }
}
