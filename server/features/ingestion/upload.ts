/** Takes the file of a multipart body into the store of files as it comes. */
import { createHash } from 'node:crypto'
import { basename } from 'node:path'
import { addAbortSignal } from 'node:stream'
import { finished } from 'node:stream/promises'
import {
  Busboy,
  type BusboyFileStream,
  type BusboyHeaders,
  type BusboyInstance,
} from '@fastify/busboy'
import { invalid, Problem, tooLarge, plainName } from '@plumbline/jsonapi'
import { type FileName, type Files, FileTooLarge, StoreFull } from '../../platform/files/index.ts'
import type { Upload } from '../../platform/http/index.ts'
import { noSpace, type Reserved, type UploadSpace } from './upload-space.ts'

/** What the parts of a body take beside the file. */
const envelope = 65_536
/** Of the beginning of a file: compressed, it contains more than is inspected. */
const headBytes = 2 * 2 ** 20

export interface Received {
  readonly file_name: string
  readonly bytes: number
  /** Its beginning, in chunks. */
  readonly head: readonly Buffer[]
  /** SHA-256 of the file as it was sent. */
  readonly digest: Buffer
}

/** The part of an ingestion that is the file as it was sent. */
export const uploadOf = (tenantId: string, id: string): FileName => ({
  tenantId,
  id,
  part: 'upload',
})

/**
 * Takes the file of a body; when this resolves, the file outlasts a power cut. Throws what the client may
 * hear; nothing is left then.
 */
export async function receiveFile(
  upload: Upload,
  target: FileName,
  { files, space, maxBytes }: { files: Files; space: UploadSpace; maxBytes: number },
): Promise<Received> {
  const { length } = upload
  const largest = tooLarge(maxBytes)
  if ((length ?? 0) > maxBytes + envelope) throw largest
  const reserved = await space.reserve(target.tenantId, target.id, {
    bytes: Math.min(length ?? maxBytes, maxBytes),
    isExact: length !== undefined,
    tooLarge: largest,
  })
  try {
    return await receiveInto(upload, files, target, reserved)
  } catch (error) {
    await files.remove(target).catch(() => {}) // the sweep removes what remains
    throw error
  } finally {
    reserved.release()
  }
}

/** The file's name without its folders, control characters and direction controls. */
const nameOf = (name: string | undefined): string =>
  plainName(basename((name ?? '').replaceAll('\\', '/')))
    .toWellFormed()
    .slice(0, 200) || 'file'

const noMultipart = (detail: string): Problem => invalid('', detail, 'no_multipart')

const truncated = (): Problem => noMultipart('The body ends before its last part.')

function parserOf(contentType: string, maxBytes: number): BusboyInstance {
  try {
    return new Busboy({
      headers: { 'content-type': contentType } as BusboyHeaders,
      limits: { files: 1, fields: 20, fieldSize: 4_096, parts: 21, fileSize: maxBytes + 1 },
    })
  } catch {
    throw noMultipart('The body must be multipart/form-data with a boundary.')
  }
}

async function receiveInto(
  { stream, contentType, signal }: Upload,
  files: Files,
  target: FileName,
  reserved: Reserved,
): Promise<Received> {
  const parser = parserOf(contentType, reserved.bytes)
  // A part whose parser has ended early never ends by itself.
  const broken = new AbortController()
  let taken: Promise<Received> | undefined
  parser.on('file', (field: string, part: BusboyFileStream, name: string) => {
    // A body that ends inside a part fails that part as well as the parser, whether the part is read or skipped.
    part.on('error', () => {})
    if (field !== 'file' || taken) return void part.resume()
    addAbortSignal(broken.signal, part)
    taken = storeFile(part, { files, target, reserved, file_name: nameOf(name) })
    taken.catch((error: Error) => parser.destroy(error))
  })
  const leave = (): void => void parser.destroy(new Error('The client disconnected.'))
  signal.addEventListener('abort', leave)
  stream.pipe(parser)
  stream.once('error', leave)
  if (signal.aborted || stream.destroyed) leave()
  try {
    await finished(parser)
  } catch {
    stream.unpipe(parser)
    stream.resume()
    broken.abort()
    await taken // its error is more specific: too large, no space
    throw truncated()
  } finally {
    signal.removeEventListener('abort', leave)
  }
  if (!taken) throw invalid('/file', 'The body must have a file in the field "file".', 'required')
  const file = await taken
  if (file.bytes === 0) throw invalid('/file', 'The file is empty.', 'empty')
  return file
}

interface Destination {
  readonly files: Files
  readonly target: FileName
  readonly reserved: Reserved
  readonly file_name: string
}

async function storeFile(
  part: BusboyFileStream,
  { files, target, reserved, file_name }: Destination,
): Promise<Received> {
  const head: Buffer[] = []
  const hash = createHash('sha256')
  async function* content(): AsyncGenerator<Buffer> {
    let seen = 0
    try {
      for await (const chunk of part as AsyncIterable<Buffer>) {
        if (seen < headBytes) head.push(chunk)
        seen += chunk.length
        hash.update(chunk)
        await reserved.arrived(chunk.length)
        yield chunk
      }
    } catch (error) {
      throw error instanceof Problem ? error : truncated()
    }
  }
  try {
    const bytes = await files.put(target, content(), reserved.bytes)
    return { file_name, bytes, head, digest: hash.digest() }
  } catch (error) {
    if (error instanceof FileTooLarge) throw reserved.tooLarge
    throw error instanceof StoreFull ? noSpace() : error
  }
}
