/** Files in a bucket of S3, or of a store that speaks as it does. Addresses are in path style: all stores take it. */
import { unavailable } from '@plumbline/jsonapi'
import { abortUpload, Bucket, BucketRefused, elementsOf, putStream, textOf } from '../aws/index.ts'
import { egress, NotReached } from '../egress/index.ts'
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
  /** What requests are signed for at first: if the bucket is elsewhere, requests are signed for its region. */
  readonly region: string
  readonly bucket: string
  /** Before the name of each object; empty, or with a slash at its end. */
  readonly prefix: string
  readonly accessKeyId: string
  readonly secretAccessKey: string
}

/** Bytes of one part of an upload, and of what is read at a time. S3 takes parts from 5 MiB on, and 10,000 of them. */
const defaultPieceBytes = 8 * 2 ** 20

/** For interactive requests: within a second they fail with a 503 and a time to retry. */
const attemptsWhileWaiting = 3

export class S3Files implements Files {
  readonly #settings: S3Settings
  readonly #bucket: Bucket
  readonly #pieceBytes: number

  constructor(settings: S3Settings, pieceBytes = defaultPieceBytes) {
    const { endpoint, region, bucket, accessKeyId, secretAccessKey } = settings
    this.#settings = settings
    this.#pieceBytes = pieceBytes
    this.#bucket = new Bucket({
      endpoint,
      region,
      bucket,
      credentials: async () => ({ accessKeyId, secretAccessKey }),
      egress: egress({
        trusted: [new URL(endpoint).origin],
        timeoutMs: 60_000,
        maxBytes: pieceBytes + 2 ** 20,
      }),
    })
  }

  put(
    name: FileName,
    content: AsyncIterable<Uint8Array>,
    maxBytes = Number.POSITIVE_INFINITY,
  ): Promise<number> {
    const upload = { key: this.#key(name), content: bounded(content, maxBytes) }
    return answered(putStream(this.#bucket, { ...upload, pieceBytes: this.#pieceBytes }))
  }

  async link(
    name: FileName,
    how: { readonly seconds: number; readonly filename: string },
  ): Promise<string> {
    const key = this.#key(name)
    // A client cannot follow a link to another region: the region must be right before the link is signed.
    await this.#piece(key, 0, { most: 1, attempts: attemptsWhileWaiting })
    return this.#bucket.link(key, how)
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
        next.catch(() => {}) // the next read rejects with it
      }
      if (bytes.length > 0) yield bytes
      if (isLast) return
    }
  }

  async remove({ part, ...file }: Omit<FileName, 'part'> & { part?: string }): Promise<void> {
    const parts =
      part === undefined ? await this.#listed(`${file.tenantId}/${file.id}/`) : [{ part }]
    for (const one of parts)
      await answered(
        this.#bucket.ask({
          method: 'DELETE',
          key: this.#key({ ...file, part: one.part }),
          allow: [404],
        }),
      )
  }

  list(tenantId?: string): Promise<StoredFile[]> {
    return this.#listed(tenantId === undefined ? '' : `${tenantId}/`)
  }

  async removeUnfinished(beforeMs: number): Promise<void> {
    const query = { uploads: '', prefix: this.#settings.prefix }
    const { content } = await answered(this.#bucket.askForDocument({ method: 'GET', query }))
    for (const upload of elementsOf(content, 'Upload')) {
      const key = textOf(upload, 'Key')
      if (this.#nameOf(key) && Date.parse(textOf(upload, 'Initiated')) < beforeMs)
        await answered(abortUpload(this.#bucket, key, textOf(upload, 'UploadId')))
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

  async #piece(
    key: string,
    from: number,
    { most = this.#pieceBytes, attempts }: { most?: number; attempts?: number } = {},
  ): Promise<{ bytes: Buffer; size: number }> {
    const headers = { range: `bytes=${from}-${from + most - 1}` }
    const request = { method: 'GET', key, headers, allow: [404, 416], attempts } as const
    const { status, headers: said, body } = await answered(this.#bucket.ask(request))
    // Only the object may be missing: a missing bucket is not a missing file.
    if (status === 404 && /<Code>NoSuchBucket</.test(body.toString('utf8')))
      throw away(new Error(`The store answered 404 NoSuchBucket to GET ${key}.`))
    if (status === 404) throw new FileMissing(`There is no object ${key}.`)
    if (status === 416) return { bytes: Buffer.alloc(0), size: from } // behind its end
    const size = Number(/\/(\d+)$/.exec(said['content-range'] ?? '')?.[1])
    if (status !== 206 || Number.isNaN(size))
      throw new Error(`The file store returned status ${status} for a range of ${key}.`)
    return { bytes: body, size }
  }

  async #listed(under: string): Promise<StoredFile[]> {
    const { prefix } = this.#settings
    const found: StoredFile[] = []
    for (let token: string | undefined = ''; token !== undefined; ) {
      const more: Readonly<Record<string, string>> = token ? { 'continuation-token': token } : {}
      const query = { 'list-type': '2', prefix: prefix + under, ...more }
      const { content } = await answered(this.#bucket.askForDocument({ method: 'GET', query }))
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
}

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** In another region that is not named, or missing. */
const isMoved = ({ status, code }: BucketRefused): boolean =>
  status === 301 ||
  status === 307 ||
  code === 'AuthorizationHeaderMalformed' ||
  code === 'NoSuchBucket'

const away = (cause: unknown): Error =>
  Object.assign(unavailable('The file store is unavailable.', 'files_unavailable', 10), {
    cause,
  })

/**
 * A store that is unavailable, misconfigured, or whose keys are being replaced, is a 503: work waits, and the log has
 * the reason.
 */
async function answered<T>(asked: Promise<T>): Promise<T> {
  try {
    return await asked
  } catch (error) {
    const isAway =
      error instanceof BucketRefused
        ? error.isPassing || error.status === 403 || isMoved(error)
        : error instanceof NotReached && error.code !== 'refused'
    if (!isAway) throw error
    throw away(error)
  }
}
