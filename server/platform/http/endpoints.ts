/**
 * How a feature declares a route: permission, input, output. By the time its handler runs the caller is known, the
 * input is parsed and the transaction is open and scoped to the tenant.
 */
import {
  type AnyResource,
  type Draft,
  type Drafted,
  listDocument,
  notFound,
  parseLinkage,
  parseQuery,
  type Query,
  type Row,
} from '@plumbline/jsonapi'
import type { Identity } from '../auth/index.ts'
import type { Page } from '../db/index.ts'
import { type Task, tasks } from '../tasks/index.ts'
import { audited } from './audit.ts'
import { type ReadScope, unlessKnown } from './data-version.ts'
import type { About, Answer, Endpoint, Exchange, Method, Route } from './endpoint.ts'
import { type Exports, preferred } from './exports.ts'
import { once } from './idempotency.ts'
import { draftIn, type noBody, readJson } from './request.ts'
import {
  type Asked,
  type Context,
  documentOf,
  endpoint,
  type Extra,
  includes,
  type NoExtra,
} from './route.ts'

type Handler<I, R> = (asked: Asked & I) => Promise<R>

interface Reads<E extends Extra, S> extends About {
  readonly extra?: E
  /** Read first, for the handler. A client that has the answer of the same version is not sent it again. */
  readonly scope?: ReadScope<S>
}

/** A list: filters, sort, pages, includes and sparse fields as the resource declares them. */
export function list<X extends AnyResource, E extends Extra = NoExtra, S = undefined>(
  resource: X,
  path: string,
  about: Reads<E, S> & {
    /** Whether all rows are wanted at once. That takes a place among the tenant's exports. */
    readonly unpaged?: (query: Query<X, E>) => boolean
    /** The same rows in other formats, selected by `Accept`. */
    readonly exports?: Exports
  },
  handler: Handler<{ readonly query: Query<X, E>; readonly scope: S }, Page<Row<X>>>,
): Endpoint {
  const { exports: files, ...said } = about
  const exports = files?.mediaTypes
  const route: Route = { method: 'GET', path, kind: 'list', status: 200, resource, exports }
  const answer = endpoint<Query<X, E>>({ ...said, ...route }, (context) => {
    const { exchange, identity, query, params, id, inCaller } = context
    const mediaType = preferred(exchange.accept, exports ?? [])
    if (files && mediaType) return files.answer(mediaType, context)
    const paged = !about.unpaged?.(query)
    const leave = paged
      ? undefined
      : exchange.exporting.enter([identity.tenantId, identity.userId], 5)
    return inCaller((tx, caller) => {
      const asked = { tx, caller, query, params, id }
      return unlessKnown(exchange, asked, about.scope, async (scope) => {
        const page = await handler({ ...asked, scope })
        const included = await includes(exchange, asked, { resource, rows: page.rows })
        const { meta } = page
        return listDocument(resource, page, { ...included, ...(meta && { meta }), paged })
      })
    }).finally(leave)
  })
  return { ...answer, head: true }
}

const one =
  (filtered: boolean) =>
  <X extends AnyResource, S = undefined>(
    resource: X,
    path: string,
    about: About & Pick<Reads<NoExtra, S>, 'scope'>,
    handler: Handler<{ readonly query: Query<X, NoExtra>; readonly scope: S }, Row<X> | undefined>,
  ): Endpoint => {
    const route = { method: 'GET', path, kind: 'one', status: 200, resource, filtered } as const
    return {
      ...endpoint<Query<X, NoExtra>>({ ...about, ...route }, (context) => {
        const { exchange, query, params, id, inCaller } = context
        return inCaller((tx, caller) => {
          const asked = { tx, caller, query, params, id }
          return unlessKnown(exchange, asked, about.scope, async (scope) =>
            documentOf(resource, exchange, asked, await handler({ ...asked, scope })),
          )
        })
      }),
      head: true,
    }
  }

/** One row made of many: filters as a list has them, and no page. */
export const summary = one(true)

/** One row; `undefined` is a 404. */
export function show<X extends AnyResource>(
  resource: X,
  path: string,
  about: About,
  handler: Handler<{ readonly query: Query<X, NoExtra> }, Row<X> | undefined>,
): Endpoint {
  const query = parseQuery(resource, '', { list: false })
  return {
    ...one(false)(resource, path, about, handler),
    read: (asked) => handler({ ...asked, id: asked.params['id'] ?? '', query }),
  }
}

/** Every change in its transaction with its audit event; its input is read before. */
function write<I, R>(
  route: About & Route & { readonly changesNothing?: true },
  input: (context: Context<Query>) => Promise<I>,
  handler: Handler<I, R>,
  /** Of the row that is made or changed, for the audit; without one, of the row that the path names. */
  type?: string,
): Endpoint {
  const { method, path, kind, status, resource, operationId: action, changesNothing } = route
  return endpoint({ ...route, whenFull: changesNothing }, async (context) => {
    const { exchange, query, params, id, inCaller } = context
    const read = await input(context)
    return inCaller((tx, caller) => {
      const asked = { tx, caller, query, params, id }
      const run = (): Promise<R> => handler({ ...asked, ...read })
      const work = async (): Promise<Answer> => {
        const result = await (changesNothing
          ? run()
          : audited({ tx, caller, exchange }, { action, path, params, type }, run))
        if (!result) throw notFound()
        const { tenantId } = tx
        if (!resource) return { status, tenantId }
        const row = result as unknown as Row<AnyResource>
        const document = await documentOf(resource, exchange, asked, row)
        if (kind !== 'task') return { status, document, tenantId }
        const address = `${new URL(exchange.base).pathname}/tasks/${String(row['id'])}`
        return { status, document, tenantId, headers: { 'Content-Location': address } }
      }
      // Work that changes nothing may be repeated, and it is done while the disk is full: no answer is stored.
      if (method !== 'POST' || changesNothing) return work()
      return once((ask) => ask(tx, caller), { exchange, route: `POST ${path}` }, work)
    })
  })
}

interface Writes<D extends Draft, P> extends About {
  /** The shape of the body, if there is one. */
  readonly draft?: D
  /** Slow work that needs no database, such as hashing, before the transaction opens, for callers with the permission. */
  readonly prepare?: (input: Drafted<D>, exchange: Exchange, identity: Identity) => Promise<P>
  /** It only computes, and leaves no audit event. */
  readonly changesNothing?: true
}

/** What came in with a change. */
interface Input<D extends Draft, P> {
  readonly input: Drafted<D>
  readonly prepared: P
  /** The address of the API as the client knows it. */
  readonly base: string
}

/** A DELETE may come without its body. */
const hasNone = (method: Method, { body }: Exchange): boolean =>
  method === 'DELETE' && !body?.length

const inputOf =
  <D extends Draft, P>(method: Method, { draft, prepare }: Writes<D, P>) =>
  async ({ exchange, identity, params, inCaller }: Context<Query>): Promise<Input<D, P>> => {
    const input = draftIn(hasNone(method, exchange) ? undefined : draft, exchange, params['id'])
    if (prepare) await inCaller(async () => {}) // throws 403
    const prepared = (await prepare?.(input, exchange, identity)) as P
    return { input, prepared, base: exchange.base }
  }

const writing =
  (method: Method, status: number) =>
  <X extends AnyResource, D extends Draft = typeof noBody, P = undefined>(
    resource: X,
    path: string,
    about: Writes<D, P>,
    handler: Handler<Input<D, P>, Row<X> | undefined>,
  ): Endpoint => {
    const route: Route = { method, path, kind: 'one', status, resource }
    return write({ ...about, ...route }, inputOf(method, about), handler, resource.type)
  }

/**
 * Makes a row: 201. A POST that was sent before with the same Idempotency-Key has its answer, unless it changes nothing;
 * here as in all changes `undefined` is a 404.
 */
export const create = writing('POST', 201)

/** Does with what came in what it is there for: 200 with what came of it. */
export const submit = writing('POST', 200)

/** Takes work on that the row shows: 202. */
export const accept = writing('POST', 202)

/** Changes a row: 200 with the row as it is now. */
export const change = writing('PATCH', 200)

/** Ends a row that is shown all the same: 200 with the row as it is now. */
export const revoke = writing('DELETE', 200)

/** Deletes a row: 204; `false` is a 404. */
export function remove<D extends Draft = typeof noBody, P = undefined>(
  path: string,
  about: Writes<D, P>,
  handler: Handler<Input<D, P>, boolean>,
): Endpoint {
  const route: Route = { method: 'DELETE', path, kind: 'none', status: 204 }
  return write({ ...about, ...route }, inputOf('DELETE', about), handler)
}

/** Work in the background: 202 with the task and its URL. */
export function queue<D extends Draft = typeof noBody, E extends Extra = NoExtra>(
  method: 'POST' | 'DELETE',
  path: string,
  about: Writes<D, undefined> & { readonly extra?: E },
  handler: Handler<
    Input<D, undefined> & { readonly query: Pick<Query<AnyResource, E>, 'extra'> },
    Task | undefined
  >,
): Endpoint {
  const route: Route = { method, path, kind: 'task', status: 202, resource: tasks }
  const type = path.includes('/:id') ? undefined : tasks.type
  const asked = handler as Handler<Input<D, undefined>, Task | undefined> // the query is what `extra` reads
  return write({ ...about, ...route }, inputOf(method, about), asked, type)
}

const linkChanges = {
  POST: 'add',
  PATCH: 'replace',
  DELETE: 'remove',
} as const
type LinkMethod = keyof typeof linkChanges

/** The input of a relationship endpoint. */
export interface Links {
  readonly change: (typeof linkChanges)[LinkMethod]
  /** Identifiers of the linked type; `all` are removed when a DELETE has no body. */
  readonly ids: readonly string[] | 'all'
}

/** Links of one row to many others of the type `linkage`: 204; `false` is a 404. */
export function relate(
  path: string,
  about: Omit<About, 'operationId' | 'summary'> & {
    readonly linkage: string
    /** The row that has the links, in summaries: "a role". */
    readonly owner: string
    readonly operationIds: { readonly [M in LinkMethod]: string }
  },
  handler: Handler<Links, boolean>,
): readonly Endpoint[] {
  const { linkage, owner, operationIds } = about
  const linked = linkage.replaceAll('-', ' ')
  const summaries: Record<LinkMethod, string> = {
    POST: `Add ${linked} to ${owner}`,
    PATCH: `Replace the ${linked} of ${owner}`,
    DELETE: `Remove ${linked} from ${owner}`,
  }
  return (Object.keys(linkChanges) as LinkMethod[]).map((method) => {
    const change = linkChanges[method]
    const said = { summary: summaries[method], operationId: operationIds[method] }
    const route: Route = { method, path, kind: 'none', status: 204, linkage }
    const input = async ({ exchange }: Context<Query>): Promise<Links> => ({
      change,
      ids: hasNone(method, exchange) ? 'all' : parseLinkage(linkage, readJson(exchange)),
    })
    return write({ ...about, ...said, ...route }, input, handler)
  })
}
