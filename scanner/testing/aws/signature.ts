/**
 * Signature version 4 on the receiving side: computes the signature that the sender should have sent. Source: "Create a
 * signed AWS API request", AWS IAM User Guide.
 */
import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import type { Request } from './request.ts'

export interface Signature {
  readonly accessKeyId: string
  /** `yyyymmdd` */
  readonly date: string
  readonly region: string
  readonly service: string
  readonly signedHeaders: readonly string[]
  readonly value: string
}

const pattern =
  /^AWS4-HMAC-SHA256\s+Credential=([^/,\s]+)\/(\d{8})\/([^/,\s]+)\/([^/,\s]+)\/aws4_request,\s*SignedHeaders=([^,\s]+),\s*Signature=([0-9a-f]{64})$/

/** The parts of an Authorization header; undefined if it is not version 4. */
export const readSignature = (authorization: string | undefined): Signature | undefined => {
  const match = pattern.exec(authorization ?? '')
  if (!match) return undefined
  const [, accessKeyId = '', date = '', region = '', service = '', headers = '', value = ''] = match
  return { accessKeyId, date, region, service, signedHeaders: headers.split(';'), value }
}

const sha256 = (data: string | Buffer) => createHash('sha256').update(data).digest('hex')
const hmac = (key: string | Buffer, text: string) => createHmac('sha256', key).update(text).digest()

const encode = (text: string) =>
  encodeURIComponent(text).replace(
    /[!'()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  )

const decode = (text: string) => {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/** S3 signs the path as sent; every other service encodes the sent path a second time. */
const canonicalPath = (path: string, service: string) =>
  path
    .split('/')
    .map((segment) => encode(service === 's3' ? decode(segment) : segment))
    .join('/')

const canonicalSearch = (search: string) =>
  search
    .split('&')
    .filter((pair) => pair !== '')
    .map((pair) => {
      const at = pair.indexOf('=')
      const [name, value] = at < 0 ? [pair, ''] : [pair.slice(0, at), pair.slice(at + 1)]
      return [encode(decode(name)), encode(decode(value))] as const
    })
    .sort(([a, x], [b, y]) => (a === b ? (x < y ? -1 : 1) : a < b ? -1 : 1))
    .map(([name, value]) => `${name}=${value}`)
    .join('&')

/** Returns the hash of the body if it is the signed one. */
const payloadHash = ({ headers, body }: Request): string | undefined => {
  const stated = headers['x-amz-content-sha256']
  if (stated === 'UNSIGNED-PAYLOAD') return stated
  const actual = sha256(body)
  return stated === undefined || stated === actual ? actual : undefined
}

/** Cached: a scan sends hundreds of requests with the few keys of one sender. */
const signingKeys = new Map<string, Buffer>()

function signingKey(secret: string, scope: string): Buffer {
  const known = signingKeys.get(`${secret} ${scope}`)
  if (known) return known
  const key = scope.split('/').reduce<Buffer | string>(hmac, `AWS4${secret}`) as Buffer
  if (signingKeys.size >= 1_000) signingKeys.clear()
  signingKeys.set(`${secret} ${scope}`, key)
  return key
}

/** Computes the signature of a request with a secret. */
function signatureOf(
  { method, path, search, headers }: Request,
  { date, region, service, signedHeaders }: Omit<Signature, 'accessKeyId' | 'value'>,
  { hash, moment, secret }: { hash: string; moment: string; secret: string },
): Buffer {
  const lines = signedHeaders.map(
    (name) => `${name}:${(headers[name] ?? '').trim().replace(/\s+/g, ' ')}\n`,
  )
  const canonical = [
    method,
    canonicalPath(path, service),
    canonicalSearch(search),
    lines.join(''),
    signedHeaders.join(';'),
    hash,
  ].join('\n')
  const scope = `${date}/${region}/${service}/aws4_request`
  const text = ['AWS4-HMAC-SHA256', moment, scope, sha256(canonical)]
  return hmac(signingKey(secret, scope), text.join('\n'))
}

/** True if `request` has the signature of its sender's `secret`. */
export const isSignedWith = (request: Request, signature: Signature, secret: string): boolean => {
  const hash = payloadHash(request)
  if (hash === undefined || !signature.signedHeaders.includes('host')) return false
  const moment = request.headers['x-amz-date'] ?? ''
  const expected = signatureOf(request, signature, { hash, moment, secret })
  return timingSafeEqual(expected, Buffer.from(signature.value, 'hex'))
}

/** The signature in a presigned URL; undefined without one. */
export function readPresigned(
  search: string,
): (Signature & { readonly moment: string; readonly seconds: number }) | undefined {
  const query = new URLSearchParams(search)
  const part = (name: string): string => query.get(`X-Amz-${name}`) ?? ''
  const [accessKeyId = '', date = '', region = '', service = '', end] =
    part('Credential').split('/')
  if (part('Algorithm') !== 'AWS4-HMAC-SHA256' || end !== 'aws4_request') return undefined
  const signedHeaders = part('SignedHeaders').split(';')
  const facts = { accessKeyId, date, region, service, signedHeaders, value: part('Signature') }
  return { ...facts, moment: part('Date'), seconds: Number(part('Expires')) }
}

/** True if the URL of a request was signed with `secret` and has not expired. */
export function isPresignedWith(request: Request, secret: string, now = Date.now()): boolean {
  const signature = readPresigned(request.search)
  if (!signature?.signedHeaders.includes('host')) return false
  const { moment, seconds, value } = signature
  const at = momentOf(moment)
  if (!(now < at + seconds * 1_000) || seconds > 604_800) return false
  const search = request.search
    .split('&')
    .filter((pair) => !pair.startsWith('X-Amz-Signature='))
    .join('&')
  const hash = 'UNSIGNED-PAYLOAD'
  const expected = signatureOf({ ...request, search }, signature, { hash, moment, secret })
  return expected.toString('hex') === value
}

/** The time of signing, in milliseconds since 1970; NaN if the header is missing or invalid. */
export const signedAt = (request: Request, signature: Signature): number => {
  const moment = request.headers['x-amz-date'] ?? ''
  return moment.startsWith(signature.date) ? momentOf(moment) : Number.NaN
}

function momentOf(text: string): number {
  const match = /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/.exec(text)
  if (!match) return Number.NaN
  const [, year, month, day, hour, minute, second] = match
  return Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`)
}
