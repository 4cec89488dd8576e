/**
 * Archives of a data directory in the ustar format, so that an operator can look into a dump with tar. Names of
 * the engine's files are short and plain; an archive with anything but files and folders is refused.
 */
import { closeSync, mkdirSync, openSync, readSync, writeSync } from 'node:fs'
import { dirname, join } from 'node:path'

const block = 512
const chunkBytes = 1 << 18
const mostName = 100

function header(name: string, size: number, kind: '0' | '5'): Buffer {
  if (Buffer.byteLength(name) > mostName)
    throw new Error(`The file name ${name} is too long for a dump.`)
  const bytes = Buffer.alloc(block)
  const octal = (value: number, length: number): string =>
    `${value.toString(8).padStart(length - 1, '0')}\0`
  bytes.write(name, 0)
  bytes.write(octal(kind === '5' ? 0o700 : 0o600, 8), 100)
  bytes.write(octal(0, 8), 108)
  bytes.write(octal(0, 8), 116)
  bytes.write(octal(size, 12), 124)
  bytes.write(octal(0, 12), 136)
  bytes.write(kind, 156)
  bytes.write('ustar\x0000', 257)
  bytes.write(octal(checksum(bytes), 7), 148)
  bytes.write(' ', 155)
  return bytes
}

/** The sum of the header's bytes, its own field taken as spaces. */
const checksum = (bytes: Buffer): number =>
  bytes.reduce((sum, byte, at) => sum + (at >= 148 && at < 156 ? 32 : byte), 0)

const padding = (size: number): Buffer => Buffer.alloc((block - (size % block)) % block)

export const folderEntry = (name: string): Buffer => header(`${name}/`, 0, '5')

export const textEntry = (name: string, text: string): Buffer => {
  const bytes = Buffer.from(text)
  return Buffer.concat([header(name, bytes.length, '0'), bytes, padding(bytes.length)])
}

/** Two empty blocks. */
export const archiveEnd = (): Buffer => Buffer.alloc(2 * block)

/**
 * A file with the given size. The engine may write to it meanwhile: what it cuts off is filled with zeros, what it
 * appends is left out; the write-ahead log puts both right.
 */
export function* fileEntry(name: string, handle: number, size: number): Generator<Buffer> {
  yield header(name, size, '0')
  for (let at = 0; at < size; ) {
    const chunk = Buffer.alloc(Math.min(chunkBytes, size - at))
    let read = 0
    while (read < chunk.length) {
      const more = readSync(handle, chunk, read, chunk.length - read, at + read)
      if (more === 0) break
      read += more
    }
    yield chunk
    at += chunk.length
  }
  yield padding(size)
}

interface Open {
  readonly handle: number
  remaining: number
  padding: number
}

/** Writes the archive whose bytes come in under `folder`. Throws if it is not a tar archive or is truncated. */
export async function unpack(bytes: AsyncIterable<Buffer>, folder: string): Promise<void> {
  let rest: Buffer = Buffer.alloc(0)
  let open: Open | undefined
  let hasEnded = false
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  try {
    for await (const chunk of bytes) {
      rest = rest.length > 0 ? Buffer.concat([rest, chunk]) : chunk
      while (!hasEnded) {
        if (open) {
          const part = rest.subarray(0, open.remaining)
          writeSync(open.handle, part)
          open.remaining -= part.length
          rest = rest.subarray(part.length)
          if (open.remaining > 0 || rest.length < open.padding) break
          rest = rest.subarray(open.padding)
          closeSync(open.handle)
          open = undefined
        } else {
          if (rest.length < block) break
          const entry = entryOf(rest.subarray(0, block))
          rest = rest.subarray(block)
          if (!entry) hasEnded = true
          else if (entry.isFolder)
            mkdirSync(join(folder, entry.name), { recursive: true, mode: 0o700 })
          else open = create(folder, entry)
        }
      }
    }
  } finally {
    if (open) closeSync(open.handle)
  }
  if (!hasEnded) throw new Error('the archive is truncated')
}

function create(folder: string, { name, size }: { name: string; size: number }): Open {
  const path = join(folder, name)
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
  return { handle: openSync(path, 'wx', 0o600), remaining: size, padding: padding(size).length }
}

/** Undefined for the empty block that ends an archive. */
function entryOf(bytes: Buffer): { name: string; size: number; isFolder: boolean } | undefined {
  if (bytes.every((byte) => byte === 0)) return undefined
  const text = (from: number, to: number): string =>
    bytes.toString('utf8', from, to).split('\0', 1)[0]?.trim() ?? ''
  const [name, kind] = [text(0, mostName), String.fromCharCode(bytes[156] ?? 0)]
  const sum = Number.parseInt(text(148, 156), 8)
  if (sum !== checksum(bytes)) throw new Error('it is not an archive of a data directory')
  const isPlain = /^[\w.-]+(\/[\w.-]+)*\/?$/.test(name) && !name.split('/').includes('..')
  if (!isPlain || !/^[05]$/.test(kind))
    throw new Error(`it contains "${name}", which is not part of a Plumbline dump`)
  return { name, size: Number.parseInt(text(124, 136), 8), isFolder: kind === '5' }
}
