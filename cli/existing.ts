import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { type Config, openDatabase } from '@plumbline/server'
import { CommandFailed } from './terminal.ts'

/** The database of an installation that is there. A wrong DATA_DIR would else be a new and empty one. */
export async function openExisting(config: Config): ReturnType<typeof openDatabase> {
  if (config.databaseUrl === null && !existsSync(join(config.dataDir, 'database')))
    throw new CommandFailed(`There is no database in ${config.dataDir}.`)
  return openDatabase(config)
}
