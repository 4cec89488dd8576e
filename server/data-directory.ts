/** The data directory, which only the user of the server may read and write. */
import {
  accessSync,
  chmodSync,
  constants,
  lstatSync,
  mkdirSync,
  readdirSync,
  type Stats,
  statSync,
} from 'node:fs'
import { join } from 'node:path'
import { BadSetting } from './config.ts'

/** Permissions of the group and of other users. */
const ofOthers = 0o077

/** Windows has access lists in place of modes, and reports the same mode for every file. */
const hasModes = process.platform !== 'win32'

/**
 * Creates the directory if it is missing, and takes the permissions of other users from everything in it. From here on,
 * the umask of the process keeps new files private. Throws BadSetting for a directory that cannot be used or files that cannot be made private.
 */
export function openDataDirectory(directory: string): void {
  process.umask(ofOthers)
  try {
    mkdirSync(directory, { recursive: true, mode: 0o700 })
    accessSync(directory, constants.R_OK | constants.W_OK | constants.X_OK)
  } catch (error) {
    throw new BadSetting(`DATA_DIR cannot be used: ${(error as Error).message}.`)
  }
  makeContentPrivate(directory)
}

/** Takes the permissions of other users from everything in the directory; the mode of the directory itself stays. */
export function makeContentPrivate(directory: string): void {
  if (!hasModes) return
  for (const name of readdirSync(directory)) {
    const path = join(directory, name)
    const { uid } = lstatSync(path)
    // A volume may have other entries at its top, such as lost+found.
    if (uid === process.getuid?.() || name === 'database') makePrivate(path)
  }
}

/** Whether other users of the machine may list or change the directory itself, as those of most mounted volumes may. */
export function isOpenToOthers(directory: string): boolean {
  const stats = statSync(directory, { throwIfNoEntry: false })
  return hasModes && stats !== undefined && isOpen(stats)
}

const isOpen = ({ mode }: Stats): boolean => (mode & ofOthers) !== 0

function makePrivate(path: string): void {
  const stats = lstatSync(path)
  if (stats.isSymbolicLink()) return // chmod would change what it points to
  if (isOpen(stats)) {
    try {
      chmodSync(path, stats.mode & ~ofOthers & 0o7777)
    } catch (error) {
      throw notPrivate(path, (error as Error).message)
    }
    if (isOpen(lstatSync(path))) throw notPrivate(path, 'the file system ignores permissions')
  }
  if (stats.isDirectory()) for (const name of readdirSync(path)) makePrivate(join(path, name))
}

const notPrivate = (path: string, reason: string): BadSetting =>
  new BadSetting(
    `Other users of this machine can open ${path}, and its permissions cannot be changed: ${reason}. ` +
      'Set DATA_DIR to a directory that only the user of the server can open.',
  )
