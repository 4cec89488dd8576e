/** The database that the settings name, ready to serve. */
import { join } from 'node:path'
import { type Config, keyFile } from './config.ts'
import { makeContentPrivate, openDataDirectory } from './data-directory.ts'
import {
  connectEmbedded,
  connectPostgres,
  connectReplica,
  type Database,
  dumpFolder,
  type EmbeddedDatabase,
  type Migrated,
  migratePostgres,
  regularDumps,
  releaseLeases,
  shippedTemplate,
  UnfitDatabase,
} from './platform/db/index.ts'
import { unlessAborted } from './platform/ends.ts'
import { type Log, silent } from './platform/log.ts'
import { checkKeyFile } from './platform/vault/index.ts'

export interface Opened {
  readonly database: Database
  /** Publishes to other processes the address of the server that holds the embedded database. */
  announce(address: string): void
  /** The embedded database, where it is that. */
  readonly embedded: EmbeddedDatabase | null
  /** From now on the embedded database is dumped every so many hours. */
  startBackups(): void
}

/** Rejects with the reason of `signal` if that is aborted first; the embedded database is closed then. */
export async function openDatabase(
  config: Config,
  log: Log = silent,
  signal: AbortSignal = new AbortController().signal,
): Promise<Opened> {
  openDataDirectory(config.dataDir)
  const opened = await openOne(config, log, signal)
  try {
    signal.throwIfAborted()
    const ofMaster = { setting: config.encryptionKey, file: keyFile(config) }
    await checkKeyFile(opened.database, ofMaster)
  } catch (error) {
    await opened.database.close()
    throw error
  }
  return opened
}

async function openOne(config: Config, log: Log, signal: AbortSignal): Promise<Opened> {
  if (config.databaseUrl) {
    // A server that does not answer ends the attempt after ten seconds. Nothing is written before it succeeds.
    const own = {
      poolSize: config.databasePool,
      statementTimeoutMs: config.statementTimeoutMs,
      isPooled: config.databasePooler,
      log,
    }
    const connecting = connectPostgres({ ...own, url: config.databaseUrl })
    const primary = await unlessAborted(connecting, signal)
    const { databaseReplicaUrl: url, databaseReplicaMaxLagMs: maxLagMs } = config
    const database = url === null ? primary : connectReplica(primary, { ...own, url, maxLagMs })
    return { database, announce: () => {}, embedded: null, startBackups: () => {} }
  }
  const { dataDir, checkpointSeconds, statementTimeoutMs } = config
  const { backupHours: hours, backupKeep: maxDumps } = config
  const embedded = await connectEmbedded({
    directory: dataDir,
    checkpointSeconds,
    statementTimeoutMs,
    template: shippedTemplate(),
    maxDumps: hours === 0 ? 0 : maxDumps,
    log,
    signal,
  })
  makeContentPrivate(dataDir) // the files of a new database come from an archive with its own modes
  if (embedded.afterCrash) await releaseLeases(embedded)
  let stopBackups = (): void => {}
  const database: Database = {
    ...embedded,
    async close() {
      stopBackups()
      await embedded.close()
    },
  }
  return {
    database,
    announce: (address) => embedded.announce(address),
    embedded,
    startBackups() {
      if (hours > 0) {
        const folder = dumpFolder(dataDir)
        stopBackups = regularDumps(embedded, folder, { hours, maxDumps, log, now: Date.now })
      }
    },
  }
}

/** Applies what is missing, as DATABASE_ADMIN_URL, and prepares the login of the server. */
export function migrateDatabase(config: Config): Promise<Migrated> {
  if (!config.databaseAdminUrl) {
    throw new UnfitDatabase(
      'Set DATABASE_ADMIN_URL to a superuser of the PostgreSQL database; the embedded one migrates itself.',
    )
  }
  const { databaseServerUser: name, databaseServerPassword: password } = config
  return migratePostgres(config.databaseAdminUrl, password === null ? null : { name, password })
}

export const describeDatabase = (config: Config): string =>
  config.databaseUrl
    ? `PostgreSQL at ${new URL(config.databaseUrl).host}`
    : `the embedded database in ${join(config.dataDir, 'database')}`
