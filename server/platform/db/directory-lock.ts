/**
 * The lock on the directory of the embedded database: at most one holder among all processes, in every
 * namespace, container and host that share the directory.
 *
 * The engine takes none: two processes on one directory destroy each other's work without an error. Two things show
 * that a directory is held:
 * - `lock.db` has an exclusive SQLite transaction, which is a lock of the operating system. Processes of all containers
 *   of a machine see it, and so do other machines if their file system supports locks (NFSv4, SMB). The kernel releases
 *   it when the holder ends, even by SIGKILL.
 * - `holder.json` is written again every few seconds. It protects a directory on a file system whose locks other
 *   machines do not see: a process of another machine waits until the file has not changed for a while.
 *
 * `lock.db` must not be opened in any other way: a process loses a POSIX lock when it closes any descriptor of the file.
 */
import {
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as sleep } from 'node:timers/promises'
import { newId } from '../ids.ts'

export interface Holder {
  readonly pid: number
  readonly host: string
  /** The running kernel: the same in all containers of a machine, another one after a reboot. */
  readonly machine: string
  /** Of one claim. */
  readonly token: string
  /** Where the holder serves its API, once it does. */
  readonly address: string | null
}

export class DirectoryHeld extends Error {
  override name = 'DirectoryHeld'
  readonly holder: Holder | null
  constructor(directory: string, holder: Holder | null) {
    const process = holder
      ? `process ${holder.pid}`
      : 'another process, or its file system does not support locks'
    const host = holder && holder.host !== hostname() ? ` on ${holder.host}` : ''
    const where = holder?.address ? ` serving ${holder.address}` : ''
    super(
      `The data directory ${directory} is in use by ${process}${host}${where}. ` +
        'Stop that process, or set DATA_DIR to another directory.',
    )
    this.holder = holder
  }
}

export interface DirectoryLock {
  /** The previous owner of the directory died without releasing it. */
  readonly afterCrash: boolean
  announce(address: string): void
  release(): void
}

export interface LockSettings {
  /** Between two writes of the holder. */
  readonly renewMs: number
  /** A holder on another machine that has not written for so long has ended. */
  readonly silentMs: number
  /**
   * A process of another machine has taken the directory: nothing more may be written to it. Without it, an uncaught
   * `DirectoryHeld` ends the process.
   */
  readonly onLost?: (holder: Holder) => void
  /** Ends the wait for a process of another machine. */
  readonly signal?: AbortSignal | undefined
}

/** A write may be late by two periods, as by a disk that stalls. */
const defaults = { renewMs: 10_000, silentMs: 35_000 }

/** How long SQLite retries a busy lock: two processes that begin at once make each other fail. */
const busyMs = 250
const lockName = 'lock.db'
const holderName = 'holder.json'
const sqliteBusy = 5

/** Without a reference, the collector of garbage would close the file and release the lock. */
const open = new Set<DatabaseSync>()

/** Takes the directory. Throws `DirectoryHeld`, or an error that names what the file system refused. */
export async function lockDirectory(
  directory: string,
  settings: Partial<LockSettings> = {},
): Promise<DirectoryLock> {
  const { renewMs, silentMs, onLost = refuse, signal } = { ...defaults, ...settings }
  function refuse(holder: Holder): never {
    throw new DirectoryHeld(directory, holder)
  }
  mkdirSync(directory, { recursive: true, mode: 0o700 })
  const file = join(directory, holderName)
  const lock = acquire(directory)
  if (!lock) throw new DirectoryHeld(directory, read(file))
  open.add(lock)
  const unlock = (): void => {
    open.delete(lock)
    lock.close()
  }
  const mine: Holder = {
    pid: process.pid,
    host: hostname(),
    machine: machine(),
    token: newId(),
    address: null,
  }
  try {
    const text = textOf(file)
    const previous = holderIn(text)
    const isForeign = previous !== null && previous.machine !== mine.machine
    if (
      (isForeign || text === undefined) &&
      (await isRenewed(directory, file, { silentMs, signal }))
    )
      throw new DirectoryHeld(directory, previous ?? read(file))
    const earlier = endEarlierClaims(directory)
    write(file, mine)
    return held(file, mine, {
      afterCrash: previous !== null || text === undefined || earlier,
      renewMs,
      onLost,
      unlock,
    })
  } catch (error) {
    unlock()
    throw error
  }
}

/**
 * Deletes everything in a directory but the lock, while it holds the lock. Throws `DirectoryHeld`.
 */
export async function emptyDirectory(directory: string): Promise<void> {
  const lock = await lockDirectory(directory)
  try {
    for (const name of readdirSync(directory))
      if (!name.startsWith(lockName) && name !== holderName)
        rmSync(join(directory, name), { recursive: true, force: true })
  } finally {
    lock.release()
  }
}

function held(
  file: string,
  mine: Holder,
  {
    afterCrash,
    renewMs,
    onLost,
    unlock,
  }: Required<Pick<LockSettings, 'renewMs' | 'onLost'>> & {
    afterCrash: boolean
    unlock: () => void
  },
): DirectoryLock {
  let current = mine
  let isReleased = false
  /** A full disk must not end a server; a directory that another machine has taken must. */
  const renew = (): void => {
    const found = read(file)
    if (found && found.token !== mine.token) return onLost(found)
    try {
      write(file, current)
    } catch {} // the next renewal may succeed
  }
  const timer = setInterval(renew, renewMs)
  timer.unref()
  return {
    afterCrash,
    announce(address) {
      current = { ...current, address }
      write(file, current)
    },
    release() {
      if (isReleased) return
      isReleased = true
      clearInterval(timer)
      if (read(file)?.token === mine.token) rmSync(file, { force: true })
      unlock()
    },
  }
}

/** Null: another process has the lock. */
function acquire(directory: string): DatabaseSync | null {
  let database: DatabaseSync | undefined
  try {
    database = new DatabaseSync(join(directory, lockName), { timeout: busyMs })
    database.exec('begin exclusive')
    return database
  } catch (error) {
    database?.close()
    const { errcode = 0, message } = error as { errcode?: number; message: string }
    if ((errcode & 0xff) === sqliteBusy) return null
    throw new Error(
      `The data directory ${directory} cannot be locked: ${message}. Its file system must permit writing and support locks.`,
      { cause: error },
    )
  }
}

/**
 * Returns true as soon as another machine writes the holder's file, and false when the file is old enough. Throws if the
 * file cannot be read for all of that time.
 */
async function isRenewed(
  directory: string,
  file: string,
  { silentMs, signal }: Pick<LockSettings, 'silentMs' | 'signal'>,
): Promise<boolean> {
  let before = textOf(file)
  const untilMs = performance.now() + silentMs - ageOf(directory, file)
  while (performance.now() < untilMs) {
    await sleep(Math.min(500, silentMs / 10), undefined, { signal })
    const now = textOf(file)
    if (now === undefined) continue
    if (before === undefined) before = now
    else if (now !== before) return now !== null // released, if it is not there
  }
  if (before !== undefined) return false
  throw new Error(
    `The data directory ${directory} cannot be used: ${holderName} in it, which names the process that uses it, cannot be read.`,
  )
}

/** Milliseconds since the file was written, by the clock of its file system; 0 if that is not known. */
function ageOf(directory: string, file: string): number {
  const probe = join(directory, `${holderName}.${newId()}`)
  try {
    writeFileSync(probe, '')
    return Math.max(0, statSync(probe).mtimeMs - statSync(file).mtimeMs)
  } catch {
    return 0
  } finally {
    rmSync(probe, { force: true })
  }
}

/**
 * Versions before the first release claimed a directory by a file `lock.<number>` with their process ID, and do not see
 * this lock. Throws `DirectoryHeld`, or deletes what such a process left behind; returns whether there was something.
 */
function endEarlierClaims(directory: string): boolean {
  const claims = readdirSync(directory).filter((name) => /^lock\.\d+$/.test(name))
  for (const name of claims) {
    const file = join(directory, name)
    const holder = read(file)
    if (holder && isAlive(holder.pid))
      throw new DirectoryHeld(directory, { ...holder, host: hostname() })
    rmSync(file, { force: true })
  }
  return claims.length > 0
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== 'ESRCH'
  }
}

/** Each write differs from the one before: a reader compares texts. */
function write(file: string, holder: Holder): void {
  const written = { ...holder, renewed: performance.now() }
  writeFileSync(`${file}.new`, JSON.stringify(written), { mode: 0o600 })
  renameSync(`${file}.new`, file)
}

/** Null: the file is not there. Undefined: it cannot be read, which says nothing of a holder. */
function textOf(file: string): string | null | undefined {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ENOENT' ? null : undefined
  }
}

const read = (file: string): Holder | null => holderIn(textOf(file))

function holderIn(text: string | null | undefined): Holder | null {
  try {
    const holder = JSON.parse(text ?? 'null') as Partial<Holder> | null
    return Number.isInteger(holder?.pid) ? (holder as Holder) : null
  } catch {
    return null // not complete: it says nothing of a holder
  }
}

function machine(): string {
  try {
    return readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()
  } catch {
    return hostname() // not Linux
  }
}
