/** Puts what comes as a stream: small content at once, larger in parts, with as much in memory as one part has. */
import { type Bucket, BucketRefused, textOf } from './bucket.ts'

/** What to put, where. S3 takes parts from 5 MiB on, and 10,000 of them; an object at once up to 5 GiB. */
export interface Upload {
  readonly key: string
  readonly content: AsyncIterable<Uint8Array>
  /** Bytes of one part, and the most that are put at once. */
  readonly pieceBytes: number
  /** Of the object: how it is encrypted, what it is. */
  readonly headers?: Readonly<Record<string, string>>
}

/**
 * Puts an object and returns its size. Throws what the bucket and the content throw, and then leaves nothing behind.
 */
export async function putStream(
  bucket: Bucket,
  { key, content, pieceBytes, headers = {} }: Upload,
): Promise<number> {
  let parts: Parts | undefined
  let bytes = 0
  try {
    for await (const { piece, isLast } of inPieces(content, pieceBytes)) {
      bytes += piece.length
      if (isLast && !parts) await bucket.ask({ method: 'PUT', key, headers, body: piece })
      else {
        parts ??= await begin(bucket, key, headers)
        await putPart(bucket, parts, piece)
      }
    }
    if (parts) await complete(bucket, parts, bytes)
    return bytes
  } catch (error) {
    if (parts) await abortUpload(bucket, parts.key, parts.id).catch(() => {}) // else it is swept
    throw error
  }
}

/** An upload in parts: what each was answered with. */
interface Parts {
  readonly key: string
  readonly id: string
  readonly tags: string[]
}

async function begin(
  bucket: Bucket,
  key: string,
  headers: Readonly<Record<string, string>>,
): Promise<Parts> {
  const request = { method: 'POST', key, query: { uploads: '' }, headers } as const
  const { content } = await bucket.askForDocument(request)
  return { key, id: textOf(content, 'UploadId'), tags: [] }
}

async function putPart(bucket: Bucket, { key, id, tags }: Parts, body: Uint8Array): Promise<void> {
  const query = { partNumber: String(tags.length + 1), uploadId: id }
  const { headers } = await bucket.ask({ method: 'PUT', key, query, body })
  tags.push(headers['etag'] ?? '')
}

async function complete(bucket: Bucket, { key, id, tags }: Parts, bytes: number): Promise<void> {
  const parts = tags.map(
    (tag, at) =>
      `<Part><PartNumber>${at + 1}</PartNumber><ETag>${tag.replaceAll('"', '&quot;')}</ETag></Part>`,
  )
  const body = `<CompleteMultipartUpload>${parts.join('')}</CompleteMultipartUpload>`
  try {
    await bucket.askForDocument({ method: 'POST', key, query: { uploadId: id }, body })
  } catch (error) {
    // It may have ended by an earlier attempt, whose answer was lost.
    const isGone = error instanceof BucketRefused && error.status === 404
    if (!isGone || (await sizeOf(bucket, key)) !== bytes) throw error
  }
}

/** Size of an object in bytes; null if it does not exist. */
export async function sizeOf(bucket: Bucket, key: string): Promise<number | null> {
  const headers = { range: 'bytes=0-0' }
  const answer = await bucket.ask({ method: 'GET', key, headers, allow: [404, 416] })
  const size = /\/(\d+)$/.exec(answer.headers['content-range'] ?? '')?.[1]
  return size === undefined ? null : Number(size)
}

/** Aborts an unfinished multipart upload. */
export async function abortUpload(bucket: Bucket, key: string, uploadId: string): Promise<void> {
  await bucket.ask({ method: 'DELETE', key, query: { uploadId }, allow: [404] })
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
