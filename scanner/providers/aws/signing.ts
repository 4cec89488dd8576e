import { createHash, createHmac, type Hash, type Hmac } from 'node:crypto'
import { SignatureV4 } from '@smithy/signature-v4'
import type { HttpRequest } from '../../kit/index.ts'
import type { Draft } from './protocols.ts'

export interface Credentials {
  readonly accessKeyId: string
  readonly secretAccessKey: string
  readonly sessionToken?: string
}

type Source = string | ArrayBuffer | ArrayBufferView

/** node:crypto in the shape that the signer wants. */
class Sha256 {
  #hash: Hash | Hmac
  readonly #secret: Source | undefined

  constructor(secret?: Source) {
    this.#secret = secret
    this.#hash = this.#fresh()
  }

  #fresh(): Hash | Hmac {
    return this.#secret === undefined
      ? createHash('sha256')
      : createHmac('sha256', bytes(this.#secret))
  }

  update(data: Source): void {
    this.#hash.update(bytes(data))
  }

  digest(): Promise<Uint8Array> {
    return Promise.resolve(this.#hash.digest())
  }

  reset(): void {
    this.#hash = this.#fresh()
  }
}

const bytes = (data: Source): Buffer =>
  typeof data === 'string'
    ? Buffer.from(data)
    : ArrayBuffer.isView(data)
      ? Buffer.from(data.buffer, data.byteOffset, data.byteLength)
      : Buffer.from(data)

export interface Signing {
  readonly credentials: Credentials
  readonly region: string
  /** The signing name: `s3` for s3control too. */
  readonly service: string
  readonly date: Date
}

/** A signed request (Signature Version 4). S3 wants the body's hash as a header and its path encoded once. */
export async function sign(
  { method, path, query, headers, body }: Omit<Draft, 'body'> & Pick<HttpRequest, 'body'>,
  origin: string,
  { credentials, region, service, date }: Signing,
): Promise<HttpRequest> {
  const base = new URL(origin)
  const s3 = service === 's3'
  const signer = new SignatureV4({
    credentials,
    region,
    service,
    sha256: Sha256,
    uriEscapePath: !s3,
    applyChecksum: s3,
  })
  const whole = base.pathname === '/' ? path : `${base.pathname}${path}`
  const signed = await signer.sign(
    {
      method,
      protocol: base.protocol,
      hostname: base.hostname,
      path: whole,
      query: { ...query },
      headers: { ...headers, host: base.host },
      body,
    },
    { signingDate: date },
  )
  const search = Object.entries(query)
    .map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`)
    .join('&')
  const url = new URL(base)
  url.pathname = whole
  url.search = search
  return { method, url, headers: signed.headers, body }
}
