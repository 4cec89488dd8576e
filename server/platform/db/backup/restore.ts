/** From a dump to a data directory. */
import { createHash } from 'node:crypto'
import {
  accessSync,
  constants,
  createReadStream,
  existsSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { DirectoryHeld, type DirectoryLock, lockDirectory } from '../directory-lock.ts'
import { flushFolder, flushTree } from '../durable-files.ts'
import { BadDump, type Manifest, verifyDump } from './dump.ts'

/** Why nothing was restored although the dump may be good; one sentence. */
export class RestoreRefused extends Error {
  override name = 'RestoreRefused'
}

/** While it is there without a database, a restore was cut short. */
export const restoringName = 'restoring'

async function checkSum(file: string): Promise<void> {
  const beside = `${file}.sha256`
  if (!existsSync(beside)) return
  const hash = createHash('sha256')
  await pipeline(createReadStream(file), hash)
  if (readFileSync(beside, 'utf8').startsWith(hash.digest('hex'))) return
  throw new BadDump(`The dump ${file} is damaged: its checksum differs from ${beside}.`)
}

function checkReadable(file: string): void {
  if (!existsSync(file)) throw new RestoreRefused(`The file ${file} does not exist.`)
  try {
    accessSync(file, constants.R_OK)
    if (!statSync(file).isFile()) throw new Error('it is not a regular file')
  } catch (error) {
    throw new RestoreRefused(`The dump ${file} cannot be read: ${(error as Error).message}.`)
  }
}

async function lockOf(directory: string): Promise<DirectoryLock> {
  try {
    return await lockDirectory(directory)
  } catch (error) {
    if (error instanceof DirectoryHeld) throw error
    throw new RestoreRefused(`${directory} cannot be used: ${(error as Error).message}.`)
  }
}

/**
 * Reads the whole dump before anything is moved. An existing database is moved aside if `replace` is set, and refused
 * otherwise. Throws DirectoryHeld, BadDump or RestoreRefused.
 */
export async function restore(
  file: string,
  directory: string,
  { replace, now }: { readonly replace: boolean; readonly now: () => number },
): Promise<{ readonly manifest: Manifest; readonly movedTo: string | null }> {
  checkReadable(file)
  const lock = await lockOf(directory)
  const target = join(directory, 'database')
  const scratch = join(directory, restoringName)
  try {
    const isTaken = existsSync(target)
    if (isTaken && !replace) {
      throw new RestoreRefused(
        `${directory} already contains a database. Pass --replace to move it aside, or set DATA_DIR to another directory.`,
      )
    }
    await checkSum(file)
    rmSync(scratch, { recursive: true, force: true })
    const { manifest } = await verifyDump(file, scratch).catch((error: unknown) => {
      rmSync(scratch, { recursive: true, force: true })
      throw error
    })
    flushTree(scratch)
    const stamp = new Date(now()).toISOString().slice(0, 19).replaceAll(':', '-')
    const movedTo = isTaken ? join(directory, `database.before-${stamp}Z`) : null
    if (movedTo) renameSync(target, movedTo)
    renameSync(join(scratch, 'database'), target)
    flushFolder(directory)
    rmSync(scratch, { recursive: true, force: true })
    return { manifest, movedTo }
  } finally {
    lock.release()
  }
}
