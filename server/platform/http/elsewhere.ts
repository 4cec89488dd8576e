import {
  type AnyResource,
  listDocument,
  parseQuery,
  type Query,
  type Row,
} from '@plumbline/jsonapi'
import type { Endpoint } from './endpoint.ts'
import { hungUp } from './gone.ts'
import { type About, type Asked, asCaller, endpoint, type Extra, readParams } from './endpoints.ts'

/**
 * A list that somebody outside has. Rights are read, and what it takes to ask is found, in a transaction;
 * it is over when `ask` runs, which may take its time and holds nothing of the database. `signal` aborts
 * when the client hangs up.
 */
export function elsewhere<X extends AnyResource, E extends Extra, P>(
  resource: X,
  path: string,
  about: About & { readonly extra: E },
  {
    prepare,
    ask,
  }: {
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
  const { may, extra } = about
  const shape = { kind: 'list', status: 200, resource, extra } as const
  return endpoint('GET', path, about, shape, async (exchange, identity) => {
    const { search, base, url, requestId } = exchange
    const query = parseQuery(resource, search, { list: false, extra })
    const params = readParams(exchange.params)
    const id = params['id'] ?? ''
    const prepared = await asCaller(exchange, identity, may, (tx, caller) =>
      prepare({ tx, caller, params, id, query, requestId }),
    )
    const signal = exchange.gone()
    try {
      const { rows, meta } = await ask(prepared, signal)
      const shown = { query, base, url, ...(meta && { meta }) }
      const document = listDocument(resource, { rows, count: rows.length }, shown)
      return { status: 200, document, tenantId: identity.tenantId }
    } catch (error) {
      if (signal.aborted) throw hungUp()
      throw error
    }
  })
}
