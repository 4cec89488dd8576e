/** Routes whose work is not one transaction of the caller: it spans several, has no tenant, or waits for others. */
import {
  type AnyResource,
  type Draft,
  type Drafted,
  listDocument,
  oneDocument,
  parseQuery,
  type Query,
  type Row,
  unsupportedMediaType,
} from '@plumbline/jsonapi'
import type { Database, Tx } from '../db/index.ts'
import type { Caller } from '../tenancy/index.ts'
import { audited } from './audit.ts'
import type { About, Answer, Endpoint, Exchange, Route } from './endpoint.ts'
import { lostPlace, takePlace } from './places.ts'
import { hungUp } from './errors.ts'
import { onceInParts, readKey } from './idempotency.ts'
import { draftIn, type noBody, readBody, type Upload } from './request.ts'
import { type Context, endpoint, type Extra, type NoExtra } from './route.ts'

/** Lets a handler open the transactions that it needs. */
interface Opens<D extends Draft> {
  readonly input: Drafted<D>
  readonly database: Database
  readonly requestId: string
}

/**
 * A route of a known caller whose work is in another tenant: creating one, switching to one. The caller's transaction
 * has ended when the handler runs, so it may open others. A route that also works while the disk is full stores no
 * answer for an Idempotency-Key.
 */
export function personal<X extends AnyResource, D extends Draft>(
  resource: X,
  path: string,
  about: About & { readonly draft: D; readonly status: number },
  handler: (asked: Opens<D> & { readonly caller: Caller }) => Promise<Row<X>>,
): Endpoint {
  const { draft, status, whenFull } = about
  const route: About & Route = { ...about, method: 'POST', path, kind: 'one', resource }
  const run = async ({ exchange, query, inCaller }: Context<Query<X>>) => {
    const { base, url, database, requestId } = exchange
    const input = readBody(draft, exchange)
    const caller = await inCaller(async (_tx, known) => known)
    const work = async (): Promise<Answer> => {
      const row = await handler({ input, caller, database, requestId })
      const document = oneDocument(resource, row, { query, base, url })
      return { status, document, tenantId: caller.tenantId }
    }
    return whenFull ? work() : onceInParts(inCaller, { exchange, route: `POST ${path}` }, work)
  }
  return endpoint(route, run, { isLinked: false })
}

/**
 * A route for anonymous users, such as sign-in. It opens what it needs by itself. It also works while the disk is full,
 * unless `whenFull` is false.
 */
export function open<
  X extends AnyResource,
  D extends Draft = typeof noBody,
  E extends Extra = NoExtra,
>(
  resource: X,
  path: string,
  about: Omit<About, 'may'> & {
    readonly draft?: D
    /** For a body that may be something else than a document. */
    readonly bodyOf?: (exchange: Exchange) => Drafted<D>
    readonly status: number
    readonly extra?: E
  },
  handler: (asked: Opens<D> & { readonly query: Query<X, E> }) => Promise<Row<X>>,
): Endpoint {
  const { draft, status, extra, bodyOf } = about
  const route = { may: 'anonymous', method: 'POST', path, kind: 'one', resource } as const
  return {
    whenFull: true,
    ...about,
    ...route,
    async run(exchange) {
      const { base, url, database, requestId, search } = exchange
      const query = parseQuery<X, E>(resource, search, { list: false, extra })
      const input = bodyOf ? bodyOf(exchange) : draftIn(draft, exchange)
      const row = await handler({ input, query, database, requestId })
      return { status, document: oneDocument(resource, row, { query, base, url }) }
    },
  }
}

/** Fetches from another system, with what `inCaller` has read for the call. */
interface Fetching<Q> extends Pick<Context<Q>, 'id' | 'params' | 'query' | 'inCaller'> {
  readonly requestId: string
  /** Aborts when the client hangs up. */
  readonly signal: AbortSignal
}

/** The route of a handler that waits for another system. No transaction is open meanwhile. */
function fetching<X extends AnyResource, E extends Extra, R>(
  route: About & Route,
  handler: (asked: Fetching<Query<X, E>>) => Promise<R>,
  documentOf: (found: R, shown: { query: Query<X, E>; base: string; url: string }) => unknown,
): Endpoint {
  const run = async ({ exchange, identity, query, ...context }: Context<Query<X, E>>) => {
    const { base, url, requestId } = exchange
    const signal = exchange.hungUp()
    try {
      const found = await handler({ ...context, query, requestId, signal })
      const document = documentOf(found, { query, base, url })
      return { status: 200, document, tenantId: identity.tenantId }
    } catch (error) {
      throw signal.aborted ? hungUp() : error
    }
  }
  // Opening a secret for the call is an audit event.
  return { ...endpoint(route, run, { isLinked: false, readOnly: false }), head: true }
}

/**
 * A list that is fetched from another system. The handler opens a transaction to read the caller's rights and what the
 * call needs.
 */
export const fetched = <X extends AnyResource, E extends Extra>(
  resource: X,
  path: string,
  about: About & { readonly extra: E },
  handler: (asked: Fetching<Query<X, E>>) => Promise<{
    readonly rows: readonly Row<X>[]
    readonly meta: Readonly<Record<string, unknown>>
  }>,
): Endpoint =>
  fetching(
    { ...about, method: 'GET', path, kind: 'list', status: 200, resource },
    handler,
    ({ rows, meta }, shown) =>
      listDocument(resource, { rows, count: rows.length }, { ...shown, meta }),
  )

/** The same for one row. */
export const fetchedOne = <X extends AnyResource, E extends Extra>(
  resource: X,
  path: string,
  about: About & { readonly extra: E },
  handler: (asked: Fetching<Query<X, E>>) => Promise<Row<X>>,
): Endpoint =>
  fetching(
    { ...about, method: 'GET', path, kind: 'one', status: 200, resource },
    handler,
    (row, shown) => oneDocument(resource, row, shown),
  )

const fileOf = {
  'multipart/form-data': {
    type: 'object',
    required: ['file'],
    properties: { file: { type: 'string', format: 'binary' } },
  },
}

/** The parts for a handler that receives a file. */
export interface Receiving<X extends AnyResource> {
  readonly upload: Upload
  /** With the rights from before the first byte. */
  readonly caller: Caller
  readonly database: Database
  /**
   * Creates the row of the file, in a separate transaction. An upload takes up to an hour, so the caller is read again:
   * 401 or 403 for one who may not send files any more.
   */
  readonly made: (work: (tx: Tx, caller: Caller) => Promise<Row<X>>) => Promise<Row<X>>
}

/** A file that has arrived. */
export interface Received<X extends AnyResource> {
  readonly bytes: number
  /** Of its content: with an `Idempotency-Key`, the same file is answered as before, and another one is refused. */
  readonly digest: Buffer
  /** Makes the row about it. Removes the file if that fails. */
  readonly keep: () => Promise<Row<X>>
  /** Removes the file: the request was answered before. */
  readonly drop: () => Promise<void>
}

/** Takes a file in the field `file` of a multipart body: 202 with a row about it. */
export function receive<X extends AnyResource>(
  resource: X,
  path: string,
  about: About,
  handler: (asked: Receiving<X>) => Promise<Received<X>>,
): Endpoint {
  const route = {
    method: 'POST',
    path,
    kind: 'one',
    status: 202,
    resource,
    accepts: fileOf,
  } as const
  const change = { action: about.operationId, path, params: {}, type: resource.type }
  return endpoint<Query<X>>({ ...about, ...route }, async ({ exchange, query, inCaller }) => {
    const { base, url, database, mediaType = 'none' } = exchange
    readKey(exchange) // refused before the file is sent
    const caller = await inCaller(async (_tx, known) => known)
    if (!exchange.upload) throw unsupportedMediaType(mediaType)
    const made: Receiving<X>['made'] = (work) =>
      inCaller((tx, now) => audited({ tx, caller: now, exchange }, change, () => work(tx, now)))
    const { leave, displaced } = takePlace(exchange.uploading, caller, exchange.address)
    const signal = AbortSignal.any([exchange.hungUp(), displaced])
    const upload = { ...exchange.upload, signal }
    try {
      const { bytes, digest, keep, drop } = await handler({ upload, caller, database, made })
      const request = { exchange: { ...exchange, body: digest }, route: `POST ${path}` }
      let isKept = false
      try {
        exchange.disk?.count(caller, bytes)
        return await onceInParts(inCaller, request, async () => {
          isKept = true
          const document = oneDocument(resource, await keep(), { query, base, url })
          return { status: 202, document, tenantId: caller.tenantId }
        })
      } finally {
        if (!isKept) await drop()
      }
    } catch (error) {
      throw displaced.aborted ? lostPlace() : error
    } finally {
      leave()
    }
  })
}
