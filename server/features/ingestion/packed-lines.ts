/**
 * Lines of many names in one file. A file for each name would be opened anew for every few lines of it:
 * 1,900 times for 8 MB of records in 1,400 units, a third of all the time that reading took (ext4,
 * 2026-11-21). Every line begins with its key, an id.
 */
import { closeSync, openSync, readSync, writeSync } from 'node:fs'
import type { KeyRange } from '../findings/index.ts'

/** Bytes that are kept before all of them go to the file. */
const mostHeld = 8_000_000
/** Bytes of lines that are found together, about. */
const blockSize = 16_384
const bufferSize = 262_144
const keyLength = 36
/** Bytes of a character at most. */
const mostOfCharacter = 3
const newline = 10
/** Of a block: where it begins, how many bytes it has, and the first bytes of its lowest and highest key. */
const fields = 4

/** Where the lines of each name lie: blocks, one behind the other. */
export type LineIndex = Record<string, readonly number[]>

/** The first byte of a line's key, of 256. */
const firstByte = (key: string): number => Number.parseInt(key.slice(0, 2), 16)

/** A line that waits: its key, and the bytes that it has among those that are held. */
interface Held {
  readonly key: string
  readonly from: number
  readonly until: number
}

/** The lines of one name. */
export interface Lines {
  held: Held[]
  readonly blocks: number[]
}

/** Throws when so many bytes more do not fit on the disk. */
export type CheckRoom = (bytes: number) => void

/** Lines are held as bytes: as texts, each would be copied twice by the collector of garbage. */
export class LineWriter {
  readonly #file: number
  readonly #room: CheckRoom
  readonly #index = new Map<string, Lines>()
  readonly #waiting: Lines[] = []
  readonly #held: Buffer
  #heldSize = 0
  #bytes = 0
  /** Of what goes to the file next. */
  readonly #buffer = Buffer.allocUnsafeSlow(bufferSize)
  #filled = 0

  /** A new file, or an error where there is one. */
  constructor(
    path: string,
    { most = mostHeld, room = () => {} }: { most?: number; room?: CheckRoom } = {},
  ) {
    this.#room = room
    this.#file = openSync(path, 'wx', 0o600)
    this.#held = Buffer.allocUnsafeSlow(most)
  }

  /** Where lines of a name are added. */
  of(name: string): Lines {
    let lines = this.#index.get(name)
    if (!lines) this.#index.set(name, (lines = { held: [], blocks: [] }))
    return lines
  }

  add(lines: Lines, key: string, rest: string): void {
    const size = keyLength + mostOfCharacter * rest.length + 1
    if (this.#heldSize + size > this.#held.length) this.#flush()
    if (size > this.#held.length) return this.#addLarge(lines, key, rest)
    const from = this.#heldSize
    let until = from + this.#held.write(key, from, 'latin1')
    until += this.#held.write(rest, until)
    this.#held[until] = newline
    this.#heldSize = until + 1
    if (lines.held.length === 0) this.#waiting.push(lines)
    lines.held.push({ key, from, until: this.#heldSize })
  }

  /** A line that is more than may wait. Nothing else does by now. */
  #addLarge({ blocks }: Lines, key: string, rest: string): void {
    const bytes = Buffer.from(`${key}${rest}\n`)
    this.#room(bytes.length)
    writeAll(this.#file, bytes)
    blocks.push(this.#bytes, bytes.length, firstByte(key), firstByte(key))
    this.#bytes += bytes.length
  }

  #flush(): void {
    this.#room(this.#heldSize)
    for (const lines of this.#waiting) {
      for (const block of blocksOf(lines.held)) {
        const [first, last] = [block[0], block.at(-1)]
        if (!first || !last) continue
        const start = this.#bytes
        for (const { from, until } of block) this.#write(from, until)
        lines.blocks.push(start, this.#bytes - start, firstByte(first.key), firstByte(last.key))
      }
      lines.held = []
    }
    this.#drain()
    this.#waiting.length = 0
    this.#heldSize = 0
  }

  #write(from: number, until: number): void {
    const size = until - from
    if (this.#filled + size > bufferSize) this.#drain()
    if (size > bufferSize) writeAll(this.#file, this.#held.subarray(from, until))
    else this.#filled += this.#held.copy(this.#buffer, this.#filled, from, until)
    this.#bytes += size
  }

  #drain(): void {
    writeAll(this.#file, this.#buffer.subarray(0, this.#filled))
    this.#filled = 0
  }

  /** Writes what is held; gives the blocks of each name. */
  end(): ReadonlyMap<string, readonly number[]> {
    this.#flush()
    this.close()
    return new Map([...this.#index].map(([name, { blocks }]) => [name, blocks]))
  }

  close(): void {
    closeSync(this.#file)
  }
}

function writeAll(file: number, bytes: Uint8Array): void {
  for (let at = 0; at < bytes.length; ) at += writeSync(file, bytes, at)
}

/** Lines by their keys, of one key in the order in which they came; so many together as one block has. */
function* blocksOf(lines: Held[]): Generator<readonly Held[]> {
  lines.sort((a, b) => (a.key < b.key ? -1 : a.key > b.key ? 1 : 0))
  let start = 0
  let size = 0
  for (const [at, { from, until }] of lines.entries()) {
    size += until - from
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
