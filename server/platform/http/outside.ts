/** Endpoints whose work lies outside the caller's tenant, or that have no caller. */
import {
  type AnyResource,
  type Draft,
  type Drafted,
  oneDocument,
  parseQuery,
  type Query,
  type Row,
} from '@plumbline/jsonapi'
import type { Database, Tx } from '../db/index.ts'
import type { Caller } from '../tenancy/index.ts'
import type { Answer, Endpoint, Exchange } from './endpoint.ts'
import { type About, asCaller, endpoint, type Extra, type NoExtra, readBody } from './endpoints.ts'
import { onceOutside } from './idempotency.ts'

/**
 * A route of a known caller whose work lies outside his tenant: founding another, switching to one.
 * His own transaction is over when the handler runs, so it may open what it needs.
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
  const { draft, status, may } = about
  return endpoint(
    'POST',
    path,
    about,
    { kind: 'one', status, resource, draft },
    async (exchange, identity) => {
      const { base, url, database, requestId } = exchange
      const query = parseQuery(resource, exchange.search, { list: false })
      const input = readBody(draft, exchange)
      const inCaller = <T>(work: (tx: Tx, caller: Caller) => Promise<T>): Promise<T> =>
        asCaller(exchange, identity, may, work)
      return onceOutside(inCaller, { exchange, route: `POST ${path}` }, async (caller) => {
        const row = await handler({ input, caller, database, requestId })
        const document = oneDocument(resource, row, { query, base, url })
        return { status, document, tenantId: caller.tenantId }
      })
    },
  )
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
  const { draft, status, extra } = about
  const shape = { kind: 'one', status, resource, draft, ...(extra && { extra }) } as const
  const run = async (exchange: Exchange): Promise<Answer> => {
    const { base, url, database, requestId, search } = exchange
    const query = parseQuery(resource, search, { list: false, ...(extra && { extra }) })
    const input = readBody(draft, exchange)
    const row = await handler({ input, query: query as Query<X, E>, database, requestId })
    return { status, document: oneDocument(resource, row, { query, base, url }) }
  }
  const { summary, tag, operationId, refusals } = about
  const said = { summary, tag, operationId, ...(refusals && { refusals }) }
  return { method: 'POST', path, may: 'anonymous', ...said, ...shape, run }
}
