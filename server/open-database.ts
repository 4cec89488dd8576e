/** The database that the settings name, ready to serve. */
import { accessSync, constants, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { BadSetting, type Config } from './config.ts'
import { taskNames } from './main.ts'
import {
  connectEmbedded,
  connectPostgres,
  type Database,
  migratePostgres,
  releaseLeases,
  UnfitDatabase,
} from './platform/db/index.ts'

export interface Opened {
  readonly database: Database
  /** Tells other processes where the holder of the embedded database serves. */
  announce(address: string): void
}

/** Made if it is not there: for the embedded database, the keys and what large scans put aside. */
function checkDirectory({ dataDir }: Config): void {
  try {
    mkdirSync(dataDir, { recursive: true, mode: 0o700 })
    accessSync(dataDir, constants.R_OK | constants.W_OK | constants.X_OK)
  } catch (error) {
    throw new BadSetting(`DATA_DIR cannot be used: ${(error as Error).message}.`)
  }
}

export async function openDatabase(config: Config): Promise<Opened> {
  checkDirectory(config)
  if (config.databaseUrl) {
    const database = await connectPostgres({
      url: config.databaseUrl,
      poolSize: config.databasePool,
      statementTimeoutMs: config.statementTimeoutMs,
    })
    return { database, announce: () => {} }
  }
  const database = await connectEmbedded(
    { directory: config.dataDir, settleSeconds: config.settleSeconds, template: null },
    taskNames,
  )
  if (database.afterCrash) await releaseLeases(database)
  return { database, announce: (address) => database.announce(address) }
}

/** Applies what is missing, as DATABASE_ADMIN_URL; gives the names. */
export function migrateDatabase(config: Config): Promise<string[]> {
  if (!config.databaseAdminUrl) {
    throw new UnfitDatabase(
      'Set DATABASE_ADMIN_URL to a superuser of the PostgreSQL database; the embedded one migrates itself.',
    )
  }
  return migratePostgres(config.databaseAdminUrl, taskNames)
}

export const describeDatabase = (config: Config): string =>
  config.databaseUrl
    ? `PostgreSQL at ${new URL(config.databaseUrl).host}`
    : `the embedded database in ${join(config.dataDir, 'database')}`
