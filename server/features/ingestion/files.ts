/** Where files lie until they are recorded: one folder an ingestion, readable by nobody else. */
import { createWriteStream, existsSync, mkdirSync, readdirSync, rmSync, statSync } from 'node:fs'
import { basename, join } from 'node:path'
import { finished } from 'node:stream/promises'
import { Busboy, type BusboyFileStream, type BusboyHeaders } from '@fastify/busboy'
import { invalid, Problem, tooLarge } from '@plumbline/jsonapi'
import type { Upload } from '../../platform/http/index.ts'

/** What the parts of a body take beside the file. */
const envelope = 65_536

export class IngestionFiles {
  readonly #root: string

  constructor(root: string) {
    this.#root = root
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

  /** Every folder there is, with the time it was made at in milliseconds. */
  list(): { tenantId: string; id: string; madeMs: number }[] {
    if (!existsSync(this.#root)) return []
    return readdirSync(this.#root).flatMap((tenantId) =>
      readdirSync(join(this.#root, tenantId)).map((id) => ({
        tenantId,
        id,
        madeMs: statSync(this.folder(tenantId, id), { throwIfNoEntry: false })?.birthtimeMs ?? 0,
      })),
    )
  }

  /** Takes the file of a body as it comes. Throws what the client may be told; nothing is left then. */
  async receive(
    upload: Upload,
    { tenantId, id, maxBytes }: { tenantId: string; id: string; maxBytes: number },
  ): Promise<{ file_name: string; bytes: number }> {
    if ((upload.length ?? 0) > maxBytes + envelope) throw tooLarge(maxBytes)
    mkdirSync(this.folder(tenantId, id), { recursive: true, mode: 0o700 })
    try {
      return await receiveInto(upload, this.file(tenantId, id), maxBytes)
    } catch (error) {
      this.drop(tenantId, id)
      throw known(error)
    }
  }
}

const known = (error: unknown): unknown => {
  const { code } = error as { code?: string }
  if (code === 'ENOSPC' || code === 'EDQUOT')
    return new Problem(507, 'no_space', 'There is no room for the file on our side.')
  return error
}

/** As people named it, without its folders and control characters. */
const nameOf = (name: string | undefined): string =>
  basename((name ?? '').replaceAll('\\', '/'))
    .toWellFormed()
    .replaceAll(/\p{Cc}/gu, '')
    .slice(0, 200) || 'file'

const noMultipart = (detail: string): Problem => invalid('', detail, 'no_multipart')

async function receiveInto(
  { stream, contentType }: Upload,
  path: string,
  maxBytes: number,
): Promise<{ file_name: string; bytes: number }> {
  let parser: Busboy
  try {
    parser = new Busboy({
      headers: { 'content-type': contentType } as BusboyHeaders,
      limits: { files: 1, fields: 20, fieldSize: 4_096, parts: 21, fileSize: maxBytes + 1 },
    })
  } catch {
    throw noMultipart('The body is no multipart/form-data with a boundary.')
  }
  let taken: Promise<{ file_name: string; bytes: number }> | undefined
  parser.on('file', (field: string, part: BusboyFileStream, name: string) => {
    if (field !== 'file' || taken) return void part.resume()
    taken = keep(part, path, nameOf(name), maxBytes)
    taken.catch((error: Error) => parser.destroy(error))
  })
  stream.pipe(parser)
  stream.once('error', (error) => parser.destroy(error))
  stream.once('aborted', () => parser.destroy(new Error('The client left.')))
  try {
    await finished(parser)
  } catch (error) {
    stream.unpipe(parser)
    stream.resume()
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

async function keep(
  part: BusboyFileStream,
  path: string,
  file_name: string,
  maxBytes: number,
): Promise<{ file_name: string; bytes: number }> {
  const target = createWriteStream(path, { mode: 0o600, flags: 'wx' })
  part.once('limit', () => target.destroy(tooLarge(maxBytes)))
  part.once('error', (error) => target.destroy(error))
  part.pipe(target)
  await finished(target)
  if (part.truncated || target.bytesWritten > maxBytes) throw tooLarge(maxBytes)
  return { file_name, bytes: target.bytesWritten }
}
