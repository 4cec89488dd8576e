/** The basis of every way to declare a route: the caller, their transaction, and the response document. */
import {
  type AnyField,
  type AnyResource,
  forbidden,
  notFound,
  oneDocument,
  parseQuery,
  type Query,
  type Row,
  resource,
} from '@plumbline/jsonapi'
import type { Identity } from '../auth/index.ts'
import type { Turn, Tx } from '../db/index.ts'
import { allowed, type Caller, callerIn, type May } from '../tenancy/index.ts'
import type { About, Answer, Endpoint, Exchange, Route } from './endpoint.ts'
import { includedRows } from './includes.ts'
import { readParams } from './request.ts'

export type Extra = Readonly<Record<string, AnyField>>
export type NoExtra = Readonly<Record<never, never>>

/** The input of every handler. */
export interface Asked {
  readonly tx: Tx
  readonly caller: Caller
  /** The `:id` of the path; '' where it has none. */
  readonly id: string
  readonly params: Readonly<Record<string, string>>
}

/** One transaction of the caller, whose rights are read again. */
export type InCaller = <T>(work: (tx: Tx, caller: Caller) => Promise<T>) => Promise<T>

/** A request of a known caller, with its query and its path understood. */
export interface Context<Q> extends Pick<Asked, 'id' | 'params'> {
  readonly exchange: Exchange
  readonly identity: Identity
  readonly query: Q
  readonly inCaller: InCaller
}

/** Opens the caller's tenant; throws if the caller may not. */
export function asCaller<T>(
  { database }: Exchange,
  identity: Identity,
  may: May,
  work: (tx: Tx, caller: Caller) => Promise<T>,
  turn?: Turn,
): Promise<T> {
  const run = async (tx: Tx): Promise<T> => {
    const caller = await callerIn(tx, identity)
    if (!allowed(caller, may)) throw forbidden()
    return work(tx, caller)
  }
  return database.inTenant(identity.tenantId, run, turn)
}

/** What a route without an answer takes from the query: nothing. */
const nothing = resource('none', { attributes: {} })

/** The query as the route takes it; rows of other types only where they are `linked`. */
function queryOf(
  { resource, kind, filtered = false, extra }: Route,
  { search, loaders }: Exchange,
  isLinked: boolean,
): Query {
  const resources = [...loaders.values()].map((one) => one.resource)
  return parseQuery<AnyResource, Extra>(resource ?? nothing, search, {
    list: isLinked && (kind === 'list' || filtered),
    paged: !filtered,
    ...(isLinked && resource && { resources }),
    extra,
  }) as unknown as Query
}

/** Credentials are checked first: for an unknown caller no body is parsed and no password hashed. */
export function endpoint<Q = Query>(
  route: About & Route,
  run: (context: Context<Q>) => Promise<Answer>,
  { isLinked = true, readOnly = route.method === 'GET' } = {},
): Endpoint {
  return {
    ...route,
    async run(exchange) {
      const known = await exchange.authenticate(exchange.authorization)
      const query = queryOf(route, exchange, isLinked) as Q
      const params = readParams(exchange.params)
      const identity = (await route.inTenantOf?.(exchange, known, params)) ?? known
      const inCaller: InCaller = (work) =>
        asCaller(exchange, identity, route.may, work, { readOnly })
      return run({ exchange, identity, query, params, id: params['id'] ?? '', inCaller })
    },
  }
}

/** The parts of a document beside its rows: its URL, and the included rows. */
export async function includes<Q extends Query>(
  { base, url, loaders }: Pick<Exchange, 'base' | 'url' | 'loaders'>,
  { tx, caller, query }: { readonly tx: Tx; readonly caller: Caller; readonly query: Q },
  start: { readonly resource: AnyResource; readonly rows: readonly object[] },
) {
  const { include } = query
  const included = include.length > 0 && (await includedRows(tx, caller, loaders, start, include))
  return { query, base, url, ...included }
}

/** The document of one row; `undefined` is a 404. */
export async function documentOf<X extends AnyResource>(
  resource: X,
  exchange: Exchange,
  asked: { readonly tx: Tx; readonly caller: Caller; readonly query: Query<X, NoExtra> },
  row: Row<X> | undefined,
): Promise<unknown> {
  if (!row) throw notFound()
  return oneDocument(resource, row, await includes(exchange, asked, { resource, rows: [row] }))
}
