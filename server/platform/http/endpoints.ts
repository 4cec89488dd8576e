/**
 * How a feature declares a route: who may, what comes in, what goes out. By the time its handler runs
 * the caller is known, the input is parsed and the transaction is open and scoped to the tenant.
 */
import {
  type AnyField,
  type AnyResource,
  type Draft,
  type Drafted,
  forbidden,
  listDocument,
  notFound,
  oneDocument,
  parseBody,
  parseJson,
  parseLinkage,
  parseQuery,
  type Query,
  type Row,
  resource,
  unsupportedMediaType,
} from '@plumbline/jsonapi'
import type { Identity } from '../auth/index.ts'
import type { Page, Tx } from '../db/index.ts'
import { type Task, tasks } from '../tasks/index.ts'
import { allowed, type Caller, callerIn, type May } from '../tenancy/index.ts'
import { audited } from './audited.ts'
import type { Answer, Description, Endpoint, Exchange, Method, Reader } from './endpoint.ts'
import { type Exports, type InCaller, preferred } from './exports.ts'
import { once } from './idempotency.ts'
import { includedRows } from './includes.ts'
import { kept, type Stamp } from './kept.ts'
import { textParams } from './text-params.ts'

export type Extra = Readonly<Record<string, AnyField>>
export type NoExtra = Readonly<Record<never, never>>

/** What every handler is given. */
export interface Asked {
  readonly tx: Tx
  readonly caller: Caller
  /** The `:id` of the path; '' where it has none. */
  readonly id: string
  readonly params: Readonly<Record<string, string>>
}

export interface About {
  readonly may: May
  readonly summary: string
  readonly tag: string
  readonly operationId: string
  /** Refusals beside those that follow from its shape: 410, or a 409 without a body. */
  readonly refusals?: readonly number[]
  readonly deprecated?: boolean
}
interface Reads<E extends Extra> extends About {
  readonly extra?: E
  /** Answers are kept for as long as it is the same. */
  readonly stamp?: Stamp
}
type Prepare<D extends Draft, P> = (
  input: Drafted<D>,
  exchange: Exchange,
  identity: Identity,
) => Promise<P>
interface Writes<D extends Draft, P> extends About {
  readonly draft: D
  /** Slow work that needs no database, such as hashing, before the transaction opens. */
  readonly prepare?: Prepare<D, P>
  /** It only computes, and leaves no audit event. */
  readonly changesNothing?: true
}

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

/**
 * Ids in paths in their one spelling. What is no id names nothing, like an id of nobody. Those in
 * `textParams` are not ours: they are the text that a scanner gave.
 */
export function readParams(params: Exchange['params']): Exchange['params'] {
  const read: Record<string, string> = {}
  for (const [name, value] of Object.entries(params)) {
    const isText = Object.hasOwn(textParams, name)
    const sound = isText ? isStorable(value) : uuid.test(value)
    if (!sound) throw notFound()
    read[name] = isText ? value : value.toLowerCase()
  }
  return read
}

const isStorable = (text: string): boolean => text.isWellFormed() && !text.includes('\0')

const mediaTypes = new Set(['application/vnd.api+json', 'application/json'])

function readJson({ body, mediaType = 'application/vnd.api+json' }: Exchange): unknown {
  if (!mediaTypes.has(mediaType)) throw unsupportedMediaType(mediaType)
  return parseJson(body ?? Buffer.alloc(0), { maxBytes: 2 ** 20 })
}

export const readBody = <D extends Draft>(draft: D, exchange: Exchange, id?: string): Drafted<D> =>
  parseBody(draft, readJson(exchange), id === undefined ? {} : { id })

/** Opens the caller's tenant, and lets nobody on who may not. */
export function asCaller<T>(
  { database }: Exchange,
  identity: Identity,
  may: May,
  work: (tx: Tx, caller: Caller) => Promise<T>,
): Promise<T> {
  return database.inTenant(identity.tenantId, async (tx) => {
    const caller = await callerIn(tx, identity)
    if (!allowed(caller, may)) throw forbidden()
    return work(tx, caller)
  })
}

/** As `asCaller`, for a change: a POST that was sent before with the same key has its answer. */
function asWriter(
  exchange: Exchange,
  identity: Identity,
  { method, path, may }: { method: Method; path: string; may: May },
  work: (tx: Tx, caller: Caller) => Promise<Answer>,
): Promise<Answer> {
  if (method !== 'POST') return asCaller(exchange, identity, may, work)
  return asCaller(exchange, identity, may, (tx, caller) =>
    once({ tx, caller, exchange, route: `POST ${path}` }, () => work(tx, caller)),
  )
}

/** Credentials are read before anything else: nobody unknown has a body parsed or a password hashed. */
export function endpoint(
  method: Method,
  path: string,
  { may, summary, tag, operationId, refusals, deprecated }: About,
  description: Omit<Description, 'summary' | 'tag' | 'operationId' | 'refusals'>,
  run: (exchange: Exchange, identity: Identity) => Promise<Answer>,
): Endpoint {
  const identified = async (exchange: Exchange): Promise<Answer> =>
    run(exchange, await exchange.authenticate(exchange.authorization))
  const about = {
    summary,
    tag,
    operationId,
    ...(refusals && { refusals }),
    ...(deprecated && { deprecated }),
  }
  return { method, path, may, ...about, ...description, run: identified }
}

const resourcesOf = ({ loaders }: Exchange): AnyResource[] =>
  [...loaders.values()].map(({ resource }) => resource)

export const readOne = <X extends AnyResource>(
  resource: X,
  exchange: Exchange,
): Query<X, NoExtra> =>
  parseQuery(resource, exchange.search, { list: false, resources: resourcesOf(exchange) })

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
  const { may, extra, exports } = about
  const shape = {
    kind: 'list',
    status: 200,
    resource,
    ...(extra && { extra }),
    ...(exports && { exports: exports.mediaTypes }),
  } as const
  return endpoint('GET', path, about, shape, async (exchange, identity) => {
    const { search, base, url } = exchange
    const resources = resourcesOf(exchange)
    const query = parseQuery(resource, search, { list: true, resources, ...(extra && { extra }) })
    const params = readParams(exchange.params)
    const mediaType = exports && preferred(exchange.accept, exports.mediaTypes)
    if (exports && mediaType) {
      const { tenantId } = identity
      const enter = (): (() => void) => exchange.exporting.enter(tenantId, 5)
      const inCaller: InCaller = (work) => asCaller(exchange, identity, may, work)
      return exports.answer(mediaType, { query, search, params, base, tenantId, inCaller, enter })
    }
    return asCaller(exchange, identity, may, (tx, caller) => {
      const asked = { tx, caller, filters: query.filters }
      return kept(exchange, asked, about.stamp, async (loaders) => {
        const id = params['id'] ?? ''
        const page = await handler({ tx, caller, params, id, query: query as Query<X, E> })
        const start = { resource, rows: page.rows }
        const included = await includedRows(tx, caller, loaders, start, query.include)
        const paged = !(about.unpaged?.(query as Query<X, E>) ?? false)
        const shown = { query, base, url, paged, ...(query.include.length > 0 && included) }
        return listDocument(resource, page, shown)
      })
    })
  })
}

async function one<X extends AnyResource>(
  resource: X,
  exchange: Exchange,
  { tx, caller, query }: { tx: Tx; caller: Caller; query: Query<X, NoExtra> },
  row: Row<X> | undefined,
): Promise<unknown> {
  if (!row) throw notFound()
  const { base, url, loaders } = exchange
  const included = await includedRows(tx, caller, loaders, { resource, rows: [row] }, query.include)
  return oneDocument(resource, row, {
    query,
    base,
    url,
    ...(query.include.length > 0 && included),
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
  const shown = endpoint(
    'GET',
    path,
    about,
    { kind: 'one', status: 200, resource },
    async (exchange, identity) => {
      const query = readOne(resource, exchange)
      const params = readParams(exchange.params)
      return asCaller(exchange, identity, about.may, async (tx, caller): Promise<Answer> => {
        const row = await handler({ tx, caller, params, id: params['id'] ?? '', query })
        const document = await one(resource, exchange, { tx, caller, query }, row)
        return { status: 200, document, tenantId: tx.tenantId }
      })
    },
  )
  const read: Reader = ({ tx, caller, params }) =>
    handler({ tx, caller, params, id: params['id'] ?? '', query: plain })
  return { ...shown, read }
}

type Writer<D extends Draft, P, R> = (
  asked: Asked & { readonly input: Drafted<D>; readonly prepared: P },
) => Promise<R>

/** One row made of many: filters as a list has them, and no page. */
export function summary<X extends AnyResource>(
  resource: X,
  path: string,
  about: About & Pick<Reads<NoExtra>, 'stamp'>,
  handler: (asked: Asked & { readonly query: Query<X, NoExtra> }) => Promise<Row<X>>,
): Endpoint {
  const shape = { kind: 'one', status: 200, resource, filtered: true } as const
  return endpoint('GET', path, about, shape, async (exchange, identity) => {
    const resources = resourcesOf(exchange)
    const query = parseQuery(resource, exchange.search, { list: true, paged: false, resources })
    const params = readParams(exchange.params)
    return asCaller(exchange, identity, about.may, (tx, caller) => {
      const asked = { tx, caller, filters: query.filters }
      return kept(exchange, asked, about.stamp, async (loaders) => {
        const row = await handler({ tx, caller, params, id: params['id'] ?? '', query })
        return one(resource, { ...exchange, loaders }, { tx, caller, query }, row)
      })
    })
  })
}

/** What `create` and `change` share: a body in, one row out. */
function write<X extends AnyResource, D extends Draft, P>(
  method: 'POST' | 'PATCH',
  status: number,
  resource: X,
  path: string,
  about: Writes<D, P>,
  handler: Writer<D, P, Row<X> | undefined>,
): Endpoint {
  const { may, draft, prepare } = about
  const noted: typeof audited = about.changesNothing ? (_known, _change, work) => work() : audited
  return endpoint(
    method,
    path,
    about,
    { kind: 'one', status, resource, draft },
    async (exchange, identity) => {
      const query = readOne(resource, exchange)
      const params = readParams(exchange.params)
      const id = params['id'] ?? ''
      const input = readBody(draft, exchange, id || undefined)
      const prepared = (await prepare?.(input, exchange, identity)) as P
      return asWriter(exchange, identity, { method, path, may }, async (tx, caller) => {
        const change = { action: about.operationId, path, params, type: resource.type }
        const row = await noted({ tx, caller, exchange }, change, () =>
          handler({ tx, caller, params, id, input, prepared }),
        )
        const document = await one(resource, exchange, { tx, caller, query }, row)
        return { status, document, tenantId: tx.tenantId }
      })
    },
  )
}

/** Makes a row: 201. */
export const create = <X extends AnyResource, D extends Draft, P = undefined>(
  resource: X,
  path: string,
  about: Writes<D, P>,
  handler: Writer<D, P, Row<X>>,
): Endpoint => write('POST', 201, resource, path, about, handler)

/** Does with what came in what it is there for: 200 with what came of it. */
export const submit = <X extends AnyResource, D extends Draft, P = undefined>(
  resource: X,
  path: string,
  about: Writes<D, P>,
  handler: Writer<D, P, Row<X>>,
): Endpoint => write('POST', 200, resource, path, about, handler)

/** Changes a row: 200 with the row as it is now; `undefined` is a 404. */
export const change = <X extends AnyResource, D extends Draft, P = undefined>(
  resource: X,
  path: string,
  about: Writes<D, P>,
  handler: Writer<D, P, Row<X> | undefined>,
): Endpoint => write('PATCH', 200, resource, path, about, handler)

/** What a route without an answer takes from the query: nothing. */
const nothing = resource('none', { attributes: {} })

/** A DELETE may have a body, if it says of which kind; without one the draft is empty. */
interface Removes<D extends Draft, P> extends About {
  readonly draft?: D
  readonly prepare?: Prepare<D, P>
}

/** Takes a row away: 204; `false` is a 404. */
export function remove<D extends Draft = typeof noBody, P = undefined>(
  path: string,
  about: Removes<D, P>,
  handler: (asked: Asked & { readonly prepared: P }) => Promise<boolean>,
): Endpoint {
  const { draft, prepare } = about
  return endpoint(
    'DELETE',
    path,
    about,
    { kind: 'none', status: 204, ...(draft && { draft }) },
    async (exchange, identity) => {
      parseQuery(nothing, exchange.search, { list: false })
      const params = readParams(exchange.params)
      const hasBody = draft !== undefined && exchange.body !== undefined && exchange.body.length > 0
      const input = hasBody ? readBody(draft, exchange, params['id']) : ({} as Drafted<D>)
      const prepared = (await prepare?.(input, exchange, identity)) as P
      return asCaller(exchange, identity, about.may, async (tx, caller): Promise<Answer> => {
        const id = params['id'] ?? ''
        const change = { action: about.operationId, path, params }
        const done = await audited({ tx, caller, exchange }, change, () =>
          handler({ tx, caller, params, id, prepared }),
        )
        if (!done) throw notFound()
        return { status: 204, tenantId: tx.tenantId }
      })
    },
  )
}

const changes = { POST: 'add', PATCH: 'replace', DELETE: 'remove' } as const
const verbs = { POST: 'Add', PATCH: 'Replace', DELETE: 'Remove' } as const

/** What a relationship endpoint is asked for. */
export interface Links {
  readonly change: (typeof changes)[keyof typeof changes]
  /** Identifiers of the linked type; `all` are removed when a DELETE has no body. */
  readonly ids: readonly string[] | 'all'
}

/** Links of one row to many others of the type `linkage`: 204; `false` is a 404. */
export function relate(
  path: string,
  {
    operationIds,
    summary,
    ...about
  }: Omit<About, 'operationId'> & {
    readonly linkage: string
    readonly operationIds: { readonly [M in keyof typeof changes]: string }
  },
  handler: (asked: Asked & Links) => Promise<boolean>,
): readonly Endpoint[] {
  const { linkage, may } = about
  const shape = { kind: 'none', status: 204, linkage } as const
  return (['POST', 'PATCH', 'DELETE'] as const).map((method) =>
    endpoint(
      method,
      path,
      { ...about, summary: `${verbs[method]} ${summary}`, operationId: operationIds[method] },
      shape,
      async (exchange, identity) => {
        parseQuery(nothing, exchange.search, { list: false })
        const params = readParams(exchange.params)
        const isBare = method === 'DELETE' && !exchange.body?.length
        const ids = isBare ? 'all' : parseLinkage(linkage, readJson(exchange))
        return asWriter(exchange, identity, { method, path, may }, async (tx, caller) => {
          const id = params['id'] ?? ''
          const change = { action: operationIds[method], path, params }
          const done = await audited({ tx, caller, exchange }, change, () =>
            handler({ tx, caller, params, id, ids, change: changes[method] }),
          )
          if (!done) throw notFound()
          return { status: 204, tenantId: tx.tenantId }
        })
      },
    ),
  )
}

/** One row from a POST or DELETE without a body. `base` is the address of the API as the client knows it. */
export function act<X extends AnyResource>(
  method: 'POST' | 'DELETE',
  resource: X,
  path: string,
  about: About,
  handler: (asked: Asked & { readonly base: string }) => Promise<Row<X> | undefined>,
): Endpoint {
  return endpoint(
    method,
    path,
    about,
    { kind: 'one', status: 200, resource },
    async (exchange, identity) => {
      const query = readOne(resource, exchange)
      const params = readParams(exchange.params)
      const writing = { method, path, may: about.may }
      return asWriter(exchange, identity, writing, async (tx, caller) => {
        const id = params['id'] ?? ''
        const change = { action: about.operationId, path, params, type: resource.type }
        const row = await audited({ tx, caller, exchange }, change, () =>
          handler({ tx, caller, params, id, base: exchange.base }),
        )
        const document = await one(resource, exchange, { tx, caller, query }, row)
        return { status: 200, document, tenantId: tx.tenantId }
      })
    },
  )
}

const noBody = { type: 'none', attributes: {}, relationships: {}, id: 'none' } as const

/** Work in the background: 202 with the task, and where to ask for it. `undefined` is a 404. */
export function queue<D extends Draft = typeof noBody>(
  method: 'POST' | 'DELETE',
  path: string,
  about: About & { readonly draft?: D },
  handler: Writer<D, undefined, Task | undefined>,
): Endpoint {
  const { may, draft } = about
  const shape = { kind: 'task', status: 202, resource: tasks, ...(draft && { draft }) } as const
  return endpoint(method, path, about, shape, async (exchange, identity) => {
    const { base, url } = exchange
    const query = readOne(tasks, exchange)
    const params = readParams(exchange.params)
    const input = (draft ? readBody(draft, exchange) : {}) as Drafted<D>
    const change = {
      action: about.operationId,
      path,
      params,
      ...(params['id'] === undefined && { type: tasks.type }),
    }
    return asWriter(exchange, identity, { method, path, may }, async (tx, caller) => {
      const id = params['id'] ?? ''
      const task = await audited({ tx, caller, exchange }, change, () =>
        handler({ tx, caller, params, id, input, prepared: undefined }),
      )
      if (!task) throw notFound()
      const document = oneDocument(tasks, task, { query, base, url })
      const headers = { 'Content-Location': `${new URL(base).pathname}/tasks/${task.id}` }
      return { status: 202, document, headers, tenantId: tx.tenantId }
    })
  })
}
