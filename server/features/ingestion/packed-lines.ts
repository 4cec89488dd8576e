/**
 * Lines of many names in one file. A file for each name would be opened anew for every few lines of it:
 * 1,900 times for 8 MB of records in 1,400 units, a third of all the time that reading took (ext4,
 * 2026-11-21). Every line begins with its key, an id.
 */
import { closeSync, openSync, readSync, writeSync } from 'node:fs'
import type { KeyRange } from '../findings/index.ts'

/** Characters that are kept before all of them go to the file. */
const mostHeld = 8_000_000
/** Characters of lines that are found together, about. */
const blockSize = 16_384
const bufferSize = 262_144
const keyLength = 36
/** Of a block: where it begins, how many bytes it has, and the first bytes of its lowest and highest key. */
const fields = 4

/** Where the lines of each name lie: blocks, one behind the other. */
export type LineIndex = Record<string, readonly number[]>

/** The first byte of a line's key, of 256. */
const firstByte = (line: string): number => Number.parseInt(line.slice(0, 2), 16)

export class LineWriter {
  readonly #file: number
  readonly #most: number
  readonly #index = new Map<string, number[]>()
  #held = new Map<string, string[]>()
  #heldSize = 0
  #bytes = 0
  /** Of what goes to the file next. One for all: 8 MB at a time wait for the collector of garbage. */
  readonly #buffer = Buffer.allocUnsafe(bufferSize)
  #filled = 0

  /** A new file, or an error where there is one. */
  constructor(path: string, most = mostHeld) {
    this.#file = openSync(path, 'wx', 0o600)
    this.#most = most
  }

  add(name: string, line: string): void {
    const lines = this.#held.get(name)
    if (lines) lines.push(line)
    else this.#held.set(name, [line])
    this.#heldSize += line.length
    if (this.#heldSize > this.#most) this.#flush()
  }

  #flush(): void {
    for (const [name, lines] of this.#held) {
      let blocks = this.#index.get(name)
      if (!blocks) this.#index.set(name, (blocks = []))
      for (const block of blocksOf(lines)) {
        const [first = '', last = first] = [block[0], block.at(-1)]
        const length = this.#write(`${block.join('\n')}\n`)
        blocks.push(this.#bytes, length, firstByte(first), firstByte(last))
        this.#bytes += length
      }
    }
    this.#drain()
    this.#held = new Map()
    this.#heldSize = 0
  }

  /** Bytes of the text. */
  #write(text: string): number {
    const length = Buffer.byteLength(text)
    if (this.#filled + length > this.#buffer.length) this.#drain()
    if (length > this.#buffer.length) writeAll(this.#file, Buffer.from(text))
    else this.#filled += this.#buffer.write(text, this.#filled)
    return length
  }

  #drain(): void {
    writeAll(this.#file, this.#buffer.subarray(0, this.#filled))
    this.#filled = 0
  }

  /** Writes what is held; gives the blocks of each name. */
  end(): ReadonlyMap<string, readonly number[]> {
    this.#flush()
    closeSync(this.#file)
    return this.#index
  }
}

function writeAll(file: number, bytes: Uint8Array): void {
  for (let at = 0; at < bytes.length; ) at += writeSync(file, bytes, at)
}

/** Lines by their keys, so many together as one block has. */
function* blocksOf(lines: string[]): Generator<readonly string[]> {
  lines.sort()
  let start = 0
  let size = 0
  for (const [at, line] of lines.entries()) {
    size += line.length
    if (size < blockSize) continue
    yield lines.slice(start, at + 1)
    start = at + 1
    size = 0
  }
  if (start < lines.length) yield lines.slice(start)
}

export const bytesOf = (blocks: readonly number[]): number => {
  let size = 0
  for (let at = 1; at < blocks.length; at += fields) size += blocks[at] as number
  return size
}

/**
 * Lines of blocks whose keys are from `from` (inclusive) to `until` (exclusive; null: no end), each as its
 * key and what follows. They come in the order of the file. Throws where the file is shorter than its index.
 */
export function readLines(
  path: string,
  blocks: readonly number[],
  { from, until }: KeyRange,
): [key: string, rest: string][] {
  const [low, high] = [firstByte(from), until === null ? 255 : firstByte(until)]
  const found: [key: string, rest: string][] = []
  const file = openSync(path, 'r')
  try {
    for (let at = 0; at < blocks.length; at += fields) {
      const [offset = 0, length = 0, first = 0, last = 0] = blocks.slice(at, at + fields)
      if (last < low || first > high) continue
      const bytes = Buffer.allocUnsafe(length)
      if (readSync(file, bytes, 0, length, offset) !== length)
        throw new Error(`A staged file ends before byte ${offset + length}.`)
      for (const line of bytes.toString('utf8').split('\n')) {
        const key = line.slice(0, keyLength)
        if (key >= from && key !== '' && (until === null || key < until))
          found.push([key, line.slice(keyLength)])
      }
    }
  } finally {
    closeSync(file)
  }
  return found
}
