/** Routes whose work is not one transaction of the caller: it spans several, belongs to nobody, or waits for others. */
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
import type { About, Answer, Endpoint, Route, Upload } from './endpoint.ts'
import { hungUp } from './errors.ts'
import { onceInParts } from './idempotency.ts'
import { readBody } from './request.ts'
import { type Asked, type Context, endpoint, type Extra, type NoExtra } from './route.ts'

/**
 * A route of a known caller whose work lies in another tenant: founding one, switching to one.
 * The caller's own transaction is over when the handler runs, so it may open what it needs.
 */
export function personal<X extends AnyResource, D extends Draft>(
  resource: X,
  path: string,
  about: About & { readonly draft: D; readonly status: number },
  handler: (asked: {
    readonly input: Drafted<D>
    readonly caller: Caller
    readonly database: Database
    readonly requestId: string
  }) => Promise<Row<X>>,
): Endpoint {
  const { draft, status } = about
  const route: Route = { method: 'POST', path, kind: 'one', status, resource, draft }
  const run = async ({ exchange, query, inCaller }: Context<Query<X>>): Promise<Answer> => {
    const { base, url, database, requestId } = exchange
    const input = readBody(draft, exchange)
    return onceInParts(inCaller, { exchange, route: `POST ${path}` }, async (caller) => {
      const row = await handler({ input, caller, database, requestId })
      const document = oneDocument(resource, row, { query, base, url })
      return { status, document, tenantId: caller.tenantId }
    })
  }
  return endpoint(route, about, run, { isLinked: false })
}

/** A route for whoever comes, such as sign-in. It opens what it needs by itself. */
export function open<X extends AnyResource, D extends Draft, E extends Extra = NoExtra>(
  resource: X,
  path: string,
  about: Omit<About, 'may'> & { readonly draft: D; readonly status: number; readonly extra?: E },
  handler: (asked: {
    readonly input: Drafted<D>
    readonly query: Query<X, E>
    readonly database: Database
    readonly requestId: string
  }) => Promise<Row<X>>,
): Endpoint {
  const { draft, status, extra, ...said } = about
  return {
    ...said,
    may: 'anonymous',
    method: 'POST',
    path,
    kind: 'one',
    status,
    resource,
    draft,
    ...(extra && { extra }),
    async run(exchange) {
      const { base, url, database, requestId, search } = exchange
      const query = parseQuery(resource, search, { list: false, ...(extra && { extra }) })
      const input = readBody(draft, exchange)
      const row = await handler({ input, query: query as Query<X, E>, database, requestId })
      return { status, document: oneDocument(resource, row, { query, base, url }) }
    },
  }
}

/**
 * A list that is fetched from another system. Rights are read, and what it takes to ask is found, in a
 * transaction; it is over when `fetch` runs, which may take its time and holds nothing of the database.
 * `signal` aborts when the client hangs up.
 */
export function fetched<X extends AnyResource, E extends Extra, P>(
  resource: X,
  path: string,
  about: About & { readonly extra: E },
  work: {
    readonly prepare: (
      asked: Asked & { readonly query: Query<X, E>; readonly requestId: string },
    ) => Promise<P>
    readonly ask: (
      prepared: P,
      signal: AbortSignal,
    ) => Promise<{
      readonly rows: readonly Row<X>[]
      readonly meta?: Readonly<Record<string, unknown>>
    }>
  },
): Endpoint {
  const { extra } = about
  const route: Route = { method: 'GET', path, kind: 'list', status: 200, resource, extra }
  const run = async ({ exchange, identity, query, params, id, inCaller }: Context<Query<X, E>>) => {
    const { base, url, requestId } = exchange
    const prepared = await inCaller((tx, caller) =>
      work.prepare({ tx, caller, params, id, query, requestId }),
    )
    const signal = exchange.hungUp()
    try {
      const { rows, meta } = await work.ask(prepared, signal)
      const shown = { query, base, url, ...(meta && { meta }) }
      const document = listDocument(resource, { rows, count: rows.length }, shown)
      return { status: 200, document, tenantId: identity.tenantId }
    } catch (error) {
      throw signal.aborted ? hungUp() : error
    }
  }
  return endpoint(route, about, run, { isLinked: false })
}

const fileOf = {
  'multipart/form-data': {
    type: 'object',
    required: ['file'],
    properties: { file: { type: 'string', format: 'binary' } },
  },
}

/** What a handler is given to take a file with. */
export interface Received<X extends AnyResource> {
  readonly upload: Upload
  /** With the rights from before the first byte. */
  readonly caller: Caller
  readonly database: Database
  /**
   * Makes the row that the file is known by, in a transaction of its own. An upload takes up to an hour, so
   * the caller is read again: 401 or 403 for one who may not send files any more.
   */
  readonly made: (work: (tx: Tx, caller: Caller) => Promise<Row<X>>) => Promise<Row<X>>
}

/** Takes a file in the field `file` of a multipart body: 202 with a row about it. */
export function receive<X extends AnyResource>(
  resource: X,
  path: string,
  about: About,
  handler: (asked: Received<X>) => Promise<Row<X>>,
): Endpoint {
  const { operationId: action } = about
  const accepts = fileOf
  const route: Route = { method: 'POST', path, kind: 'one', status: 202, resource, accepts }
  return endpoint<Query<X>>(route, about, async ({ exchange, query, inCaller }) => {
    const { base, url, database, upload, mediaType = 'none' } = exchange
    const caller = await inCaller(async (_tx, known) => known)
    if (!upload) throw unsupportedMediaType(mediaType)
    const made: Received<X>['made'] = (work) =>
      inCaller((tx, now) => {
        const change = { action, path, params: {}, type: resource.type }
        return audited({ tx, caller: now, exchange }, change, () => work(tx, now))
      })
    const leave = exchange.uploading.enter(caller.tenantId, 5)
    try {
      const row = await handler({ upload, caller, database, made })
      const document = oneDocument(resource, row, { query, base, url })
      return { status: 202, document, tenantId: caller.tenantId }
    } finally {
      leave()
    }
  })
}
