/**
 * Preloaded into a process (`--import`), its threads too: writes down every change to files under a folder, and
 * every fsync, in their order. The product runs unchanged above it. A line of the log is the length of a header,
 * the length of its data, the header as JSON, the data.
 */
import fs from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import { basename, resolve, sep } from 'node:path'

export type Operation =
  | { readonly op: 'open'; readonly fd: number; readonly path: string }
  | { readonly op: 'create' | 'mkdir' | 'unlink' | 'rmdir'; readonly path: string }
  | { readonly op: 'write'; readonly fd: number; readonly at: number }
  | { readonly op: 'truncate'; readonly fd: number; readonly size: number }
  | { readonly op: 'fsync' | 'close'; readonly fd: number }
  | { readonly op: 'rename'; readonly from: string; readonly to: string }
  /** The program reports something: a transaction that it started, or one that was acknowledged. */
  | { readonly op: 'said'; readonly what: string; readonly number: number }

const root = process.env['PLUMBLINE_POWER_ROOT'] ?? ''
const log = process.env['PLUMBLINE_POWER_LOG'] ?? ''

const real = { ...fs }
const handle = root === '' ? -1 : real.openSync(log, 'a')
const none = new Uint8Array(0)

export function note(operation: Operation, data: Uint8Array = none): void {
  if (handle === -1) return
  const header = Buffer.from(JSON.stringify(operation))
  const lengths = Buffer.alloc(8)
  lengths.writeUInt32LE(header.length, 0)
  lengths.writeUInt32LE(data.length, 4)
  real.writeSync(handle, Buffer.concat([lengths, header, data])) // one write, since threads share the file
}

/** The claim on the directory is not a file of the database. */
const isOurs = (path: unknown): path is string =>
  typeof path === 'string' &&
  resolve(path).startsWith(root + sep) &&
  !basename(path).startsWith('lock.')

const known = new Map<number, { at: number }>()

function track(fd: number, path: string, existed: boolean): void {
  if (!existed) note({ op: 'create', path: resolve(path) })
  note({ op: 'open', fd, path: resolve(path) })
  known.set(fd, { at: 0 })
}

function openSync(path: fs.PathLike, flags?: fs.OpenMode, mode?: fs.Mode | null): number {
  if (!isOurs(path)) return real.openSync(path, flags ?? 'r', mode)
  const existed = real.existsSync(path)
  const fd = real.openSync(path, flags ?? 'r', mode)
  track(fd, path, existed)
  const truncates =
    typeof flags === 'number' ? flags & fs.constants.O_TRUNC : String(flags).startsWith('w')
  if (existed && truncates) note({ op: 'truncate', fd, size: 0 })
  return fd
}

function closeSync(fd: number): void {
  if (known.delete(fd)) note({ op: 'close', fd })
  real.closeSync(fd)
}

function writeSync(
  fd: number,
  data: Uint8Array | string,
  offset?: number | null,
  length?: number | null,
  position?: number | null,
): number {
  const file = known.get(fd)
  const bytes = typeof data === 'string' ? Buffer.from(data) : data
  const from = typeof data === 'string' ? 0 : (offset ?? 0)
  const written = real.writeSync(fd, bytes, from, length ?? bytes.byteLength - from, position)
  if (!file) return written
  const part = new Uint8Array(bytes.buffer, bytes.byteOffset + from, written)
  const at = position ?? file.at
  note({ op: 'write', fd, at }, part)
  if (position === null || position === undefined) file.at += written
  return written
}

function writeFileSync(
  path: fs.PathOrFileDescriptor,
  data: string | NodeJS.ArrayBufferView,
  options?: fs.WriteFileOptions,
): void {
  if (!isOurs(path)) return real.writeFileSync(path, data, options)
  const {
    flag = 'w',
    mode = 0o666,
    flush = false,
  } = typeof options === 'object' && options !== null ? options : {}
  const fd = openSync(path, flag, mode)
  const bytes =
    typeof data === 'string'
      ? Buffer.from(data)
      : new Uint8Array(data.buffer, data.byteOffset, data.byteLength)
  if (bytes.length > 0) writeSync(fd, bytes)
  if (flush) fsyncSync(fd)
  closeSync(fd)
}

function ftruncateSync(fd: number, size?: number | null): void {
  real.ftruncateSync(fd, size ?? 0)
  if (known.has(fd)) note({ op: 'truncate', fd, size: size ?? 0 })
}

function truncateSync(path: fs.PathLike, size?: number | null): void {
  const fd = openSync(path, 'r+')
  ftruncateSync(fd, size)
  closeSync(fd)
}

function fsyncSync(fd: number): void {
  real.fsyncSync(fd)
  if (known.has(fd)) note({ op: 'fsync', fd })
}

function renameSync(from: fs.PathLike, to: fs.PathLike): void {
  real.renameSync(from, to)
  if (isOurs(from) && isOurs(to)) note({ op: 'rename', from: resolve(from), to: resolve(to) })
}

function unlinkSync(path: fs.PathLike): void {
  real.unlinkSync(path)
  if (isOurs(path)) note({ op: 'unlink', path: resolve(path) })
}

function rmdirSync(path: fs.PathLike): void {
  real.rmdirSync(path)
  if (isOurs(path)) note({ op: 'rmdir', path: resolve(path) })
}

function mkdirSync(
  path: fs.PathLike,
  options?: fs.Mode | fs.MakeDirectoryOptions | null,
): string | undefined {
  const existed = real.existsSync(path)
  const made = real.mkdirSync(path, options)
  if (isOurs(path) && !existed) note({ op: 'mkdir', path: resolve(path) })
  return made
}

if (root !== '') {
  Object.assign(fs, {
    openSync,
    closeSync,
    writeSync,
    writeFileSync,
    ftruncateSync,
    truncateSync,
    fsyncSync,
    fdatasyncSync: fsyncSync,
    renameSync,
    unlinkSync,
    rmdirSync,
    mkdirSync,
  })
  syncBuiltinESMExports()
}
