/** What a request brings: the parameters of its path, its body, and its URL. */
import { Readable } from 'node:stream'
import {
  type Draft,
  type Drafted,
  notFound,
  parseBody,
  parseJson,
  text,
  unsupportedMediaType,
} from '@plumbline/jsonapi'
import type { FastifyRequest } from 'fastify'
import { jsonApi } from './response.ts'

export const prefix = '/api/v1'
export const maxBodyBytes = 2 ** 20

/** Path parameters that contain an external text, and not an id of this server. */
export const textParams = { uid: text, check_id: text, name: text }

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i
const isStorable = (text: string): boolean => text.isWellFormed() && !text.includes('\0')

/**
 * Ids in paths in their canonical spelling. An invalid id is not found, like an unknown one. Those in `textParams` are
 * not ids of this server: they are texts from a scanner.
 */
export function readParams(params: Requested['params']): Requested['params'] {
  const read: Record<string, string> = {}
  for (const [name, value] of Object.entries(params)) {
    const isText = Object.hasOwn(textParams, name)
    if (!(isText ? isStorable(value) : uuid.test(value))) throw notFound()
    read[name] = isText ? value : value.toLowerCase()
  }
  return read
}

const mediaTypes = new Set([jsonApi, 'application/json'])

export function readJson({ body, mediaType = jsonApi }: Requested): unknown {
  if (!mediaTypes.has(mediaType)) throw unsupportedMediaType(mediaType)
  return parseJson(body ?? Buffer.alloc(0), { maxBytes: maxBodyBytes })
}

export const readBody = <D extends Draft>(draft: D, exchange: Requested, id?: string): Drafted<D> =>
  parseBody(draft, readJson(exchange), id === undefined ? {} : { id })

export const noBody = { type: 'none', attributes: {}, relationships: {}, id: 'none' } as const

/** The same of a route that may have no draft: what comes in is empty then. */
export const draftIn = <D extends Draft>(
  draft: D | undefined,
  exchange: Requested,
  id?: string,
): Drafted<D> => (draft ? readBody(draft, exchange, id) : ({} as Drafted<D>))

export const formType = 'application/x-www-form-urlencoded'

/** The longest is an answer of an identity provider, percent-encoded, and what else comes with it. */
export const formLimits = { bytes: 600_000, fields: 20 } as const

/** The first field of this name in a form; '' if it is missing, or the form exceeds the limits. */
export function formField(
  { body, mediaType }: Pick<Requested, 'body' | 'mediaType'>,
  name: string,
): string {
  if (mediaType !== formType || !body || body.length > formLimits.bytes) return ''
  const fields = body.toString('utf8').split('&', formLimits.fields)
  const field = fields.find((one) => one.startsWith(`${name}=`)) ?? ''
  return new URLSearchParams(field).get(name) ?? ''
}

/** The origin of links. Clients control the Host header: with an invalid one, links name localhost. */
function originOf({ protocol, host }: FastifyRequest, publicUrl: string | null): string {
  if (publicUrl !== null) return publicUrl
  const origin = `${protocol}://${host}`
  const isHost = /^[\w.:[\]-]{1,255}$/.test(host) && URL.canParse(origin)
  return isHost ? origin : `${protocol}://localhost`
}

/** A multipart body, which may be too large for memory. */
interface MultipartBody {
  readonly stream: Readable
  /** With the boundary of its parts. */
  readonly contentType: string
  /** Bytes of the whole body, if the client declares them. */
  readonly length: number | undefined
}

export interface Upload extends MultipartBody {
  /** Aborts when the client disconnects, also after it has sent the whole body. */
  readonly signal: AbortSignal
}

function uploadOf({ body, headers }: FastifyRequest): MultipartBody | undefined {
  if (!(body instanceof Readable)) return undefined
  const length = Number(headers['content-length'])
  return {
    stream: body,
    contentType: headers['content-type'] ?? '',
    length: Number.isSafeInteger(length) ? length : undefined,
  }
}

/** A request as endpoints see it. */
export type Requested = Readonly<ReturnType<typeof requested>>

/** `publicUrl` is the address that clients know, if it is another. */
export function requested(request: FastifyRequest, publicUrl: string | null) {
  const { headers, body } = request
  const [path = '', ...search] = request.url.split('?')
  const origin = originOf(request, publicUrl)
  return {
    search: search.join('?'),
    body: Buffer.isBuffer(body) ? body : undefined,
    /** A multipart body, which is not read until an endpoint does. */
    upload: uploadOf(request),
    mediaType: headers['content-type']?.split(';')[0]?.trim().toLowerCase(),
    params: request.params as Readonly<Record<string, string>>,
    authorization: headers.authorization,
    accept: headers.accept,
    idempotencyKey: headers['idempotency-key'] as string | undefined,
    ifNoneMatch: headers['if-none-match'],
    cookie: headers.cookie,
    /** Set by pages of the app: no other site may send this header. */
    browserSession: headers['x-plumbline-session'] !== undefined,
    /** The browser's claim of where a request comes from. */
    fetchSite: headers['sec-fetch-site'] as string | undefined,
    /** `https://host/api/v1`, and the path below it, without the query. */
    base: origin + prefix,
    url: origin + path,
    requestId: request.id,
  }
}
