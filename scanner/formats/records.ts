/** Reads the records of a file: decompressed if gzip, split, and parsed one by one. */
import type { Writable } from 'node:stream'
import { createGunzip } from 'node:zlib'
import {
  FileProblem,
  type Piece,
  type SplitLimits,
  notKept,
  splitLimits,
  Splitter,
} from './split.ts'

export interface ReadLimits extends SplitLimits {
  /** The maximum number of bytes after decompression. */
  readonly unpackedBytes: number
  /** The maximum compression ratio, once there are enough bytes to measure. */
  readonly ratio: number
}

export const readLimits: ReadLimits = { ...splitLimits, unpackedBytes: 8 * 2 ** 30, ratio: 100 }

/** Below this number of bytes, any ratio is accepted. */
const ratioFrom = 2 ** 20

/** A problem of one record. `pointer` is the location in the record; '' is the whole record. */
export interface RecordProblem {
  readonly pointer: string
  readonly code: string
  readonly detail: string
}

/** A record, or its problem. `index` counts from 0. */
export type ReadRecord =
  | { readonly index: number; readonly record: unknown }
  | { readonly index: number; readonly problem: RecordProblem }

/** Splits and parses the data of one file. */
class Reader {
  readonly #limits: ReadLimits
  readonly #splitter: Splitter

  constructor(limits: ReadLimits) {
    this.#limits = limits
    this.#splitter = new Splitter(limits)
  }

  *push(chunk: Buffer): Generator<ReadRecord> {
    for (const { index, bytes } of this.#splitter.push(chunk)) yield this.#parse(index, bytes)
  }

  *end(): Generator<ReadRecord> {
    for (const { index, bytes } of this.#splitter.end()) yield this.#parse(index, bytes)
  }

  #parse(index: number, bytes: Piece['bytes']): ReadRecord {
    if (typeof bytes === 'string') {
      const problem = { pointer: '', code: bytes, detail: notKept(bytes, this.#limits) }
      return { index, problem }
    }
    const { buffer, byteOffset, length } = bytes
    try {
      const text = Buffer.from(buffer, byteOffset, length).toString('utf8')
      return { index, record: JSON.parse(text) as unknown }
    } catch {
      const detail = 'The record is not JSON.'
      return { index, problem: { pointer: '', code: 'not_json', detail } }
    }
  }
}

/**
 * Yields a file's bytes, decompressed if gzip. Throws a FileProblem for a decompression bomb, or a truncated or corrupt
 * file.
 */
async function* unpacked(
  source: AsyncIterable<Buffer>,
  limits: ReadLimits,
): AsyncGenerator<Buffer> {
  const input = source[Symbol.asyncIterator]()
  const first = await input.next()
  const chunks = (async function* () {
    try {
      for (let next = first; !next.done; next = await input.next()) yield next.value
    } finally {
      await input.return?.() // a reader that stops early must not keep the file open
    }
  })()
  const isGzip = !first.done && first.value[0] === 0x1f && first.value[1] === 0x8b
  if (!isGzip) return yield* bounded(chunks, limits)
  yield* inflated(chunks, limits)
}

async function* bounded(
  chunks: AsyncIterable<Buffer>,
  { unpackedBytes }: ReadLimits,
): AsyncGenerator<Buffer> {
  let size = 0
  for await (const chunk of chunks) {
    size += chunk.length
    if (size > unpackedBytes) throw tooLong(unpackedBytes)
    yield chunk
  }
}

const tooLong = (most: number): FileProblem =>
  new FileProblem('file_too_large', `The file is larger than ${most} bytes.`)

/** Waits until the stream accepts more data or is closed. Leaves no listeners behind, however often it is called. */
const drained = (stream: Writable): Promise<void> =>
  new Promise((resolve) => {
    const done = (): void => {
      stream.off('drain', done)
      stream.off('close', done)
      resolve()
    }
    stream.on('drain', done)
    stream.on('close', done)
  })

async function* inflated(
  chunks: AsyncIterable<Buffer>,
  { unpackedBytes, ratio }: ReadLimits,
): AsyncGenerator<Buffer> {
  const gunzip = createGunzip({ chunkSize: 65_536 })
  let taken = 0
  let failure: unknown
  const feed = async (): Promise<void> => {
    for await (const chunk of chunks) {
      if (gunzip.destroyed) return
      taken += chunk.length
      if (!gunzip.write(chunk)) await drained(gunzip)
    }
    gunzip.end()
  }
  const fed = feed().catch((error: unknown) => {
    failure = error
    gunzip.destroy(error as Error)
  })
  let given = 0
  try {
    for await (const chunk of gunzip as AsyncIterable<Buffer>) {
      given += chunk.length
      if (given > unpackedBytes) throw tooLong(unpackedBytes)
      if (given > ratioFrom && given > taken * ratio) {
        throw new FileProblem(
          'compression_ratio',
          `The file expands to more than ${ratio} times its size, so it is rejected as a decompression bomb.`,
        )
      }
      yield chunk
    }
  } catch (error) {
    if (failure !== undefined || error instanceof FileProblem) throw failure ?? error
    const isCut = (error as { code?: string }).code === 'Z_BUF_ERROR'
    throw isCut
      ? new FileProblem('truncated', `The gzip file is truncated after ${taken} bytes.`)
      : new FileProblem('not_gzip', 'The file is not valid gzip.')
  } finally {
    gunzip.destroy()
    await fed
  }
}

/**
 * Yields the records of a file, grouped by chunk. Memory is bounded by a chunk and the largest allowed record. Throws a
 * FileProblem if the file as a whole is invalid: `empty`, `not_json`, `not_gzip`, `truncated`, `compression_ratio`,
 * `file_too_large`.
 */
export async function* readRecords(
  source: AsyncIterable<Buffer>,
  limits: ReadLimits = readLimits,
): AsyncGenerator<Iterable<ReadRecord>> {
  const reader = new Reader(limits)
  for await (const chunk of unpacked(source, limits)) yield reader.push(chunk)
  yield reader.end()
}
