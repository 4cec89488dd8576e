/**
 * Splits a stream of JSON into its records by counting braces in bytes: files of any size need little memory, and each
 * record is parsed separately. Accepts an array, a sequence of objects such as one per line, and objects (pages) that
 * contain lists under known names. The server reads files with it, and the app checks files with it before upload, so
 * it uses no API that only Node has.
 */
import { headBytes, listNames, listStart } from './list-start.ts'
import { PageMembers } from './page-members.ts'

/** A problem of a file as a whole: none of its contents can be trusted. */
export class FileProblem extends Error {
  override readonly name = 'FileProblem'
  readonly code: string
  /** The index of the record that would follow, if known. */
  readonly index: number | null

  constructor(code: string, detail: string, index: number | null = null) {
    super(detail)
    this.code = code
    this.index = index
  }
}

export interface SplitLimits {
  /** The maximum number of bytes of one record. */
  readonly recordBytes: number
  /** The maximum nesting depth of one record. */
  readonly depth: number
}

export const splitLimits: SplitLimits = { recordBytes: 4 * 2 ** 20, depth: 64 }

/** One record's bytes, or the reason why they were not kept. `index` counts from 0. */
export interface Piece {
  readonly index: number
  readonly bytes: Uint8Array | 'record_too_large' | 'record_too_deep'
}

/** Describes why the bytes of a record were not kept. */
export const notKept = (
  why: Exclude<Piece['bytes'], Uint8Array>,
  { depth, recordBytes }: SplitLimits,
): string =>
  why === 'record_too_deep'
    ? `The record has more than ${depth} levels.`
    : `The record is larger than ${recordBytes} bytes.`

const [space, newline, carriage, tab] = [0x20, 0x0a, 0x0d, 0x09]
const [quote, backslash, comma] = [0x22, 0x5c, 0x2c]
const [openBrace, closeBrace, openBracket, closeBracket] = [0x7b, 0x7d, 0x5b, 0x5d]

const isSpace = (byte: number): boolean =>
  byte === space || byte === newline || byte === carriage || byte === tab

function joined(parts: readonly Uint8Array[]): Uint8Array {
  const [first, second] = parts
  if (first && !second) return first
  const whole = new Uint8Array(parts.reduce((size, part) => size + part.length, 0))
  let at = 0
  for (const part of parts) {
    whole.set(part, at)
    at += part.length
  }
  return whole
}

/** The meaning of a byte outside of strings: 1 opens, 2 closes, 3 begins a string. */
const meaning = new Uint8Array(256)
for (const byte of [openBrace, openBracket]) meaning[byte] = 1
for (const byte of [closeBrace, closeBracket]) meaning[byte] = 2
meaning[quote] = 3

/** The number of bytes of a string that are read one by one before its end is searched for: a search costs as much. */
const shortString = 24

/** `after`: after a list, where the file ends or the members of its page continue. */
type Place = 'head' | 'between' | 'record' | 'scalar' | 'after'

export class Splitter {
  readonly #limits: SplitLimits
  #head: Uint8Array[] = []
  #headSize = 0
  #place: Place = 'head'
  #kind: 'list' | 'wrapped' | 'sequence' = 'sequence'
  #index = 0
  #bytes = 0
  #depth = 0
  #deepest = 0
  #inString = false
  #escaped = false
  /** The next backslash of the chunk, from the last position searched. */
  #backslashAt = -1
  /** The parts of the record in earlier chunks. */
  #parts: Uint8Array[] = []
  #size = 0
  #comma: 'none' | 'wanted' | 'seen' = 'none'
  readonly #members = new PageMembers()

  constructor(limits: SplitLimits = splitLimits) {
    this.#limits = limits
  }

  /** Returns the records that end in this chunk. Throws a FileProblem at the first invalid byte. */
  push(chunk: Uint8Array): Piece[] {
    this.#bytes += chunk.length
    if (this.#place !== 'head') return this.#cut(chunk)
    this.#head.push(chunk)
    this.#headSize += chunk.length
    return this.#headSize < headBytes ? [] : this.#begin(false)
  }

  /** Marks the end of input; returns what was buffered. Throws if the file is truncated. */
  end(): Piece[] {
    const pieces = this.#place === 'head' ? this.#begin(true) : []
    const whole =
      this.#kind === 'sequence'
        ? this.#place === 'between'
        : this.#place === 'after' && (this.#kind === 'list' || this.#members.isBefore)
    if (whole) return pieces
    const where = this.#place === 'record' ? `record ${this.#index}` : 'its list'
    throw new FileProblem(
      'truncated',
      `The file is truncated: it ends inside ${where}, after ${this.#bytes} bytes.`,
      this.#index,
    )
  }

  #begin(isAll: boolean): Piece[] {
    const head = joined(this.#head)
    this.#head = []
    this.#headSize = 0
    const { kind, at } = listStart(head.subarray(0, headBytes))
    if (kind === 'empty' && !isAll) return [] // blanks only, so far
    if (kind === 'empty') throw new FileProblem('empty', 'The file is empty.')
    if (kind === 'other') throw this.#unexpected(head[at] as number)
    this.#kind = kind
    this.#place = 'between'
    return this.#cut(head.subarray(at))
  }

  #unexpected(byte: number): FileProblem {
    const shown = byte > space && byte < 0x7f ? `"${String.fromCharCode(byte)}"` : `byte ${byte}`
    const isHead = this.#place === 'head'
    const where = isHead ? 'begins with' : `has, before record ${this.#index},`
    const detail = `The file ${where} ${shown}, which is not valid JSON.`
    return new FileProblem('not_json', detail, isHead ? null : this.#index)
  }

  get #isBetween(): boolean {
    return this.#place === 'between'
  }

  #cut(chunk: Uint8Array): Piece[] {
    const pieces: Piece[] = []
    let start = 0
    let at = 0
    this.#backslashAt = -1
    while (at < chunk.length) {
      if (this.#place === 'record' || this.#place === 'scalar') {
        at = this.#place === 'record' ? this.#record(chunk, at) : this.#scalar(chunk, at)
        this.#keep(chunk.subarray(start, at))
        if (this.#isBetween) pieces.push(this.#finished())
      } else {
        const byte = chunk[at] as number
        if (this.#begins(byte)) start = at
        else at += 1
      }
    }
    return pieces
  }

  /** True if a record begins with this byte, which is outside of records. */
  #begins(byte: number): boolean {
    if (this.#place === 'after' && this.#kind === 'wrapped') return this.#beginsList(byte)
    if (isSpace(byte)) return false
    if (this.#place === 'after') throw this.#unexpected(byte)
    if (this.#kind === 'sequence') {
      if (byte !== openBrace) throw this.#unexpected(byte)
      this.#place = 'record'
      return true
    }
    if (byte === closeBracket && this.#comma !== 'seen') {
      this.#place = 'after'
      this.#comma = 'none'
      this.#members.listEnded()
      return false
    }
    if (byte === comma && this.#comma === 'wanted') {
      this.#comma = 'seen'
      return false
    }
    if (this.#comma === 'wanted' || byte === comma || meaning[byte] === 2)
      throw this.#unexpected(byte)
    this.#comma = 'wanted'
    this.#place = meaning[byte] === 1 ? 'record' : 'scalar'
    return true
  }

  /** True if the first record of another list begins with this byte, in the data between lists. */
  #beginsList(byte: number): boolean {
    const meaning = this.#members.take(byte, isSpace(byte))
    if (meaning === 'unexpected') throw this.#unexpected(byte)
    if (meaning === 'no list') throw this.#withoutList()
    if (meaning !== 'record') return false
    this.#comma = 'wanted'
    this.#place = 'record'
    return true
  }

  #withoutList(): FileProblem {
    const names = [...listNames].join(', ')
    const detail = `The file has an object without a list of records after its first list. Each object needs a list of objects under one of these names: ${names}. Or write one record per line, without lists.`
    return new FileProblem('no_list', detail, this.#index)
  }

  /** Continues inside a record; returns where it ended, or the end of the chunk. */
  #record(chunk: Uint8Array, from: number): number {
    let depth = this.#depth
    let inString = this.#inString
    let escaped = this.#escaped
    let at = from
    let since = from // start of the string, or of its unread part
    const { length } = chunk
    for (; at < length; at += 1) {
      const byte = chunk[at] as number
      if (inString) {
        if (escaped) escaped = false
        else if (byte === quote) inString = false
        else if (byte === backslash) escaped = true
        else if (at - since > shortString) {
          at = this.#leap(chunk, at) - 1
          since = at
        }
        continue
      }
      const does = meaning[byte]
      if (does === 0) continue
      if (does === 3) {
        inString = true
        since = at
      } else if (does === 1) {
        depth += 1
        if (depth > this.#deepest) this.#deepest = depth
      } else {
        depth -= 1
        if (depth > 0) continue
        this.#place = 'between'
        at += 1
        break
      }
    }
    this.#depth = depth
    this.#inString = inString
    this.#escaped = escaped
    return at
  }

  /** Returns the position of the next special byte in a string, or the end of the chunk. */
  #leap(chunk: Uint8Array, at: number): number {
    if (this.#backslashAt < at) {
      const found = chunk.indexOf(backslash, at)
      this.#backslashAt = found < 0 ? chunk.length : found
    }
    const found = chunk.indexOf(quote, at)
    return found < 0 ? this.#backslashAt : Math.min(found, this.#backslashAt)
  }

  /** An item of a list that is not an object: reported as a scalar. */
  #scalar(chunk: Uint8Array, from: number): number {
    for (let at = from; at < chunk.length; at += 1) {
      const byte = chunk[at] as number
      if (this.#inString) {
        if (this.#escaped) this.#escaped = false
        else if (byte === backslash) this.#escaped = true
        else if (byte === quote) this.#inString = false
      } else if (byte === quote) this.#inString = true
      else if (byte === comma || byte === closeBracket || isSpace(byte)) {
        this.#place = 'between'
        return at
      }
    }
    return chunk.length
  }

  #keep(part: Uint8Array): void {
    this.#size += part.length
    if (this.#size <= this.#limits.recordBytes && this.#deepest <= this.#limits.depth)
      this.#parts.push(part)
    else this.#parts = []
  }

  #finished(): Piece {
    const index = this.#index
    const bytes =
      this.#size > this.#limits.recordBytes
        ? 'record_too_large'
        : this.#deepest > this.#limits.depth
          ? 'record_too_deep'
          : joined(this.#parts)
    this.#index += 1
    this.#parts = []
    this.#size = 0
    this.#deepest = 0
    return { index, bytes }
  }
}
