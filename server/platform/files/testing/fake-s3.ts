/** A store that speaks as S3 does, over loopback: it checks signatures and keeps objects in memory. */
import { createHash, randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { isSignedWith, readSignature } from '@plumbline/scanner/testing'
import type { S3Settings } from '../s3.ts'

interface Stored {
  readonly body: Buffer
  readonly changed: Date
}
interface Upload {
  readonly key: string
  readonly begun: Date
  readonly parts: Map<number, Buffer>
}

const sized = 2 // objects of one page of a list
const bucket = 'imports'
const secretAccessKey = 'a secret of the test'

const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
const tagOf = (body: Buffer): string => `"${createHash('md5').update(body).digest('hex')}"`

export class FakeS3 {
  readonly objects = new Map<string, Stored>()
  readonly uploads = new Map<string, Upload>()
  /** Method and path of each request that was signed well. */
  readonly asked: string[] = []
  /** Statuses that the next requests are answered with instead. */
  readonly failures: number[] = []
  /** The method of the end of an upload whose answer is lost, once. */
  dropped: string | undefined
  readonly #server = createServer((request, response) => void this.#received(request, response))
  #origin = ''

  static async start(): Promise<FakeS3> {
    const store = new FakeS3()
    await new Promise<void>((done) => store.#server.listen(0, '127.0.0.1', done))
    store.#origin = `http://127.0.0.1:${(store.#server.address() as AddressInfo).port}`
    return store
  }

  get settings(): S3Settings {
    const place = { endpoint: this.#origin, region: 'eu-central-1', bucket, prefix: 'plumbline/' }
    return { ...place, accessKeyId: 'AKIDTEST', secretAccessKey }
  }

  /** The settings as a process of the product reads them. */
  get environment(): Readonly<Record<string, string>> {
    const { endpoint, region, prefix, accessKeyId } = this.settings
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
    const { method = '', url = '', headers } = request
    const [path = '', search = ''] = url.split('?')
    const refuse = (status: number, code: string): void =>
      void response.writeHead(status).end(`<Error><Code>${code}</Code></Error>`)
    const signature = readSignature(headers.authorization)
    const sent = { method, path, search, headers: headers as Record<string, string>, body }
    if (signature?.service !== 's3' || signature.region !== this.settings.region)
      return refuse(400, 'AuthorizationHeaderMalformed')
    if (!isSignedWith(sent, signature, secretAccessKey)) return refuse(403, 'SignatureDoesNotMatch')
    const failure = this.failures.shift()
    if (failure) return refuse(failure, 'SlowDown')
    this.asked.push(`${method} ${path}`)
    const [, named, ...rest] = decodeURIComponent(path).split('/')
    if (named !== bucket) return refuse(404, 'NoSuchBucket')
    const key = rest.join('/')
    const query = new URLSearchParams(search)
    if (key === '') return this.#list(query, response)
    const upload = query.get('uploadId')
    if (query.has('uploads') || upload !== null)
      return this.#multipart({ method, key, query, body, upload }, response, refuse)
    if (method === 'PUT') {
      this.objects.set(key, { body, changed: new Date() })
      response.writeHead(200, { etag: tagOf(body) }).end()
    } else if (method === 'DELETE') {
      this.objects.delete(key)
      response.writeHead(204).end()
    } else this.#read(key, headers.range ?? '', response, refuse)
  }

  #read(
    key: string,
    range: string,
    response: ServerResponse,
    refuse: (status: number, code: string) => void,
  ): void {
    const body = this.objects.get(key)?.body
    if (!body) return refuse(404, 'NoSuchKey')
    const [, from = '0', to = ''] = /^bytes=(\d+)-(\d+)$/.exec(range) ?? []
    if (Number(from) >= body.length) return refuse(416, 'InvalidRange')
    const some = body.subarray(Number(from), Number(to) + 1)
    const told = `bytes ${from}-${Number(from) + some.length - 1}/${body.length}`
    response.writeHead(206, { 'content-range': told }).end(some)
  }

  #multipart(
    asked: {
      readonly method: string
      readonly key: string
      readonly query: URLSearchParams
      readonly body: Buffer
      readonly upload: string | null
    },
    response: ServerResponse,
    refuse: (status: number, code: string) => void,
  ): void {
    const { method, key, query, body } = asked
    if (asked.upload === null) {
      const id = randomUUID()
      this.uploads.set(id, { key, begun: new Date(), parts: new Map() })
      response.end(
        `<InitiateMultipartUploadResult><UploadId>${id}</UploadId></InitiateMultipartUploadResult>`,
      )
      return
    }
    const upload = this.uploads.get(asked.upload)
    if (upload?.key !== key) return refuse(404, 'NoSuchUpload')
    if (method === 'PUT') {
      upload.parts.set(Number(query.get('partNumber')), body)
      response.writeHead(200, { etag: tagOf(body) }).end()
      return
    }
    if (method === 'POST') {
      const named = [...body.toString().matchAll(/<PartNumber>(\d+)<\/PartNumber><ETag>([^<]*)</g)]
      const parts = named.map(([, number, tag]) => {
        const part = upload.parts.get(Number(number))
        return part && tagOf(part) === tag?.replaceAll('&quot;', '"') ? part : undefined
      })
      const whole = parts.filter((part) => part !== undefined)
      // As a store does that has begun to answer before it knows.
      if (whole.length !== parts.length)
        return void response.end('<Error><Code>InvalidPart</Code></Error>')
      this.objects.set(key, { body: Buffer.concat(whole), changed: new Date() })
      if (this.dropped === method) {
        this.dropped = undefined
        this.uploads.delete(asked.upload)
        return void response.destroy()
      }
      response.write('<?xml version="1.0"?>')
      response.end(
        `<CompleteMultipartUploadResult><Key>${escaped(key)}</Key></CompleteMultipartUploadResult>`,
      )
    } else response.writeHead(204).end()
    this.uploads.delete(asked.upload)
  }

  #list(query: URLSearchParams, response: ServerResponse): void {
    const prefix = query.get('prefix') ?? ''
    if (query.has('uploads')) {
      const found = [...this.uploads].filter(([, { key }]) => key.startsWith(prefix))
      const rows = found.map(
        ([id, { key, begun }]) =>
          `<Upload><Key>${escaped(key)}</Key><UploadId>${id}</UploadId><Initiated>${begun.toISOString()}</Initiated></Upload>`,
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
