/** Where files lie until they are recorded: one folder an ingestion, readable by nobody else. */
import { createWriteStream, existsSync, mkdirSync, readdirSync, rmSync, statSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { finished, pipeline } from 'node:stream/promises'
import { Busboy, type BusboyFileStream, type BusboyHeaders } from '@fastify/busboy'
import { invalid, Problem, tooLarge } from '@plumbline/jsonapi'
import type { Upload } from '../../platform/http/index.ts'
import { noSpace, type Reserved, type SpaceLimits, UploadSpace } from './upload-space.ts'

/** What the parts of a body take beside the file. */
const envelope = 65_536

export interface FileSettings extends SpaceLimits {
  /** Of one file. */
  readonly maxBytes: number
}

/** Makes what was written to a file, or the names in a folder, outlast a power cut. */
export type Flush = (path: string) => Promise<void>

const flushToDisk: Flush = async (path) => {
  const handle = await open(path, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

export class IngestionFiles {
  readonly #root: string
  readonly #maxBytes: number
  readonly #space: UploadSpace
  readonly #flush: Flush

  constructor(root: string, { maxBytes, ...limits }: FileSettings, flush: Flush = flushToDisk) {
    this.#root = root
    this.#maxBytes = maxBytes
    this.#space = new UploadSpace(root, limits)
    this.#flush = flush
  }

  folder(tenantId: string, id: string): string {
    return join(this.#root, tenantId, id)
  }
  file(tenantId: string, id: string): string {
    return join(this.folder(tenantId, id), 'upload')
  }
  staged(tenantId: string, id: string): string {
    return join(this.folder(tenantId, id), 'staged')
  }

  drop(tenantId: string, id: string): void {
    rmSync(this.folder(tenantId, id), { recursive: true, force: true })
  }

  /** What stays free of the disk. */
  get freeBytes(): number {
    return this.#space.freeBytes
  }

  /** Whether a file is better read when others of its tenant are recorded: read, it takes more of the disk. */
  isCrowded(tenantId: string, id: string): Promise<boolean> {
    return this.#space.isCrowded(tenantId, id)
  }

  /** Every folder there is, by tenant, with the time it was made at in milliseconds. */
  list(): Map<string, Map<string, number>> {
    const found = new Map<string, Map<string, number>>()
    for (const tenantId of existsSync(this.#root) ? readdirSync(this.#root) : []) {
      const own = readdirSync(join(this.#root, tenantId)).map((id): [string, number] => [
        id,
        statSync(this.folder(tenantId, id), { throwIfNoEntry: false })?.birthtimeMs ?? 0,
      ])
      if (own.length > 0) found.set(tenantId, new Map(own))
    }
    return found
  }

  /**
   * Takes the file of a body as it comes; when this resolves, the file outlasts a power cut. Throws what the
   * client may be told; nothing is left then.
   */
  async receive(
    upload: Upload,
    { tenantId, id }: { tenantId: string; id: string },
  ): Promise<{ file_name: string; bytes: number }> {
    const { length } = upload
    const largest = tooLarge(this.#maxBytes)
    if ((length ?? 0) > this.#maxBytes + envelope) throw largest
    mkdirSync(this.#root, { recursive: true, mode: 0o700 })
    const reserved = await this.#space.reserve(tenantId, id, {
      bytes: Math.min(length ?? this.#maxBytes, this.#maxBytes),
      isExact: length !== undefined,
      tooLarge: largest,
    })
    try {
      mkdirSync(this.folder(tenantId, id), { recursive: true, mode: 0o700 })
      const taken = await receiveInto(upload, this.file(tenantId, id), reserved)
      await this.#settle(this.file(tenantId, id))
      return taken
    } catch (error) {
      this.drop(tenantId, id)
      throw known(error)
    } finally {
      reserved.release()
    }
  }

  /** The file itself, then each folder on the way to it, since any of them may be new. */
  async #settle(file: string): Promise<void> {
    await this.#flush(file)
    if (process.platform === 'win32') return // it has no fsync of a folder
    for (let path = dirname(file); path.length >= this.#root.length; path = dirname(path))
      await this.#flush(path)
  }
}

const known = (error: unknown): unknown => {
  const { code } = error as { code?: string }
  return code === 'ENOSPC' || code === 'EDQUOT' ? noSpace() : error
}

/** As people named it, without its folders and control characters. */
const nameOf = (name: string | undefined): string =>
  basename((name ?? '').replaceAll('\\', '/'))
    .toWellFormed()
    .replaceAll(/\p{Cc}/gu, '')
    .slice(0, 200) || 'file'

const noMultipart = (detail: string): Problem => invalid('', detail, 'no_multipart')

type Room = Pick<Reserved, 'bytes' | 'tooLarge'>

async function receiveInto(
  { stream, contentType }: Upload,
  path: string,
  room: Room,
): Promise<{ file_name: string; bytes: number }> {
  let parser: Busboy
  try {
    parser = new Busboy({
      headers: { 'content-type': contentType } as BusboyHeaders,
      limits: { files: 1, fields: 20, fieldSize: 4_096, parts: 21, fileSize: room.bytes + 1 },
    })
  } catch {
    throw noMultipart('The body is no multipart/form-data with a boundary.')
  }
  // A part whose parser has gone never ends by itself, and would hold its file for ever.
  const broken = new AbortController()
  let taken: Promise<{ file_name: string; bytes: number }> | undefined
  parser.on('file', (field: string, part: BusboyFileStream, name: string) => {
    if (field !== 'file' || taken) return void part.resume()
    taken = keep(part, { path, name: nameOf(name), room }, broken)
    taken.catch((error: Error) => parser.destroy(error))
  })
  stream.pipe(parser)
  stream.once('error', (error) => parser.destroy(error))
  stream.once('aborted', () => parser.destroy(new Error('The client left.')))
  if (stream.destroyed) parser.destroy(new Error('The client left.'))
  try {
    await finished(parser)
  } catch (error) {
    stream.unpipe(parser)
    stream.resume()
    broken.abort(error)
    // The file's own reason says more: too large, no room on the disk.
    const reason = taken
      ? await taken.then(
          () => error,
          (own: unknown) => own,
        )
      : error
    const isOurs =
      reason instanceof Problem || (reason as { syscall?: string }).syscall !== undefined
    throw isOurs ? reason : noMultipart('The body ends before its last part.')
  }
  if (!taken) throw invalid('/file', 'The body has no file in the field "file".', 'required')
  const file = await taken
  if (file.bytes === 0) throw invalid('/file', 'The file is empty.', 'empty')
  return file
}

/** Resolves, or rejects, once the file is closed. */
async function keep(
  part: BusboyFileStream,
  { path, name, room }: { path: string; name: string; room: Room },
  broken: AbortController,
): Promise<{ file_name: string; bytes: number }> {
  const target = createWriteStream(path, { mode: 0o600, flags: 'wx' })
  const closed = new Promise<void>((resolve) => target.once('close', () => resolve()))
  part.once('limit', () => broken.abort(room.tooLarge))
  try {
    await pipeline(part, target, { signal: broken.signal })
  } catch (error) {
    throw broken.signal.aborted ? broken.signal.reason : error
  } finally {
    await closed
  }
  if (part.truncated || target.bytesWritten > room.bytes) throw room.tooLarge
  return { file_name: name, bytes: target.bytesWritten }
}
