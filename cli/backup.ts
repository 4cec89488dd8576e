import { resolve, join } from 'node:path'
import { existsSync } from 'node:fs'
import {
  type Config,
  DirectoryHeld,
  dumpFolder,
  dumpName,
  dumpsIn,
  readConfig,
  restore as restoreDump,
} from '@plumbline/server'
import { openExisting } from './existing.ts'
import { usageLines } from './help.ts'
import { CommandFailed, flags, say, UsageError } from './terminal.ts'

/** Dumps are of the embedded database; PostgreSQL brings its own tools. */
function embeddedConfig(command: string): Config {
  const config = readConfig(process.env)
  if (config.databaseUrl === null) return config
  throw new CommandFailed(
    `"plumbline ${command}" works on the embedded database only. For DATABASE_URL use pg_dump or pg_basebackup.`,
  )
}

const megabytes = (bytes: number): string => `${(bytes / 2 ** 20).toFixed(1)} MB`
const keyNotIncluded =
  'The dump does not contain the encryption key. Store the key (ENCRYPTION_KEY or DATA_DIR/encryption.key) in another place.'

/** `backup [FILE]`: a verified dump, now. */
export async function backup(args: string[]): Promise<void> {
  const { rest } = flags(args, {})
  if (rest.length > 1) throw new UsageError(...usageLines('backup'))
  const config = embeddedConfig('backup')
  const folder = dumpFolder(config.dataDir)
  const file = resolve(rest[0] ?? join(folder, dumpName(Date.now())))
  if (existsSync(file)) throw new CommandFailed(`${file} already exists. Choose another file name.`)
  const { database, embedded } = await openExisting(config).catch((error: unknown) => {
    throw heldWith(error, folder)
  })
  try {
    if (!embedded) throw new CommandFailed('There is no embedded database.')
    const { bytes, sha256 } = await embedded.backUp(file)
    say(`Wrote and verified ${file}: ${megabytes(bytes)}, sha256 ${sha256}.`)
    say(keyNotIncluded)
  } finally {
    await database.close()
  }
}

/** The server also makes dumps itself, so the error names the newest one. */
function heldWith(error: unknown, folder: string): unknown {
  const newest = dumpsIn(folder).at(-1)
  if (!(error instanceof DirectoryHeld) || !newest) return error
  const time = new Date(newest.ms).toISOString()
  return new CommandFailed(
    `${error.message} The newest dump of the running server is ${newest.file}, written at ${time}.`,
  )
}

/** `restore FILE [--replace]`: a data directory from a dump. */
export async function restore(args: string[]): Promise<void> {
  const { values, rest } = flags(args, { replace: 'switch' })
  const [given] = rest
  if (given === undefined || rest.length > 1) throw new UsageError(...usageLines('restore'))
  const { dataDir } = embeddedConfig('restore')
  say(`Reading ${given} …`)
  const { manifest, movedTo } = await restoreDump(resolve(given), dataDir, {
    replace: values['replace'] === 'true',
    now: Date.now,
  })
  say(`Restored the dump of ${manifest.taken_at} to ${dataDir}.`)
  if (movedTo) say(`Moved the previous database to ${movedTo}.`)
  say('Start the server with the encryption key that the dumped database used.')
}
