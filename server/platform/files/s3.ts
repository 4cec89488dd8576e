/** Files in a bucket of S3, or of a store that speaks as it does. Addresses are in path style: all stores take it. */
import { setTimeout as sleep } from 'node:timers/promises'
import { unavailable } from '@plumbline/jsonapi'
import { type HttpAnswer, parseXml, signAwsRequest } from '@plumbline/scanner'
import { type Egress, egress, NotReached, type Outgoing } from '../egress/index.ts'
import {
  bounded,
  FileMissing,
  type FileName,
  type Files,
  pathOf,
  type StoredFile,
} from './files.ts'

export interface S3Settings {
  /** Scheme, host and port: `https://s3.eu-central-1.amazonaws.com`. */
  readonly endpoint: string
  readonly region: string
  readonly bucket: string
  /** Before the name of each object; empty, or with a slash at its end. */
  readonly prefix: string
  readonly accessKeyId: string
  readonly secretAccessKey: string
}

/** Bytes of one part of an upload, and of what is read at a time. S3 takes parts from 5 MiB on, and 10,000 of them. */
const defaultPieceBytes = 8 * 2 ** 20
const mostAttempts = 4

interface Asked {
  readonly method: Outgoing['method']
  /** The key of an object; without one it is the bucket. */
  readonly key?: string
  readonly query?: Readonly<Record<string, string>>
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: Uint8Array | string
  /** Answers of the 400s that say something. */
  readonly allow?: readonly number[]
}

type Element = Readonly<Record<string, unknown>>

const elementsOf = (content: unknown, name: string): Element[] => {
  const found = (content as Element)[name]
  return found === undefined ? [] : ([found].flat() as Element[])
}
const textOf = (content: unknown, name: string): string => String((content as Element)[name] ?? '')

export class S3Files implements Files {
  readonly #settings: S3Settings
  readonly #egress: Egress
  readonly #pieceBytes: number

  constructor(settings: S3Settings, pieceBytes = defaultPieceBytes) {
    this.#settings = settings
    this.#pieceBytes = pieceBytes
    this.#egress = egress({
      trusted: [new URL(settings.endpoint).origin],
      timeoutMs: 60_000,
      maxBytes: pieceBytes + 2 ** 20,
    })
  }

  async put(
    name: FileName,
    content: AsyncIterable<Uint8Array>,
    maxBytes = Number.POSITIVE_INFINITY,
  ): Promise<number> {
    const key = this.#key(name)
    let upload: Multipart | undefined
    let bytes = 0
    try {
      for await (const { piece, isLast } of inPieces(
        bounded(content, maxBytes),
        this.#pieceBytes,
      )) {
        bytes += piece.length
        if (isLast && !upload) await this.#ask({ method: 'PUT', key, body: piece })
        else {
          upload ??= await this.#beginUpload(key)
          await this.#putPart(upload, piece)
        }
      }
      if (upload) await this.#completeUpload(upload, bytes)
      return bytes
    } catch (error) {
      if (upload) await this.#abortUpload(upload.key, upload.id).catch(() => {}) // else it is swept
      throw error
    }
  }

  /** The next piece is on its way while one is read. */
  async *open(name: FileName, from = 0): AsyncGenerator<Buffer> {
    const key = this.#key(name)
    let at = from
    let next = this.#piece(key, at)
    for (;;) {
      const { bytes, size } = await next
      at += bytes.length
      const isLast = at >= size
      if (!isLast) {
        next = this.#piece(key, at)
        next.catch(() => {}) // whoever reads on hears of it
      }
      if (bytes.length > 0) yield bytes
      if (isLast) return
    }
  }

  async remove({ part, ...file }: Omit<FileName, 'part'> & { part?: string }): Promise<void> {
    const parts =
      part === undefined ? await this.#listed(`${file.tenantId}/${file.id}/`) : [{ part }]
    for (const one of parts)
      await this.#ask({
        method: 'DELETE',
        key: this.#key({ ...file, part: one.part }),
        allow: [404],
      })
  }

  list(tenantId?: string): Promise<StoredFile[]> {
    return this.#listed(tenantId === undefined ? '' : `${tenantId}/`)
  }

  async removeUnfinished(beforeMs: number): Promise<void> {
    const query = { uploads: '', prefix: this.#settings.prefix }
    const { content } = this.#read(await this.#ask({ method: 'GET', query }))
    for (const upload of elementsOf(content, 'Upload')) {
      const key = textOf(upload, 'Key')
      if (this.#nameOf(key) && Date.parse(textOf(upload, 'Initiated')) < beforeMs)
        await this.#abortUpload(key, textOf(upload, 'UploadId'))
    }
  }

  async freeBytes(): Promise<null> {
    return null
  }

  #key(name: FileName): string {
    return this.#settings.prefix + pathOf(name)
  }

  /** Undefined: nothing of ours. */
  #nameOf(key: string): FileName | undefined {
    const { prefix } = this.#settings
    const path = key.startsWith(prefix) ? key.slice(prefix.length).split('/') : []
    const [tenantId, id, part] = path
    return path.length === 3 && tenantId && id && part && uuid.test(tenantId) && uuid.test(id)
      ? { tenantId, id, part }
      : undefined
  }

  async #piece(key: string, from: number): Promise<{ bytes: Buffer; size: number }> {
    const headers = { range: `bytes=${from}-${from + this.#pieceBytes - 1}` }
    const {
      status,
      headers: answered,
      body,
    } = await this.#ask({ method: 'GET', key, headers, allow: [404, 416] })
    if (status === 404) throw new FileMissing(`There is no object ${key}.`)
    if (status === 416) return { bytes: Buffer.alloc(0), size: from } // behind its end
    const size = Number(/\/(\d+)$/.exec(answered['content-range'] ?? '')?.[1])
    if (status !== 206 || Number.isNaN(size))
      throw new Error(`The store answered ${status} where a range of ${key} was asked for.`)
    return { bytes: body, size }
  }

  async #listed(under: string): Promise<StoredFile[]> {
    const { prefix } = this.#settings
    const found: StoredFile[] = []
    for (let token: string | undefined = ''; token !== undefined; ) {
      const more: Readonly<Record<string, string>> = token ? { 'continuation-token': token } : {}
      const query = { 'list-type': '2', prefix: prefix + under, ...more }
      const { content } = this.#read(await this.#ask({ method: 'GET', query }))
      for (const object of elementsOf(content, 'Contents')) {
        const name = this.#nameOf(textOf(object, 'Key'))
        if (!name) continue
        const bytes = Number(textOf(object, 'Size'))
        found.push({
          ...name,
          bytes,
          changedMs: Date.parse(textOf(object, 'LastModified')),
        })
      }
      token = textOf(content, 'NextContinuationToken') || undefined
    }
    return found
  }

  async #beginUpload(key: string): Promise<Multipart> {
    const { content } = this.#read(await this.#ask({ method: 'POST', key, query: { uploads: '' } }))
    return { key, id: textOf(content, 'UploadId'), tags: [] }
  }

  async #putPart({ key, id, tags }: Multipart, body: Uint8Array): Promise<void> {
    const query = { partNumber: String(tags.length + 1), uploadId: id }
    const { headers } = await this.#ask({ method: 'PUT', key, query, body })
    tags.push(headers['etag'] ?? '')
  }

  async #completeUpload({ key, id, tags }: Multipart, bytes: number): Promise<void> {
    const parts = tags.map(
      (tag, at) =>
        `<Part><PartNumber>${at + 1}</PartNumber><ETag>${tag.replaceAll('"', '&quot;')}</ETag></Part>`,
    )
    const body = `<CompleteMultipartUpload>${parts.join('')}</CompleteMultipartUpload>`
    const query = { uploadId: id }
    const answer = await this.#ask({ method: 'POST', key, query, body, allow: [404] })
    // It may have ended by an earlier attempt, whose answer was lost.
    if (answer.status === 404 && (await this.#piece(key, 0)).size === bytes) return
    // The status may be sent before the store has put the parts together.
    const { root, content } = this.#read(answer)
    if (root === 'Error') throw refusal(`POST ${key}`, answer.status, content)
  }

  async #abortUpload(key: string, uploadId: string): Promise<void> {
    await this.#ask({ method: 'DELETE', key, query: { uploadId }, allow: [404] })
  }

  #read({ body }: HttpAnswer): ReturnType<typeof parseXml> {
    return parseXml(body.toString('utf8'))
  }

  /** The answer of one request. Throws a 503 when there is none after several attempts. */
  async #ask({
    method,
    key = '',
    query = {},
    headers = {},
    body = '',
    allow = [],
  }: Asked): Promise<HttpAnswer> {
    const { endpoint, bucket, region, accessKeyId, secretAccessKey } = this.#settings
    const draft = { method, path: `/${bucket}${key && `/${key}`}`, query, headers, body }
    let reason: Error | undefined
    for (let attempt = 1; attempt <= mostAttempts; attempt += 1) {
      if (attempt > 1) await sleep(100 * 4 ** (attempt - 2) * (1 + Math.random()))
      const signed = await signAwsRequest(draft, endpoint, {
        credentials: { accessKeyId, secretAccessKey },
        region,
        service: 's3',
        date: new Date(),
      })
      try {
        const url = signed.url.href
        const answer = await this.#egress({ method, url, headers: signed.headers, body })
        const { status } = answer
        if (status < 300 || allow.includes(status)) return answer
        reason = refusal(`${method} ${key}`, status, contentOf(answer))
        if (status === 403) break // keys that are being replaced: work waits, and the log says why
        if (!isPassing(status, answer)) throw reason
      } catch (error) {
        if (!(error instanceof NotReached) || error.code === 'refused') throw error
        reason = error
      }
    }
    const problem = unavailable('The store of files does not answer.', 'files_unavailable', 10)
    throw Object.assign(problem, { cause: reason })
  }
}

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** An upload in parts: what each was answered with. */
interface Multipart {
  readonly key: string
  readonly id: string
  readonly tags: string[]
}

/** Refusals that end by themselves: two requests at once, a slow one, too many. */
const isPassing = (status: number, answer: HttpAnswer): boolean =>
  status >= 500 ||
  [408, 409, 429].includes(status) ||
  (status === 400 && textOf(contentOf(answer), 'Code') === 'RequestTimeout')

const refusal = (what: string, status: number, content: unknown): Error =>
  new Error(`The store answered ${status} ${textOf(content, 'Code')} to ${what}.`)

function contentOf({ body }: HttpAnswer): unknown {
  try {
    return parseXml(body.toString('utf8')).content
  } catch {
    return {} // a proxy's own page
  }
}

/** Content in pieces of one size, the last of which may be smaller; one piece at least. */
async function* inPieces(
  content: AsyncIterable<Uint8Array>,
  size: number,
): AsyncGenerator<{ piece: Uint8Array; isLast: boolean }> {
  let piece = Buffer.allocUnsafe(size)
  let filled = 0
  for await (const chunk of content) {
    for (let at = 0; at < chunk.length; ) {
      if (filled === size) {
        yield { piece, isLast: false }
        piece = Buffer.allocUnsafe(size)
        filled = 0
      }
      const some = chunk.subarray(at, at + size - filled)
      piece.set(some, filled)
      filled += some.length
      at += some.length
    }
  }
  yield { piece: piece.subarray(0, filled), isLast: true }
}
