/** A store that speaks as S3 does, over loopback: it checks signatures and limits, and keeps objects in memory. */
import { createHash, randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import {
  isPresignedWith,
  isSignedWith,
  readPresigned,
  readSignature,
} from '@plumbline/scanner/testing'
import type { S3Settings } from '../../files/index.ts'

interface Stored {
  readonly body: Buffer
  readonly changed: Date
  readonly headers: Readonly<Record<string, string>>
}
interface Upload {
  readonly key: string
  readonly startedAt: Date
  readonly parts: Map<number, Buffer>
  readonly headers: Readonly<Record<string, string>>
}

/** What happens to a request instead: a refusal, or no response; `lost` performs the request without a response. */
export type Mishap =
  | number
  | { readonly status: number; readonly code: string }
  | 'hang'
  | 'reset'
  | 'lost'

const sized = 2 // objects of one page of a list
const bucket = 'imports'
const region = 'eu-central-1'
const owner = '111122223333'
const accessKeyId = 'AKIDTEST'
const secretAccessKey = 'a secret of the test'

const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
const tagOf = (body: Buffer): string => `"${createHash('md5').update(body).digest('hex')}"`
/** The stored headers of an object. */
const kept = (headers: Readonly<Record<string, string>>): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.entries(headers).filter(([name]) =>
      /^(content-type|x-amz-server-side-encryption.*)$/.test(name),
    ),
  )

interface Asked {
  readonly method: string
  readonly key: string
  readonly query: URLSearchParams
  readonly headers: Readonly<Record<string, string>>
  readonly body: Buffer
}
type Refuse = (status: number, code: string, more?: string) => void

export class FakeS3 {
  readonly objects = new Map<string, Stored>()
  readonly uploads = new Map<string, Upload>()
  /** Method, host where it is not this one, and path of each request that was signed well. */
  readonly asked: string[] = []
  /** What the next requests are answered with instead. */
  readonly failures: Mishap[] = []
  /** Whether a request fails that nothing of these waits for. */
  failing: () => Mishap | undefined = () => undefined
  /** The method of the end of an upload whose answer is lost, once. */
  dropped: string | undefined
  /** Bytes of the smallest part but the last; S3 has 5 MiB. */
  smallestPart = 1
  /** By which links end. */
  now: () => number = Date.now
  /** Whether a request that is signed for another region gets the right region in the response. */
  tellsRegion = true
  /** Keys of KMS that are there. */
  readonly kmsKeys = new Set(['alias/reports'])
  readonly #server = createServer((request, response) => void this.#received(request, response))
  #origin = ''

  static async start(): Promise<FakeS3> {
    const store = new FakeS3()
    await new Promise<void>((done) => store.#server.listen(0, '127.0.0.1', done))
    store.#origin = `http://127.0.0.1:${(store.#server.address() as AddressInfo).port}`
    return store
  }

  get settings(): S3Settings {
    const place = { endpoint: this.#origin, region, bucket, prefix: 'plumbline/' }
    return { ...place, accessKeyId, secretAccessKey }
  }

  /** The settings as a process of the product reads them. */
  get environment(): Readonly<Record<string, string>> {
    const { endpoint, prefix } = this.settings
    return {
      FILES_S3_URL: `${endpoint}/${bucket}/${prefix}`,
      FILES_S3_REGION: region,
      FILES_S3_ACCESS_KEY_ID: accessKeyId,
      FILES_S3_SECRET_ACCESS_KEY: secretAccessKey,
    }
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections()
    await new Promise((done) => this.#server.close(done))
  }

  async #received(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const body = Buffer.concat(chunks)
    const { method = '', url = '' } = request
    const headers = request.headers as Record<string, string>
    const [path = '', search = ''] = url.split('?')
    const refuse: Refuse = (status, code, more = '') =>
      void response
        .writeHead(status, more ? { 'x-amz-bucket-region': region } : {})
        .end(method === 'HEAD' ? undefined : `<Error><Code>${code}</Code>${more}</Error>`)
    const query = new URLSearchParams(search)
    const signature = readSignature(headers['authorization']) ?? readPresigned(search)
    const sent = { method, path, search, headers, body }
    const more = this.tellsRegion ? `<Region>${region}</Region>` : ''
    const host = /^(?:(.+)\.)?s3\.([a-z0-9-]+)\.amazonaws\.com$/.exec(headers['host'] ?? '')
    if (host && host[2] !== region) return refuse(301, 'PermanentRedirect', more)
    if (signature?.service !== 's3' || signature.region !== region)
      return refuse(400, 'AuthorizationHeaderMalformed', more)
    if (signature.accessKeyId !== accessKeyId) return refuse(403, 'InvalidAccessKeyId')
    const isGood = headers['authorization']
      ? isSignedWith(sent, signature, secretAccessKey)
      : isPresignedWith(sent, secretAccessKey, this.now())
    if (!isGood) return refuse(403, 'SignatureDoesNotMatch')
    const mishap = this.failures.shift() ?? this.failing()
    if (mishap === 'hang') return
    if (mishap === 'reset') return void response.destroy()
    if (typeof mishap === 'number') return refuse(mishap, 'SlowDown')
    if (typeof mishap === 'object') return refuse(mishap.status, mishap.code)
    this.asked.push(`${method} ${host ? headers['host'] : ''}${path}`)
    const decoded = decodeURIComponent(path)
    const [, named, ...rest] = host?.[1] ? ['', host[1], decoded.slice(1)] : decoded.split('/')
    if (named !== bucket) return refuse(404, 'NoSuchBucket')
    const expected = headers['x-amz-expected-bucket-owner']
    if (expected !== undefined && expected !== owner) return refuse(403, 'AccessDenied')
    if (mishap === 'lost') response.end = () => response.destroy()
    this.#answer({ method, key: rest.join('/'), query, headers, body }, response, refuse)
  }

  #answer(asked: Asked, response: ServerResponse, refuse: Refuse): void {
    const { method, key, query, headers, body } = asked
    if (key === '' && method === 'HEAD') return void response.end()
    if (key === '') return this.#list(query, response)
    if (Buffer.byteLength(key) > 1_024) return refuse(400, 'KeyTooLongError')
    const kmsKey = headers['x-amz-server-side-encryption-aws-kms-key-id']
    if (kmsKey !== undefined && !this.kmsKeys.has(kmsKey))
      return refuse(400, 'KMS.NotFoundException')
    if (query.has('uploads') || query.has('uploadId'))
      return this.#multipart(asked, response, refuse)
    if (method === 'PUT') {
      this.objects.set(key, { body, changed: new Date(), headers: kept(headers) })
      response.writeHead(200, { etag: tagOf(body) }).end()
    } else if (method === 'DELETE') {
      this.objects.delete(key)
      response.writeHead(204).end()
    } else this.#read(asked, response, refuse)
  }

  #read({ key, headers, query }: Asked, response: ServerResponse, refuse: Refuse): void {
    const body = this.objects.get(key)?.body
    if (!body) return refuse(404, 'NoSuchKey')
    const disposition = query.get('response-content-disposition')
    const said: Record<string, string> = disposition ? { 'content-disposition': disposition } : {}
    if (headers['range'] === undefined) return void response.writeHead(200, said).end(body)
    const [, from = '0', to = ''] = /^bytes=(\d+)-(\d+)$/.exec(headers['range']) ?? []
    if (Number(from) >= body.length) return refuse(416, 'InvalidRange')
    const some = body.subarray(Number(from), Number(to) + 1)
    const contentRange = `bytes ${from}-${Number(from) + some.length - 1}/${body.length}`
    response.writeHead(206, { ...said, 'content-range': contentRange }).end(some)
  }

  #multipart(
    { method, key, query, headers, body }: Asked,
    response: ServerResponse,
    refuse: Refuse,
  ): void {
    const id = query.get('uploadId')
    if (id === null) {
      const begun = randomUUID()
      this.uploads.set(begun, {
        key,
        startedAt: new Date(),
        parts: new Map(),
        headers: kept(headers),
      })
      response.end(
        `<InitiateMultipartUploadResult><UploadId>${begun}</UploadId></InitiateMultipartUploadResult>`,
      )
      return
    }
    const upload = this.uploads.get(id)
    if (upload?.key !== key) return refuse(404, 'NoSuchUpload')
    if (method === 'PUT') {
      upload.parts.set(Number(query.get('partNumber')), body)
      response.writeHead(200, { etag: tagOf(body) }).end()
      return
    }
    if (method === 'POST') this.#complete(id, upload, body, response)
    else {
      this.uploads.delete(id)
      response.writeHead(204).end()
    }
  }

  #complete(id: string, upload: Upload, body: Buffer, response: ServerResponse): void {
    const named = [...body.toString().matchAll(/<PartNumber>(\d+)<\/PartNumber><ETag>([^<]*)</g)]
    const parts = named.map(([, number, tag]) => {
      const part = upload.parts.get(Number(number))
      return part && tagOf(part) === tag?.replaceAll('&quot;', '"') ? part : undefined
    })
    const whole = parts.filter((part) => part !== undefined)
    // As a store does that has started to answer before it knows.
    const refuse = (code: string): void => void response.end(`<Error><Code>${code}</Code></Error>`)
    if (whole.length !== parts.length) return refuse('InvalidPart')
    if (whole.slice(0, -1).some((part) => part.length < this.smallestPart))
      return refuse('EntityTooSmall')
    const { key, headers } = upload
    this.objects.set(key, { body: Buffer.concat(whole), changed: new Date(), headers })
    this.uploads.delete(id)
    if (this.dropped === 'POST') {
      this.dropped = undefined
      return void response.destroy()
    }
    response.write('<?xml version="1.0"?>')
    response.end(
      `<CompleteMultipartUploadResult><Key>${escaped(key)}</Key></CompleteMultipartUploadResult>`,
    )
  }

  #list(query: URLSearchParams, response: ServerResponse): void {
    const prefix = query.get('prefix') ?? ''
    if (query.has('uploads')) {
      const found = [...this.uploads].filter(([, { key }]) => key.startsWith(prefix))
      const rows = found.map(
        ([id, { key, startedAt }]) =>
          `<Upload><Key>${escaped(key)}</Key><UploadId>${id}</UploadId><Initiated>${startedAt.toISOString()}</Initiated></Upload>`,
      )
      response.end(`<ListMultipartUploadsResult>${rows.join('')}</ListMultipartUploadsResult>`)
      return
    }
    const after = query.get('continuation-token') ?? ''
    const keys = [...this.objects.keys()].filter((key) => key.startsWith(prefix) && key > after)
    const page = keys.toSorted().slice(0, sized)
    const rows = page.map((key) => {
      const { body, changed } = this.objects.get(key) as Stored
      return `<Contents><Key>${escaped(key)}</Key><Size>${body.length}</Size><LastModified>${changed.toISOString()}</LastModified></Contents>`
    })
    const more =
      keys.length > page.length
        ? `<NextContinuationToken>${escaped(page.at(-1) ?? '')}</NextContinuationToken>`
        : ''
    response.end(`<ListBucketResult>${rows.join('')}${more}</ListBucketResult>`)
  }
}
