import { existsSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import {
  type Applied,
  appliedText,
  appliedTo,
  checkApplied,
  checkDisconnected,
  missingIn,
} from './applied.ts'
import { checkLogin } from './check-login.ts'
import { type Database, database, statementsOfTransaction } from './database.ts'
import {
  BackupFailed,
  backUp,
  type Dump,
  dumpName,
  restoringName,
  rotate,
  type Source,
} from './backup/index.ts'
import { type DirectoryLock, type Holder, lockDirectory } from './directory-lock.ts'
import { flushFolder, flushTree } from './durable-files.ts'
import { type Log, silent } from '../log.ts'
import { type EmbeddedDriver, embedded, noRules } from './embedded.ts'
import type { ThreadEnd } from './engine-thread.ts'
import { DatabaseError, UnfitDatabase } from './errors.ts'
import { type Administer, alone, migrate, migrations } from './migrate.ts'
import { administrator, postgres, type PostgresOptions } from './postgres.ts'
import { type ReplicaSettings, type ReplicatedDatabase, withReplica } from './replica.ts'
import { version } from '../version.ts'
import { prepareServerLogin, type ServerLogin } from './server-login.ts'
import { raw } from './sql.ts'

export interface EmbeddedOptions {
  /** Where the database lives; null keeps it in memory. */
  readonly directory: string | null
  /** Seconds between two checkpoints; 0 turns the timer off. */
  readonly checkpointSeconds: number
  /** The path of an initialised data directory, a .tar or .tar.gz, to start a new directory from. */
  readonly template: string | null
  /** How many dumps are retained; 0 makes none before a migration either. */
  readonly maxDumps?: number
  /** The longest statement of a transaction; without one, none is canceled. */
  readonly statementTimeoutMs?: number
  /** Aborts the opening; what was opened is closed. */
  readonly signal?: AbortSignal
  readonly log?: Log
  readonly now?: () => number
}

export interface EmbeddedDatabase extends Database {
  /** The previous process died while it held the directory lock: its leases are void. */
  readonly afterCrash: boolean
  /** The dump that was made because migrations were missing. */
  readonly beforeMigration: Dump | null
  /** Publishes this server's address to processes that find the directory locked. */
  announce(address: string): void
  dump(): Promise<Uint8Array>
  /** Writes a verified dump of the directory to a file while requests continue. One at a time. Throws BackupFailed. */
  backUp(file: string): Promise<Dump>
  /** Vacuums and writes a checkpoint, as it also happens every `checkpointSeconds`. */
  maintain(): Promise<void>
  /** Statements as the superuser; tests plant faults with it. */
  administer(script: string): Promise<Record<string, unknown>[]>
}

/** Where a data directory keeps its dumps. */
export const dumpFolder = (directory: string): string => join(directory, 'dumps')

/**
 * Starts the engine. A new directory is made under another name and gets its own when it is whole:
 * one whose making was cut short would never open again.
 */
async function begin({
  directory,
  template,
  statementTimeoutMs: deadlineMs = Infinity,
  log = silent,
  signal,
}: EmbeddedOptions): Promise<EmbeddedDriver> {
  if (!directory) return embedded({ directory: null, template })
  const files = join(directory, 'database')
  if (!existsSync(files)) {
    const restoring = join(directory, restoringName)
    if (existsSync(restoring)) {
      throw new UnfitDatabase(
        `A restore into ${directory} was interrupted. Run "plumbline restore" again, or remove ${restoring}.`,
      )
    }
    const making = `${files}.new`
    rmSync(making, { recursive: true, force: true })
    const maker = await embedded({ directory: making, template }, { ...noRules, signal })
    await maker.close()
    flushTree(making)
    renameSync(making, files)
    flushFolder(directory)
  }
  const onRestart = ({ error, statement }: ThreadEnd): void =>
    log.error('embedded database exited, restarting', { error, statement })
  const rules = { deadlineMs, onRestart, signal }
  return embedded({ directory: files, template: null }, rules).catch((error: Error) => {
    signal?.throwIfAborted()
    log.error('embedded database does not start', { error }) // the engine's own text helps only developers
    throw new UnfitDatabase(
      `The database in ${files} is damaged and cannot be opened. Restore a dump with "plumbline restore".`,
    )
  })
}

/**
 * Tables with enough dead rows for a vacuum, by the rule of PostgreSQL's autovacuum: 50 and a fifth of the live rows.
 * What updates of long values leave behind is counted by their TOAST table.
 */
const dueForVacuum = `
  select s.relid::regclass::text as name
    from pg_stat_all_tables s
   where s.n_dead_tup > 50 + 0.2 * s.n_live_tup
   order by s.n_dead_tup desc`

/** Dumps and upkeep of a driver's directory. Upkeep stops while files are copied. */
class Backups {
  readonly #driver: EmbeddedDriver
  readonly #directory: string | null
  readonly #now: () => number
  readonly #closing = new AbortController()
  readonly #signals: AbortSignal[]
  #running: Promise<unknown> = Promise.resolve()
  #copying = false

  constructor(driver: EmbeddedDriver, { directory, now = Date.now, signal }: EmbeddedOptions) {
    this.#driver = driver
    this.#directory = directory
    this.#now = now
    this.#signals = [this.#closing.signal, ...(signal ? [signal] : [])]
  }

  async checkpoint(): Promise<void> {
    if (!this.#copying) await this.#driver.checkpoint()
  }

  /**
   * Does the work of PostgreSQL's background processes: frees the space of dead rows, and writes a checkpoint. Requests
   * run between two tables.
   */
  async maintain(): Promise<void> {
    if (this.#copying) return
    const { administer } = this.#driver
    await administer('select pg_stat_force_next_flush()') // counts of the last second are not there yet
    for (const { name } of await administer(dueForVacuum))
      await administer(`vacuum ${String(name)}`)
    await this.checkpoint()
  }

  make(file: string): Promise<Dump> {
    const made = this.#running.then(() => this.#make(file))
    this.#running = made.catch(() => {})
    return made
  }

  #make(file: string): Promise<Dump> {
    if (!this.#directory) throw new BackupFailed('A database in memory has no backup.')
    const source: Source = {
      administer: this.#driver.administer,
      directory: join(this.#directory, 'database'),
      withoutCheckpoints: async (work) => {
        this.#copying = true
        try {
          return await work()
        } finally {
          this.#copying = false
        }
      },
    }
    return backUp(source, file, { signal: AbortSignal.any(this.#signals), now: this.#now })
  }

  /** Aborts the dump in progress. */
  async close(): Promise<void> {
    this.#closing.abort()
    await this.#running
  }
}

/** A failed or mistaken migration must not lose the earlier data. */
async function dumpBeforeMigration(
  applied: readonly Applied[],
  backups: Backups,
  { directory, maxDumps = 0, now = Date.now }: EmbeddedOptions,
): Promise<Dump | null> {
  if (!directory || maxDumps === 0) return null
  const [first] = missingIn(applied)
  if (applied.length === 0 || first === undefined) return null
  const folder = dumpFolder(directory)
  const dump = await backups.make(join(folder, dumpName(now(), first.replace(/\.sql$/, ''))))
  rotate(folder, maxDumps)
  return dump
}

/** An operator who went back to an older version should know it, and one who did not should know it too. */
function warnOfNewer(newest: string | null, log: Log): void {
  if (newest) log.warn('database was migrated by a newer version', { newest, version })
}

/** Opens the embedded database, migrated to the newest shape. Throws `DirectoryHeld`. */
export async function connectEmbedded(options: EmbeddedOptions): Promise<EmbeddedDatabase> {
  const {
    directory,
    checkpointSeconds,
    statementTimeoutMs = Infinity,
    log = silent,
    signal,
  } = options
  const onLost = ({ host, pid }: Holder): void => {
    log.error('data directory was taken by another machine, exiting', { host, pid })
    process.exit(1)
  }
  const lock: DirectoryLock | null = directory
    ? await lockDirectory(directory, { onLost, signal })
    : null
  let driver: EmbeddedDriver | undefined
  let backups: Backups
  let beforeMigration: Dump | null
  try {
    driver = await begin(options)
    const administer: Administer = driver.administer
    backups = new Backups(driver, options)
    const applied = await appliedTo(administer)
    warnOfNewer(checkApplied(applied, `in ${directory}`), log)
    beforeMigration = await dumpBeforeMigration(applied, backups, options)
    await migrate(administer, migrations(), signal)
  } catch (error) {
    await driver?.close() // before another process may open the directory
    lock?.release()
    signal?.throwIfAborted() // the reason, in place of what it caused
    throw error
  }
  const opened = driver
  const timer = setInterval(
    () => void backups.maintain().catch(() => {}),
    checkpointSeconds * 1_000 || 2 ** 31 - 1,
  )
  timer.unref()
  return {
    ...database(opened, { transactionMs: statementsOfTransaction * statementTimeoutMs }),
    afterCrash: lock?.afterCrash ?? false,
    beforeMigration,
    announce: (address) => lock?.announce(address),
    dump: () => opened.dump(),
    backUp: (file) => backups.make(file),
    maintain: () => backups.maintain(),
    administer: opened.administer,
    async close() {
      clearInterval(timer)
      await backups.close()
      if (directory) await opened.checkpoint().catch(() => {})
      await opened.close()
      lock?.release()
    },
  }
}

export interface PostgresSettings {
  readonly url: string
  readonly poolSize: number
  readonly statementTimeoutMs: number
  readonly isPooled?: boolean
  readonly log?: Log
}

/** No server answers, or it denies access: a wrong address, login or database name. */
function unreachable(setting: string, url: string, error: unknown): unknown {
  if (!(error instanceof DatabaseError) || !/^(08|28|3D|53)/.test(error.code ?? '')) return error
  const said = error.message || 'no response'
  const sentence = `The database of ${setting}, at ${new URL(url).host}, cannot be used: ${said}.`
  if (!/unsupported startup parameter/.test(said)) return new UnfitDatabase(sentence)
  return new UnfitDatabase(
    setting === 'DATABASE_URL'
      ? `${sentence} Set DATABASE_POOLER to true if a connection pooler answers there.`
      : `${sentence} It must lead to the database itself, not to a connection pooler.`,
  )
}

export interface Migrated {
  /** The migrations that were applied. */
  readonly applied: readonly string[]
  /** The newest migration if a newer version applied it. */
  readonly newer: string | null
}

/** Brings a PostgreSQL database to the newest shape, as its administrator. */
export async function migratePostgres(
  adminUrl: string,
  login: ServerLogin | null = null,
): Promise<Migrated> {
  const admin = await administrator(adminUrl).catch((error: unknown) => {
    throw unreachable('DATABASE_ADMIN_URL', adminUrl, error)
  })
  try {
    return await alone(admin.run, async () => {
      const before = await appliedTo(admin.run)
      const newer = checkApplied(before, 'of DATABASE_ADMIN_URL')
      await checkDisconnected(admin.run, before)
      const applied = await migrate(admin.run)
      await admin.run('select create_history_partitions()')
      if (login) await prepareServerLogin(admin.run, login)
      return { applied, newer }
    })
  } finally {
    await admin.close()
  }
}

/** Nothing is connected before it is used. */
const poolOf = (
  { poolSize: size, log: _log, ...own }: PostgresSettings,
  rules: Pick<PostgresOptions, 'connectionMs'> = {},
): Database =>
  database(postgres({ ...own, ...rules, size }), {
    transactionMs: statementsOfTransaction * own.statementTimeoutMs,
  })

/** Opens PostgreSQL as the restricted login and refuses one that could see past a tenant. */
export async function connectPostgres(settings: PostgresSettings): Promise<Database> {
  const { url, log = silent } = settings
  const db = poolOf(settings)
  try {
    await db.outsideTenants(async (tx) => {
      await checkLogin(tx, 'DATABASE_URL')
      const applied = await tx.rows<Applied>(raw(appliedText))
      warnOfNewer(checkApplied(applied, 'of DATABASE_URL'), log)
      const absent = missingIn(applied)
      if (absent.length > 0) {
        throw new UnfitDatabase(
          `The database lacks ${absent.join(', ')}. Run "plumbline migrate" with DATABASE_ADMIN_URL.`,
        )
      }
    })
  } catch (error) {
    await db.close()
    const { code, message } = error as { code?: string; message: string }
    if (code === '42P01' || code === '22023' || code === '42501') {
      throw new UnfitDatabase(
        `The database of DATABASE_URL is not prepared (${message}). Run "plumbline migrate" with DATABASE_ADMIN_URL.`,
      )
    }
    throw unreachable('DATABASE_URL', url, error)
  }
  return db
}

/**
 * The same database, with a standby at `url` for read-only transactions. Without an answer from the standby, the primary
 * runs them: nothing waits for the standby here.
 */
export const connectReplica = (
  primary: Database,
  settings: PostgresSettings & Omit<ReplicaSettings, 'log'>,
): ReplicatedDatabase => {
  const { maxLagMs, log = silent } = settings
  return withReplica(primary, poolOf(settings, { connectionMs: 2_000 }), { maxLagMs, log })
}
