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
} from '@plumbline/jsonapi'
import type { Identity } from '../auth/index.ts'
import type { Page } from '../db/index.ts'
import { type Task, tasks } from '../tasks/index.ts'
import { audited } from './audit.ts'
import { type DataVersion, unlessKnown } from './data-version.ts'
import type { About, Answer, Endpoint, Exchange, Route } from './endpoint.ts'
import { type Exports, preferred } from './exports.ts'
import { once } from './idempotency.ts'
import { readBody, readJson } from './request.ts'
import {
  around,
  type Asked,
  type Context,
  documentOf,
  endpoint,
  type Extra,
  type NoExtra,
} from './route.ts'

interface Reads<E extends Extra> extends About {
  readonly extra?: E
  /** A client that has the answer of the same version is not sent it again. */
  readonly version?: DataVersion
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
  const { extra, exports, version, unpaged } = about
  const { mediaTypes = [] } = exports ?? {}
  const route: Route = {
    method: 'GET',
    path,
    kind: 'list',
    status: 200,
    resource,
    ...(extra && { extra }),
    ...(exports && { exports: mediaTypes }),
  }
  return endpoint<Query<X, E>>(route, about, async (context) => {
    const { exchange, query, params, id, inCaller } = context
    const mediaType = preferred(exchange.accept, mediaTypes)
    if (exports && mediaType) return exports.answer(mediaType, context)
    return inCaller((tx, caller) => {
      const asked = { tx, caller, query }
      return unlessKnown(exchange, asked, version, async () => {
        const page = await handler({ ...asked, params, id })
        const shown = await around(exchange, asked, { resource, rows: page.rows })
        return listDocument(resource, page, { ...shown, paged: !unpaged?.(query) })
      })
    })
  })
}

/** One row made of many: filters as a list has them, and no page. */
export function summary<X extends AnyResource>(
  resource: X,
  path: string,
  about: About & Pick<Reads<NoExtra>, 'version'>,
  handler: (asked: Asked & { readonly query: Query<X, NoExtra> }) => Promise<Row<X>>,
): Endpoint {
  const route: Route = { method: 'GET', path, kind: 'one', status: 200, resource, filtered: true }
  return endpoint<Query<X, NoExtra>>(route, about, ({ exchange, query, params, id, inCaller }) =>
    inCaller((tx, caller) => {
      const asked = { tx, caller, query }
      return unlessKnown(exchange, asked, about.version, async () =>
        documentOf(resource, exchange, asked, await handler({ ...asked, params, id })),
      )
    }),
  )
}

/** One row; `undefined` is a 404. */
export function show<X extends AnyResource>(
  resource: X,
  path: string,
  about: About,
  handler: (asked: Asked & { readonly query: Query<X, NoExtra> }) => Promise<Row<X> | undefined>,
): Endpoint {
  const plain = parseQuery(resource, '', { list: false })
  const route: Route = { method: 'GET', path, kind: 'one', status: 200, resource }
  const run = ({ exchange, query, params, id, inCaller }: Context<Query<X, NoExtra>>) =>
    inCaller(async (tx, caller) => {
      const asked = { tx, caller, query }
      const row = await handler({ ...asked, params, id })
      const document = await documentOf(resource, exchange, asked, row)
      return { status: 200, document, tenantId: tx.tenantId }
    })
  return {
    ...endpoint(route, about, run),
    read: (asked) => handler({ ...asked, id: asked.params['id'] ?? '', query: plain }),
  }
}

interface Write<I, R> {
  /** What comes in, beyond the path; after this the transaction opens. */
  readonly input: (context: Context<Query>) => Promise<I>
  readonly handler: (asked: Asked & { readonly input: I }) => Promise<R>
  /** Of the row that is made or changed, for the audit; without one, of the row that the path names. */
  readonly type?: string
}

/**
 * Every change: the body in, the work in one transaction with its audit event, the row or nothing out. A POST that
 * was sent before with the same Idempotency-Key has its answer. A result that is `undefined` or `false` is a 404.
 */
function write<I, R>(
  route: Route,
  about: About & { readonly changesNothing?: true },
  { input: read, handler, type }: Write<I, R>,
): Endpoint {
  const { method, path, kind, status, resource } = route
  return endpoint(route, about, async (context) => {
    const { exchange, query, params, id, inCaller } = context
    const input = await read(context)
    return inCaller((tx, caller) => {
      const work = async (): Promise<Answer> => {
        const change = { action: about.operationId, path, params, ...(type && { type }) }
        const run = (): Promise<R> => handler({ tx, caller, params, id, input })
        const result = about.changesNothing
          ? await run()
          : await audited({ tx, caller, exchange }, change, run)
        if (!result) throw notFound()
        const { tenantId } = tx
        if (!resource) return { status, tenantId }
        const row = result as unknown as Row<AnyResource>
        const document = await documentOf(resource, exchange, { tx, caller, query }, row)
        if (kind !== 'task') return { status, document, tenantId }
        const address = `${new URL(exchange.base).pathname}/tasks/${String(row['id'])}`
        return { status, document, tenantId, headers: { 'Content-Location': address } }
      }
      if (method !== 'POST') return work()
      return once({ tx, caller, exchange, route: `POST ${path}` }, work)
    })
  })
}

/** The id in the path, which a body may repeat; undefined where there is none. */
const idIn = ({ params }: Context<Query>): string | undefined => params['id']

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
    const route: Route = { method, path, kind: 'one', status, resource, draft }
    return write(route, about, {
      type: resource.type,
      async input(context) {
        const { exchange, identity } = context
        const input = readBody(draft, exchange, idIn(context))
        return { input, prepared: (await prepare?.(input, exchange, identity)) as P }
      },
      handler: ({ input, ...asked }) => handler({ ...asked, ...input }),
    })
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
  const route: Route = { method: 'DELETE', path, kind: 'none', status: 204 }
  return write(draft ? { ...route, draft } : route, about, {
    async input(context) {
      const { exchange, identity } = context
      const hasBody = draft && exchange.body?.length
      const input = hasBody ? readBody(draft, exchange, idIn(context)) : ({} as Drafted<D>)
      return (await prepare?.(input, exchange, identity)) as P
    },
    handler: ({ input, ...asked }) => handler({ ...asked, prepared: input }),
  })
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
    const route: Route = { method, path, kind: 'none', status: 204, linkage }
    return write(route, said, {
      async input({ exchange }) {
        const isBare = method === 'DELETE' && !exchange.body?.length
        return isBare ? ('all' as const) : parseLinkage(linkage, readJson(exchange))
      },
      handler: ({ input: ids, ...asked }) => handler({ ...asked, ids, change }),
    })
  })
}

/** One row from a POST or DELETE without a body. `base` is the address of the API as the client knows it. */
export function act<X extends AnyResource>(
  method: 'POST' | 'DELETE',
  resource: X,
  path: string,
  about: About,
  handler: (asked: Asked & { readonly base: string }) => Promise<Row<X> | undefined>,
): Endpoint {
  const route: Route = { method, path, kind: 'one', status: 200, resource }
  return write(route, about, {
    type: resource.type,
    input: async ({ exchange }) => exchange.base,
    handler: ({ input: base, ...asked }) => handler({ ...asked, base }),
  })
}

/** Work in the background: 202 with the task, and where to ask for it. `undefined` is a 404. */
export function queue<D extends Draft = typeof noBody>(
  method: 'POST' | 'DELETE',
  path: string,
  about: About & { readonly draft?: D },
  handler: Writer<D, undefined, Task | undefined>,
): Endpoint {
  const { draft } = about
  const route: Route = { method, path, kind: 'task', status: 202, resource: tasks }
  return write(draft ? { ...route, draft } : route, about, {
    ...(!path.includes('/:id') && { type: tasks.type }),
    input: async ({ exchange }) => (draft ? readBody(draft, exchange) : {}) as Drafted<D>,
    handler: (asked) => handler({ ...asked, prepared: undefined }),
  })
}
