/** What every way to declare a route stands on: who asks, their transaction, and the document that goes out. */
import {
  type AnyField,
  type AnyResource,
  forbidden,
  notFound,
  oneDocument,
  parseQuery,
  type Query,
  type Row,
} from '@plumbline/jsonapi'
import type { Identity } from '../auth/index.ts'
import type { Tx } from '../db/index.ts'
import { allowed, type Caller, callerIn, type May } from '../tenancy/index.ts'
import type { About, Answer, Endpoint, Exchange, Method, Shape } from './endpoint.ts'
import { includedRows } from './includes.ts'
import { readParams } from './request.ts'

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

type Run = (exchange: Exchange, identity: Identity) => Promise<Answer>

export const route = (
  method: Method,
  path: string,
  {
    may,
    summary,
    tag,
    operationId,
    refusals,
    deprecated,
  }: Omit<About, 'may'> & Pick<Endpoint, 'may'>,
  shape: Shape,
  run: Endpoint['run'],
): Endpoint => ({
  method,
  path,
  may,
  summary,
  tag,
  operationId,
  ...(refusals && { refusals }),
  ...(deprecated && { deprecated }),
  ...shape,
  run,
})

/** Credentials are read before anything else: nobody unknown has a body parsed or a password hashed. */
export const endpoint = (
  method: Method,
  path: string,
  about: About,
  shape: Shape,
  run: Run,
): Endpoint =>
  route(method, path, about, shape, async (exchange) =>
    run(exchange, await exchange.authenticate(exchange.authorization)),
  )

export const resourcesOf = ({ loaders }: Exchange): AnyResource[] =>
  [...loaders.values()].map(({ resource }) => resource)

export const readOne = <X extends AnyResource>(
  resource: X,
  exchange: Exchange,
): Query<X, NoExtra> =>
  parseQuery(resource, exchange.search, { list: false, resources: resourcesOf(exchange) })

export const namedBy = (exchange: Exchange): Pick<Asked, 'id' | 'params'> => {
  const params = readParams(exchange.params)
  return { params, id: params['id'] ?? '' }
}

/** What a document says in addition to its rows: its address, and the rows that it includes. */
export async function around<Q extends Query<AnyResource>>(
  { base, url, loaders }: Exchange,
  { tx, caller, query }: { tx: Tx; caller: Caller; query: Q },
  start: { readonly resource: AnyResource; readonly rows: readonly object[] },
) {
  const { include } = query
  return {
    query,
    base,
    url,
    ...(include.length > 0 && (await includedRows(tx, caller, loaders, start, include))),
  }
}

export async function one<X extends AnyResource>(
  resource: X,
  exchange: Exchange,
  asked: { tx: Tx; caller: Caller; query: Query<X, NoExtra> },
  row: Row<X> | undefined,
): Promise<unknown> {
  if (!row) throw notFound()
  return oneDocument(resource, row, await around(exchange, asked, { resource, rows: [row] }))
}
