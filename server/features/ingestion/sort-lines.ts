/**
 * An external merge sort of lines: sorted runs are written to a scratch file and merged on reading. Lines begin with
 * their key, which has the same length in all of them; equal keys stay in their order.
 */
import { closeSync, openSync, readSync, statfsSync, unlinkSync, writeSync } from 'node:fs'
import { dirname } from 'node:path'
import { FileProblem } from '@plumbline/scanner/formats'

export interface SortOptions {
  /** A file that is made when it is needed, and is nameless from then on: nothing is left of it. */
  readonly scratch: string
  /** What stays free of its disk. */
  readonly freeBytes: number
  readonly keyLength: number
  /** Bytes of a run. */
  readonly runBytes?: number
}

/** The size of a read from a run, and of an output chunk. */
const chunkBytes = 131_072
/** Bytes of a character at most. */
const mostOfCharacter = 3
const newline = 10

export const noSpace = (): FileProblem =>
  new FileProblem('no_space', 'The server does not have enough disk space to read the file.')

interface Line {
  readonly key: string
  /** With its newline. */
  readonly line: Buffer
}

/** Lines are kept as bytes: the garbage collector would copy strings twice. */
export class LineSorter {
  readonly #options: SortOptions
  #bytes: Buffer
  #filled = 0
  /** The key of each buffered line, and its position in the bytes. */
  #held: { readonly key: string; readonly from: number; readonly until: number }[] = []
  #file: number | undefined
  /** Where each run begins in the scratch file, and where the last one ends. */
  readonly #runs = [0]

  constructor(options: SortOptions) {
    this.#options = options
    this.#bytes = Buffer.allocUnsafeSlow(options.runBytes ?? 8_000_000)
  }

  /** Adds a line; neither part has a newline. Throws a FileProblem where the disk would be too full. */
  add(key: string, rest: string): void {
    const size = key.length + mostOfCharacter * rest.length + 1
    if (this.#filled + size > this.#bytes.length) this.#spill()
    if (size > this.#bytes.length) this.#bytes = Buffer.allocUnsafeSlow(size)
    const from = this.#filled
    let until = from + this.#bytes.write(key, from, 'latin1')
    until += this.#bytes.write(rest, until)
    this.#bytes[until] = newline
    this.#filled = until + 1
    this.#held.push({ key, from, until: this.#filled })
  }

  /** All lines in the order of their keys. Nothing is added any more. */
  sorted(): Iterator<Line> & Iterable<Line> {
    const { keyLength } = this.#options
    const file = this.#file
    const spilled = this.#runs.slice(1).map((until, at) => {
      const from = this.#runs[at] as number
      return linesIn(chunksOf(file as number, from, until), keyLength)
    })
    return merged([...spilled, linesIn([this.#sortedRun()], keyLength)])
  }

  close(): void {
    if (this.#file !== undefined) closeSync(this.#file)
    this.#file = undefined
  }

  #sortedRun(): Buffer {
    this.#held.sort((a, b) => (a.key < b.key ? -1 : a.key > b.key ? 1 : 0))
    const run = Buffer.allocUnsafeSlow(this.#filled)
    let filled = 0
    for (const { from, until } of this.#held) filled += this.#bytes.copy(run, filled, from, until)
    this.#held = []
    this.#filled = 0
    return run
  }

  #spill(): void {
    if (this.#held.length === 0) return
    const run = this.#sortedRun()
    const { scratch, freeBytes } = this.#options
    const { bavail, bsize } = statfsSync(dirname(scratch))
    if (bavail * bsize - run.length < freeBytes) throw noSpace()
    if (this.#file === undefined) {
      this.#file = openSync(scratch, 'wx+', 0o600)
      unlinkSync(scratch)
    }
    for (let at = 0; at < run.length; ) at += writeSync(this.#file, run, at)
    this.#runs.push((this.#runs.at(-1) as number) + run.length)
  }
}

function* chunksOf(file: number, from: number, until: number): Generator<Buffer> {
  for (let at = from; at < until; ) {
    const chunk = Buffer.allocUnsafe(Math.min(chunkBytes, until - at))
    const read = readSync(file, chunk, 0, chunk.length, at)
    if (read === 0) throw new Error('The scratch file is shorter than what was written to it.')
    at += read
    yield chunk.subarray(0, read)
  }
}

/** Returns a function that takes the next chunk and yields the lines that end in it, with their newlines. */
export function lineSplitter(): (chunk: Buffer) => Generator<Buffer> {
  let rest: Buffer = Buffer.alloc(0)
  return function* (chunk) {
    const searched = rest.length
    rest = searched === 0 ? chunk : Buffer.concat([rest, chunk])
    let start = 0
    for (let end = rest.indexOf(newline, searched); end >= 0; end = rest.indexOf(newline, start)) {
      yield rest.subarray(start, end + 1)
      start = end + 1
    }
    rest = rest.subarray(start)
  }
}

function* linesIn(chunks: Iterable<Buffer>, keyLength: number): Generator<Line> {
  const split = lineSplitter()
  for (const chunk of chunks)
    for (const line of split(chunk)) yield { key: line.toString('latin1', 0, keyLength), line }
}

/** Sorted runs as one, by pairs; of equal keys those of earlier runs come first. */
function merged(runs: readonly Iterator<Line>[]): Iterator<Line> & Iterable<Line> {
  const middle = runs.length >> 1
  return middle === 0
    ? (runs[0] as Generator<Line>)
    : mergedPair(merged(runs.slice(0, middle)), merged(runs.slice(middle)))
}

function* mergedPair(first: Iterator<Line>, second: Iterator<Line>): Generator<Line> {
  let [a, b] = [first.next(), second.next()]
  while (!a.done || !b.done) {
    if (!a.done && (b.done || a.value.key <= b.value.key)) {
      yield a.value
      a = first.next()
    } else if (!b.done) {
      yield b.value
      b = second.next()
    }
  }
}

/** Groups lines into chunks of bytes, so that the store is not called for each line. */
export function* inChunks(lines: Iterable<Buffer>): Generator<Buffer> {
  let gathered: Buffer[] = []
  let size = 0
  for (const line of lines) {
    gathered.push(line)
    size += line.length
    if (size < chunkBytes) continue
    yield Buffer.concat(gathered, size)
    gathered = []
    size = 0
  }
  if (size > 0) yield Buffer.concat(gathered, size)
}
