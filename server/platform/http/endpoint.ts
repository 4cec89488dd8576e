/** Endpoints and their input, independent of the HTTP library. */
import type { ServerResponse } from 'node:http'
import type { Readable } from 'node:stream'
import type { Operation } from '@plumbline/jsonapi'
import type { Authenticate, Identity } from '../auth/index.ts'
import type { ConcurrencyLimit } from '../concurrency-limit.ts'
import type { Database, Tx } from '../db/index.ts'
import type { DiskSpace } from '../disk-space.ts'
import type { Caller, May } from '../tenancy/index.ts'
import type { Vault } from '../vault/index.ts'
import type { Loaders } from './includes.ts'
import type { Requested } from './request.ts'

/** What the server hands to every endpoint. */
export interface Services {
  readonly database: Database
  readonly authenticate: Authenticate
  readonly loaders: Loaders
  /** Seals the answers that are stored for an Idempotency-Key; without it none are. */
  readonly vault?: Vault
  /** While it has no room, requests that write are refused. */
  readonly disk?: DiskSpace | undefined
}

/** The row that a path names, as a GET of it would find it; parameters are read already. */
export type Reader = (asked: {
  readonly tx: Tx
  readonly caller: Caller
  readonly params: Requested['params']
}) => Promise<object | undefined>

/** One request as an endpoint sees it: bytes and text. */
export interface Exchange extends Omit<Services, 'authenticate'>, Requested {
  readonly authenticate: (header: string | undefined) => Promise<Identity>
  /** By the path of their endpoint. */
  readonly readers: ReadonlyMap<string, Reader>
  /** Aborts when the client hangs up before it is answered. */
  readonly hungUp: () => AbortSignal
  /** Of the client; of IPv6 its network. */
  readonly address: string
  /** For exports, which are many statements each. */
  readonly exporting: ConcurrencyLimit
  /** For files that arrive. */
  readonly uploading: ConcurrencyLimit
}

export interface Answer {
  readonly status: number
  readonly document?: unknown
  /** Sent as it is, in place of a document; its media type is among the headers. */
  readonly body?: Buffer
  /** The entity tag, if it is not derived from the body. */
  readonly tag?: string
  /** A body too long for memory. If it fails, the connection is closed. */
  readonly stream?: Readable
  readonly headers?: Readonly<Record<string, string>>
  /** Takes the raw response for itself, as a stream does; the headers of every answer are set on it. */
  readonly takeOver?: (response: ServerResponse) => void
  /** For the access log, in addition to route, status and time. */
  readonly tenantId?: string
}

export type InTenantOf = (
  exchange: Exchange,
  identity: Identity,
  params: Requested['params'],
) => Promise<Identity>

type Description = 'summary' | 'description' | 'tag' | 'operationId' | 'deprecated'

/** The description of a route by its feature. */
export interface About extends Pick<Operation, Description> {
  readonly may: May
  /** The identity in the tenant in which the route works, if that may be another than the session's. Throws 401. */
  readonly inTenantOf?: InTenantOf
  /** Refusals in addition to those that follow from its shape: 410, or a 409 without a body. */
  readonly refusals?: readonly number[]
  /** Changes nothing, or lets users sign in: it is not refused while the disk is full. */
  readonly whenFull?: boolean | undefined
}

/** The path, input and output of a route. */
export interface Route
  extends Omit<
    Operation,
    Description | 'method' | 'statuses' | 'permission' | 'anonymous' | 'params'
  > {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE'
  readonly status: number
}
export type Method = Route['method']

/** A route: who may, and what it does. One without a permission does not boot. */
export interface Endpoint extends Omit<About, 'may'>, Route {
  readonly may: May | 'anonymous'
  /** HEAD is answered as GET is, without the body. Not for a GET that changes something, starts work or holds a connection. */
  readonly head?: true
  /** Counted among the requests that try a secret, as those are whose body carries one. */
  readonly tries?: true
  readonly run: (exchange: Exchange) => Promise<Answer>
  /** Of an endpoint that shows one row. */
  readonly read?: Reader
}
