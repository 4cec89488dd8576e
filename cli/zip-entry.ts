/** One entry of a ZIP file whose signature has been checked: it is known to be whole and of our making. */
import type { FileHandle } from 'node:fs/promises'
import { promisify } from 'node:util'
import { inflateRaw } from 'node:zlib'

/** An end record with its comment, a locator and an end record for large files. Source: APPNOTE.TXT 6.3.10, 4.3. */
const tailBytes = 65_536
const mostBytes = 2 ** 24

async function read(file: FileHandle, at: number, bytes: number): Promise<Buffer> {
  const buffer = Buffer.alloc(bytes)
  const { bytesRead } = await file.read(buffer, 0, bytes, at)
  return buffer.subarray(0, bytesRead)
}

/** Where the directory begins and how many bytes it has. */
async function directoryOf(file: FileHandle, size: number): Promise<{ at: number; bytes: number }> {
  const from = Math.max(0, size - tailBytes)
  const tail = await read(file, from, size - from)
  const end = tail.lastIndexOf(Buffer.from('504b0506', 'hex'))
  const large = tail.lastIndexOf(Buffer.from('504b0606', 'hex'), end)
  return large >= 0 && end - large === 76
    ? {
        bytes: Number(tail.readBigUInt64LE(large + 40)),
        at: Number(tail.readBigUInt64LE(large + 48)),
      }
    : { bytes: tail.readUInt32LE(end + 12), at: tail.readUInt32LE(end + 16) }
}

/** The content of an entry. Throws if it does not exist. */
export async function entryOf(file: FileHandle, size: number, name: string): Promise<Buffer> {
  const { at, bytes } = await directoryOf(file, size)
  const directory = await read(file, at, Math.min(bytes, mostBytes))
  for (let entry = 0; entry + 46 <= directory.length; ) {
    const [nameBytes, extraBytes] = [
      directory.readUInt16LE(entry + 28),
      directory.readUInt16LE(entry + 30),
    ]
    const extraAt = entry + 46 + nameBytes
    if (directory.subarray(entry + 46, extraAt).toString() === name) {
      const packed = directory.readUInt32LE(entry + 20)
      const short = directory.readUInt32LE(entry + 42)
      // Of the numbers that do not fit, ours can only be the place: a manifest is small.
      const place = short === 0xffff_ffff ? Number(directory.readBigUInt64LE(extraAt + 4)) : short
      const header = await read(file, place, 30)
      const content = place + 30 + header.readUInt16LE(26) + header.readUInt16LE(28)
      return promisify(inflateRaw)(await read(file, content, packed))
    }
    entry = extraAt + extraBytes
  }
  throw new Error(`The bundle has no ${name}.`)
}
