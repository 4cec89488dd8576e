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
import { CommandFailed, flags, say, UsageError } from './terminal.ts'

/** Dumps are of the embedded database; PostgreSQL brings its own tools. */
function embeddedConfig(command: string): Config {
  const config = readConfig(process.env)
  if (config.databaseUrl === null) return config
  throw new CommandFailed(
    `"plumbline ${command}" is for the embedded database; use pg_dump or pg_basebackup for DATABASE_URL.`,
  )
}

const megabytes = (bytes: number): string => `${(bytes / 2 ** 20).toFixed(1)} MB`
const keyNotIncluded =
  'It does not hold the encryption key: keep that (ENCRYPTION_KEY, or DATA_DIR/encryption.key) in another place.'

/** `backup [FILE]`: a verified dump, now. */
export async function backup(args: string[]): Promise<void> {
  const { rest } = flags(args, {})
  if (rest.length > 1) throw new UsageError('Usage: plumbline backup [FILE]')
  const config = embeddedConfig('backup')
  const folder = dumpFolder(config.dataDir)
  const file = resolve(rest[0] ?? join(folder, dumpName(Date.now())))
  if (existsSync(file)) throw new CommandFailed(`${file} is there already; name another file.`)
  const { database, embedded } = await openExisting(config).catch((error: unknown) => {
    throw heldWith(error, folder)
  })
  try {
    if (!embedded) throw new CommandFailed('There is no embedded database.')
    const { bytes, sha256 } = await embedded.backUp(file)
    say(`${file}: ${megabytes(bytes)}, opened and read, sha256 ${sha256}.`)
    say(keyNotIncluded)
  } finally {
    await database.close()
  }
}

/** A server makes dumps itself, so whoever meets one is shown the newest. */
function heldWith(error: unknown, folder: string): unknown {
  const newest = dumpsIn(folder).at(-1)
  if (!(error instanceof DirectoryHeld) || !newest) return error
  const time = new Date(newest.ms).toISOString()
  return new CommandFailed(
    `${error.message} The newest dump that was made meanwhile is ${newest.file}, of ${time}.`,
  )
}

/** `restore FILE [--replace]`: a data directory from a dump. */
export async function restore(args: string[]): Promise<void> {
  const { values, rest } = flags(args, { replace: 'switch' })
  const [given] = rest
  if (given === undefined || rest.length > 1)
    throw new UsageError('Usage: plumbline restore FILE [--replace]')
  const { dataDir } = embeddedConfig('restore')
  say(`Reading ${given} …`)
  const { manifest, movedTo } = await restoreDump(resolve(given), dataDir, {
    replace: values['replace'] === 'true',
    now: Date.now,
  })
  say(`The database in ${dataDir} is the one of ${manifest.taken_at}.`)
  if (movedTo) say(`The one before was moved to ${movedTo}.`)
  say('To serve it, the encryption key must be the one that it was served with.')
}
