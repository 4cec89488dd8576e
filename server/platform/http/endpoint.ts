/** What an endpoint is, and what it is given: nothing of the HTTP library. */
import type { ServerResponse } from 'node:http'
import type { Readable } from 'node:stream'
import type { AnyField, AnyResource, Draft, Schema } from '@plumbline/jsonapi'
import type { Authenticate } from '../auth/index.ts'
import type { ConcurrencyLimit } from '../concurrency-limit.ts'
import type { Database, Tx } from '../db/index.ts'
import type { Caller, May } from '../tenancy/index.ts'
import type { Vault } from '../vault/index.ts'
import type { Loaders } from './includes.ts'

export type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE'

/** What the server hands to every endpoint. */
export interface Services {
  readonly database: Database
  readonly authenticate: Authenticate
  readonly loaders: Loaders
  /** Seals the answers that are stored for an Idempotency-Key; without it none are. */
  readonly vault?: Vault
}

/** The row that a path names, as a GET of it would find it; parameters are read already. */
export type Reader = (asked: {
  readonly tx: Tx
  readonly caller: Caller
  readonly params: Readonly<Record<string, string>>
}) => Promise<object | undefined>

/** A body that is too large to be held. */
export interface Upload {
  readonly stream: Readable
  /** With the boundary of its parts. */
  readonly contentType: string
  /** Bytes of the whole body, where the client says so. */
  readonly length: number | undefined
}

/** One request as an endpoint sees it: bytes and text. */
export interface Exchange extends Services {
  /** By the path of their endpoint. */
  readonly readers: ReadonlyMap<string, Reader>
  readonly search: string
  readonly body: Buffer | undefined
  /** A multipart body, which is not read until an endpoint does. */
  readonly upload: Upload | undefined
  readonly mediaType: string | undefined
  readonly params: Readonly<Record<string, string>>
  readonly authorization: string | undefined
  readonly accept: string | undefined
  readonly idempotencyKey: string | undefined
  readonly ifNoneMatch: string | undefined
  readonly cookie: string | undefined
  /** `https://host/api/v1`, and what was asked below it, without the query. */
  readonly base: string
  readonly url: string
  readonly requestId: string
  /** Aborts when the client hangs up before it is answered. */
  readonly hungUp: () => AbortSignal
  /** For exports, which are many statements each; a key is a tenant. */
  readonly exporting: ConcurrencyLimit
  /** For files that arrive; a key is a tenant. */
  readonly uploading: ConcurrencyLimit
}

export interface Answer {
  readonly status: number
  readonly document?: unknown
  /** Sent as it is, in place of a document; its media type is among the headers. */
  readonly body?: Buffer
  /** The entity tag, where something else than the bytes of the body says it. */
  readonly tag?: string
  /** The same for what is too long to be held. When it fails, the connection breaks. */
  readonly stream?: Readable
  readonly headers?: Readonly<Record<string, string>>
  /** Takes the raw response for itself, as a stream does; the headers of every answer are set on it. */
  readonly takeOver?: (response: ServerResponse) => void
  /** For the access log, in addition to route, status and time. */
  readonly tenantId?: string
}

/** What a feature says of a route. */
export interface About {
  readonly may: May
  readonly summary: string
  readonly description?: string
  readonly tag: string
  readonly operationId: string
  /** Refusals in addition to those that follow from its shape: 410, or a 409 without a body. */
  readonly refusals?: readonly number[]
  readonly deprecated?: boolean
}

/** Where it is, what comes in and what goes out. */
export interface Route {
  readonly method: Method
  /** Below `/api/v1`: `/scans/:id`. */
  readonly path: string
  readonly kind: 'list' | 'one' | 'none' | 'task'
  readonly status: number
  readonly resource?: AnyResource
  /** One row that filters narrow, as they do a list. */
  readonly filtered?: boolean
  readonly draft?: Draft
  /** The body is a list of identifiers of this type. */
  readonly linkage?: string
  /** Bodies of other media types. */
  readonly accepts?: Readonly<Record<string, Schema>>
  readonly extra?: Readonly<Record<string, AnyField>>
  /** Media type of the answer, where it is no document. */
  readonly responseType?: string
  /** Media types of the same list in addition to a document's. */
  readonly exports?: readonly string[]
}

/** A route: who may, and what it does. One without a permission does not boot. */
export interface Endpoint extends Omit<About, 'may'>, Route {
  readonly may: May | 'anonymous'
  /** Counted among the requests that try a secret, as those are whose body carries one. */
  readonly tries?: true
  readonly run: (exchange: Exchange) => Promise<Answer>
  /** Of an endpoint that shows one row. */
  readonly read?: Reader
}
