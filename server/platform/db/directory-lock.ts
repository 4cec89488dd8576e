/**
 * The lock on the directory of the embedded database.
 *
 * The engine takes none: two processes on one directory destroy each other's work without an error.
 * So the first creates a file exclusively, and it is taken over only from a process that is gone:
 * its number is free, or belongs to a process that started at another time. Never from a live one,
 * however old its heartbeat.
 */
import {
  closeSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
  writeSync,
} from 'node:fs'
import { join } from 'node:path'

export interface Holder {
  readonly pid: number
  /** Clock ticks since boot at which the process started; null where the system does not tell. */
  readonly started: string | null
  /** Where the holder serves its API, once it does. */
  readonly address: string | null
}

export class DirectoryHeld extends Error {
  override name = 'DirectoryHeld'
  readonly holder: Holder
  constructor(directory: string, holder: Holder) {
    const where = holder.address ? ` serving ${holder.address}` : ''
    super(
      `The data directory ${directory} is in use by process ${holder.pid}${where}. ` +
        'Stop that process, or set DATA_DIR to another directory.',
    )
    this.holder = holder
  }
}

export interface DirectoryLock {
  /** The process that held the directory before us died without letting go. */
  readonly afterCrash: boolean
  announce(address: string): void
  release(): void
}

/** Field 22 of /proc/<pid>/stat; the command name in field 2 may hold spaces and brackets. */
function startOf(pid: number): string | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? null
  } catch {
    return null
  }
}

function alive({ pid, started }: Holder): boolean {
  try {
    process.kill(pid, 0)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ESRCH') return false
  }
  const now = startOf(pid)
  return started === null || now === null || now === started
}

function read(file: string): Holder | null {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Holder
  } catch {
    return null // gone, or a holder that died between creating and writing it
  }
}

function create(file: string, holder: Holder): boolean {
  try {
    const handle = openSync(file, 'wx', 0o600)
    writeSync(handle, JSON.stringify(holder))
    closeSync(handle)
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false
    throw error
  }
}

/** Of several that find a dead holder, the one that creates the guard replaces the file. */
function takeOver(file: string, mine: Holder): boolean {
  const guard = `${file}.takeover`
  if (!create(guard, mine)) {
    const other = read(guard)
    if (other && alive(other)) return false
    rmSync(guard, { force: true })
    return false
  }
  try {
    const holder = read(file)
    if (holder && alive(holder)) return false
    rmSync(file, { force: true })
    return create(file, mine)
  } finally {
    rmSync(guard, { force: true })
  }
}

/** Takes the directory, or throws `DirectoryHeld`. */
export function lockDirectory(directory: string): DirectoryLock {
  mkdirSync(directory, { recursive: true, mode: 0o700 })
  const file = join(directory, 'lock')
  const mine: Holder = { pid: process.pid, started: startOf(process.pid), address: null }
  let afterCrash = false
  for (let attempt = 1; !create(file, mine); attempt += 1) {
    const holder = read(file)
    const fresh = !holder && Date.now() - modified(file) < 1_000 // being written right now
    if ((holder && alive(holder)) || fresh || attempt > 50) {
      throw new DirectoryHeld(directory, holder ?? mine)
    }
    afterCrash = true
    if (takeOver(file, mine)) break
  }
  return {
    afterCrash,
    announce(address) {
      writeFileSync(`${file}.new`, JSON.stringify({ ...mine, address }), { mode: 0o600 })
      renameSync(`${file}.new`, file)
    },
    release() {
      if (read(file)?.pid === process.pid) rmSync(file, { force: true })
    },
  }
}

/** Who holds a directory at this moment, if anybody does. */
export function holderOf(directory: string): Holder | null {
  const holder = read(join(directory, 'lock'))
  return holder && alive(holder) ? holder : null
}

function modified(file: string): number {
  try {
    return statSync(file).mtimeMs
  } catch {
    return 0
  }
}
