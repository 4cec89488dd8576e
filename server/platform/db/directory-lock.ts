/**
 * The lock on the directory of the embedded database.
 *
 * The engine takes none: two processes on one directory destroy each other's work without an error. So a process claims
 * the directory by a file `lock.<number>` that it creates exclusively, one above those it found, and then looks again.
 * It owns the directory when every other claim is of a process that has exited: its number is free, or belongs to a
 * process that started at another time. Never when one is of a live process, however old its file. Since every process
 * creates first and looks second, of two that start at once at least one sees the other.
 */
import {
  closeSync,
  mkdirSync,
  openSync,
  readdirSync,
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
  /** Clock ticks since boot at which the process started; null if the system does not report it. */
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
  /** The previous owner of the directory died without releasing it. */
  readonly afterCrash: boolean
  announce(address: string): void
  release(): void
}

/** A claim of another process; without a holder when it cannot be read. */
interface Claim {
  readonly number: number
  readonly file: string
  readonly holder: Holder | null
  readonly state: 'alive' | 'dead' | 'being written'
}

/** What a claim without readable text may be: one that is written this moment, or a crash's remains. */
const writingMs = 1_000
const pauseMs = 20
const mostAttempts = 250

/** Takes the directory, or throws `DirectoryHeld`. */
export function lockDirectory(directory: string): DirectoryLock {
  mkdirSync(directory, { recursive: true, mode: 0o700 })
  const mine: Holder = { pid: process.pid, started: stat(process.pid).started, address: null }
  for (let attempt = 1; attempt <= mostAttempts; attempt += 1) {
    const before = claims(directory)
    const held = before.find(({ state }) => state === 'alive')
    if (held?.holder) throw new DirectoryHeld(directory, held.holder)
    const number = 1 + Math.max(0, ...before.map((claim) => claim.number))
    const file = join(directory, `lock.${number}`)
    const free = before.every(({ state }) => state === 'dead')
    if (free && create(file, mine)) {
      const others = claims(directory).filter((claim) => claim.number !== number)
      if (others.every(({ state }) => state === 'dead') && isMine(file, mine)) {
        for (const other of others) rmSync(other.file, { force: true })
        return holding(file, mine, before.length > 0)
      }
      if (isMine(file, mine)) rmSync(file, { force: true })
    }
    pause()
  }
  throw new Error(`The data directory ${directory} is claimed by several processes at once.`)
}

/** The live process that owns a directory; null if none does. */
export const holderOf = (directory: string): Holder | null =>
  claims(directory).find(({ state }) => state === 'alive')?.holder ?? null

const holding = (file: string, mine: Holder, afterCrash: boolean): DirectoryLock => ({
  afterCrash,
  announce(address) {
    writeFileSync(`${file}.new`, JSON.stringify({ ...mine, address }), { mode: 0o600 })
    renameSync(`${file}.new`, file)
  },
  release() {
    if (isMine(file, mine)) rmSync(file, { force: true })
  },
})

function claims(directory: string): Claim[] {
  return names(directory).flatMap((name): Claim[] => {
    const number = Number(/^lock\.(\d+)$/.exec(name)?.[1])
    if (Number.isNaN(number)) return []
    const file = join(directory, name)
    const holder = read(file)
    if (holder) return [{ number, file, holder, state: alive(holder) ? 'alive' : 'dead' }]
    const age = ageOf(file)
    if (age === undefined) return [] // released since the names were listed
    return [{ number, file, holder, state: Math.abs(age) < writingMs ? 'being written' : 'dead' }]
  })
}

function names(directory: string): string[] {
  try {
    return readdirSync(directory)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return []
    throw error
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

function read(file: string): Holder | null {
  try {
    const holder = JSON.parse(readFileSync(file, 'utf8')) as Partial<Holder> | null
    return Number.isInteger(holder?.pid) ? (holder as Holder) : null
  } catch {
    return null // removed, or not whole
  }
}

function isMine(file: string, { pid, started }: Holder): boolean {
  const holder = read(file)
  return holder?.pid === pid && holder.started === started
}

function alive({ pid, started }: Holder): boolean {
  try {
    process.kill(pid, 0)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ESRCH') return false
  }
  const now = stat(pid)
  if (now.dead) return false
  return started === null || now.started === null || now.started === started
}

/**
 * State and start of a process, fields 3 and 22 of /proc/<pid>/stat; the command name in field 2 may contain spaces and
 * brackets. A zombie has ended, but was not waited for.
 */
function stat(pid: number): { started: string | null; dead: boolean } {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8')
    const fields = text.slice(text.lastIndexOf(')') + 2).split(' ')
    return { started: fields[19] ?? null, dead: /^[ZX]/.test(fields[0] ?? '') }
  } catch {
    return { started: null, dead: false }
  }
}

/** Milliseconds since the file was written; undefined when it was removed. */
function ageOf(file: string): number | undefined {
  try {
    return Date.now() - statSync(file).mtimeMs
  } catch {
    return undefined
  }
}

const pause = (): void => void Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, pauseMs)
