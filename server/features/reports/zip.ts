/**
 * A ZIP file that is written while it is read, without buffering: each entry is deflated as it comes, and its sizes
 * follow it. Source: "APPNOTE.TXT, .ZIP File Format Specification", PKWARE, 6.3.10: 4.3, 4.4, 4.5.3.
 */
import { pipeline } from 'node:stream/promises'
import { constants, crc32, createDeflateRaw } from 'node:zlib'

export interface Entry {
  /** Within the file, with `/` between folders. */
  readonly path: string
  readonly content: () => AsyncIterable<Uint8Array>
  /** It may have more than 4 GB: its sizes take eight bytes, which its header must declare before they are known. */
  readonly isLarge?: boolean
}

interface Written {
  readonly path: Buffer
  readonly offset: number
  readonly crc: number
  readonly size: number
  readonly packed: number
}

/** Larger numbers are in a separate field of eight bytes. */
const most32 = 0xffff_ffff
const most16 = 0xffff
const deflated = 8
/** Sizes follow the entry (bit 3), the name is UTF-8 (bit 11). */
const flags = 0x0808

/** Fields of a record one after the other: [bytes, value]. */
function record(...fields: readonly (readonly [bytes: 2 | 4 | 8, value: number])[]): Buffer {
  const buffer = Buffer.alloc(fields.reduce((sum, [bytes]) => sum + bytes, 0))
  let at = 0
  for (const [bytes, value] of fields) {
    if (bytes === 2) buffer.writeUInt16LE(value, at)
    else if (bytes === 4) buffer.writeUInt32LE(value, at)
    else buffer.writeBigUInt64LE(BigInt(value), at)
    at += bytes
  }
  return buffer
}

/** Date and time as the format has them: two seconds a step, in UTC. */
function moment(at: Date): { readonly time: number; readonly date: number } {
  const time = (at.getUTCHours() << 11) | (at.getUTCMinutes() << 5) | (at.getUTCSeconds() >> 1)
  const years = Math.min(Math.max(at.getUTCFullYear() - 1980, 0), 127)
  return { time, date: (years << 9) | ((at.getUTCMonth() + 1) << 5) | at.getUTCDate() }
}

/** The bytes of a file with these entries, all of the time `at`. The same content produces the same bytes. */
export async function* zip(
  entries: AsyncIterable<Entry> | Iterable<Entry>,
  at: Date,
): AsyncGenerator<Buffer> {
  const { time, date } = moment(at)
  const written: Written[] = []
  let offset = 0
  for await (const { path: name, content, isLarge = false } of entries) {
    const path = Buffer.from(name)
    // Only where it may be wanted: readers of streams older than 2023 refuse it for what turns out to be small.
    const extra = isLarge ? record([2, 1], [2, 16], [8, 0], [8, 0]) : Buffer.alloc(0)
    const begun = offset
    const header = record(
      [4, 0x0403_4b50],
      [2, 45],
      [2, flags],
      [2, deflated],
      [2, time],
      [2, date],
      [4, 0],
      [4, isLarge ? most32 : 0],
      [4, isLarge ? most32 : 0],
      [2, path.length],
      [2, extra.length],
    )
    yield Buffer.concat([header, path, extra])
    let [crc, size, packed] = [0, 0, 0]
    const plain = async function* (): AsyncGenerator<Uint8Array> {
      for await (const chunk of content()) {
        crc = crc32(chunk, crc)
        size += chunk.length
        yield chunk
      }
    }
    const deflate = createDeflateRaw({ level: constants.Z_BEST_SPEED + 3, chunkSize: 65_536 })
    const feeding = pipeline(plain, deflate)
    feeding.catch(() => {}) // reading rejects with it
    for await (const chunk of deflate as AsyncIterable<Buffer>) {
      packed += chunk.length
      yield chunk
    }
    await feeding
    // What is large after all is still read by its directory, as files are that are not read as a stream.
    const width = isLarge || size >= most32 || packed >= most32 ? 8 : 4
    const sizes = record([4, 0x0807_4b50], [4, crc], [width, packed], [width, size])
    yield sizes
    offset += header.length + path.length + extra.length + packed + sizes.length
    written.push({ path, offset: begun, crc, size, packed })
  }
  yield* directory(written, { start: offset, time, date })
}

/** The central directory, after all entries. */
function* directory(
  written: readonly Written[],
  { start, time, date }: { start: number; time: number; date: number },
): Generator<Buffer> {
  let bytes = 0
  for (const { path, offset, crc, size, packed } of written) {
    const large = [size, packed, offset].filter((value) => value >= most32)
    const extra =
      large.length === 0
        ? Buffer.alloc(0)
        : record([2, 1], [2, 8 * large.length], ...large.map((value) => [8, value] as const))
    const entry = record(
      [4, 0x0201_4b50],
      [2, 45],
      [2, 45],
      [2, flags],
      [2, deflated],
      [2, time],
      [2, date],
      [4, crc],
      [4, Math.min(packed, most32)],
      [4, Math.min(size, most32)],
      [2, path.length],
      [2, extra.length],
      [2, 0],
      [2, 0],
      [2, 0],
      [4, 0],
      [4, Math.min(offset, most32)],
    )
    bytes += entry.length + path.length + extra.length
    yield Buffer.concat([entry, path, extra])
  }
  const count = written.length
  if (start >= most32 || bytes >= most32 || count >= most16) {
    yield record(
      [4, 0x0606_4b50],
      [8, 44],
      [2, 45],
      [2, 45],
      [4, 0],
      [4, 0],
      [8, count],
      [8, count],
      [8, bytes],
      [8, start],
    )
    yield record([4, 0x0706_4b50], [4, 0], [8, start + bytes], [4, 1])
  }
  const [entries, size, place] = [
    Math.min(count, most16),
    Math.min(bytes, most32),
    Math.min(start, most32),
  ]
  yield record(
    [4, 0x0605_4b50],
    [2, 0],
    [2, 0],
    [2, entries],
    [2, entries],
    [4, size],
    [4, place],
    [2, 0],
  )
}
