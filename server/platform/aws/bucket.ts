import { setTimeout as sleep } from 'node:timers/promises'
import { parseXml, presign, sign } from '@plumbline/scanner/aws'
import type { HttpAnswer } from '@plumbline/scanner/kit'
import { type Egress, NotReached, type Outgoing } from '../egress/index.ts'
import type { CredentialSource } from './credentials.ts'
import { firstRegion, namedRegion, type Place, placeOf } from './place.ts'

export interface BucketOptions {
  /** Scheme, host and port of a store; null: AWS's S3, by the region of the bucket. */
  readonly endpoint: string | null
  /** Null: it is learned from the first answer. */
  readonly region: string | null
  readonly bucket: string
  readonly credentials: CredentialSource
  readonly egress: Egress
  readonly signal?: AbortSignal
  /** For every request. */
  readonly headers?: Readonly<Record<string, string>>
  /** Attempts of each request; 4 where it is left out. */
  readonly attempts?: number
}

export interface BucketRequest {
  readonly method: Outgoing['method']
  /** The key of an object; without one it is the bucket. */
  readonly key?: string
  readonly query?: Readonly<Record<string, string>>
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: Uint8Array | string
  /** Error and redirect statuses that are returned, not thrown. */
  readonly allow?: readonly number[]
  /** Instead of the bucket's own number. */
  readonly attempts?: number
}

/** The store refused the request. */
export class BucketRefused extends Error {
  override name = 'BucketRefused'
  readonly status: number
  /** The store's own: `NoSuchBucket`; empty if there is none. */
  readonly code: string
  /** It ends by itself: too many requests, a slow one, a store that is being restarted. */
  readonly isPassing: boolean
  constructor(what: string, answer: HttpAnswer) {
    const code = textOf(contentOf(answer), 'Code')
    super(`The store answered ${answer.status} ${code} to ${what}.`)
    this.status = answer.status
    this.code = code
    this.isPassing =
      answer.status >= 500 ||
      [408, 409, 429].includes(answer.status) ||
      (answer.status === 400 && code === 'RequestTimeout')
  }
}

/** One bucket of S3, or of a store that speaks as it does, in whatever region it turns out to be. */
export class Bucket {
  readonly #options: BucketOptions
  #region: string
  #isLearned = false

  constructor(options: BucketOptions) {
    this.#options = options
    this.#region = options.region ?? firstRegion
  }

  /** As far as it is known by now. */
  get region(): string {
    return this.#region
  }

  /**
   * The answer of one request. Throws BucketRefused, or NotReached without a response after several attempts. A
   * response that names another region is followed, once per request.
   */
  async ask(request: BucketRequest): Promise<HttpAnswer> {
    const { signal } = this.#options
    const attempts = request.attempts ?? this.#options.attempts ?? 4
    const what = `${request.method} ${request.key ?? 'the bucket'}`
    for (let attempt = 1; ; attempt += 1) {
      try {
        const answer = await this.#followed(request)
        if (answer.status < 300 || request.allow?.includes(answer.status)) return answer
        const refused = new BucketRefused(what, answer)
        if (!refused.isPassing || attempt >= attempts) throw refused
      } catch (error) {
        const isPassing = error instanceof NotReached && error.code !== 'refused'
        if (!isPassing || attempt >= attempts) throw error
      }
      await sleep(100 * 4 ** (attempt - 1) * (1 + Math.random()), undefined, { signal })
    }
  }

  /** Like `ask`; the store may start its response before the result is known, so that a 200 may contain an error. */
  async askForDocument(request: BucketRequest): Promise<{ root: string; content: unknown }> {
    const answer = await this.ask(request)
    const document = parseXml(answer.body.toString('utf8'))
    if (document.root === 'Error')
      throw new BucketRefused(`${request.method} ${request.key}`, answer)
    return document
  }

  /** A presigned URL of an object. `filename`: the name under which a browser saves it. */
  async link(
    key: string,
    { seconds, filename }: { readonly seconds: number; readonly filename: string },
  ): Promise<string> {
    const { origin, path } = this.#place()
    const query = { 'response-content-disposition': dispositionOf(filename) }
    const url = await presign(`${path}/${encoded(key)}`, query, origin, {
      ...(await this.#signing()),
      seconds,
    })
    return url.href
  }

  async #followed(request: BucketRequest): Promise<HttpAnswer> {
    const answer = await this.#once(request)
    if (answer.status < 300) return answer
    const named = namedRegion(answer, contentOf(answer), this.#options.endpoint)
    if (named === null || named === this.#region) return answer
    this.#region = named
    this.#isLearned = true
    return this.#once(request)
  }

  async #once({
    method,
    key = '',
    query = {},
    headers = {},
    body = '',
  }: BucketRequest): Promise<HttpAnswer> {
    const { egress, signal, headers: always } = this.#options
    const { origin, path } = this.#place()
    const draft = {
      method,
      path: `${path}${key && `/${encoded(key)}`}` || '/',
      query,
      headers: { ...always, ...headers },
      body,
    }
    const signed = await sign(draft, origin, await this.#signing())
    return egress({
      method,
      url: signed.url.href,
      headers: signed.headers,
      body,
      ...(signal && { signal }),
    })
  }

  #place(): Place {
    const { bucket, endpoint } = this.#options
    return placeOf(bucket, { region: this.#region, isLearned: this.#isLearned }, endpoint)
  }

  async #signing() {
    const credentials = await this.#options.credentials()
    return { credentials, region: this.#region, service: 's3', date: new Date() }
  }
}

/** A key as a path: S3 signs it as it is sent. */
const encoded = (key: string): string =>
  encodeURIComponent(key)
    .replace(/[!'()*]/g, (one) => `%${one.charCodeAt(0).toString(16).toUpperCase()}`)
    .replaceAll('%2F', '/')

/** RFC 6266: a plain name for all browsers, and the whole one for those that know it. */
function dispositionOf(filename: string): string {
  const plain = filename.replace(/[^\w. ()-]/g, '_')
  const whole = encodeURIComponent(filename.toWellFormed()).replace(
    /['()*]/g,
    (one) => `%${one.charCodeAt(0).toString(16).toUpperCase()}`,
  )
  return plain === filename
    ? `attachment; filename="${plain}"`
    : `attachment; filename="${plain}"; filename*=UTF-8''${whole}`
}

type Element = Readonly<Record<string, unknown>>

/** The elements of that name in the content of an answer. */
export function elementsOf(content: unknown, name: string): Element[] {
  const found = (content as Element)[name]
  return found === undefined ? [] : ([found].flat() as Element[])
}

export const textOf = (content: unknown, name: string): string =>
  String((content as Element)[name] ?? '')

function contentOf({ body }: HttpAnswer): Readonly<Record<string, string>> {
  try {
    const { content } = parseXml(body.toString('utf8'))
    return typeof content === 'string' ? {} : (content as Record<string, string>)
  } catch {
    return {} // a proxy's own page, or nothing
  }
}
