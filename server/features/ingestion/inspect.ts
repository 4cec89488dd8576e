import { Readable } from 'node:stream'
import { invalid } from '@plumbline/jsonapi'
import { FileProblem, ocsfProblem, type ReadLimits, readRecords } from '@plumbline/scanner/formats'

/** Records that are looked at before a file is taken: one of them has to be a finding. */
const looked = 100
/**
 * Bytes, unpacked, in which they are: this is the main thread, and no other request is answered meanwhile. The worst
 * JSON of this size takes a few milliseconds.
 */
const lookedBytes = 2 ** 17
const chunkBytes = 2 ** 14

/**
 * Refuses an obviously wrong file before a task is created for it: empty, not JSON, or nothing like a finding in its
 * first bytes, `head`. Later errors are reported with their record.
 */
export async function inspect(head: readonly Buffer[], limits: ReadLimits): Promise<void> {
  let seen = 0
  let first = ''
  const isBounded = lookedBytes < limits.unpackedBytes
  const bounded = isBounded ? { ...limits, unpackedBytes: lookedBytes } : limits
  try {
    for await (const some of readRecords(Readable.from(chunksOf(head)), bounded)) {
      for (const read of some) {
        const problem = 'problem' in read ? read.problem : ocsfProblem(read.record)
        if (!problem) return
        first ||= problem.detail
        seen += 1
        if (seen >= looked) break
      }
      if (seen >= looked) break
    }
  } catch (error) {
    if (isBounded && (error as FileProblem).code === 'file_too_large') return // its reader looks further
    if (error instanceof FileProblem) throw invalid('/file', error.message, error.code)
    throw error
  }
  if (seen === 0) throw invalid('/file', 'The file has no records.', 'empty')
  throw invalid('/file', `The file contains no OCSF findings. ${first}`, 'not_ocsf')
}

/** Chunks so small that the bytes that are looked at are not many fewer than they may be. */
function* chunksOf(head: readonly Buffer[]): Generator<Buffer> {
  for (const part of head)
    for (let at = 0; at < part.length; at += chunkBytes) yield part.subarray(at, at + chunkBytes)
}
