/**
 * How a feature declares a route: who may, what comes in, what goes out. By the time its handler runs
 * the caller is known, the input is parsed and the transaction is open and scoped to the tenant.
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
  resource,
} from '@plumbline/jsonapi'
import type { Identity } from '../auth/index.ts'
import type { Page } from '../db/index.ts'
import { type Task, tasks } from '../tasks/index.ts'
import { audited } from './audit.ts'
import type { About, Answer, Endpoint, Exchange, Method, Shape } from './endpoint.ts'
import { type Exports, type InCaller, preferred } from './exports.ts'
import { once } from './idempotency.ts'
import { kept, type Stamp } from './kept.ts'
import { readBody, readJson } from './request.ts'
import {
  around,
  asCaller,
  type Asked,
  endpoint,
  type Extra,
  namedBy,
  type NoExtra,
  one,
  readOne,
  resourcesOf,
} from './route.ts'

interface Reads<E extends Extra> extends About {
  readonly extra?: E
  /** Answers are kept for as long as it is the same. */
  readonly stamp?: Stamp
}
interface Writes<D extends Draft, P> extends About {
  readonly draft: D
  /** Slow work that needs no database, such as hashing, before the transaction opens. */
  readonly prepare?: (input: Drafted<D>, exchange: Exchange, identity: Identity) => Promise<P>
  /** It only computes, and leaves no audit event. */
  readonly changesNothing?: true
}
type Writer<D extends Draft, P, R> = (
  asked: Asked & { readonly input: Drafted<D>; readonly prepared: P },
) => Promise<R>

/** A list: filters, sort, pages, includes and sparse fields as the resource declares them. */
export function list<X extends AnyResource, E extends Extra = NoExtra>(
  resource: X,
  path: string,
  about: Reads<E> & {
    readonly unpaged?: (query: Query<X, E>) => boolean
    /** The same rows in other formats, which `Accept` asks for. */
    readonly exports?: Exports
  },
  handler: (asked: Asked & { readonly query: Query<X, E> }) => Promise<Page<Row<X>>>,
): Endpoint {
  const { may, extra, exports, stamp, unpaged } = about
  const shape: Shape = {
    kind: 'list',
    status: 200,
    resource,
    ...(extra && { extra }),
    ...(exports && { exports: exports.mediaTypes }),
  }
  return endpoint('GET', path, about, shape, async (exchange, identity) => {
    const { search, base, accept } = exchange
    const resources = resourcesOf(exchange)
    const options = { list: true, resources, ...(extra && { extra }) }
    const query = parseQuery(resource, search, options) as Query<X, E>
    const named = namedBy(exchange)
    const mediaType = exports && preferred(accept, exports.mediaTypes)
    if (exports && mediaType) {
      const { tenantId } = identity
      const enter = (): (() => void) => exchange.exporting.enter(tenantId, 5)
      const inCaller: InCaller = (work) => asCaller(exchange, identity, may, work)
      const { params } = named
      return exports.answer(mediaType, { query, search, params, base, tenantId, inCaller, enter })
    }
    return asCaller(exchange, identity, may, (tx, caller) => {
      const asked = { tx, caller, query }
      return kept(exchange, { tx, caller, filters: query.filters }, stamp, async (loaders) => {
        const page = await handler({ ...asked, ...named })
        const start = { resource, rows: page.rows }
        const shown = await around({ ...exchange, loaders }, asked, start)
        return listDocument(resource, page, { ...shown, paged: !unpaged?.(query) })
      })
    })
  })
}

/** One row made of many: filters as a list has them, and no page. */
export function summary<X extends AnyResource>(
  resource: X,
  path: string,
  about: About & Pick<Reads<NoExtra>, 'stamp'>,
  handler: (asked: Asked & { readonly query: Query<X, NoExtra> }) => Promise<Row<X>>,
): Endpoint {
  const shape: Shape = { kind: 'one', status: 200, resource, filtered: true }
  return endpoint('GET', path, about, shape, async (exchange, identity) => {
    const resources = resourcesOf(exchange)
    const query = parseQuery(resource, exchange.search, { list: true, paged: false, resources })
    const named = namedBy(exchange)
    return asCaller(exchange, identity, about.may, (tx, caller) => {
      const asked = { tx, caller, query }
      return kept(exchange, { tx, caller, filters: query.filters }, about.stamp, async (loaders) =>
        one(resource, { ...exchange, loaders }, asked, await handler({ ...asked, ...named })),
      )
    })
  })
}

/** One row; `undefined` is a 404. */
export function show<X extends AnyResource>(
  resource: X,
  path: string,
  about: About,
  handler: (asked: Asked & { readonly query: Query<X, NoExtra> }) => Promise<Row<X> | undefined>,
): Endpoint {
  const plain = parseQuery(resource, '', { list: false })
  const shape: Shape = { kind: 'one', status: 200, resource }
  const shown = endpoint('GET', path, about, shape, async (exchange, identity) => {
    const query = readOne(resource, exchange)
    const named = namedBy(exchange)
    return asCaller(exchange, identity, about.may, async (tx, caller) => {
      const asked = { tx, caller, query }
      const row = await handler({ ...asked, ...named })
      const document = await one(resource, exchange, asked, row)
      return { status: 200, document, tenantId: tx.tenantId }
    })
  })
  return {
    ...shown,
    read: (asked) => handler({ ...asked, id: asked.params['id'] ?? '', query: plain }),
  }
}

/** What a route without an answer takes from the query: nothing. */
const nothing = resource('none', { attributes: {} })

interface Write<I, R> {
  /** What comes in, beyond the path; after this the transaction opens. */
  readonly input: (exchange: Exchange, id: string | undefined, identity: Identity) => Promise<I>
  readonly handler: (asked: Asked & { readonly input: I }) => Promise<R>
  /** Of the row that is made or changed, for the audit; without one, of the row that the path names. */
  readonly type?: string
}

/**
 * Every change: the body in, the work in one transaction with its audit event, the row or nothing out. A POST that
 * was sent before with the same Idempotency-Key has its answer. A result that is `undefined` or `false` is a 404.
 */
function write<I, R>(
  method: Method,
  path: string,
  about: About & { readonly changesNothing?: true },
  shape: Shape,
  { input: read, handler, type }: Write<I, R>,
): Endpoint {
  const { may, operationId: action, changesNothing } = about
  const { kind, status, resource } = shape
  return endpoint(method, path, about, shape, async (exchange, identity) => {
    const query = resource
      ? readOne(resource, exchange)
      : parseQuery(nothing, exchange.search, { list: false })
    const { params, id } = namedBy(exchange)
    const input = await read(exchange, params['id'], identity)
    return asCaller(exchange, identity, may, (tx, caller) => {
      const work = async (): Promise<Answer> => {
        const change = { action, path, params, ...(type !== undefined && { type }) }
        const run = (): Promise<R> => handler({ tx, caller, params, id, input })
        const result = changesNothing
          ? await run()
          : await audited({ tx, caller, exchange }, change, run)
        if (!result) throw notFound()
        if (!resource) return { status, tenantId: tx.tenantId }
        const row = result as unknown as Row<AnyResource>
        const document = await one(resource, exchange, { tx, caller, query }, row)
        const answer = { status, document, tenantId: tx.tenantId }
        if (kind !== 'task') return answer
        const address = `${new URL(exchange.base).pathname}/tasks/${String(row['id'])}`
        return { ...answer, headers: { 'Content-Location': address } }
      }
      if (method !== 'POST') return work()
      return once({ tx, caller, exchange, route: `POST ${path}` }, work)
    })
  })
}

/** A route whose body is a draft: what `create`, `submit` and `change` share. */
const writeDraft =
  (method: 'POST' | 'PATCH', status: number) =>
  <X extends AnyResource, D extends Draft, P = undefined>(
    resource: X,
    path: string,
    about: Writes<D, P>,
    handler: Writer<D, P, Row<X> | undefined>,
  ): Endpoint => {
    const { draft, prepare } = about
    return write(
      method,
      path,
      about,
      { kind: 'one', status, resource, draft },
      {
        type: resource.type,
        async input(exchange, id, identity) {
          const input = readBody(draft, exchange, id)
          return { input, prepared: (await prepare?.(input, exchange, identity)) as P }
        },
        handler: ({ input, ...asked }) => handler({ ...asked, ...input }),
      },
    )
  }

/** Makes a row: 201. */
export const create = writeDraft('POST', 201)

/** Does with what came in what it is there for: 200 with what came of it. */
export const submit = writeDraft('POST', 200)

/** Changes a row: 200 with the row as it is now; `undefined` is a 404. */
export const change = writeDraft('PATCH', 200)

const noBody = { type: 'none', attributes: {}, relationships: {}, id: 'none' } as const

/** Takes a row away: 204; `false` is a 404. A DELETE may have a body; without one the draft is empty. */
export function remove<D extends Draft = typeof noBody, P = undefined>(
  path: string,
  about: Omit<Writes<D, P>, 'draft'> & { readonly draft?: D },
  handler: (asked: Asked & { readonly prepared: P }) => Promise<boolean>,
): Endpoint {
  const { draft, prepare } = about
  return write(
    'DELETE',
    path,
    about,
    { kind: 'none', status: 204, ...(draft && { draft }) },
    {
      async input(exchange, id, identity) {
        const hasBody = draft && exchange.body?.length
        const input = hasBody ? readBody(draft, exchange, id) : ({} as Drafted<D>)
        return (await prepare?.(input, exchange, identity)) as P
      },
      handler: ({ input, ...asked }) => handler({ ...asked, prepared: input }),
    },
  )
}

const linkChanges = {
  POST: ['add', 'Add'],
  PATCH: ['replace', 'Replace'],
  DELETE: ['remove', 'Remove'],
} as const
type LinkMethod = keyof typeof linkChanges

/** What a relationship endpoint is asked for. */
export interface Links {
  readonly change: (typeof linkChanges)[LinkMethod][0]
  /** Identifiers of the linked type; `all` are removed when a DELETE has no body. */
  readonly ids: readonly string[] | 'all'
}

/** Links of one row to many others of the type `linkage`: 204; `false` is a 404. */
export function relate(
  path: string,
  {
    operationIds,
    summary,
    linkage,
    ...about
  }: Omit<About, 'operationId'> & {
    readonly linkage: string
    readonly operationIds: { readonly [M in LinkMethod]: string }
  },
  handler: (asked: Asked & Links) => Promise<boolean>,
): readonly Endpoint[] {
  return (Object.keys(linkChanges) as LinkMethod[]).map((method) => {
    const [change, verb] = linkChanges[method]
    const said = { ...about, summary: `${verb} ${summary}`, operationId: operationIds[method] }
    return write(
      method,
      path,
      said,
      { kind: 'none', status: 204, linkage },
      {
        async input(exchange) {
          const isBare = method === 'DELETE' && !exchange.body?.length
          return isBare ? ('all' as const) : parseLinkage(linkage, readJson(exchange))
        },
        handler: ({ input: ids, ...asked }) => handler({ ...asked, ids, change }),
      },
    )
  })
}

/** One row from a POST or DELETE without a body that answers with it. */
export const act = <X extends AnyResource>(
  method: 'POST' | 'DELETE',
  resource: X,
  path: string,
  about: About,
  handler: (asked: Asked) => Promise<Row<X> | undefined>,
): Endpoint =>
  write(
    method,
    path,
    about,
    { kind: 'one', status: 200, resource },
    {
      type: resource.type,
      input: async () => undefined,
      handler,
    },
  )

/** Work in the background: 202 with the task, and where to ask for it. `undefined` is a 404. */
export function queue<D extends Draft = typeof noBody>(
  method: 'POST' | 'DELETE',
  path: string,
  about: About & { readonly draft?: D },
  handler: Writer<D, undefined, Task | undefined>,
): Endpoint {
  const { draft } = about
  const shape: Shape = { kind: 'task', status: 202, resource: tasks, ...(draft && { draft }) }
  return write(method, path, about, shape, {
    ...(!path.includes('/:id') && { type: tasks.type }),
    input: async (exchange) => (draft ? readBody(draft, exchange) : {}) as Drafted<D>,
    handler: (asked) => handler({ ...asked, prepared: undefined }),
  })
}
