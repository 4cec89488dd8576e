/**
 * Checks a file of findings before it is sent. It applies the server's own rule for records, so a file that the server
 * would accept is never rejected here.
 */
import { isProblem, readOcsf } from '@plumbline/scanner/ocsf'
import { FileProblem, notKept, type Piece, splitLimits, Splitter } from '@plumbline/scanner/split'

/** A problem of one record, or of the file if `index` is null. */
export interface Bad {
  readonly index: number | null
  /** The location in the record. */
  readonly pointer: string
  readonly detail: string
}

export interface Checked {
  /** `mixed`: some records are findings, and some are not. `unseen`: compressed in a way that is not read here. */
  readonly verdict: 'good' | 'mixed' | 'refused' | 'unseen'
  readonly records: number
  readonly good: number
  /** The first problem. */
  readonly bad: Bad | null
}

interface Watching {
  /** The number of bytes read from the file, compressed as on disk. */
  readonly onProgress?: (bytes: number) => void
  readonly signal?: AbortSignal
}

const ofFile = (detail: string): Bad => ({ index: null, pointer: '', detail })
const unseen: Checked = { verdict: 'unseen', records: 0, good: 0, bad: null }

export async function precheck(file: Blob, watching: Watching = {}): Promise<Checked> {
  if (file.size === 0) return judged(0, 0, ofFile('The file is empty.'))
  const start = new Uint8Array(await file.slice(0, 2).arrayBuffer())
  const isGzip = start[0] === 0x1f && start[1] === 0x8b
  const read = file.stream().pipeThrough(counting(watching))
  const unpacked = isGzip ? read.pipeThrough(new DecompressionStream('gzip')) : read
  const tally = new Tally()
  try {
    for await (const chunk of unpacked as ReadableStream<Uint8Array>) {
      for (const piece of tally.splitter.push(chunk)) tally.add(piece)
      watching.signal?.throwIfAborted()
      await breath()
    }
    for (const piece of tally.splitter.end()) tally.add(piece)
  } catch (error) {
    if (error instanceof FileProblem)
      return judged(tally.records, 0, { index: error.index, pointer: '', detail: error.message })
    // Browsers cannot decompress some files that the server can, such as several concatenated parts.
    if (isGzip && !watching.signal?.aborted) return unseen
    throw error
  }
  if (tally.records === 0) return judged(0, 0, ofFile('The file has no records.'))
  return judged(tally.records, tally.good, tally.bad)
}

function judged(records: number, good: number, bad: Bad | null): Checked {
  const verdict = bad === null ? 'good' : good > 0 ? 'mixed' : 'refused'
  return { verdict, records, good, bad }
}

const decoder = new TextDecoder()

/** Returns the reason why a record is not a finding, or null. */
function wrongWith({ bytes }: Piece): Omit<Bad, 'index'> | null {
  if (typeof bytes === 'string') return { pointer: '', detail: notKept(bytes, splitLimits) }
  let record: unknown
  try {
    record = JSON.parse(decoder.decode(bytes))
  } catch {
    return { pointer: '', detail: 'The record is not valid JSON.' }
  }
  const read = readOcsf(record)
  return isProblem(read) ? { pointer: read.pointer, detail: read.detail } : null
}

class Tally {
  readonly splitter = new Splitter()
  records = 0
  good = 0
  bad: Bad | null = null

  add(piece: Piece): void {
    const wrong = wrongWith(piece)
    if (wrong === null) this.good += 1
    else this.bad ??= { index: piece.index, ...wrong }
    this.records += 1
  }
}

type Bytes = Uint8Array<ArrayBuffer>

const counting = ({ onProgress }: Watching): TransformStream<Bytes, Bytes> => {
  let bytes = 0
  return new TransformStream({
    transform(chunk, controller) {
      bytes += chunk.length
      onProgress?.(bytes)
      controller.enqueue(chunk)
    },
  })
}

const mostMs = 24
let since = 0

/** Lets the page handle keys between chunks. */
async function breath(): Promise<void> {
  if (performance.now() - since < mostMs) return
  await new Promise((resolve) => setTimeout(resolve))
  since = performance.now()
}
