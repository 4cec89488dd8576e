/**
 * Sorts more lines than memory holds: runs of sorted lines go to a scratch file, and are merged as they are read
 * again. Lines begin with their key, which has the same length in all of them; equal keys stay in their order.
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

/** Of what is read of a run, and of what is given, at a time. */
const chunkBytes = 131_072
/** Bytes of a character at most. */
const mostOfCharacter = 3
const newline = 10

export const noSpace = (): FileProblem =>
  new FileProblem('no_space', 'There is no room on our side to read the file. Send it later.')

/** A line that waits: its key, and the bytes that it has among those that are held. */
interface Held {
  readonly key: string
  readonly from: number
  readonly until: number
}

/** Lines are held as bytes: as texts, each would be copied twice by the collector of garbage. */
export class LineSorter {
  readonly #options: SortOptions
  #bytes: Buffer
  #filled = 0
  #held: Held[] = []
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

  /** All lines in the order of their keys, each with its newline. Nothing is added any more. */
  *sorted(): Generator<{ readonly key: string; readonly line: Buffer }> {
    const { keyLength } = this.#options
    const last = new Run({ bytes: this.#sortedRun(), keyLength })
    const file = this.#file
    const runs = this.#runs.slice(1).map((until, at) => {
      const from = this.#runs[at] as number
      return new Run({ file: file as number, from, until, keyLength })
    })
    yield* merged([...runs, last])
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

type RunSource =
  | { readonly bytes: Buffer; readonly keyLength: number }
  | {
      readonly file: number
      readonly from: number
      readonly until: number
      readonly keyLength: number
    }

/** Sorted lines, one after the other. */
class Run {
  readonly #keyLength: number
  readonly #file: number
  #from: number
  readonly #until: number
  #rest: Buffer
  key = ''
  line: Buffer = Buffer.alloc(0)

  constructor(source: RunSource) {
    this.#keyLength = source.keyLength
    const isFile = 'file' in source
    this.#file = isFile ? source.file : -1
    this.#from = isFile ? source.from : 0
    this.#until = isFile ? source.until : 0
    this.#rest = isFile ? Buffer.alloc(0) : source.bytes
  }

  /** Goes to the next line. False: there is none. */
  next(): boolean {
    let end = this.#rest.indexOf(newline)
    while (end < 0) {
      if (this.#from >= this.#until) return false
      const looked = this.#rest.length
      const more = Buffer.allocUnsafe(Math.min(chunkBytes, this.#until - this.#from))
      const read = readSync(this.#file, more, 0, more.length, this.#from)
      if (read === 0) throw new Error('The scratch file is shorter than what was written to it.')
      this.#from += read
      this.#rest = Buffer.concat([this.#rest, more.subarray(0, read)])
      end = this.#rest.indexOf(newline, looked)
    }
    this.line = this.#rest.subarray(0, end + 1)
    this.key = this.line.toString('latin1', 0, this.#keyLength)
    this.#rest = this.#rest.subarray(end + 1)
    return true
  }
}

/** Runs as one; of equal keys those of earlier runs come first. */
function* merged(runs: readonly Run[]): Generator<{ readonly key: string; readonly line: Buffer }> {
  const orders = new Map(runs.map((run, at) => [run, at]))
  /** The least comes last. */
  const open: Run[] = []
  const isBehind = (a: Run, b: Run): boolean =>
    a.key === b.key ? (orders.get(a) ?? 0) > (orders.get(b) ?? 0) : a.key > b.key
  const insert = (run: Run): void => {
    let [low, high] = [0, open.length]
    while (low < high) {
      const middle = (low + high) >> 1
      if (isBehind(open[middle] as Run, run)) low = middle + 1
      else high = middle
    }
    open.splice(low, 0, run)
  }
  for (const run of runs) if (run.next()) insert(run)
  for (let run = open.pop(); run; run = open.pop()) {
    yield { key: run.key, line: run.line }
    if (run.next()) insert(run)
  }
}

/** Lines as chunks of bytes: a store is not asked for each line. */
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
