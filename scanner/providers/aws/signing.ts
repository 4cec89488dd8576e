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

/** node:crypto with the signer's interface. */
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

type Unsigned = Omit<Draft, 'body'> & Pick<HttpRequest, 'body'>

/** S3 requires the body's hash as a header and its path encoded once. */
function signerOf({ credentials, region, service }: Signing): SignatureV4 {
  const s3 = service === 's3'
  return new SignatureV4({
    credentials,
    region,
    service,
    sha256: Sha256,
    uriEscapePath: !s3,
    applyChecksum: s3,
  })
}

/** The input of the signer, and the URL without its query. */
function placed({ method, path, query, headers, body }: Unsigned, origin: string) {
  const url = new URL(origin)
  const whole = url.pathname === '/' ? path : `${url.pathname}${path}`
  const { protocol, hostname, host } = url
  url.pathname = whole
  const request = {
    method,
    protocol,
    hostname,
    path: whole,
    query: { ...query },
    headers: { ...headers, host },
    body,
  }
  return { request, url }
}

const searchOf = (query: Readonly<Record<string, unknown>>): string =>
  Object.entries(query)
    .map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(String(value))}`)
    .join('&')

/** A signed request (Signature Version 4). */
export async function sign(
  unsigned: Unsigned,
  origin: string,
  signing: Signing,
): Promise<HttpRequest> {
  const { request, url } = placed(unsigned, origin)
  const signed = await signerOf(signing).sign(request, { signingDate: signing.date })
  url.search = searchOf(unsigned.query)
  return { method: unsigned.method, url, headers: signed.headers, body: unsigned.body }
}

/** Creates a presigned URL of an S3 object, valid for `seconds`: a week at most. */
export async function presign(
  path: string,
  query: Readonly<Record<string, string>>,
  origin: string,
  signing: Signing & { readonly seconds: number },
): Promise<URL> {
  const headers = { 'x-amz-content-sha256': 'UNSIGNED-PAYLOAD' }
  const { request, url } = placed({ method: 'GET', path, query, headers, body: '' }, origin)
  const { seconds: expiresIn, date: signingDate } = signing
  const signed = await signerOf(signing).presign(request, { expiresIn, signingDate })
  url.search = searchOf(signed.query ?? {})
  return url
}
